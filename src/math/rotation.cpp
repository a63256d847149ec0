#include "math/rotation.h"

#include <algorithm>
#include <cmath>

#include "math/numbers.h"
#include "math/transform.h"

namespace bindpose {
namespace {

using glm::dmat3;
using glm::dquat;
using glm::dvec3;
using glm::dvec4;

dquat about(int axis, double degrees) {
  const double half = 0.5 * degrees / kDegreesPerRadian;
  dvec3 v(0.0);
  v[axis] = std::sin(half);
  return {std::cos(half), v.x, v.y, v.z};
}

}  // namespace

std::array<int, 3> axes_of(EulerOrder order) {
  constexpr std::array<std::array<int, 3>, 6> kAxes{
      {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}}};
  return kAxes[static_cast<std::size_t>(order)];
}

quat rotation_from_degrees(EulerOrder order, const vec3& degrees) {
  const auto [i, j, k] = axes_of(order);
  return quat(about(k, double(degrees[k])) * about(j, double(degrees[j])) *
              about(i, double(degrees[i])));
}

// R = R_k R_j R_i. With names changed around in a circle this is the case of x, y, z; an order that
// goes round the other way is its mirror image, in which every angle has the other sign.
vec3 degrees_from_rotation(EulerOrder order, const quat& q) {
  const auto [i, j, k] = axes_of(order);
  const double sign = (i + 1) % 3 == j ? 1.0 : -1.0;
  const dmat3 r = glm::mat3_cast(glm::normalize(dquat(q)));  // r[column][row]
  const double cos_middle = std::hypot(r[i][i], r[i][j]);
  dvec3 angle(0.0);
  angle[j] = std::atan2(-sign * r[i][k], cos_middle);
  if (cos_middle > 1e-6) {
    angle[i] = std::atan2(sign * r[j][k], r[k][k]);
    angle[k] = std::atan2(sign * r[i][j], r[i][i]);
  } else {
    angle[k] = std::atan2(-sign * r[j][i], r[j][j]);
  }
  vec3 degrees(angle * kDegreesPerRadian);
  for (int a = 0; a < 3; ++a) {
    if (degrees[a] <= -180.0f) degrees[a] = 180.0f;
  }
  return degrees;
}

bool is_gimbal_locked(EulerOrder order, const vec3& degrees) {
  const double middle = double(degrees[axes_of(order)[1]]) / kDegreesPerRadian;
  return std::abs(std::cos(middle)) < std::sin(0.1 / kDegreesPerRadian);
}

std::optional<quat> rotation_of(const RotationNumbers& numbers) {
  if (!is_finite(numbers.n)) return std::nullopt;
  const dvec4 n(numbers.n);
  switch (numbers.form) {
    case RotationNumbers::Euler:
      return rotation_from_degrees(numbers.order, vec3(numbers.n));
    case RotationNumbers::Quaternion: {
      const double length = glm::length(n);
      if (!(length > 1e-12)) return std::nullopt;
      return quat(dquat(n[0] / length, n[1] / length, n[2] / length, n[3] / length));
    }
    case RotationNumbers::AxisAngle: {
      const double length = glm::length(dvec3(n));
      if (!(length > 1e-12)) return std::nullopt;
      const double half = 0.5 * n[3] / kDegreesPerRadian;
      const dvec3 v = std::sin(half) / length * dvec3(n);
      return quat(dquat(std::cos(half), v.x, v.y, v.z));
    }
  }
  return std::nullopt;
}

RotationNumbers numbers_of(const quat& rotation, RotationNumbers::Form form, EulerOrder order) {
  RotationNumbers out{form, order, vec4(0.0f)};
  if (form == RotationNumbers::Euler) {
    out.n = vec4(degrees_from_rotation(order, rotation), 0.0f);
    return out;
  }
  dquat q = glm::normalize(dquat(rotation));
  if (q.w < 0.0) q = -q;
  if (form == RotationNumbers::Quaternion) {
    out.n = vec4(dvec4(q.w, q.x, q.y, q.z));
    return out;
  }
  const dvec3 v(q.x, q.y, q.z);
  const double sine = glm::length(v);
  const dvec3 axis = sine > 1e-9 ? v / sine : dvec3(0.0, 0.0, 1.0);
  out.n = vec4(dvec4(axis, sine > 1e-9 ? 2.0 * std::atan2(sine, q.w) * kDegreesPerRadian : 0.0));
  return out;
}

bool is_same_rotation(const quat& a, const quat& b) {
  constexpr double kDust = 2e-6;
  return std::min(glm::length(dquat(a) - dquat(b)), glm::length(dquat(a) + dquat(b))) < kDust;
}

dmat3 turning_axes(const mat4& frame) {
  return polar(dmat3(mat3(frame))).orthogonal;
}

quat seen_outside(const dmat3& axes, const quat& q) {
  return quat(glm::quat_cast(axes * glm::mat3_cast(dquat(q)) * glm::transpose(axes)));
}

quat seen_inside(const dmat3& axes, const quat& q) {
  return seen_outside(glm::transpose(axes), q);
}

double degrees_apart(const quat& a, const quat& b) {
  const glm::dquat p(a), q(b);
  const glm::dquat off = glm::conjugate(p) * q;
  // By the sine: the cosine of a small angle has no digits left.
  const double sine = std::sqrt(off.x * off.x + off.y * off.y + off.z * off.z);
  return kDegreesPerRadian * 2.0 * std::asin(std::min(1.0, sine));
}

}  // namespace bindpose
