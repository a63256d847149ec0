#include "render/gpu/gl_info.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace bindpose {
namespace {

constexpr std::size_t kKeptErrors =
    4096;  // characters: a driver that repeats itself fills no memory

std::string& reported_errors() {
  static std::string text;  // the driver calls back without an object of ours that could hold it
  return text;
}

void GLAD_API_PTR on_message(GLenum source, GLenum type, GLuint, GLenum, GLsizei length,
                             const GLchar* message, const void*) {
  // Programs report what the compiler says themselves.
  if (source == GL_DEBUG_SOURCE_SHADER_COMPILER) return;
  if (type != GL_DEBUG_TYPE_ERROR || reported_errors().size() > kKeptErrors) return;
  if (length < 0)
    reported_errors() += message;
  else
    reported_errors().append(message, static_cast<std::size_t>(length));
  reported_errors() += '\n';
}

std::string gl_string(GLenum name) {
  const auto* text = reinterpret_cast<const char*>(glGetString(name));
  return text != nullptr ? text : "unknown";
}

int gl_integer(GLenum name) {
  GLint value = 0;
  glGetIntegerv(name, &value);
  return value;
}

bool is_software(const std::string& renderer) {
  constexpr std::array<std::string_view, 6> kNames{
      "llvmpipe", "softpipe", "SwiftShader", "Software Rasterizer", "swrast", "GDI Generic"};
  return std::any_of(kNames.begin(), kNames.end(), [&](std::string_view name) {
    return renderer.find(name) != std::string::npos;
  });
}

const char* error_name(GLenum error) {
  switch (error) {
    case GL_INVALID_ENUM:
      return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE:
      return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION:
      return "GL_INVALID_OPERATION";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
      return "GL_INVALID_FRAMEBUFFER_OPERATION";
    case GL_OUT_OF_MEMORY:
      return "GL_OUT_OF_MEMORY";
    default:
      return "an unknown GL error";
  }
}

}  // namespace

GlInfo query_gl() {
  GlInfo info;
  const std::string renderer = gl_string(GL_RENDERER);
  info.description = renderer + ", OpenGL " + gl_string(GL_VERSION);
  info.software = is_software(renderer);
  info.max_samples = gl_integer(GL_MAX_SAMPLES);
  info.max_texture_side = gl_integer(GL_MAX_TEXTURE_SIZE);
  // Some drivers say 2 GiB; others have no more than GL's guarantee, 16 KiB and 65,536 texels.
  info.max_uniform_block =
      static_cast<std::size_t>(std::max(gl_integer(GL_MAX_UNIFORM_BLOCK_SIZE), 16384));
  info.max_buffer_texels =
      static_cast<std::size_t>(std::max(gl_integer(GL_MAX_TEXTURE_BUFFER_SIZE), 65536));
  if (GLAD_GL_EXT_texture_filter_anisotropic)
    glGetFloatv(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT, &info.max_anisotropy);
  return info;
}

void watch_gl_errors() {
  if (!GLAD_GL_KHR_debug || glDebugMessageCallback == nullptr) return;
  glEnable(GL_DEBUG_OUTPUT);
  glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  glDebugMessageCallback(on_message, nullptr);
}

std::string take_gl_errors() {
  std::string text = std::move(reported_errors());
  reported_errors().clear();
  for (GLenum error = glGetError(); error != GL_NO_ERROR; error = glGetError())
    text += std::string(error_name(error)) + '\n';
  return text;
}

}  // namespace bindpose
