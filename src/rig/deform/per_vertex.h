// What deformers share that move each vertex by an affine matrix of its own.
#pragma once

#include <cassert>
#include <span>

#include "math/transform.h"
#include "rig/dual_quaternion.h"
#include "rig/simd/skinning_kernels.h"
#include "rig/skinning.h"

namespace bindpose {

// The influences of one vertex, the strongest first; none: it follows the mesh's node.
struct InfluenceRow {
  std::span<const std::uint16_t> slot;
  std::span<const float> weight;
};

inline InfluenceRow influence_row(const Influences& in, std::size_t i) {
  const std::uint32_t first = in.offset[i], count = in.offset[i + 1] - first;
  return {std::span(in.slot).subspan(first, count), std::span(in.weight).subspan(first, count)};
}

// R p + t of a unit quaternion (x, y, z, w).
inline vec3 rotated(const vec4& q, const vec3& v) {
  const vec3 axis(q);
  return v + 2.0f * glm::cross(axis, glm::cross(axis, v) + q.w * v);
}

// sum_j w_ij A_j, the stretches of a SplitJoint's rows.
struct BlendedStretch {
  vec4 row[3]{vec4(0.0f), vec4(0.0f), vec4(0.0f)};

  void add(float weight, const SplitJoint& joint) {
    for (int r = 0; r < 3; ++r) row[r] += weight * joint.stretch[r];
  }
  vec3 point(const vec3& p) const {
    const vec4 v(p, 1.0f);
    return {glm::dot(row[0], v), glm::dot(row[1], v), glm::dot(row[2], v)};
  }
  vec3 direction(const vec3& d) const {
    return {glm::dot(vec3(row[0]), d), glm::dot(vec3(row[1]), d), glm::dot(vec3(row[2]), d)};
  }
  // What it makes of a normal: by its cofactor matrix, or plainly by itself.
  vec3 normal(const vec3& n, NormalUse use) const {
    const mat3 m = glm::transpose(mat3(vec3(row[0]), vec3(row[1]), vec3(row[2])));
    return (use == NormalUse::BlendedMatrix ? m : cofactor(m)) * n;
  }
};

// A moved point, and the normal where one is asked for.
struct MovedVertex {
  vec3 position{0.0f}, normal{0.0f};
};

// The loop over the vertices: those with weights by move(i, row), the others by the node's matrix.
// Outputs as a DeformFunction's.
template <typename Move>
void move_vertices(const SkinningInput& in, std::span<vec3> position_out,
                   std::span<vec3> normal_out, const Move& move) {
  assert(position_out.size() == in.position.size());
  assert(in.weights.vertex_count() == in.position.size());
  assert(normal_out.empty() || normal_out.size() == in.normal.size());
  const mat3 linear(in.node_matrix);
  const mat3 turn = in.normals == NormalUse::BlendedMatrix ? linear : cofactor(linear);
  for (std::size_t i = 0; i < position_out.size(); ++i) {
    const InfluenceRow row = influence_row(in.weights, i);
    MovedVertex moved;
    if (!row.slot.empty()) {
      moved = move(i, row);
    } else {
      moved.position = vec3(in.node_matrix * vec4(in.position[i], 1.0f));
      if (!normal_out.empty()) moved.normal = turn * in.normal[i];
    }
    position_out[i] = moved.position;
    if (!normal_out.empty()) normal_out[i] = kernels::normalized_or_same(moved.normal);
  }
}

}  // namespace bindpose
