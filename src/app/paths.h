// Where the program's own files are, and where its settings go.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace bindpose::app {

// The folder with the shaders, and that with the demo models: beside an installed binary in
// ../share/bindpose, in the source tree of a build folder, or where BINDPOSE_DATA points. Throws
// std::runtime_error with one sentence where neither is found.
std::filesystem::path shader_folder();
std::filesystem::path asset_folder();
// The user's own folder; "" where the system names none.
std::string home_folder();
// That the program was started in; "" where a desktop started it, in no place of anybody's.
std::string working_folder();

// $XDG_STATE_HOME/bindpose, or ~/.local/state/bindpose; "" where the system names neither. It may
// not be there yet.
std::filesystem::path state_folder();

// settings.json in $XDG_CONFIG_HOME/bindpose, or in ~/.config/bindpose; "" likewise.
std::filesystem::path settings_file();

// Where the user's poses are: $XDG_DATA_HOME/bindpose/poses, or ~/.local/share/bindpose/poses; ""
// where the system names neither. It may not be there yet.
std::filesystem::path pose_folder();

// $XDG_CACHE_HOME/bindpose, or ~/.cache/bindpose: what can be made again; "" likewise.
std::filesystem::path cache_folder();

// Something can be written beside the file.
bool can_write_beside(const std::string& file);

// Files opened last, newest first; kept in the state folder.
// Failures to read or write are ignored: nothing depends on it.
std::vector<std::string> recent_files();
void remember_file(const std::string& path);

}  // namespace bindpose::app
