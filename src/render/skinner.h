// Runs shaders/skinning.glsl over meshes once a pose: the posed vertices stay in a buffer, from
// which every pass draws. A turn of the camera, a second pass or a refinement step skins nothing
// again.
#pragma once

#include <array>
#include <filesystem>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "render/gpu/shader.h"
#include "render/mesh_buffers.h"
#include "render/palette.h"
#include "rig/deformer.h"

namespace bindpose {

class Skinner {
 public:
  Skinner(std::filesystem::path shader_dir, const GlInfo& info);

  // Overrides the choice between uniform block and buffer texture (tests); nothing: by size. A
  // palette that does not fit the block goes to the texture whatever is asked for.
  void prefer(std::optional<PaletteKind> kind) { preferred_ = kind; }

  // Fills the deformer's posed buffer from T_s and the node's matrix. `skin` is the mesh's, whose
  // make_skin_input() was called. Leaves a framebuffer of its own bound.
  void skin(MeshBuffers& mesh, Deformer method, const Skin& skin, std::span<const mat4> palette,
            const mat4& node_matrix, WeightUse use, NormalUse normals, const DeformerData& data);

 private:
  Program& program(Deformer method, PaletteKind kind);

  std::filesystem::path dir_;
  std::size_t block_rows_;
  PaletteUpload upload_;
  std::optional<PaletteKind> preferred_;
  // Made when first needed.
  std::array<Program, std::size(kDeformers)> block_program_, texture_program_;
  std::vector<vec4> rows_;
  // Nothing is drawn into it, but GL wants a complete framebuffer for every draw call, and a
  // context without a surface has none.
  GlFramebuffer frame_;
  GlRenderbuffer frame_color_;
};

}  // namespace bindpose
