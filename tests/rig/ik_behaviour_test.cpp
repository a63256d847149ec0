// What people feel of inverse kinematics: nothing jumps, the world's place does not matter, what is
// held back is held back, parents may be scaled.
#include "rig/ik/look_at.h"
#include "rig/ik/solve.h"
#include "rig/ik_rig.h"

namespace bindpose::test::ik_behaviour_test {
namespace {

// A closed path round the way in which the chain points, between `low` and `high` of its length
// from the root; never on the other side of it, where no turn is the smallest.
struct Path {
  dvec3 root, along, side, up;
  double length, low, high;

  Path(const IkRig& rig, double low_part, double high_part)
      : root(rig.at(0)), length(rig.length()), low(low_part), high(high_part) {
    along = glm::normalize(rig.at(rig.effector()) - root);
    side = glm::normalize(glm::cross(along, dvec3(0.3, -0.5, 0.8)));
    up = glm::cross(along, side);
  }
  dvec3 at(double t) const {
    const double a = t * 2.0 * glm::pi<double>();
    const dvec3 to =
        glm::normalize(along + side * (0.9 * std::sin(a)) + up * (0.7 * std::sin(2.0 * a + 0.5)));
    return root + to * (length * (0.5 * (low + high) + 0.5 * (high - low) * std::sin(3.0 * a)));
  }
};

// The most that any joint turns, in radians, where the target moves by one length of the chain:
// over a fine path, each time from the same pose (a drag) or from the pose before.
double steepest(const IkRig& start, double low, double high, bool from_start) {
  constexpr int kSteps = 300;
  const Path path(start, low, high);
  IkRig rig = start;
  std::vector<mat4> last;
  double worst = 0.0;
  for (int i = 0; i <= kSteps; ++i) {
    const double t = double(i) / kSteps;
    if (from_start) rig.user = start.user;
    EXPECT_TRUE(rig.solve(vec3(path.at(t))).reached);
    const double moved = glm::length(path.at(t) - path.at(t - 1.0 / kSteps)) / path.length;
    for (const int j : start.chain) {
      if (i > 0) worst = std::max(worst, turned(last[idx(j)], rig.user[idx(j)]) / moved);
    }
    last = rig.user;
  }
  return worst;
}

TEST(IkNeverJumps, LongChains) {
  for (const int bones : {3, 5, 10, 50}) {
    for (const float bend : {0.05f, 0.5f, 1.0f}) {
      for (unsigned seed = 0; seed < 2; ++seed) {
        Random random(100 * seed + static_cast<unsigned>(bones));
        const IkRig rig = random_chain(random, bones, bend);
        const double low = hole_of(rig) / rig.length() + 0.2;
        for (const bool from_start : {true, false}) {
          EXPECT_LT(steepest(rig, low, 0.9, from_start), 16.0)
              << bones << " bones, bend " << bend << ", seed " << seed << ", " << from_start;
        }
      }
    }
  }
}

TEST(IkNeverJumps, TwoBones) {
  for (const float b : {1.0f, 0.7f}) {
    IkRig rig = chain_of(mat4(1.0f), {{1, 0, 0}, {b, 0, 0}});
    rig.base[1] *= rotation(50, {0, 0, 1});
    // The elbow of bones of 1: d/d(far) of 2 acos(far / 2) is 2 / sqrt(4 - far^2), 1.15 at 0.5 of
    // the length and 2.3 at 0.9, for a length of 2: 4.6 for one length.
    const double low = hole_of(rig) / rig.length() + 0.25;
    for (const bool from_start : {true, false}) EXPECT_LT(steepest(rig, low, 0.9, from_start), 9.0);
  }
}

// Round the root, past the side that is opposite to where the chain points: 71 with four bones, and
// with steps 40 times finer as well, so that it is a slope; a jump of half a radian would be 100.
TEST(IkNeverJumps, OnTheOppositeSide) {
  for (const int bones : {4, 10, 50}) {
    Random random(static_cast<unsigned>(bones) + 3);
    const IkRig start = random_chain(random, bones, 0.5f);
    const Path path(start, 0.5, 0.5);
    IkRig rig = start;
    std::vector<mat4> last;
    double worst = 0.0;
    for (int i = -150; i <= 150; ++i) {
      const double a = glm::pi<double>() + 0.01 * i;
      const dvec3 to = path.along * std::cos(a) + path.side * std::sin(a);
      rig.user = start.user;
      EXPECT_TRUE(rig.solve(vec3(path.root + to * (0.5 * path.length))).reached);
      for (const int j : start.chain) {
        if (i > -150) worst = std::max(worst, turned(last[idx(j)], rig.user[idx(j)]) / 0.005);
      }
      last = rig.user;
    }
    EXPECT_LT(worst, 100.0) << bones << " bones";
  }
}

// Through the edge of reach: no factor bounds it, for a bend between parts f and 1 - f of the
// length shortens a chain only by f (1 - f) / 2 of its square. A step of 1e-4 of the length to
// where nothing is bent asks for sqrt(2e-4 / (f (1 - f))).
TEST(IkNeverJumps, AtTheEdgeOfReach) {
  for (const int bones : {2, 3, 10, 50}) {
    Random random(static_cast<unsigned>(bones) + 7);
    const IkRig start = random_chain(random, bones, 0.6f);
    const double length = start.length();
    const dvec3 to = glm::normalize(dvec3(0.4, 0.2, 0.9));
    IkRig rig = start;
    std::vector<mat4> last;
    double worst = 0.0;
    for (int i = -50; i <= 50; ++i) {
      rig.user = start.user;
      rig.solve(vec3(start.at(0) + to * (length * (1.0 + 1e-4 * i))));
      for (const int j : start.chain) {
        if (i > -50) worst = std::max(worst, turned(last[idx(j)], rig.user[idx(j)]));
      }
      last = rig.user;
    }
    double part = 1.0;
    for (const int j : start.chain) part = std::min(part, glm::length(start.bone(j)) / length);
    EXPECT_LT(worst, 1.5 * std::sqrt(2e-4 / (part * (1.0 - part)))) << bones << " bones";
  }
}

// From a straight pose, shortened bit by bit: it begins to bend at once, and to one side.
TEST(IkNeverJumps, OutOfAStraightPose) {
  for (const int bones : {3, 8, 50}) {
    const IkRig start =
        chain_of(mat4(1.0f), std::vector<vec3>(idx(bones), vec3(0, 1.0f / float(bones), 0)));
    IkRig rig = start;
    std::vector<mat4> last = start.user;
    for (int i = 1; i <= 200; ++i) {
      rig.user = start.user;
      const float far = 1.0f - 1e-6f * float(i * i);
      EXPECT_TRUE(rig.solve({0, far, 0}).reached);
      // An arc of that chord is bent by sqrt(24 (1 - far)): 4.9e-3 more a step.
      for (const int j : start.chain) EXPECT_LT(turned(last[idx(j)], rig.user[idx(j)]), 0.02);
      EXPECT_LT(rig.at(bones / 2).z, 0.0) << "x is the first axis across";
      last = rig.user;
    }
  }
}

// What was straight becomes an arc, and no single joint a knee.
TEST(Ik, AStraightChainBendsAlikeAtAllJoints) {
  for (const int bones : {6, 10, 30}) {
    for (const float shorter : {0.001f, 0.01f, 0.05f, 0.1f}) {
      IkRig rig = chain_of(mat4(1.0f), std::vector<vec3>(idx(bones), vec3(0, 1, 0)));
      EXPECT_TRUE(rig.solve({0, float(bones) * (1.0f - shorter), 0}).reached);
      double least = 1e300, most = 0.0;
      for (int k = 0; k + 1 < bones; ++k) {
        const double bend = angle_between(rig.bone(k), rig.bone(k + 1));
        least = std::min(least, bend);
        most = std::max(most, bend);
      }
      EXPECT_LT(most, 1.4 * least) << bones << " bones, shorter by " << shorter;
    }
  }
}

// Round the root there is no need to bend: an arm that points elsewhere turns at the shoulder and
// little else. Along a straight path to the target it would bend and stretch again (1.40).
TEST(Ik, AWideSwingIsMostlyOneTurn) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    IkRig rig = random_chain(random, 3, 0.4f);
    const IkRig before = rig;
    const dvec3 arm = rig.at(3) - rig.at(0);
    const dvec3 axis = glm::normalize(glm::cross(arm, dvec3(random.point(1))));
    ASSERT_TRUE(rig.solve(vec3(rig.at(0) + glm::angleAxis(1.5, axis) * arm)).reached);
    double all = 0.0;
    for (const int j : rig.chain) all += turned(before.user[idx(j)], rig.user[idx(j)]);
    EXPECT_LT(all, 1.35 * 1.5);
  }
}

