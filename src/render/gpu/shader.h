// GLSL programs from files.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "math/types.h"
#include "render/gpu/gl_handles.h"

namespace bindpose {

struct ProgramSource {
  std::string vertex;
  std::string fragment{};               // empty: none (transform feedback)
  std::vector<std::string> defines{};   // "NAME" or "NAME value"
  std::string geometry{};               // empty: none
  std::vector<const char*> feedback{};  // outputs of the vertex shader, a buffer binding each
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
