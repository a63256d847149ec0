#include "rig/ik/look_at.h"

#include <cmath>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/ik/ik_chain.h"

namespace bindpose {

LookResult look_at(std::span<const int> parent, std::span<const mat4> base_local, int joint,
                   const vec3& axis, const vec3& target, std::span<mat4> user_local) {
  const bool sizes = base_local.size() == parent.size() && user_local.size() == parent.size();
  if (!sizes || joint < 0 || idx(joint) >= parent.size()) return {};
  if (!is_finite(target) || !is_finite(axis) || !(glm::length(axis) > 0.0f)) return {};
  glm::dmat4 frame(1.0);
  for (int j = joint; j >= 0; j = parent[idx(j)]) {
    const glm::dmat4 local = glm::dmat4(base_local[idx(j)]) *
                             (j == joint ? glm::dmat4(1.0) : glm::dmat4(user_local[idx(j)]));
    frame = local * frame;
  }
  mat4& ul = user_local[idx(joint)];
  if (!is_finite(mat4(frame)) || !is_finite(ul) || !is_invertible(mat4(frame))) return {};

  const glm::dmat3 linear(frame), own{glm::dmat3(glm::mat3(ul))};
  const glm::dvec3 pivot = frame * glm::dvec4(vec3(ul[3]), 1.0);
  const glm::dvec3 to = glm::dvec3(target) - pivot;
  const glm::dvec3 now = own * glm::normalize(glm::dvec3(axis));
  const double near = 1e-12 * (glm::length(pivot) + glm::length(glm::dvec3(target)));
  if (!(glm::length(to) > near) || !(glm::length(now) > 0.0)) return {};
  const glm::dvec3 along = glm::abs(glm::normalize(glm::dvec3(axis)));
  const glm::dvec3 half_turn = along.y < 0.8 ? own[1] : own[0];
  const glm::dmat3 turn = ik::turn_between(now, glm::inverse(linear) * to, half_turn);
  const glm::mat3 turned(turn * own);
  for (int c = 0; c < 3; ++c) ul[c] = vec4(turned[c], 0.0f);

  const glm::dvec3 looks = linear * (glm::dmat3(turned) * glm::dvec3(axis));
  return {true, std::atan2(glm::length(glm::cross(looks, to)), glm::dot(looks, to))};
}

}  // namespace bindpose
