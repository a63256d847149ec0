// Random poses and double-precision matrices that the tests compare with.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <random>
#include <vector>

#include "math/transform.h"
#include "rig/skeleton.h"

namespace bindpose::test {

using glm::dmat3;
using glm::dmat4;
using glm::dvec3;
using glm::dvec4;

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  float number(float lo, float hi) {
    return std::uniform_real_distribution<float>(lo, hi)(engine_);
  }
  int integer(int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(engine_); }
  vec3 point(float radius) {
    return {number(-radius, radius), number(-radius, radius), number(-radius, radius)};
  }
  quat rotation() {
    quat q(number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1));
    return glm::length(q) < 0.1f ? rotation() : glm::normalize(q);
  }
  // Any affine map that is far from singular: non-uniform scale, shear, mirrored half of the time.
  mat4 affine() {
    const vec3 s(number(0.5f, 2), number(0.5f, 2), number(0.5f, 2));
    mat4 shear(1.0f);
    shear[1][0] = number(-0.5f, 0.5f);
    const float mirror = integer(0, 1) ? -1.0f : 1.0f;
    return to_matrix({point(2), rotation(), {s.x * mirror, s.y, s.z}}) * shear;
  }
  mat4 rigid() { return to_matrix({point(2), rotation(), vec3(1.0f)}); }

 private:
  std::mt19937 engine_;
};

// Parents of a random tree, parents first; every eighth joint is a root.
inline std::vector<int> random_parents(Random& random, int count) {
  std::vector<int> parent;
  for (int j = 0; j < count; ++j) parent.push_back(j % 8 == 0 ? -1 : random.integer(0, j - 1));
  return parent;
}

inline double difference(const dmat4& a, const dmat4& b) {
  double largest = 0.0;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) largest = std::max(largest, std::abs(a[c][r] - b[c][r]));
  }
  return largest;
}

inline double largest_entry(const dmat4& a) {
  return difference(a, dmat4(0.0));
}

// Equal up to float rounding of values as large as those in `expected`.
inline void expect_near(const mat4& actual, const dmat4& expected, double tolerance = 1e-5) {
  EXPECT_LE(difference(dmat4(actual), expected),
            tolerance * std::max(1.0, largest_entry(expected)));
}

inline void expect_near(const vec3& actual, const dvec3& expected, double tolerance = 1e-5) {
  EXPECT_NEAR(actual.x, expected.x, tolerance);
  EXPECT_NEAR(actual.y, expected.y, tolerance);
  EXPECT_NEAR(actual.z, expected.z, tolerance);
}

inline mat4 translation(const vec3& t) {
  return glm::translate(mat4(1.0f), t);
}
inline mat4 scaling(const vec3& s) {
  return glm::scale(mat4(1.0f), s);
}
inline mat4 rotation(float degrees, const vec3& axis) {
  return glm::rotate(mat4(1.0f), glm::radians(degrees), axis);
}

}  // namespace bindpose::test
