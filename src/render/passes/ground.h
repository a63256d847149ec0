// The ground: a disc with a grid that fades with distance, and a soft shadow where the model
// stands.
#pragma once

#include <filesystem>
#include <vector>

#include "math/geometry.h"
#include "render/frame.h"
#include "render/gpu/shader.h"
#include "render/material/look.h"
#include "render/material/model_textures.h"
#include "render/mesh_buffers.h"
#include "scene/scene.h"

namespace bindpose {

// What casts the shadow. All of it belongs to `model`.
struct ShadowCasters {
  const Model& model;
  const std::vector<MeshBuffers>& meshes;
  const ModelTextures& textures;
  const ViewSettings& view;
};

class GroundPass {
 public:
  explicit GroundPass(const std::filesystem::path& shader_dir);

  // Looks at the posed vertices from above and keeps how near to the ground they are, blurred. Call
  // when the pose has changed. `box` holds the pose, display space. Where a material is cut out or
  // lets light through, its shadow does so as well.
  void update_shadow(const Frame& frame, const Box& box, const ShadowCasters& casters);
  void draw(const Frame& frame, bool shadow);

 private:
  void splat(const Frame& frame, Program& program);
  void splat_cut(const ShadowCasters& casters, std::size_t mesh, const MeshLook& look);
  void blur();

  Program grid_, splat_, cut_, blur_, shadow_;
  GlVertexArray no_vertices_;
  GlTexture map_[2];
  GlFramebuffer frame_[2];
  vec2 map_center_{0.0f};
  float map_half_ = 0.0f;  // half the side of the square that the map covers; 0: no shadow
};

// Models with more triangles than this cast their shadow from some of their vertices alone.
inline constexpr std::size_t kShadowTriangles = 16000;
// Of how many vertices one is taken, in a model with that many triangles and vertices.
int shadow_point_stride(std::size_t model_triangles, std::size_t model_vertices);

}  // namespace bindpose
