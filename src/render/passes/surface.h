// The skinned surface: as its materials say, or matte in the colours of a map.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <vector>

#include "render/dense_surface.h"
#include "render/frame.h"
#include "render/gpu/shader.h"
#include "render/material/blend_order.h"
#include "render/material/look.h"
#include "render/material/model_textures.h"
#include "render/mesh_buffers.h"
#include "scene/scene.h"

namespace bindpose {

// What is drawn. All of it belongs to `model`.
struct SurfaceInput {
  const Model& model;
  const PosedScene& posed;
  const std::vector<MeshBuffers>& meshes;
  std::vector<std::span<const std::uint32_t>> triangles;  // one a mesh: what its indices are
  const ModelTextures& textures;
  const ViewSettings& view;
  // What set_map() has put into the meshes; null or one that shows nothing: materials.
  const SurfaceMap* map;
  const std::vector<TriangleList>& some;  // of each mesh; where it has nothing to say, all
};

class SurfacePass {
 public:
  explicit SurfacePass(std::filesystem::path shader_dir);

  void draw(const Frame& frame, const SurfaceInput& in);
  // Edges of the triangles over the surface that was drawn before.
  void draw_wireframe(const Frame& frame, const std::vector<MeshBuffers>& meshes);

  // For tests: what is not matte sees light of 1 from everywhere instead of the studio.
  void set_furnace(bool furnace);

 private:
  struct Variant {
    Program program;
    std::uint64_t drawing = 0;  // whose values it holds
  };

  Variant& variant(std::uint32_t features);
  Program& ready(std::uint32_t features, const Frame& frame);
  void set_frame(Program& program, const Frame& frame) const;
  void set_studio(Program& program);
  std::uint32_t set_map(const SurfaceMap& map, const Frame& frame);
  void draw_mesh(const Frame& frame, const SurfaceInput& in, std::size_t m,
                 const TriangleList* triangles, std::uint32_t features);
  void draw_thin_parts(const Frame& frame, const SurfaceInput& in);

  std::filesystem::path dir_;
  std::map<std::uint32_t, Variant> variants_;  // by features; made when first needed
  Program wire_;
  GlTexture sequential_, signed_, environment_;
  std::vector<MeshLook> looks_;
  BlendOrder order_;
  std::uint64_t drawing_ = 0;
  bool furnace_ = false;
};

}  // namespace bindpose
