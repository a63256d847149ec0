// Limits of joints about their own axes, by closed forms and on chains.
#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <tuple>

#include "math/transform.h"
#include "rig/ik/axis_limits.h"
#include "rig/ik_rig.h"

namespace bindpose::test {
namespace {

using ik::AxisLimits;

double radians(double degrees) {
  return degrees / kDegreesPerRadian;
}
dvec3 radians(const dvec3& degrees) {
  return degrees / kDegreesPerRadian;
}

// R = Rz Ry Rx, written out: G. Slabaugh, "Computing Euler angles from a rotation matrix" (1999).
dmat3 turn(const dvec3& degrees) {
  const dvec3 a = radians(degrees);
  const double cx = std::cos(a.x), sx = std::sin(a.x), cy = std::cos(a.y), sy = std::sin(a.y),
               cz = std::cos(a.z), sz = std::sin(a.z);
  return glm::transpose(dmat3(cy * cz, sx * sy * cz - cx * sz, cx * sy * cz + sx * sz,  //
                              cy * sz, sx * sy * sz + cx * cz, cx * sy * sz - sx * cz,  //
                              -sy, sx * cy, cx * cy));
}

double apart(const dmat3& a, const dmat3& b) {
  double most = 0.0;
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) most = std::max(most, std::abs(a[c][r] - b[c][r]));
  }
  return most;
}

AxisLimits within(const dvec3& low, const dvec3& high) {
  return {radians(low), radians(high)};
}

TEST(AxisLimits, AnglesAreThoseThatTheRotationWasMadeOf) {
  const AxisLimits hinge = within({-10, 0, 0}, {150, 0, 0});
  for (const dvec3 a : {dvec3(20, -30, 40), dvec3(-170, 80, 100), dvec3(0, 0, 0)}) {
    EXPECT_LT(glm::distance(ik::angles_within(turn(a), AxisLimits{}), radians(a)), 1e-9);
  }
  EXPECT_LT(glm::distance(ik::angles_within(turn({140, 0, 0}), hinge), radians(dvec3(140, 0, 0))),
            1e-9);
  // Two triples mean the same turn; the one within its limits counts.
  const AxisLimits over = within({-180, 90, -180}, {180, 170, 180});
  EXPECT_LT(
      glm::distance(ik::angles_within(turn({20, 110, 30}), over), radians(dvec3(20, 110, 30))),
      1e-9);
  // Gimbal lock: x - z is all that is known.
  EXPECT_LT(apart(turn({50, 90, 20}), turn({0, 90, -30})), 1e-9);
  const dvec3 locked = ik::angles_within(turn({50, 90, 20}), AxisLimits{});
  EXPECT_LT(apart(turn(locked * kDegreesPerRadian), turn({50, 90, 20})), 1e-7);
  // Either way up, where the other two say nothing at all.
  for (const double up : {-90.0, 90.0}) {
    dmat3 exact = turn({0, up, 35});
    exact[0][0] = exact[0][1] = exact[1][2] = exact[2][2] = 0.0;
    const dvec3 angle = ik::angles_within(exact, AxisLimits{});
    EXPECT_LT(apart(turn(angle * kDegreesPerRadian), exact), 1e-7) << up;
  }
}

TEST(AxisLimits, WhatIsBeyondGoesToTheNearerEnd) {
  const AxisLimits hinge = within({-10, 0, 0}, {150, 0, 0});
  dmat3 r = turn({170, 0, 0});
  EXPECT_TRUE(ik::keep_axes(r, hinge));
  EXPECT_LT(apart(r, turn({150, 0, 0})), 1e-12);
  r = turn({-100, 0, 0});  // 90 from the one, 110 round the circle from the other
  EXPECT_TRUE(ik::keep_axes(r, hinge));
  EXPECT_LT(apart(r, turn({-10, 0, 0})), 1e-12);
  r = turn({30, 5, -8});
  EXPECT_TRUE(ik::keep_axes(r, hinge));
  EXPECT_LT(apart(r, turn({30, 0, 0})), 1e-12);
  const dmat3 inside = turn({30, 0, 0});
  r = inside;
  EXPECT_FALSE(ik::keep_axes(r, hinge)) << apart(r, inside);
  EXPECT_FALSE(ik::keep_axes(r, AxisLimits{}));
  r = turn({170, 0, 0});
  r[0] = -r[0];  // mirrored in x
  EXPECT_TRUE(ik::keep_axes(r, hinge));
  dmat3 mirrored = turn({150, 0, 0});
  mirrored[0] = -mirrored[0];
  EXPECT_LT(apart(r, mirrored), 1e-12);
}

std::vector<IkJoint> joints_of(std::size_t count, const dvec3& low, const dvec3& high) {
  IkJoint joint;
  joint.low = vec3(radians(low));
  joint.high = vec3(radians(high));
  return std::vector<IkJoint>(count, joint);
}

// How far the joint's angles are beyond, radians.
double beyond(const IkRig& rig, int joint, const dvec3& low, const dvec3& high) {
  const AxisLimits limits = within(low, high);
  const dvec3 a = ik::angles_within(dmat3(glm::mat3(rig.user[idx(joint)])), limits);
  double most = 0.0;
  for (int k = 0; k < 3; ++k) {
    most = std::max({most, limits.low[k] - a[k], a[k] - limits.high[k]});
  }
  return most;
}

