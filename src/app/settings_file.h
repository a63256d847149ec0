// The user's settings on disk: $XDG_CONFIG_HOME/bindpose/settings.json.
#pragma once

#include <filesystem>
#include <string>

#include "ui/settings/settings.h"

namespace bindpose::app {

struct ReadSettings {
  ui::Settings settings;
  std::string problem;  // a sentence, or empty
};

// What is not there is as usual. `set_aside`: a file that is broken is renamed, so that writing
// does not lose it, and that is said; else it only is said. An empty path has no settings.
ReadSettings read_settings(const std::filesystem::path& file, bool set_aside);
// Returns why it could not be written, a sentence, or nothing.
// `before`: what this window read or wrote last. Of what the file has, only what differs from that
// is changed: another window, or a later version, may have written the rest.
std::string write_settings(const ui::Settings& settings, const std::filesystem::path& file,
                           const ui::Settings* before = nullptr);

}  // namespace bindpose::app
