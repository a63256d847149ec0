#include "app/settings_file.h"

#include <stdexcept>
#include <system_error>
#include <vector>

#include "io/text/settings_json.h"

namespace bindpose::app {

namespace fs = std::filesystem;

namespace {

// A name beside the file that nothing has yet.
fs::path free_name(const fs::path& file) {
  std::error_code error;
  fs::path name = file;
  name += ".broken";
  for (int n = 2; fs::exists(name, error) && n < 1000; ++n) {
    name = file;
    name += ".broken-" + std::to_string(n);
  }
  return name;
}

}  // namespace

ReadSettings read_settings(const fs::path& file, bool set_aside) {
  ReadSettings out;
  if (file.empty()) return out;
  try {
    const SettingsText text = read_settings_text(file);
    std::vector<std::string> problems;
    out.settings = ui::settings_of({text.choices, text.keys, text.bookmarks}, problems);
    if (problems.empty()) return out;
    out.problem = "The settings in " + file.string() + ": " + problems.front();
    if (problems.size() > 1)
      out.problem += " And " + std::to_string(problems.size() - 1) + " more like that.";
  } catch (const std::exception& e) {
    out.problem = "The settings in " + file.string() + " are broken: " + e.what() + ".";
    if (!set_aside) return out;
    const fs::path aside = free_name(file);
    std::error_code error;
    fs::rename(file, aside, error);
    out.problem += error ? " They could not be set aside: " + error.message() + "."
                         : " They were set aside as " + aside.filename().string() +
                               "; the usual ones are used.";
  }
  return out;
}

std::string write_settings(const ui::Settings& settings, const fs::path& file) {
  if (file.empty()) return {};
  const ui::SettingsWords words = ui::words_of(settings);
  try {
    write_settings_text({words.choices, words.keys, words.bookmarks}, file);
  } catch (const std::exception& e) {
    return std::string("The settings could not be kept: ") + e.what();
  }
  return {};
}

}  // namespace bindpose::app
