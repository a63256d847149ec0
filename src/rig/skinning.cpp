#include "rig/skinning.h"

#include <cassert>
#include <cmath>

#include "math/transform.h"

namespace bindpose {
namespace {

mat4 blended_matrix(const Influences& in, std::size_t i, std::span<const mat4> palette,
                    const mat4& node_matrix, WeightUse use) {
  const std::size_t first = in.offset[i];
  const std::size_t last = in.offset[i + 1];
  if (first == last) return node_matrix;
  mat4 m(0.0f);
  for (std::size_t k = first; k < last; ++k) m += in.weight[k] * palette[in.slot[k]];
  return use == WeightUse::Raw ? m * in.stored_sum[i] : m;
}

vec3 normalized_or_same(const vec3& n) {
  const float length = glm::length(n);
  return length > 0.0f ? n / length : n;
}

}  // namespace

void linear_blend_skinning(const Mesh& mesh, std::span<const mat4> palette, const mat4& node_matrix,
                           WeightUse use, std::span<vec3> position_out,
                           std::span<vec3> normal_out) {
  assert(position_out.size() == mesh.position.size());
  assert(normal_out.empty() || normal_out.size() == mesh.normal.size());
  for (std::size_t i = 0; i < position_out.size(); ++i) {
    const mat4 m = blended_matrix(mesh.influences, i, palette, node_matrix, use);
    position_out[i] = vec3(m * vec4(mesh.position[i], 1.0f));
    if (!normal_out.empty()) {
      normal_out[i] = normalized_or_same(cofactor(mat3(m)) * mesh.normal[i]);
    }
  }
}

mat4 node_skin_matrix(const Mesh& mesh, std::span<const mat4> world) {
  assert(mesh.node >= 0 && static_cast<std::size_t>(mesh.node) < world.size());
  return mul_affine(world[static_cast<std::size_t>(mesh.node)],
                    inverse_affine(mesh.skin.mesh_to_bind));
}

}  // namespace bindpose
