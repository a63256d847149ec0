#include "io/text/settings_json.h"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/files/file_writer.h"
#include "io/files/stream_text.h"
#include "io/text/json_text.h"

namespace bindpose {
namespace fs = std::filesystem;

namespace {

using SettingsJson = nlohmann::ordered_json;
constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 20;

// An empty object where there is no file.
SettingsJson settings_object(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return SettingsJson::object();
  const std::uintmax_t size = fs::file_size(file, error);
  if (error) throw std::runtime_error("it cannot be read");
  if (size > kMostBytes) throw std::runtime_error("it is larger than settings can be");
  std::ifstream in(file, std::ios::binary);
  const std::string text = remaining_text(in);
  if (!in && !in.eof()) throw std::runtime_error("it cannot be read");
  SettingsJson tree;
  try {
    tree = SettingsJson::parse(text);
  } catch (const nlohmann::json::parse_error& e) {
    throw std::runtime_error("it is no JSON at byte " + std::to_string(e.byte));
  }
  if (!tree.is_object()) throw std::runtime_error("it is no JSON object");
  return tree;
}

std::string settings_word(const SettingsJson& value, const std::string& name) {
  if (!value.is_string()) throw std::runtime_error("\"" + name + "\" is no text");
  return value.get<std::string>();
}

constexpr const char* kOwnKeys = "own_keys";
constexpr const char* kBookmarks = "bookmarks";

}  // namespace

SettingsText read_settings_text(const fs::path& file) {
  SettingsText out;
  const SettingsJson tree = settings_object(file);
  for (const auto& [name, value] : tree.items()) {
    if (name == kBookmarks) {
      if (!value.is_array()) throw std::runtime_error("\"bookmarks\" is no list");
      for (const auto& folder : value) out.bookmarks.push_back(settings_word(folder, name));
      continue;
    }
    if (name != kOwnKeys) {
      // Objects and lists are a later version's.
      if (value.is_string()) out.choices[name] = value.get<std::string>();
      continue;
    }
    if (!value.is_object()) throw std::runtime_error("\"own_keys\" is no object");
    for (const auto& [command, keys] : value.items()) {
      if (!keys.is_array()) throw std::runtime_error("the keys of \"" + command + "\" are no list");
      std::vector<std::string>& list = out.keys[command];
      for (const auto& key : keys) list.push_back(settings_word(key, command));
    }
  }
  return out;
}

void write_settings_text(const SettingsText& settings, const fs::path& file) {
  SettingsJson tree;
  try {
    tree = settings_object(file);
  } catch (const std::exception&) {
    tree = SettingsJson::object();
  }
  for (const auto& [name, word] : settings.choices) tree[name] = clean_utf8(word);
  tree[kOwnKeys] = SettingsJson::object();
  for (const auto& [command, keys] : settings.keys) {
    SettingsJson list = SettingsJson::array();
    for (const std::string& key : keys) list.push_back(clean_utf8(key));
    tree[kOwnKeys][clean_utf8(command)] = std::move(list);
  }
  tree[kBookmarks] = SettingsJson::array();
  for (const std::string& folder : settings.bookmarks)
    tree[kBookmarks].push_back(clean_utf8(folder));
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  FileWriter out(file);
  out.write(pretty(tree));
  out.commit();
}

}  // namespace bindpose
