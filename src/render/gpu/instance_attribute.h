// Attributes that stay the same for all vertices of an instance.
#pragma once

#include <glad/gl.h>

#include <cstddef>

namespace bindpose {

// `components` floats of the bound buffer, `stride` bytes from one instance to the next.
inline void instance_attribute(GLuint index, GLint components, std::size_t stride,
                               std::size_t offset) {
  glEnableVertexAttribArray(index);
  glVertexAttribPointer(index, components, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                        reinterpret_cast<const void*>(offset));
  glVertexAttribDivisor(index, 1);
}

}  // namespace bindpose
