// Small things about numbers that every layer needs.
#pragma once

#include <cstddef>
#include <vector>

#include "math/types.h"

namespace bindpose {

inline constexpr float kPi = 3.14159265358979f;
inline constexpr double kDegreesPerRadian = 180.0 / 3.14159265358979323846;

// An index that is an int in the arrays of this program (a joint, a mesh, a channel: -1 says
// "none") for containers that count in std::size_t. Never negative here: that is asked before.
inline std::size_t idx(int i) {
  return static_cast<std::size_t>(i);
}

// Neither infinite nor NaN in any component. 0 times those is NaN, and nothing else is: no
// branches, and no sum of large numbers that overflows.
inline bool is_finite(const vec3& v) {
  return v.x * 0.0f + v.y * 0.0f + v.z * 0.0f == 0.0f;
}
inline bool is_finite(const vec4& v) {
  return v.x * 0.0f + v.y * 0.0f + v.z * 0.0f + v.w * 0.0f == 0.0f;
}
inline bool is_finite(const quat& q) {
  return q.x * 0.0f + q.y * 0.0f + q.z * 0.0f + q.w * 0.0f == 0.0f;
}

// x * 0 is NaN for an infinity or a NaN, and a sum keeps it: one test for a whole array, without a
// branch a number.
template <typename Vector>
bool all_finite(const std::vector<Vector>& values) {
  Vector sum(0.0f);
  for (const Vector& v : values) sum += v * 0.0f;
  float total = 0.0f;
  for (int c = 0; c < Vector::length(); ++c) total += sum[c];
  return total == 0.0f;
}

// v at unit length; `otherwise` where it is `shortest` or shorter, or not finite.
inline vec3 unit_or(const vec3& v, float shortest, const vec3& otherwise) {
  const float length = glm::length(v);
  return length > shortest && length <= 3.0e38f ? v / length : otherwise;
}

}  // namespace bindpose
