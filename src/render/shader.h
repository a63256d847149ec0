// GLSL programs from files, with #include "name" and messages that name file and line.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "math/types.h"
#include "render/gl_handles.h"

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

struct ProgramSource {
  std::string vertex;
  std::string fragment{};               // empty: none (transform feedback)
  std::vector<std::string> defines{};   // "NAME" or "NAME value"
  std::vector<const char*> feedback{};  // interleaved outputs of the vertex shader
};

class Program {
 public:
  Program() = default;
  // Throws std::runtime_error with one sentence and the driver's log.
  Program(const std::filesystem::path& dir, const ProgramSource& source);

  explicit operator bool() const { return static_cast<bool>(handle_); }
  GLuint id() const { return handle_.id(); }
  void use() const { glUseProgram(handle_.id()); }

  // Values for the program in use. A name that the driver optimised away is ignored.
  void set(const char* name, int value);
  void set(const char* name, float value);
  void set(const char* name, const vec2& value);
  void set(const char* name, const vec3& value);
  void set(const char* name, const vec4& value);
  void set(const char* name, const mat3& value);
  void set(const char* name, const mat4& value);

 private:
  GLint location(const char* name);

  GlProgram handle_;
  std::vector<std::pair<std::string, GLint>> locations_;
};

}  // namespace bindpose
