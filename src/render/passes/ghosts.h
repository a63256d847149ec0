// Copies of the mesh in bind space, each moved as a whole by one joint's T_j: what linear blend
// skinning averages. Translucent, in the joints' colours.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "render/frame.h"
#include "render/gpu/shader.h"
#include "render/mesh_buffers.h"
#include "scene/scene.h"

namespace bindpose {

struct Ghost {
  std::size_t mesh;
  mat4 matrix;  // T_j, the file's world
  vec3 color;   // sRGB
};

// One for each mesh and joint with weights that ViewSettings::ghosts asks for, the farthest from
// the eye first. More than kMaxGhosts joints: those with most weight. While a vertex walks through
// the spaces (ViewSettings::walker) its mesh, carried along, in their place.
inline constexpr std::size_t kMaxGhosts = 24;
// `color` (#J): as the bones have them.
std::vector<Ghost> ghosts_of(const Scene& scene, const PosedScene& posed, const Frame& frame,
                             std::span<const vec3> color);

class GhostPass {
 public:
  explicit GhostPass(std::filesystem::path shader_dir);
  // Clears the depth buffer for each copy and leaves it at 1: draw before the surface.
  void draw(const Frame& frame, const std::vector<MeshBuffers>& meshes,
            std::span<const Ghost> ghosts);

 private:
  std::filesystem::path dir_;
  Program program_;  // made when first needed
};

}  // namespace bindpose
