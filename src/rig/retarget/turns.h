// Rotations of affine maps as orthogonal matrices: what the folder shares.
#pragma once

#include "math/transform.h"
#include "math/types.h"

namespace bindpose::retarget {

using glm::dmat3;
using glm::dmat4;
using glm::dvec3;

// The rotation of T R S with the mirror where S has one (decompose puts it into x): products of
// these along a chain are free of its scales.
inline dmat3 turn_of(const Transform& x) {
  dmat3 r = glm::mat3_cast(glm::normalize(glm::dquat(x.q)));
  if (x.s.x < 0.0f) r[0] = -r[0];
  return r;
}
inline dmat3 turn_of(const mat4& m) {
  return turn_of(decompose(m));
}

// The other way: what turn_of was made of, where the scale is `s`.
inline quat rotation_of(dmat3 turn, const vec3& s) {
  if (s.x < 0.0f) turn[0] = -turn[0];
  return quat(glm::normalize(glm::quat_cast(turn)));
}

inline double degrees_of(const dmat3& turn) {
  const double twice = turn[0][0] + turn[1][1] + turn[2][2] - 1.0;
  return glm::degrees(std::acos(glm::clamp(0.5 * twice, -1.0, 1.0)));
}

}  // namespace bindpose::retarget