TEST(Ik, DoesNotCareWhereTheWorldIs) {
  for (const int bones : {2, 3, 10}) {
    Random random(static_cast<unsigned>(bones) + 40);
    for (int i = 0; i < 20; ++i) {
      const IkRig here = random_chain(random, bones, 0.8f);
      const mat4 motion = random.rigid();
      IkRig a = here, b = here;
      b.base[0] = motion * b.base[0];
      const vec3 target = vec3(here.at(0)) + random.point(0.3f) + vec3(0, 0.5f, 0.5f);
      const vec3 pole = random.point(3);
      a.solve(target, pole);
      b.solve(vec3(motion * vec4(target, 1)), vec3(motion * vec4(pole, 1)));
      for (const int j : here.chain) EXPECT_LT(turned(a.user[idx(j)], b.user[idx(j)]), 1e-3);
    }
  }
}

TEST(Ik, ReachesUnderParentsThatScaleMirrorAndShear) {
  Random random(51);
  for (const int bones : {2, 3, 10}) {
    for (int i = 0; i < 30; ++i) {
      const mat4 mirrored = scaling(vec3(i % 2 ? 2.5f : -0.4f)) * scaling({1, 1, i % 3 ? 1 : -1});
      IkRig rig = random_chain(random, bones, 0.8f, mirrored);
      const IkRig before = rig;
      const double length = rig.length(), hole = hole_of(rig);
      const vec3 off = vec3(0.3f, 0.5f, -0.4f) * float((hole + 0.6 * (length - hole)) / 0.7071);
      EXPECT_TRUE(rig.solve(vec3(rig.at(0)) + off, vec3(rig.at(0)) + vec3(3, 1, 0)).reached);
      for (int j = 0; j < bones; ++j) {
        EXPECT_NEAR(glm::length(rig.bone(j)), glm::length(before.bone(j)), 1e-6 * length);
      }
      // Any affine map above the chain: what the chain reached elsewhere is within its reach.
      IkRig sheared = random_chain(random, bones, 0.8f, random.affine());
      IkRig there = sheared;
      for (const int j : there.chain) there.user[idx(j)] *= glm::mat4_cast(random.rotation());
      const double size = sheared.length();
      const IkResult result = sheared.solve(vec3(there.at(bones)));
      if (bones > 2) {
        EXPECT_LT(result.residual, 1e-4 * size) << bones << " bones, " << i;
      }
    }
  }
}

