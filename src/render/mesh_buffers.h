// A mesh on the GPU: what the skinning shader reads, what it writes, and what is drawn.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "render/gl_handles.h"
#include "render/gl_info.h"
#include "render/skin_packing.h"
#include "rig/mesh.h"

namespace bindpose {

// Vertex attributes, the same numbers in the shaders.
namespace attribute {
// skin.vert
inline constexpr GLuint kBindPosition = 0, kBindNormal = 1, kSlots = 2, kWeights = 3, kMore = 4,
                        kStoredSum = 5;
// surface.vert and the others that draw posed vertices
inline constexpr GLuint kPosition = 0, kNormal = 1, kUv = 2, kColor = 3, kJointWeight = 4;
}  // namespace attribute

struct MeshBuffers {
  GLsizei vertices = 0;
  GLsizei indices = 0;
  std::size_t slots = 0;
  bool has_uv = false;
  bool has_color = false;

  GlBuffer bind;  // position, normal: bind space
  GlBuffer influence, more_range, stored_sum, more;
  GlTexture more_texture;
  GlBuffer posed;  // position, normal: world space of the file, written by skinning
  GlBuffer uv, color, joint_weight, index;
  GlVertexArray skin_input, surface, points;
  int point_stride = 1;  // `points` takes every n-th vertex
};

// Throws std::runtime_error with one sentence when the mesh is more than the driver takes.
MeshBuffers make_mesh_buffers(const Mesh& mesh, const GlInfo& info, int point_stride);

// Other points to skin than the mesh's own: morphed ones. #V each; normals may be missing.
void set_bind_points(MeshBuffers& mesh, std::span<const vec3> position,
                     std::span<const vec3> normal);

// The weight of one joint at every vertex, for the heat map; an empty list: 0 everywhere.
void set_joint_weights(MeshBuffers& mesh, const std::vector<float>& weights);

}  // namespace bindpose
