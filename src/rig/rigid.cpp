#include "rig/rigid.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "math/numbers.h"
#include "math/transform.h"

namespace bindpose {
namespace {

mat4 skin_matrix(std::span<const mat4> world, std::span<const mat4> bind, std::size_t j) {
  return mul_affine(world[j], inverse_affine(bind[j]));
}

}  // namespace

float rotation_defect(const mat3& a) {
  const mat3 product = glm::transpose(a) * a;
  float defect = glm::determinant(a) < 0.0f ? 2.0f : 0.0f;
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) {
      defect = std::max(defect, std::abs(product[c][r] - (c == r ? 1.0f : 0.0f)));
    }
  }
  return defect;
}

void rigid_forward_kinematics(std::span<const int> parent, std::span<const vec3> center,
                              std::span<const quat> rotation, std::span<RigidBone> out) {
  assert(center.size() == parent.size() && rotation.size() == parent.size());
  assert(out.size() == parent.size());
  for (std::size_t j = 0; j < parent.size(); ++j) {
    const RigidBone up = parent[j] < 0 ? RigidBone{} : out[idx(parent[j])];
    // Without normalising, the rounding of a long chain would grow into a scale.
    const quat q = glm::normalize(up.q * rotation[j]);
    out[j] = {q, up.t + up.q * center[j] - q * center[j]};
  }
}

void relative_rotations(std::span<const int> parent, std::span<const mat4> world,
                        std::span<const mat4> bind, std::span<quat> rotation) {
  assert(world.size() == parent.size() && bind.size() == parent.size());
  assert(rotation.size() == parent.size());
  // Two passes in one array: first every Q_j, then, children first, q_j = Q_p^-1 Q_j.
  for (std::size_t j = 0; j < parent.size(); ++j)
    rotation[j] = rigid_part(skin_matrix(world, bind, j)).q;
  for (std::size_t j = parent.size(); j-- > 0;) {
    if (parent[j] < 0) continue;
    rotation[j] = glm::normalize(glm::conjugate(rotation[idx(parent[j])]) * rotation[j]);
  }
}

RigidBone rigid_part(const mat4& skin) {
  return {decompose(skin).q, vec3(skin[3])};
}

mat4 to_matrix(const RigidBone& bone) {
  mat4 m(glm::mat3_cast(bone.q));
  m[3] = vec4(bone.t, 1.0f);
  return m;
}

Screw screw_of(const mat4& rigid) {
  constexpr double kNoTurn = 1e-5;
  Screw out;
  if (!is_finite(rigid)) return out;
  const RigidBone part = rigid_part(rigid);
  const glm::dvec3 t(part.t);
  // q and -q are the same turn: the one by at most half a circle.
  const double sign = part.q.w < 0.0f ? -1.0 : 1.0;
  const glm::dvec3 v = sign * glm::dvec3(part.q.x, part.q.y, part.q.z);
  const double sine = glm::length(v), cosine = sign * double(part.q.w);
  if (2.0 * std::atan2(sine, cosine) < kNoTurn) {
    out.slide = glm::length(t);
    if (out.slide > 0.0) out.axis = t / out.slide;
    return out;
  }
  out.angle = 2.0 * std::atan2(sine, cosine);
  out.axis = v / sine;
  out.slide = glm::dot(out.axis, t);
  const glm::dvec3 across = t - out.slide * out.axis;
  out.center = 0.5 * (across + cosine / sine * glm::cross(out.axis, across));
  return out;
}

float rigid_defect(std::span<const int> parent, std::span<const mat4> world,
                   std::span<const mat4> bind, float size) {
  assert(world.size() == parent.size() && bind.size() == parent.size());
  float defect = 0.0f;
  for (std::size_t j = 0; j < parent.size(); ++j) {
    const mat4 skin = skin_matrix(world, bind, j);
    const mat4 up = parent[j] < 0 ? mat4(1.0f) : skin_matrix(world, bind, idx(parent[j]));
    const vec4 center = bind[j][3];
    const float gap = glm::length(vec3(up * center) - vec3(skin * center));
    defect = std::max(defect, rotation_defect(mat3(skin)));
    if (size > 0.0f) defect = std::max(defect, gap / size);
  }
  return defect;
}

}  // namespace bindpose