// How far the bone of joint j is from where L_j alone has it.
double out_of_rest(const IkRig& rig, int j) {
  const dmat4 above = j == 0 ? dmat4(1.0) : rig.world(j - 1);
  const dmat3 frame = glm::inverse(dmat3(above * dmat4(rig.base[idx(j)])));
  return angle_between(frame * rig.bone(j), dvec3(rig.base[idx(j) + 1][3]));
}

TEST(Ik, LimitsAreHeld) {
  Random random(61);
  const std::vector<IkJoint> joints(8, {0.0f, 0.2f});
  int at_limit = 0;
  for (int i = 0; i < 200; ++i) {
    IkRig rig = random_chain(random, 8, 0.3f);
    // What another pose within the limits reaches: bent to one side, almost as far as can be.
    IkRig there = rig;
    const vec3 side = glm::normalize(vec3(random.number(-1, 1), 0, random.number(-1, 1)));
    for (const int j : rig.chain) there.user[idx(j)] = glm::mat4_cast(glm::angleAxis(0.199f, side));
    const IkResult result = rig.solve(vec3(there.at(8)), {}, joints);
    EXPECT_LT(result.residual, 1e-4 * result.length) << i;
    for (const int j : rig.chain) {
      EXPECT_LT(out_of_rest(rig, j), 0.2 + 1e-5);
      at_limit += out_of_rest(rig, j) > 0.2 - 1e-5 ? 1 : 0;
    }
  }
  EXPECT_GT(at_limit, 200) << "else nothing was tested";
  IkRig far = random_chain(random, 8, 0.3f);
  EXPECT_FALSE(far.solve(vec3(far.at(0) * 2.0 - far.at(8)), {}, joints).reached);
  for (const int j : far.chain) EXPECT_LT(out_of_rest(far, j), 0.2 + 1e-5);
}

