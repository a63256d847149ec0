#include "rig/ik/solve.h"

#include <cmath>
#include <limits>

#include "math/transform.h"
#include "rig/fixtures.h"
#include "rig/ik/ik_chain.h"
#include "rig/ik_rig.h"

namespace bindpose::test::ik_test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Upper arm 2 along x, forearm 1, bent a little towards +y about z.
IkRig arm() {
  IkRig rig = chain_of(mat4(1.0f), {{2, 0, 0}, {1, 0, 0}});
  rig.base[1] *= rotation(20, {0, 0, 1});
  return rig;
}

TEST(TwoBones, TheCosineRuleSaysWhereTheElbowIs) {
  for (const float d : {1.05f, 1.5f, 2.0f, 2.9f}) {
    IkRig rig = arm();
    const IkResult result = rig.solve({d, 0, 0});
    EXPECT_TRUE(result.valid);
    EXPECT_TRUE(result.reached);
    EXPECT_NEAR(result.length, 3.0, 1e-6);
    EXPECT_LT(result.residual, 1e-6);
    expect_near(vec3(rig.at(2)), {d, 0, 0}, 1e-6);
    // The angle at the shoulder, and the elbow off to the side where it was: below the line.
    const double cosine = (4.0 + double(d) * d - 1.0) / (4.0 * d);
    const double sine = std::sqrt(1.0 - cosine * cosine);
    expect_near(vec3(rig.at(1)), {2.0 * cosine, -2.0 * sine, 0}, 1e-5);
  }
}

TEST(TwoBones, WithoutAPoleTheBendKeepsItsPlane) {
  Random random(3);
  for (int i = 0; i < 50; ++i) {
    IkRig rig = arm();
    rig.user[0] = glm::mat4_cast(random.rotation());
    const dvec3 normal = glm::normalize(glm::cross(rig.bone(0), rig.bone(1)));
    // Anywhere in the plane of the arm: it stays there.
    const dvec3 in_plane = glm::normalize(rig.bone(0) + rig.bone(1) * double(random.number(-1, 1)));
    rig.solve(vec3(in_plane * 2.0));
    EXPECT_NEAR(glm::dot(rig.at(1), normal), 0.0, 1e-5);
    EXPECT_NEAR(glm::dot(glm::normalize(glm::cross(rig.bone(0), rig.bone(1))), normal), 1.0, 1e-5);
  }
}

TEST(TwoBones, TheElbowLiesInThePlaneOfThePoleAndOnItsSide) {
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    IkRig rig = random_chain(random, 2, 1.0f);
    const dvec3 root = rig.at(0);
    const dvec3 to = glm::normalize(dvec3(random.point(1)) + dvec3(0, 0, 1e-3));
    const double reach = hole_of(rig) + (rig.length() - hole_of(rig)) * random.number(0.1f, 0.9f);
    const vec3 pole = vec3(root) + random.point(3);
    ASSERT_TRUE(rig.solve(vec3(root + to * reach), pole).reached);
    const dvec3 elbow = rig.at(1) - root, side = dvec3(pole) - root;
    const dvec3 elbow_off = elbow - to * glm::dot(elbow, to);
    const dvec3 pole_off = side - to * glm::dot(side, to);
    EXPECT_LT(angle_between(elbow_off, pole_off), 2e-3);
    expect_near(vec3(rig.at(2) - root), to * reach, 1e-5);
  }
}

TEST(TwoBones, AStraightArmBendsAsItsBasePoseDoes) {
  for (const float bend : {20.0f, -20.0f}) {
    for (const float noise : {0.0f, 1e-5f, -1e-5f}) {
      IkRig rig = chain_of(mat4(1.0f), {{2, 0, 0}, {1, 0, 0}});
      rig.base[1] *= rotation(bend, {0, 0, 1});
      rig.user[1] = rotation(-bend, {0, 0, 1}) * rotation(glm::degrees(noise), {0, 1, 1});
      EXPECT_LT(angle_between(rig.bone(0), rig.bone(1)), 1e-4) << "the arm is straight now";
      ASSERT_TRUE(rig.solve({2, 0, 0}).reached);
      EXPECT_LT(rig.at(1).y * bend, -10.0);
      EXPECT_NEAR(rig.at(1).z, 0.0, 1e-3);
    }
  }
}

TEST(TwoBones, WithNothingToGoByTheyBendAboutTheirOwnFirstAxisAcross) {
  IkRig along_x = chain_of(mat4(1.0f), {{2, 0, 0}, {1, 0, 0}});  // x is along: z
  ASSERT_TRUE(along_x.solve({2, 0, 0}).reached);
  EXPECT_LT(along_x.at(1).y, -0.5);
  IkRig along_y = chain_of(mat4(1.0f), {{0, 2, 0}, {0, 1, 0}});  // x
  ASSERT_TRUE(along_y.solve({0, 2, 0}).reached);
  EXPECT_LT(along_y.at(1).z, -0.5);
}

