#include "scene/numbers/turns.h"

#include <algorithm>
#include <cmath>

namespace bindpose {

dmat4 with_linear(const dmat4& m, const dmat3& linear) {
  dmat4 out(linear);
  out[3] = m[3];
  return out;
}

std::pair<dmat3, dmat3> turn_and_rest(const dmat4& m) {
  dmat3 turn(m);
  dvec3 size;
  for (int c = 0; c < 3; ++c) {
    size[c] = glm::length(turn[c]);
    if (!(size[c] > 0.0)) return {dmat3(1.0), dmat3(m)};
    turn[c] /= size[c];
  }
  if (glm::determinant(turn) < 0.0) turn[0] = -turn[0];
  return {turn, glm::transpose(turn) * dmat3(m)};
}

dmat4 turned_otherwise(const dmat4& m, const std::function<dquat(const dquat&)>& other) {
  const auto [turn, rest] = turn_and_rest(m);
  return with_linear(m, glm::mat3_cast(other(glm::quat_cast(turn))) * rest);
}

dquat turned_more(const dquat& q, double factor, int around) {
  const dvec3 axis(q.x, q.y, q.z);
  const double sine = glm::length(axis);
  if (sine < 1e-12) return q;
  const double angle = 2.0 * std::atan2(sine, q.w) + around * 2.0 * glm::pi<double>();
  return glm::angleAxis(angle * factor, axis / sine);
}

namespace {

// About x, y and z, as they are typed: q = Rz Ry Rx.
dvec3 typed_angles(const dquat& q) {
  const dmat3 r = glm::mat3_cast(q);
  return {std::atan2(r[1][2], r[2][2]), std::asin(std::clamp(-r[0][2], -1.0, 1.0)),
          std::atan2(r[0][1], r[0][0])};
}

dquat about(int axis, double angle) {
  dvec3 direction(0.0);
  direction[axis] = 1.0;
  return glm::angleAxis(angle, direction);
}

}  // namespace

dquat turned_more_by_axis(const dquat& q, double factor) {
  const dvec3 angle = typed_angles(q) * factor;
  return about(2, angle.z) * about(1, angle.y) * about(0, angle.x);
}

dquat axes_reordered(const dquat& q, const int (&axes)[3]) {
  const dvec3 angle = typed_angles(q);
  dquat out(1.0, 0.0, 0.0, 0.0);
  for (const int axis : axes) out = out * about(axis, angle[axis]);
  return out;
}

}  // namespace bindpose
