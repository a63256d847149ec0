#include "app/settings_file.h"

#include <map>
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

// What differs between `now` and `before` takes its place in what there is.
template <typename Word>
void put_changes(const std::map<std::string, Word>& now, const std::map<std::string, Word>& before,
                 std::map<std::string, Word>& there) {
  for (const auto& [name, word] : now) {
    const auto old = before.find(name);
    if (old == before.end() || old->second != word) there[name] = word;
  }
  for (const auto& [name, word] : before) {
    if (!now.contains(name)) there.erase(name);
  }
}

SettingsText merged(const SettingsText& now, const ui::SettingsWords& before,
                    const fs::path& file) {
  SettingsText there;
  try {
    there = read_settings_text(file);
  } catch (const std::exception&) {
    return now;  // it was set aside, or is broken since
  }
  put_changes(now.choices, before.choices, there.choices);
  put_changes(now.keys, before.keys, there.keys);
  if (now.bookmarks != before.bookmarks) there.bookmarks = now.bookmarks;
  return there;
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

std::string write_settings(const ui::Settings& settings, const fs::path& file,
                           const ui::Settings* before) {
  if (file.empty()) return {};
  const ui::SettingsWords words = ui::words_of(settings);
  SettingsText text{words.choices, words.keys, words.bookmarks};
  try {
    if (before != nullptr) text = merged(text, ui::words_of(*before), file);
    write_settings_text(text, file);
  } catch (const std::exception& e) {
    return std::string("The settings could not be kept: ") + e.what();
  }
  return {};
}

}  // namespace bindpose::app
