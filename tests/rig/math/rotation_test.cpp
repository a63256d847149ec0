#include "math/rotation.h"

#include <cmath>
#include <limits>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/fixtures.h"

namespace bindpose::test::rotation_test {
namespace {

constexpr EulerOrder kOrders[] = {EulerOrder::XYZ, EulerOrder::XZY, EulerOrder::YZX,
                                  EulerOrder::YXZ, EulerOrder::ZXY, EulerOrder::ZYX};
constexpr const char* kNames[] = {"XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX"};

// Columns, as a textbook has the three elementary turns.
glm::dmat3 turn(char axis, double degrees) {
  const double c = std::cos(degrees / kDegreesPerRadian), s = std::sin(degrees / kDegreesPerRadian);
  if (axis == 'X') return {{1, 0, 0}, {0, c, s}, {0, -s, c}};
  if (axis == 'Y') return {{c, 0, -s}, {0, 1, 0}, {s, 0, c}};
  return {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
}

double distance(const glm::dmat3& a, const glm::dmat3& b) {
  double most = 0.0;
  for (int c = 0; c < 3; ++c) most = std::max(most, glm::length(a[c] - b[c]));
  return most;
}

glm::dmat3 matrix(const quat& q) {
  return glm::mat3_cast(glm::dquat(q));
}

TEST(Rotation, TheFirstLetterTurnsFirstAboutAxesThatStay) {
  Random random(70);
  for (std::size_t o = 0; o < 6; ++o) {
    for (int i = 0; i < 50; ++i) {
      const vec3 d = random.point(200.0f);
      const auto about = [&](int k) { return turn(kNames[o][k], double(d[kNames[o][k] - 'X'])); };
      EXPECT_LT(
          distance(matrix(rotation_from_degrees(kOrders[o], d)), about(2) * about(1) * about(0)),
          1e-6)
          << kNames[o];
    }
  }
  const vec3 usual(10, 20, 30);
  EXPECT_TRUE(is_same_rotation(rotation_from_degrees(EulerOrder::XYZ, usual),
                               rotation_from_degrees(usual)));
}

TEST(Rotation, AnglesComeBackInEveryOrder) {
  Random random(71);
  for (const EulerOrder order : kOrders) {
    const auto axes = axes_of(order);
    for (int i = 0; i < 200; ++i) {
      const quat q = random.rotation();
      const vec3 d = degrees_from_rotation(order, q);
      EXPECT_LT(distance(matrix(rotation_from_degrees(order, d)), matrix(q)), 2e-6);
      EXPECT_LE(std::abs(d[axes[1]]), 90.0f);
      vec3 small;
      for (int a = 0; a < 3; ++a) small[a] = random.number(-89.0f, 89.0f);
      expect_near(degrees_from_rotation(order, rotation_from_degrees(order, small)), small, 2e-3);
    }
  }
}

TEST(Rotation, InGimbalLockTheFirstAngleIsNothing) {
  for (const EulerOrder order : kOrders) {
    const auto [i, j, k] = axes_of(order);
    for (const float right : {90.0f, -90.0f}) {
      vec3 typed(0.0f);
      typed[i] = 20.0f;
      typed[j] = right;
      typed[k] = 50.0f;
      EXPECT_TRUE(is_gimbal_locked(order, typed));
      const vec3 back = degrees_from_rotation(order, rotation_from_degrees(order, typed));
      EXPECT_LT(distance(matrix(rotation_from_degrees(order, back)),
                         matrix(rotation_from_degrees(order, typed))),
                1e-3);
      typed[j] = 0.9f * right;
      EXPECT_FALSE(is_gimbal_locked(order, typed));
    }
  }
}

TEST(Rotation, AnAxisAndAnAngleAreRodriguesFormula) {
  Random random(72);
  for (int i = 0; i < 100; ++i) {
    const vec3 axis = random.point(3.0f), p = random.point(1.0f);
    const float degrees = random.number(-400.0f, 400.0f);
    const auto q = rotation_of({RotationNumbers::AxisAngle, EulerOrder::XYZ, vec4(axis, degrees)});
    ASSERT_TRUE(q);
    const glm::dvec3 u = glm::normalize(glm::dvec3(axis)), x(p);
    const double a = double(degrees) / kDegreesPerRadian;
    const glm::dvec3 turned =
        x * std::cos(a) + glm::cross(u, x) * std::sin(a) + u * glm::dot(u, x) * (1.0 - std::cos(a));
    EXPECT_LT(glm::length(glm::dquat(*q) * x - turned), 1e-6);
  }
}

TEST(Rotation, NumbersOfEveryFormMeanTheSame) {
  Random random(73);
  using R = RotationNumbers;
  for (int i = 0; i < 200; ++i) {
    const quat q = random.rotation();
    for (const R::Form form : {R::Euler, R::Quaternion, R::AxisAngle}) {
      const R numbers = numbers_of(q, form, kOrders[i % 6]);
      const auto back = rotation_of(numbers);
      ASSERT_TRUE(back);
      EXPECT_LT(distance(matrix(*back), matrix(q)), 2e-6);
      if (form == R::Quaternion) {
        EXPECT_GE(numbers.n[0], 0.0f);
        EXPECT_NEAR(glm::length(numbers.n), 1.0f, 1e-6f);
      }
      if (form == R::AxisAngle) {
        EXPECT_NEAR(glm::length(vec3(numbers.n)), 1.0f, 1e-6f);
        EXPECT_GE(numbers.n[3], 0.0f);
        EXPECT_LE(numbers.n[3], 180.0f);
      }
    }
  }
  const R nothing = numbers_of(quat(1, 0, 0, 0), R::AxisAngle, EulerOrder::XYZ);
  EXPECT_EQ(nothing.n, vec4(0, 0, 1, 0));
}

TEST(Rotation, WhatHasNoLengthIsNoRotation) {
  using R = RotationNumbers;
  EXPECT_FALSE(rotation_of({R::Quaternion, EulerOrder::XYZ, vec4(0.0f)}));
  EXPECT_FALSE(rotation_of({R::AxisAngle, EulerOrder::XYZ, vec4(0, 0, 0, 90)}));
  const float bad = std::numeric_limits<float>::infinity();
  for (const R::Form form : {R::Euler, R::Quaternion, R::AxisAngle}) {
    EXPECT_FALSE(rotation_of({form, EulerOrder::XYZ, vec4(1, bad, 0, 0)}));
  }
  const auto twice = rotation_of({R::Quaternion, EulerOrder::XYZ, vec4(2, 0, 0, -2)});
  ASSERT_TRUE(twice);
  EXPECT_TRUE(is_same_rotation(*twice, rotation_from_degrees({0, 0, -90})));
}

TEST(Rotation, SameRotationTellsATenThousandthOfADegreeFromRounding) {
  const quat q = rotation_from_degrees({30, 40, 50});
  EXPECT_TRUE(is_same_rotation(q, -q));
  EXPECT_FALSE(is_same_rotation(q, rotation_from_degrees({30, 40, 50.01f})));
}

TEST(Rotation, AFrameWithScaleAndAMirrorTurnsAsItsAxesDo) {
  // y is three times as long and x mirrored: a turn about the frame's z is one about -z outside.
  mat4 frame(1.0f);
  frame[0].x = -1.0f;
  frame[1].y = 3.0f;
  const auto axes = turning_axes(frame);
  const quat z = rotation_from_degrees({0, 0, 40});
  EXPECT_TRUE(is_same_rotation(seen_outside(axes, z), rotation_from_degrees({0, 0, -40})));
  EXPECT_TRUE(is_same_rotation(seen_inside(axes, seen_outside(axes, z)), z));
}

}  // namespace
}  // namespace bindpose::test::rotation_test
