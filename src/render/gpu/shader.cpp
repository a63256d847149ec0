#include "render/gpu/shader.h"

#include <algorithm>
#include <glm/gtc/type_ptr.hpp>
#include <optional>
#include <stdexcept>

#include "render/gpu/shader_text.h"

namespace bindpose {
namespace {

class Stage {
 public:
  explicit Stage(GLenum type) : id_(glCreateShader(type)) {}
  ~Stage() { glDeleteShader(id_); }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  GLuint id() const { return id_; }

 private:
  GLuint id_;
};

template <typename GetParameter, typename GetLog>
std::string driver_log(GLuint id, GetParameter parameter, GetLog log) {
  GLint length = 0;
  parameter(id, GL_INFO_LOG_LENGTH, &length);
  std::string text(static_cast<std::size_t>(std::max(length, 1)), '\0');
  GLsizei written = 0;
  log(id, static_cast<GLsizei>(text.size()), &written, text.data());
  text.resize(static_cast<std::size_t>(written));
  while (!text.empty() && (text.back() == '\n' || text.back() == '\0')) text.pop_back();
  return text;
}

void compile(const Stage& stage, const std::filesystem::path& dir, const std::string& file,
             const std::vector<std::string>& defines) {
  ShaderText expanded = expand_shader(dir, file);
  std::string text = "#version 330 core\n";
  for (const std::string& define : defines) text += "#define " + define + '\n';
  text += expanded.text;
  const char* pointer = text.c_str();
  glShaderSource(stage.id(), 1, &pointer, nullptr);
  glCompileShader(stage.id());
  GLint good = GL_FALSE;
  glGetShaderiv(stage.id(), GL_COMPILE_STATUS, &good);
  if (good == GL_TRUE) return;
  const std::string log = driver_log(stage.id(), glGetShaderiv, glGetShaderInfoLog);
  throw std::runtime_error("Shader " + file +
                           " does not compile: " + name_files_in_log(log, expanded.files));
}

}  // namespace

Program::Program(const std::filesystem::path& dir, const ProgramSource& source)
    : handle_(GlProgram::make()) {
  const Stage vertex(GL_VERTEX_SHADER);
  compile(vertex, dir, source.vertex, source.defines);
  glAttachShader(id(), vertex.id());
  std::optional<Stage> geometry;
  if (!source.geometry.empty()) {
    geometry.emplace(GL_GEOMETRY_SHADER);
    compile(*geometry, dir, source.geometry, source.defines);
    glAttachShader(id(), geometry->id());
  }
  std::optional<Stage> fragment;
  if (!source.fragment.empty()) {
    fragment.emplace(GL_FRAGMENT_SHADER);
    compile(*fragment, dir, source.fragment, source.defines);
    glAttachShader(id(), fragment->id());
  }
  if (!source.feedback.empty())
    glTransformFeedbackVaryings(id(), static_cast<GLsizei>(source.feedback.size()),
                                source.feedback.data(), GL_SEPARATE_ATTRIBS);
  glLinkProgram(id());
  glDetachShader(id(), vertex.id());
  if (geometry) glDetachShader(id(), geometry->id());
  if (fragment) glDetachShader(id(), fragment->id());
  GLint good = GL_FALSE;
  glGetProgramiv(id(), GL_LINK_STATUS, &good);
  if (good == GL_TRUE) return;
  throw std::runtime_error(
      "Shaders " + source.vertex + " and " +
      (source.fragment.empty() ? "(none)" : source.fragment) +
      " do not link: " + driver_log(id(), glGetProgramiv, glGetProgramInfoLog));
}

GLint Program::location(const char* name) {
  for (const auto& [known, place] : locations_)
    if (known == name) return place;
  locations_.emplace_back(name, glGetUniformLocation(id(), name));
  return locations_.back().second;
}

void Program::set(const char* name, int value) {
  glUniform1i(location(name), value);
}
void Program::set(const char* name, float value) {
  glUniform1f(location(name), value);
}
void Program::set(const char* name, const vec2& value) {
  glUniform2fv(location(name), 1, glm::value_ptr(value));
}
void Program::set(const char* name, const vec3& value) {
  glUniform3fv(location(name), 1, glm::value_ptr(value));
}
void Program::set(const char* name, const vec4& value) {
  glUniform4fv(location(name), 1, glm::value_ptr(value));
}
void Program::set(const char* name, const mat3& value) {
  glUniformMatrix3fv(location(name), 1, GL_FALSE, glm::value_ptr(value));
}
void Program::set(const char* name, const mat4& value) {
  glUniformMatrix4fv(location(name), 1, GL_FALSE, glm::value_ptr(value));
}

}  // namespace bindpose
