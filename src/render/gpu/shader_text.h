// Shader files with #include "name", and drivers' logs that name file and line. No GL.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose {

// A shader file with its includes put in. Lines carry `#line N F`, where F counts into `files`.
struct ShaderText {
  std::string text;
  std::vector<std::string> files;
};
// Throws std::runtime_error with one sentence: which file cannot be read and who includes it, or
// that includes go round in a circle.
ShaderText expand_shader(const std::filesystem::path& dir, const std::string& file);

// A driver's log with "0:12", "0(12)" and the like replaced by "file:12".
std::string name_files_in_log(std::string_view log, const std::vector<std::string>& files);

}  // namespace bindpose