TEST(TwoBones, OutOfReachTheyStretchOrFold) {
  IkRig far = arm();
  const IkResult stretched = far.solve({3, 4, 0});
  EXPECT_TRUE(stretched.valid);
  EXPECT_FALSE(stretched.reached);
  EXPECT_NEAR(stretched.residual, 2.0, 1e-6);
  expect_near(vec3(far.at(2)), dvec3(3, 4, 0) * 0.6, 1e-5);
  IkRig near = arm();
  const IkResult folded = near.solve({0, 0.25f, 0});
  EXPECT_FALSE(folded.reached);
  EXPECT_NEAR(folded.residual, 0.75, 1e-6);
  expect_near(vec3(near.at(2)), {0, 1, 0}, 1e-5);
  IkRig inside = arm();  // at the shoulder: no direction to go by
  EXPECT_NEAR(inside.solve({0, 0, 0}).residual, 1.0, 1e-6);
}

TEST(OneBone, PointsToTheTargetByTheSmallestTurn) {
  IkRig rig = chain_of(mat4(1.0f), {{2, 0, 0}});
  EXPECT_NEAR(rig.solve({0, 3, 0}).residual, 1.0, 1e-6);
  expect_near(rig.user[0], dmat4(rotation(90, {0, 0, 1})), 1e-6);
  EXPECT_TRUE(rig.solve({-2, 0, 0}).reached);
}

TEST(LongChains, ReachWhatIsWithinReachAndKeepTheirLengths) {
  for (const int bones : {3, 4, 7, 12, 25, 50}) {
    for (const float bend : {0.0f, 0.02f, 0.4f, 1.2f}) {
      Random random(static_cast<unsigned>(bones) + static_cast<unsigned>(bend * 100));
      double residual = 0.0, lengths = 0.0;
      for (int i = 0; i < 25; ++i) {
        IkRig rig = random_chain(random, bones, bend);
        const IkRig before = rig;
        const double length = rig.length(), hole = hole_of(rig);
        const dvec3 to = glm::normalize(dvec3(random.point(1)) + dvec3(0, 0, 1e-3));
        const double reach = hole + (length - hole) * random.number(0.02f, 0.995f);
        const IkResult result = rig.solve(vec3(rig.at(0) + to * reach));
        EXPECT_TRUE(result.valid && result.reached);
        const double missing = glm::length(rig.at(bones) - rig.at(0) - to * reach);
        EXPECT_NEAR(result.residual, missing, 1e-5 * length);
        residual = std::max(residual, missing / length);
        for (int j = 0; j < bones; ++j) {
          const double change = glm::length(rig.bone(j)) - glm::length(before.bone(j));
          lengths = std::max(lengths, std::abs(change) / length);
        }
        EXPECT_EQ(rig.user.back(), before.user.back()) << "the effector's own";
      }
      EXPECT_LT(residual, 1e-5) << bones << " bones, bend " << bend;  // asked for: 1e-4
      EXPECT_LT(lengths, 1e-6) << bones << " bones, bend " << bend;   // asked for: 1e-5
    }
  }
}

TEST(LongChains, StretchStraightToWhatIsTooFar) {
  for (const int bones : {3, 10, 50}) {
    Random random(static_cast<unsigned>(bones));
    for (int i = 0; i < 10; ++i) {
      IkRig rig = random_chain(random, bones, 1.0f);
      const double length = rig.length(), far = length * random.number(1.001f, 3.0f);
      const dvec3 to = glm::normalize(dvec3(random.point(1)) + dvec3(0, 0, 1e-3));
      const IkResult result = rig.solve(vec3(rig.at(0) + to * far));
      EXPECT_TRUE(result.valid);
      EXPECT_FALSE(result.reached);
      EXPECT_NEAR(result.residual, far - length, 1e-5 * length);
      for (int j = 0; j < bones; ++j) EXPECT_LT(angle_between(rig.bone(j), to), 1e-4);
    }
  }
}

TEST(LongChains, BendToThePole) {
  Random random(9);
  for (const int bones : {3, 6, 20}) {
    IkRig rig = random_chain(random, bones, 0.6f);
    const dvec3 root = rig.at(0), target = root + dvec3(0, 0, 0.6 * rig.length());
    ASSERT_TRUE(rig.solve(vec3(target), vec3(root + dvec3(5, 0, 1))).reached);
    dvec3 middle(0.0);
    for (int j = 1; j < bones; ++j) middle += rig.at(j) - root;
    EXPECT_GT(middle.x, 0.1);
    EXPECT_NEAR(middle.y, 0.0, 1e-4 * rig.length());
  }
}

