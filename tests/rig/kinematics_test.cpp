#include "rig/kinematics.h"

#include <cmath>

#include "rig/fixtures.h"

namespace bindpose::test::kinematics_test {
namespace {

std::size_t idx(int i) {
  return static_cast<std::size_t>(i);
}

// A random pose in which every relation can be checked against products in double.
struct Pose {
  std::vector<int> parent;
  std::vector<mat4> base_local, user_local, local, world, bind;
  std::vector<dmat4> world_in_double;

  explicit Pose(unsigned seed, int count = 64) {
    Random random(seed);
    parent = random_parents(random, count);
    for (int j = 0; j < count; ++j) {
      base_local.push_back(random.affine());
      user_local.push_back(random.affine());
      bind.push_back(random.affine());
    }
    local.resize(idx(count));
    world.resize(idx(count));
    compose_local(base_local, user_local, all(), local);
    forward_kinematics(parent, local, all(), world);
    for (std::size_t j = 0; j < parent.size(); ++j) {
      const dmat4 up = parent[j] < 0 ? dmat4(1.0) : world_in_double[idx(parent[j])];
      world_in_double.push_back(up * dmat4(base_local[j]) * dmat4(user_local[j]));
    }
  }
  JointRange all() const { return {0, static_cast<int>(parent.size())}; }
  mat4 parent_world(std::size_t j) const {
    return parent[j] < 0 ? mat4(1.0f) : world[idx(parent[j])];
  }
};

void expect_all_near(std::span<const mat4> actual, std::span<const mat4> expected,
                     double tolerance = 1e-5) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t j = 0; j < actual.size(); ++j) {
    SCOPED_TRACE(j);
    expect_near(actual[j], dmat4(expected[j]), tolerance);
  }
}

// Shoulder at (1, 0, 0), elbow 2 further along x, hand 1 further.
const std::vector<int> kArm{-1, 0, 1};
const std::vector<mat4> kArmLocal{translation({1, 0, 0}), translation({2, 0, 0}),
                                  translation({1, 0, 0})};

std::vector<mat4> posed_arm(const mat4& shoulder, const mat4& elbow) {
  const std::vector<mat4> user{shoulder, elbow, mat4(1.0f)};
  std::vector<mat4> world(3);
  forward_kinematics(kArm, kArmLocal, user, {0, 3}, world);
  return world;
}

TEST(ForwardKinematics, ABentArmReachesWhereTrigonometrySays) {
  const auto world = posed_arm(rotation(30, {0, 0, 1}), rotation(45, {0, 0, 1}));
  const double a = glm::radians(30.0), b = glm::radians(75.0);
  expect_near(vec3(world[1][3]), {1 + 2 * std::cos(a), 2 * std::sin(a), 0}, 1e-6);
  expect_near(vec3(world[2][3]),
              {1 + 2 * std::cos(a) + std::cos(b), 2 * std::sin(a) + std::sin(b), 0}, 1e-6);
}

TEST(ForwardKinematics, ScaleOfAJointReachesItsChildren) {
  const auto world = posed_arm(scaling({2, 1, 1}), rotation(90, {0, 0, 1}));
  expect_near(vec3(world[1][3]), {5, 0, 0}, 1e-6);  // twice the upper arm
  expect_near(vec3(world[2][3]), {5, 1, 0}, 1e-6);  // turned out of the scaled axis
  // The elbow's frame is scaled along the world's x: its own y axis, turned to -x, is stretched.
  expect_near(vec3(world[1][1]), {-2, 0, 0}, 1e-6);
}

TEST(ForwardKinematics, AMirroredShoulderBendsTheOtherWay) {
  const auto world = posed_arm(scaling({1, -1, 1}), rotation(90, {0, 0, 1}));
  expect_near(vec3(world[2][3]), {3, -1, 0}, 1e-6);
}

TEST(ForwardKinematics, AgreesWithDoubleOnRandomTrees) {
  const Pose pose(11);
  std::vector<mat4> from_factors(pose.world.size());
  forward_kinematics(pose.parent, pose.base_local, pose.user_local, pose.all(), from_factors);
  for (std::size_t j = 0; j < pose.world.size(); ++j) {
    expect_near(pose.world[j], pose.world_in_double[j]);
    expect_near(from_factors[j], pose.world_in_double[j]);
  }
}

