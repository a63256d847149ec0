// The settings' file: words by their names, keys by command. What it has and this program does not
// know stays in it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace bindpose {

struct SettingsText {
  std::map<std::string, std::string> choices;
  std::map<std::string, std::vector<std::string>> keys;
  std::vector<std::string> bookmarks;
};

// Throws std::runtime_error, why it is broken, where it is: no JSON, another shape, larger than any
// settings are. A file that is not there has none.
SettingsText read_settings_text(const std::filesystem::path& file);
// Whole or not at all (io/files/file_writer.h); the folder is made. Throws std::runtime_error with
// one sentence.
void write_settings_text(const SettingsText& settings, const std::filesystem::path& file);

}  // namespace bindpose
