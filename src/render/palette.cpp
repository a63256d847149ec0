#include "render/palette.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace bindpose {

std::size_t palette_block_rows(const GlInfo& info) {
  return std::min<std::size_t>(info.max_uniform_block, 65536) / sizeof(vec4);
}

std::size_t palette_limit(const GlInfo& info) {
  return palette_block_rows(info) / 3 - 1;
}

PaletteUpload::PaletteUpload(const GlInfo& info)
    : block_rows_(palette_block_rows(info)),
      max_texels_(info.max_buffer_texels),
      block_(GlBuffer::make()),
      buffer_(GlBuffer::make()),
      texture_(GlTexture::make()) {
  glBindBuffer(GL_TEXTURE_BUFFER, buffer_.id());
  glBufferData(GL_TEXTURE_BUFFER, 3 * sizeof(vec4), nullptr, GL_STREAM_DRAW);
  glBindTexture(GL_TEXTURE_BUFFER, texture_.id());
  glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, buffer_.id());
}

PaletteKind PaletteUpload::kind_for(std::size_t rows, std::size_t joints) const {
  if (rows <= block_rows_) return PaletteKind::UniformBlock;
  if (rows > max_texels_)
    throw std::runtime_error("A mesh with " + std::to_string(joints) +
                             " joints does not fit this driver's buffer textures (" +
                             std::to_string(max_texels_) + " rows).");
  return PaletteKind::BufferTexture;
}

void PaletteUpload::upload(PaletteKind kind, std::span<const vec4> rows) {
  const auto bytes = static_cast<GLsizeiptr>(rows.size_bytes());
  if (kind == PaletteKind::UniformBlock) {
    // The whole block is allocated anew: the driver need not wait for the mesh before, and a buffer
    // shorter than the declared block would be undefined.
    glBindBuffer(GL_UNIFORM_BUFFER, block_.id());
    glBufferData(GL_UNIFORM_BUFFER, static_cast<GLsizeiptr>(block_rows_ * sizeof(vec4)), nullptr,
                 GL_STREAM_DRAW);
    glBufferSubData(GL_UNIFORM_BUFFER, 0, bytes, rows.data());
    glBindBufferBase(GL_UNIFORM_BUFFER, kPaletteBinding, block_.id());
  } else {
    glBindBuffer(GL_TEXTURE_BUFFER, buffer_.id());
    glBufferData(GL_TEXTURE_BUFFER, bytes, rows.data(), GL_STREAM_DRAW);
    glActiveTexture(GL_TEXTURE0 + kPaletteTextureUnit);
    glBindTexture(GL_TEXTURE_BUFFER, texture_.id());
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, buffer_.id());
  }
}

}  // namespace bindpose