TEST(IkAxisLimits, AreHeldAndWhatCanBeReachedIs) {
  Random random(71);
  const dvec3 low(-20, -15, -40), high(70, 10, 25);
  const auto joints = joints_of(6, low, high);
  int at_end = 0, reached = 0;
  for (int i = 0; i < 200; ++i) {
    IkRig rig = random_chain(random, 6, 0.0f);
    IkRig there = rig;
    for (const int j : rig.chain) {
      dvec3 a;
      for (int k = 0; k < 3; ++k) {
        a[k] = double(random.number(float(low[k]), float(high[k])));
      }
      there.user[idx(j)] = mat4(glm::dmat4(turn(a)));
    }
    const IkResult result = rig.solve(vec3(there.at(6)), {}, joints);
    reached += result.residual < 1e-3 * result.length ? 1 : 0;
    for (const int j : rig.chain) {
      EXPECT_LT(beyond(rig, j, low, high), 1e-5) << i;
      at_end += beyond(rig, j, low, high) > -1e-5 ? 1 : 0;
    }
  }
  EXPECT_GE(reached, 190) << "of 200";
  EXPECT_GT(at_end, 200) << "else nothing was tested";
}

// A straight leg whose knee is a hinge: it bends about that axis, to the side that is allowed.
// Along the bone it may turn farther: that bends nothing, whichever way the bone points.
TEST(IkAxisLimits, AHingeBendsTheWayItMay) {
  for (const auto& [hinge, way, side] :
       std::initializer_list<std::tuple<int, float, double>>{{0, 1.0f, 1.0},
                                                             {0, 1.0f, -1.0},
                                                             {0, -1.0f, 1.0},
                                                             {0, -1.0f, -1.0},
                                                             {2, 1.0f, 1.0},
                                                             {2, -1.0f, -1.0}}) {
    IkRig rig = chain_of(mat4(1.0f), {{0, way, 0}, {0, way, 0}});
    std::vector<IkJoint> joints(2);
    dvec3 low(0, -170, 0), high(0, 170, 0);
    (side > 0 ? high : low)[hinge] = side * 150.0;
    joints[1] = joints_of(1, low, high)[0];
    const IkResult result = rig.solve({0, 1.4f * way, 0}, {}, joints);
    EXPECT_TRUE(result.reached) << side << " " << result.residual;
    const dvec3 a = ik::angles_within(dmat3(glm::mat3(rig.user[1])), AxisLimits{});
    // The cosine rule: two bones of 1, 1.4 apart.
    const double bend = std::acos((1.4 * 1.4 - 2.0) / 2.0);
    EXPECT_NEAR(a[hinge], side * bend, 1e-3) << way;
    EXPECT_NEAR(a[2 - hinge], 0.0, 1e-5) << way;
    EXPECT_NEAR(a.y, 0.0, 1e-5) << way;
  }
}

// What it cannot reach it comes as near to as can be: hinges that stand at their ends are left to
// those that do not. The first joint points the arm, bent as far as it may, to the target.
TEST(IkAxisLimits, StopsAtTheNearestPlace) {
  IkRig rig = chain_of(mat4(1.0f), {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}});
  std::vector<IkJoint> joints = joints_of(1, {-170, 0, 0}, {170, 0, 0});
  for (int k = 1; k < 4; ++k) joints.push_back(joints_of(1, {0, 0, 0}, {10, 0, 0})[0]);
  const double step = radians(10.0);
  dvec3 arm(0.0);
  for (int k = 0; k < 4; ++k) arm += dvec3(0, std::cos(k * step), std::sin(k * step));
  const IkResult result = rig.solve({0, 0.5f, 1.5f}, {}, joints);
  EXPECT_FALSE(result.reached);
  EXPECT_NEAR(result.residual, glm::length(arm) - std::sqrt(0.25 + 2.25), 1e-4);
}

TEST(IkAxisLimits, TheConeAndTheAxesHoldBoth) {
  IkRig rig = chain_of(mat4(1.0f), {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}});
  auto joints = joints_of(3, {-90, 0, 0}, {90, 0, 0});
  for (IkJoint& j : joints) j.limit = 0.3f;
  rig.solve({0.5f, 0.5f, 1.5f}, {}, joints);
  for (const int j : rig.chain) {
    const dvec3 a = ik::angles_within(dmat3(glm::mat3(rig.user[idx(j)])), AxisLimits{});
    EXPECT_LT(std::abs(a.x), 0.3 + 1e-5);
    EXPECT_LT(std::abs(a.y) + std::abs(a.z), 2e-5);
  }
}

TEST(IkAxisLimits, MustMakeSense) {
  const auto refused = [](const vec3& low, const vec3& high) {
    IkRig rig = chain_of(mat4(1.0f), {{0, 1, 0}, {0, 1, 0}});
    std::vector<IkJoint> joints(2);
    joints[0].low = low;
    joints[0].high = high;
    return !rig.solve({0, 1.5f, 0.5f}, {}, joints).valid;
  };
  EXPECT_TRUE(refused({1, 0, 0}, {0, 0, 0}));
  EXPECT_TRUE(refused(vec3(std::nanf("")), vec3(1.0f)));
  EXPECT_TRUE(refused(vec3(-4.0f), vec3(0.0f)));
  EXPECT_FALSE(refused(vec3(-kPi), vec3(kPi)));
}

}  // namespace
}  // namespace bindpose::test
