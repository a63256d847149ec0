// The palette of a mesh's joints on the GPU: rows (skin_packing.h) in a uniform block, or in a
// buffer texture where they do not fit.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "math/types.h"
#include "render/gpu/gl_handles.h"
#include "render/gpu/gl_info.h"

namespace bindpose {

enum class PaletteKind { UniformBlock, BufferTexture };

inline constexpr GLuint kPaletteBinding = 0;   // uniform block
inline constexpr int kPaletteTextureUnit = 0;  // buffer texture

// Rows that the uniform block is declared with: what the driver takes, at most 64 KiB.
std::size_t palette_block_rows(const GlInfo& info);
// Joints that fit the uniform block beside the mesh's node, three rows each.
std::size_t palette_limit(const GlInfo& info);

// One uniform buffer and one buffer texture, which the meshes use in turn.
class PaletteUpload {
 public:
  explicit PaletteUpload(const GlInfo& info);
  // Which of the two so many rows take take. Throws std::runtime_error, which names the number of
  // joints, when they fit neither.
  PaletteKind kind_for(std::size_t rows, std::size_t joints) const;
  // Uploads and binds for the skinning program of that kind.
  void upload(PaletteKind kind, std::span<const vec4> rows);

 private:
  std::size_t block_rows_;
  std::size_t max_texels_;
  GlBuffer block_, buffer_;
  GlTexture texture_;
};

}  // namespace bindpose