TEST(ForwardKinematics, ARangeIsAllThatIsWritten) {
  const std::vector<RawJoint> raw{{"root", -1}, {"left", 0}, {"hand", 1}, {"right", 0}};
  const Skeleton s = build_skeleton(raw).skeleton;
  const std::vector<mat4> local(4, translation({1, 0, 0}));
  const mat4 untouched(7.0f);
  std::vector<mat4> world{translation({10, 0, 0}), untouched, untouched, untouched};
  forward_kinematics(s.parent, local, subtree(s, 1), world);
  EXPECT_EQ(world[0], translation({10, 0, 0}));
  EXPECT_EQ(world[1], translation({11, 0, 0}));
  EXPECT_EQ(world[2], translation({12, 0, 0}));
  EXPECT_EQ(world[3], untouched);
  EXPECT_EQ(all_joints(s).last, 4);

  std::vector<mat4> out(4, untouched);
  compose_local(local, local, subtree(s, 1), out);
  EXPECT_EQ(out[0], untouched);
  EXPECT_EQ(out[2], translation({2, 0, 0}));
  EXPECT_EQ(out[3], untouched);
}

TEST(Relations, BindFromLocalsAndBack) {
  const Pose pose(12);
  std::vector<mat4> bind(64), back(64), again(64);
  bind_from_locals(pose.parent, pose.base_local, bind);
  for (std::size_t j = 0; j < 64; ++j) {
    const dmat4 up = pose.parent[j] < 0 ? dmat4(1.0) : dmat4(bind[idx(pose.parent[j])]);
    expect_near(bind[j], up * dmat4(pose.base_local[j]));
  }
  locals_from_bind(pose.parent, bind, back);
  expect_all_near(back, pose.base_local, 1e-4);
  bind_from_locals(pose.parent, back, again);
  expect_all_near(again, bind, 1e-4);
  locals_from_bind(pose.parent, again, again);  // in place
  expect_all_near(again, pose.base_local, 1e-3);
}

TEST(Relations, SkinFromWorldsAloneAndWorldBack) {
  const Pose pose(13);
  std::vector<mat4> skin(64), world(64);
  skin_from_worlds(pose.world, pose.bind, skin);
  for (std::size_t j = 0; j < 64; ++j) {
    expect_near(skin[j], dmat4(pose.world[j]) * glm::inverse(dmat4(pose.bind[j])));
  }
  world_from_skin(skin, pose.bind, world);
  expect_all_near(world, pose.world, 1e-4);
}

TEST(Relations, ThePaletteGathersAndIsTheIdentityInTheBindPose) {
  const Pose pose(14);
  const std::vector<int> joint{5, 0, 63, 17};
  std::vector<mat4> inverse_bind, palette(4), expected(64);
  for (const int j : joint) inverse_bind.push_back(inverse_affine(pose.bind[idx(j)]));
  skin_matrices(joint, pose.world, inverse_bind, palette);
  skin_from_worlds(pose.world, pose.bind, expected);
  for (std::size_t s = 0; s < 4; ++s) {
    expect_near(palette[s], dmat4(expected[idx(joint[s])]));
  }
  skin_matrices(joint, pose.bind, inverse_bind, palette);
  for (const mat4& t : palette) expect_near(t, dmat4(1.0));
}

TEST(Relations, UserLocalFromWorldPutsTheJointThere) {
  Pose pose(15);
  for (std::size_t j = 0; j < 64; ++j) {
    const mat4 up = pose.parent_world(j);
    expect_near(user_local_from_world(up, pose.base_local[j], pose.world[j]),
                dmat4(pose.user_local[j]), 1e-4);
  }
  const mat4 goal = rotation(40, {0, 1, 0}) * translation({3, 2, 1});
  pose.user_local[9] = user_local_from_world(pose.parent_world(9), pose.base_local[9], goal);
  forward_kinematics(pose.parent, pose.base_local, pose.user_local, pose.all(), pose.world);
  expect_near(pose.world[9], dmat4(goal), 1e-4);
}

TEST(Relations, ALocalIncrementActsInTheJointsOwnFrame) {
  Pose pose(16);
  const mat4 before = pose.world[9];
  const mat4 turn = rotation(25, {1, 0, 0});
  pose.user_local[9] = user_local_times_local(pose.user_local[9], turn);
  forward_kinematics(pose.parent, pose.base_local, pose.user_local, pose.all(), pose.world);
  expect_near(pose.world[9], dmat4(before) * dmat4(turn));
}

TEST(Relations, AWorldIncrementActsInWorldSpace) {
  Pose pose(17);
  const mat4 before = pose.world[9];
  const mat4 move = rotation(25, {1, 0, 0}) * translation({1, 2, 3});
  pose.user_local[9] =
      user_local_times_world(pose.parent_world(9), pose.base_local[9], before, move);
  forward_kinematics(pose.parent, pose.base_local, pose.user_local, pose.all(), pose.world);
  expect_near(pose.world[9], dmat4(move) * dmat4(before), 1e-4);
}

}  // namespace
}  // namespace bindpose::test::kinematics_test
