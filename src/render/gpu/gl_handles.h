// Owners of GL objects: created on request, deleted with the owner, movable.
#pragma once

#include <glad/gl.h>

#include <utility>

namespace bindpose {

template <typename Kind>
class GlHandle {
 public:
  GlHandle() = default;
  ~GlHandle() { reset(); }
  GlHandle(GlHandle&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  GlHandle& operator=(GlHandle&& other) noexcept {
    if (this != &other) {
      reset();
      id_ = std::exchange(other.id_, 0);
    }
    return *this;
  }
  GlHandle(const GlHandle&) = delete;
  GlHandle& operator=(const GlHandle&) = delete;

  static GlHandle make() {
    GlHandle handle;
    handle.id_ = Kind::create();
    return handle;
  }
  void reset() {
    if (id_ != 0) Kind::destroy(id_);
    id_ = 0;
  }
  GLuint id() const { return id_; }
  explicit operator bool() const { return id_ != 0; }

 private:
  GLuint id_ = 0;
};

namespace gl_kind {

struct Buffer {
  static GLuint create() {
    GLuint id = 0;
    glGenBuffers(1, &id);
    return id;
  }
  static void destroy(GLuint id) { glDeleteBuffers(1, &id); }
};

struct Texture {
  static GLuint create() {
    GLuint id = 0;
    glGenTextures(1, &id);
    return id;
  }
  static void destroy(GLuint id) { glDeleteTextures(1, &id); }
};

struct Sampler {
  static GLuint create() {
    GLuint id = 0;
    glGenSamplers(1, &id);
    return id;
  }
  static void destroy(GLuint id) { glDeleteSamplers(1, &id); }
};

struct VertexArray {
  static GLuint create() {
    GLuint id = 0;
    glGenVertexArrays(1, &id);
    return id;
  }
  static void destroy(GLuint id) { glDeleteVertexArrays(1, &id); }
};

struct Framebuffer {
  static GLuint create() {
    GLuint id = 0;
    glGenFramebuffers(1, &id);
    return id;
  }
  static void destroy(GLuint id) { glDeleteFramebuffers(1, &id); }
};

struct Renderbuffer {
  static GLuint create() {
    GLuint id = 0;
    glGenRenderbuffers(1, &id);
    return id;
  }
  static void destroy(GLuint id) { glDeleteRenderbuffers(1, &id); }
};

struct Program {
  static GLuint create() { return glCreateProgram(); }
  static void destroy(GLuint id) { glDeleteProgram(id); }
};

}  // namespace gl_kind

using GlBuffer = GlHandle<gl_kind::Buffer>;
using GlTexture = GlHandle<gl_kind::Texture>;
using GlSampler = GlHandle<gl_kind::Sampler>;
using GlVertexArray = GlHandle<gl_kind::VertexArray>;
using GlFramebuffer = GlHandle<gl_kind::Framebuffer>;
using GlRenderbuffer = GlHandle<gl_kind::Renderbuffer>;
using GlProgram = GlHandle<gl_kind::Program>;

// Fills a buffer with the contents of a contiguous container.
template <typename Container>
void fill(const GlBuffer& buffer, GLenum target, const Container& data, GLenum usage) {
  glBindBuffer(target, buffer.id());
  glBufferData(target, static_cast<GLsizeiptr>(data.size() * sizeof(*data.data())), data.data(),
               usage);
}

}  // namespace bindpose
