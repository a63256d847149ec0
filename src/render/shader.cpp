#include "render/shader.h"

#include <algorithm>
#include <fstream>
#include <glm/gtc/type_ptr.hpp>
#include <optional>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace bindpose {
namespace {

std::optional<std::string> read_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::optional<std::string> included_file(const std::string& line) {
  static const std::regex pattern(R"re(^\s*#\s*include\s+"([^"]+)"\s*\r?$)re");
  std::smatch match;
  if (!std::regex_match(line, match, pattern)) return std::nullopt;
  return match[1].str();
}

void expand_into(const std::filesystem::path& dir, const std::string& file,
                 std::vector<std::string>& open, ShaderText& out) {
  if (std::find(open.begin(), open.end(), file) != open.end())
    throw std::runtime_error("Shader " + open.front() + ": the includes of " + file +
                             " go round in a circle.");
  const std::optional<std::string> text = read_text(dir / file);
  if (!text)
    throw std::runtime_error("Shader file " + (dir / file).string() + " cannot be read" +
                             (open.empty() ? std::string() : " (included by " + open.back() + ")") +
                             "; the program's data folder is not complete.");
  open.push_back(file);
  const std::size_t number = out.files.size();
  out.files.push_back(file);
  std::istringstream lines(*text);
  std::string line;
  int line_number = 0;
  out.text += "#line 1 " + std::to_string(number) + '\n';
  while (std::getline(lines, line)) {
    ++line_number;
    if (const auto other = included_file(line)) {
      expand_into(dir, *other, open, out);
      out.text += "#line " + std::to_string(line_number + 1) + ' ' + std::to_string(number) + '\n';
    } else {
      out.text += line;
      out.text += '\n';
    }
  }
  open.pop_back();
}

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

ShaderText expand_shader(const std::filesystem::path& dir, const std::string& file) {
  ShaderText out;
  std::vector<std::string> open;
  expand_into(dir, file, open, out);
  return out;
}

std::string name_files_in_log(std::string_view log, const std::vector<std::string>& files) {
  // Mesa "1:12(5): error", NVIDIA "1(12) : error", Apple "ERROR: 1:12: ..." all begin a line.
  static const std::regex place(R"(^((?:ERROR|WARNING): )?(\d+)([:(])(\d+)\)?)");
  std::istringstream lines{std::string(log)};
  std::string out, line;
  while (std::getline(lines, line)) {
    std::smatch match;
    if (std::regex_search(line, match, place) && match[2].length() < 6) {
      const auto number = static_cast<std::size_t>(std::stoul(match[2].str()));
      if (number < files.size())
        line = match[1].str() + files[number] + ':' + match[4].str() + match.suffix().str();
    }
    if (!out.empty()) out += '\n';
    out += line;
  }
  return out;
}

Program::Program(const std::filesystem::path& dir, const ProgramSource& source)
    : handle_(GlProgram::make()) {
  const Stage vertex(GL_VERTEX_SHADER);
  compile(vertex, dir, source.vertex, source.defines);
  glAttachShader(id(), vertex.id());
  std::optional<Stage> fragment;
  if (!source.fragment.empty()) {
    fragment.emplace(GL_FRAGMENT_SHADER);
    compile(*fragment, dir, source.fragment, source.defines);
    glAttachShader(id(), fragment->id());
  }
  if (!source.feedback.empty())
    glTransformFeedbackVaryings(id(), static_cast<GLsizei>(source.feedback.size()),
                                source.feedback.data(), GL_INTERLEAVED_ATTRIBS);
  glLinkProgram(id());
  glDetachShader(id(), vertex.id());
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