TEST(Ik, WhatIsBeyondItsLimitComesBack) {
  IkRig rig = chain_of(mat4(1.0f), {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}});
  rig.user[1] = rotation(50, {1, 0, 0});
  rig.user[2] = rotation(180, {1, 0, 0});
  const std::vector<IkJoint> joints{{}, {0.0f, 0.5f}, {0.0f, 0.5f}};
  for (const vec3 target : {vec3(0, 2, 1.5f), vec3(rig.at(3))}) {
    IkRig solved = rig;
    ASSERT_TRUE(solved.solve(target, {}, joints).valid);
    for (const int j : {1, 2}) EXPECT_LT(out_of_rest(solved, j), 0.5 + 1e-5);
  }
  rig.user[2] = mat4(1.0f);
  rig.user[1] = scaling({-1, 1, 1});  // within: the mirror is no turn
  const IkRig before = rig;
  ASSERT_TRUE(rig.solve(vec3(rig.at(3)), {}, joints).reached);
  EXPECT_LT(turned(before.user[1], rig.user[1]), 1e-5);
}

TEST(Ik, ALimitCountsMoreThanThePole) {
  IkRig rig = chain_of(mat4(1.0f), {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}});
  rig.base[1] *= rotation(40, {1, 0, 0});
  rig.base[2] *= rotation(40, {1, 0, 0});
  const std::vector<IkJoint> joints{{0.0f, 0.3f}, {}, {}};
  const IkResult result = rig.solve(vec3(rig.at(3)), vec3(0, 0, 5), joints);
  EXPECT_LT(out_of_rest(rig, 0), 0.3 + 1e-5);
  EXPECT_TRUE(result.reached);
}

TEST(Ik, StiffJointsTurnLessOrNotAtAll) {
  IkRig soft = chain_of(mat4(1.0f), {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}});
  for (std::size_t j = 1; j < 4; ++j) soft.base[j] *= rotation(15, {1, 0, 0});
  IkRig stiff = soft, rigid = soft;
  const vec3 target(1, 2, 2);
  EXPECT_TRUE(soft.solve(target).reached);
  EXPECT_TRUE(stiff.solve(target, {}, std::vector<IkJoint>{{}, {0.9f}, {}, {}}).reached);
  EXPECT_TRUE(rigid.solve(target, {}, std::vector<IkJoint>{{}, {1.0f}, {}, {}}).reached);
  const mat4 none(1.0f);
  EXPECT_LT(turned(none, stiff.user[1]), 0.4 * turned(none, soft.user[1]));
  EXPECT_GT(turned(none, stiff.user[1]), 0.0);
  EXPECT_EQ(rigid.user[1], none);
}

// In a plane twist moves nothing: a bone that may only twist does what a stiff one does, and the
// others share the way as if it were none of theirs.
TEST(Ik, InAPlaneABoneThatMayOnlyTwistIsAsGoodAsStiff) {
  IkRig bent = chain_of(mat4(1.0f), {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}});
  for (std::size_t j = 1; j < 4; ++j) bent.base[j] *= rotation(15, {1, 0, 0});
  for (const vec3 target : {vec3(0, 1, 3), vec3(0, 2, 2), vec3(0, 0.5f, 2), vec3(0, 3, -1)}) {
    IkRig twisting = bent, stiff = bent;
    const bool reached = stiff.solve(target, {}, std::vector<IkJoint>{{}, {1.0f}, {}, {}}).reached;
    EXPECT_TRUE(reached);
    EXPECT_TRUE(twisting.solve(target, {}, std::vector<IkJoint>{{}, {0.0f, 0.0f}, {}, {}}).reached);
    for (std::size_t j = 0; j < 4; ++j)
      EXPECT_LT(turned(stiff.user[j], twisting.user[j]), 2e-6) << target.y << ' ' << j;
  }
}