TEST(IkChain, AlreadyThereNothingTurns) {
  for (const int bones : {2, 5, 50}) {
    Random random(static_cast<unsigned>(bones));
    IkRig rig = random_chain(random, bones, 0.5f);
    const IkRig before = rig;
    EXPECT_TRUE(rig.solve(vec3(rig.at(bones))).reached);
    for (const int j : rig.chain) EXPECT_LT(turned(before.user[idx(j)], rig.user[idx(j)]), 1e-5);
  }
}

TEST(IkChain, OnlyRotationsChange) {
  Random random(17);
  IkRig rig = random_chain(random, 4, 0.5f);
  for (mat4& ul : rig.user) {
    ul = to_matrix({random.point(0.2f), random.rotation(), vec3(1.3f, 0.8f, 1.1f)});
  }
  const IkRig before = rig;
  EXPECT_TRUE(rig.solve(vec3(rig.at(0) + dvec3(0.4, 0.9, -0.5))).reached);
  for (const int j : rig.chain) {
    const mat4 &was = before.user[idx(j)], &is = rig.user[idx(j)];
    EXPECT_EQ(was[3], is[3]);
    const dmat3 a{glm::mat3(was)}, b{glm::mat3(is)};
    const dmat3 stretch = glm::transpose(b) * b - glm::transpose(a) * a;
    for (int c = 0; c < 3; ++c) EXPECT_LT(glm::length(stretch[c]), 2e-6);
    EXPECT_GT(glm::determinant(b), 0.0);
  }
}

TEST(IkChain, JointsBetweenAreLeftAlone) {
  IkRig rig = chain_of(mat4(1.0f), {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}});
  rig.chain = {0, 2};  // 1 and 3 are twist joints
  rig.user[1] = rotation(30, {1, 0, 0});
  rig.user[3] = rotation(10, {0, 0, 1});
  const IkRig before = rig;
  EXPECT_TRUE(rig.solve({1, 2, 1}).reached);
  expect_near(vec3(rig.at(4)), {1, 2, 1}, 1e-5);
  EXPECT_EQ(rig.user[1], before.user[1]);
  EXPECT_EQ(rig.user[3], before.user[3]);
}

TEST(IkChain, BonesWithoutLengthAreNoObstacle) {
  IkRig two = chain_of(mat4(1.0f), {{0, 0, 0}, {1, 0, 0}});
  EXPECT_TRUE(two.solve({0, 0, 1}).reached);
  IkRig four = chain_of(mat4(1.0f), {{1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1, 0, 0}});
  EXPECT_TRUE(four.solve({1, 1, 1}).reached);
}

TEST(IkChain, BadInputWritesNothing) {
  const IkRig good = arm();
  const auto refused = [&](auto&& spoil) {
    IkRig rig = good;
    IkGoal goal{{1, 1, 1}};
    std::vector<IkJoint> joints;
    int effector = 2;
    spoil(rig, goal, joints, effector);
    const IkRig before = rig;
    const IkResult result =
        solve_ik(rig.parent, rig.base, rig.chain, effector, goal, joints, rig.user);
    bool same = true;
    for (std::size_t j = 0; j < rig.user.size(); ++j) {
      for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 4; ++r) {
          const float was = before.user[j][c][r], is = rig.user[j][c][r];
          same = same && (was == is || (was != was && is != is));
        }
      }
    }
    return !result.valid && !result.reached && same;
  };
  using Joints = std::vector<IkJoint>;
  EXPECT_FALSE(refused([](auto&...) {}));
  EXPECT_TRUE(refused([](IkRig&, IkGoal& g, Joints&, int&) { g.target.y = kNan; }));
  EXPECT_TRUE(refused([](IkRig&, IkGoal& g, Joints&, int&) { g.pole = vec3(0, kNan, 0); }));
  EXPECT_TRUE(refused([](IkRig& r, IkGoal&, Joints&, int&) { r.chain.clear(); }));
  EXPECT_TRUE(refused([](IkRig& r, IkGoal&, Joints&, int&) { r.chain = {1, 0}; }));
  EXPECT_TRUE(refused([](IkRig& r, IkGoal&, Joints&, int&) { r.chain = {0, 1, 2}; }));
  EXPECT_TRUE(refused([](IkRig& r, IkGoal&, Joints&, int&) { r.chain = {-1, 0}; }));
  EXPECT_TRUE(refused([](IkRig& r, IkGoal&, Joints&, int&) { r.parent[1] = -1; }));
  EXPECT_TRUE(refused([](IkRig&, IkGoal&, Joints&, int& e) { e = 3; }));
  EXPECT_TRUE(refused([](IkRig&, IkGoal&, Joints&, int& e) { e = -1; }));
  EXPECT_TRUE(refused([](IkRig&, IkGoal&, Joints& j, int&) { j.resize(1); }));
  EXPECT_TRUE(refused([](IkRig&, IkGoal&, Joints& j, int&) { j = {{-0.1f}, {}}; }));
  EXPECT_TRUE(refused([](IkRig&, IkGoal&, Joints& j, int&) { j = {{}, {0, kNan}}; }));
  EXPECT_TRUE(refused([](IkRig&, IkGoal&, Joints& j, int&) { j = {{1}, {1}}; }));
  EXPECT_TRUE(refused([](IkRig& r, IkGoal&, Joints&, int&) { r.user[1][0][0] = kNan; }));
  EXPECT_TRUE(refused([](IkRig& r, IkGoal&, Joints&, int&) { r.base[0][3][0] = kNan; }));
  EXPECT_TRUE(refused([](IkRig& r, IkGoal&, Joints&, int&) {
    r.base[1] = r.base[2] = mat4(1.0f);  // no length
  }));
}

}  // namespace
}  // namespace bindpose::test::ik_test