TEST(LookAt, PointsTheAxisByTheSmallestTurn) {
  Random random(71);
  for (int i = 0; i < 200; ++i) {
    IkRig rig = random_chain(random, 2, 1.0f, i % 2 ? random.affine() : mat4(1.0f));
    rig.user[1] = to_matrix({random.point(0.3f), random.rotation(), {1.2f, 0.7f, 1.0f}});
    const mat4 before = rig.user[1];
    const vec3 axis = random.point(1), target = random.point(5);
    const LookResult result = look_at(rig.parent, rig.base, 1, axis, target, rig.user);
    ASSERT_TRUE(result.valid);
    const dvec3 looks = dmat3(rig.world(1)) * dvec3(axis), to = dvec3(target) - rig.at(1);
    EXPECT_LT(angle_between(looks, to), 1e-4);
    EXPECT_NEAR(result.missing, angle_between(looks, to), 1e-5);
    EXPECT_EQ(before[3], rig.user[1][3]);
    // The smallest turn is that between the two directions, in the axes of W_p L_j.
    const dmat3 frame(rig.world(0) * dmat4(rig.base[1]));
    const dvec3 was = dmat3(glm::mat3(before)) * dvec3(axis);
    EXPECT_NEAR(turned(before, rig.user[1]), angle_between(was, glm::inverse(frame) * to), 1e-4);
  }
}

TEST(LookAt, AHalfTurnAndBadInput) {
  IkRig rig = chain_of(mat4(1.0f), {{0, 1, 0}});
  ASSERT_TRUE(look_at(rig.parent, rig.base, 0, {0, 0, 1}, {0, 0, -4}, rig.user).valid);
  expect_near(rig.user[0], dmat4(rotation(180, {0, 1, 0})), 1e-6);
  rig.user[0] = mat4(1.0f);
  const auto refused = [&](int joint, const vec3& axis, const vec3& target) {
    std::vector<mat4> user = rig.user;
    return !look_at(rig.parent, rig.base, joint, axis, target, user).valid && user == rig.user;
  };
  const float nan = std::nanf("");
  EXPECT_FALSE(refused(0, {0, 0, 1}, {1, 0, 0}));
  EXPECT_TRUE(refused(2, {0, 0, 1}, {1, 0, 0}));
  EXPECT_TRUE(refused(-1, {0, 0, 1}, {1, 0, 0}));
  EXPECT_TRUE(refused(0, {0, 0, 0}, {1, 0, 0}));
  EXPECT_TRUE(refused(0, {0, nan, 0}, {1, 0, 0}));
  EXPECT_TRUE(refused(0, {0, 0, 1}, {1, nan, 0}));
  EXPECT_TRUE(refused(0, {0, 0, 1}, {0, 0, 0}));
  rig.base[0] = scaling({1, 0, 1});
  EXPECT_TRUE(refused(0, {0, 0, 1}, {1, 0, 0}));
}

// However long its bones are in the file's units: a limb that is a little bent bends on as it is.
TEST(Ik, BendsInItsOwnPlaneAtAnySize) {
  for (const float size : {0.01f, 1.0f, 100.0f}) {
    IkRig rig = chain_of(mat4(1.0f), {{0, size, 0}, {0, size, 0}});
    const vec3 axis = glm::normalize(vec3(1.0f, 0.0f, 2.0f));
    rig.user[1] = glm::mat4_cast(glm::angleAxis(0.3f, axis));
    EXPECT_TRUE(rig.solve(vec3(0.7 * rig.at(rig.effector()))).reached) << size;
    const dvec3 square = glm::normalize(glm::cross(rig.bone(0), rig.bone(1)));
    EXPECT_GT(glm::dot(square, dvec3(axis)), 0.9999) << size;
  }
}

}  // namespace
}  // namespace bindpose::test::ik_behaviour_test