// One step of damped least squares against what it is by hand.
namespace bindpose::test::ik_damped_step_test {
namespace {

using ik::Chain;
using ik::Link;
using ik::StepBuffers;

// Bones along y, one at the end of the other.
Chain straight_chain(const std::vector<double>& bone, const std::vector<double>& freedom) {
  Chain chain;
  for (std::size_t k = 0; k < bone.size(); ++k) {
    Link link;
    link.bone = {0.0, bone[k], 0.0};
    link.freedom = freedom[k];
    if (k > 0) link.before.at = chain.link[k - 1].bone;
    chain.link.push_back(link);
  }
  chain.tip = chain.link.back().bone;
  update(chain);
  return chain;
}

// Radians from y towards x.
double turned(const Link& link) {
  const dvec3 y = link.turn[1];
  EXPECT_NEAR(y.z, 0.0, 1e-15);
  return std::atan2(y.x, y.y);
}

void step(Chain& chain, const dvec3& goal, double damping) {
  StepBuffers buffers(chain.link.size());
  damped_step(chain, goal, damping, buffers);
}

// J J^T of a bone of length a along y is a^2 across it and 0 along it: 2/3 a^2 in the mean, so that
// a goal that is r away across is answered by r a / (a^2 + 2/3 damping a^2).
TEST(DampedStep, OfOneBoneIsTheClosedForm) {
  for (const double damping : {0.0, 0.1, 0.5, 3.0}) {
    for (const double length : {0.02, 2.0, 500.0}) {
      Chain chain = straight_chain({length}, {1.0});
      const double away = 0.15 * length;
      step(chain, {away, length, 0.0}, damping);
      EXPECT_NEAR(turned(chain.link[0]), 0.15 / (1.0 + damping * 2.0 / 3.0), 1e-12)
          << "damping " << damping << ", length " << length;
    }
  }
}

// Two bones of 1: arms of 2 and 1, sum f a^2 = 4 + 1/4 across. Each turns by f a of the same pull.
TEST(DampedStep, SharesOutByArmAndFreedom) {
  Chain chain = straight_chain({1.0, 1.0}, {1.0, 0.25});
  const double damping = 0.3, away = 0.1;
  step(chain, {away, 2.0, 0.0}, damping);
  const double pull = away / (4.25 * (1.0 + damping * 2.0 / 3.0));
  EXPECT_NEAR(turned(chain.link[0]), 2.0 * pull, 1e-12);
  EXPECT_NEAR(turned(chain.link[1]), 0.25 * pull, 1e-12);
  // And the chain is where these turns have it.
  const double first = 2.0 * pull, second = first + 0.25 * pull;
  expect_near(vec3(chain.effector),
              {std::sin(first) + std::sin(second), std::cos(first) + std::cos(second), 0.0}, 1e-6);
}

TEST(DampedStep, IsMadeShorterAlike) {
  Chain chain = straight_chain({1.0, 1.0}, {1.0, 0.25});
  step(chain, {40.0, 2.0, 0.0}, 0.3);
  EXPECT_NEAR(turned(chain.link[0]), 0.5, 1e-12);
  EXPECT_NEAR(turned(chain.link[1]), 0.5 / 8.0, 1e-12);
}

}  // namespace
}  // namespace bindpose::test::ik_damped_step_test
