#include "rig/rigid.h"

#include <cmath>

#include "rig/fixtures.h"
#include "rig/kinematics.h"

namespace bindpose::test::rigid_test {
namespace {

struct RigidPose {
  std::vector<int> parent;
  std::vector<vec3> center;
  std::vector<quat> rotation;
  std::vector<mat4> bind, world;
};

// Rigid bind poses; every joint turned about its centre, which stays joined to its parent: in the
// matrix form L = B_p^-1 B and Ul = R_B^-1 q R_B.
RigidPose random_rigid_pose(unsigned seed, int count) {
  Random random(seed);
  RigidPose pose;
  pose.parent = random_parents(random, count);
  const auto n = static_cast<std::size_t>(count);
  std::vector<mat4> base(n), user(n);
  pose.bind.resize(n);
  pose.world.resize(n);
  for (std::size_t j = 0; j < n; ++j) {
    pose.bind[j] = random.rigid();
    pose.center.push_back(vec3(pose.bind[j][3]));
    pose.rotation.push_back(random.rotation());
    const mat3 axes(pose.bind[j]);
    user[j] = mat4(glm::transpose(axes) * glm::mat3_cast(pose.rotation[j]) * axes);
  }
  locals_from_bind(pose.parent, pose.bind, base);
  forward_kinematics(pose.parent, base, user, {0, count}, pose.world);
  return pose;
}

TEST(Rigid, AQuarterTurnOfTheElbow) {
  const std::vector<int> parent{-1, 0};
  const std::vector<vec3> center{{0, 0, 0}, {1, 0, 0}};
  const std::vector<quat> rotation{quat(1, 0, 0, 0), rotation_from_degrees({0, 0, 90})};
  std::vector<RigidBone> bone(2);
  rigid_forward_kinematics(parent, center, rotation, bone);
  expect_near(bone[1].q * vec3(2, 0, 0) + bone[1].t, {1, 1, 0}, 1e-6);
  expect_near(bone[1].q * center[1] + bone[1].t, {1, 0, 0}, 1e-6);
  expect_near(vec3(to_matrix(bone[1]) * vec4(2, 0, 0, 1)), {1, 1, 0}, 1e-6);
}

TEST(Rigid, RecursionAgreesWithTheMatrixForm) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const RigidPose pose = random_rigid_pose(seed, 64);
    std::vector<RigidBone> bone(64);
    std::vector<mat4> skin(64);
    rigid_forward_kinematics(pose.parent, pose.center, pose.rotation, bone);
    skin_from_worlds(pose.world, pose.bind, skin);
    for (std::size_t j = 0; j < 64; ++j) {
      expect_near(to_matrix(bone[j]), dmat4(skin[j]), 1e-5);
    }
    EXPECT_LT(rigid_defect(pose.parent, pose.world, pose.bind, 2.0f), 1e-5f);
  }
}

TEST(Rigid, RelativeRotationsAreFoundInTheMatrices) {
  const RigidPose pose = random_rigid_pose(42, 64);
  std::vector<quat> found(64);
  relative_rotations(pose.parent, pose.world, pose.bind, found);
  for (std::size_t j = 0; j < 64; ++j) {
    EXPECT_NEAR(std::abs(glm::dot(found[j], pose.rotation[j])), 1.0f, 1e-5f);
  }
}

TEST(Screw, IsWhatTheMatrixDoes) {
  Random random(9);
  for (int k = 0; k < 200; ++k) {
    const mat4 t = random.rigid();
    const Screw s = screw_of(t);
    EXPECT_GE(s.angle, 0.0);
    EXPECT_LE(s.angle, glm::radians(180.0) + 1e-9);
    EXPECT_NEAR(glm::length(s.axis), 1.0, 1e-9);
    EXPECT_NEAR(glm::dot(s.center, s.axis), 0.0, 1e-5 * (1.0 + glm::length(s.center)))
        << "the point of the line nearest the origin";
    // Turned about the line and slid along it, any point is where the matrix puts it.
    const dmat3 turn(glm::rotate(dmat4(1.0), s.angle, s.axis));
    for (int i = 0; i < 3; ++i) {
      const vec3 p = random.point(2);
      const dvec3 moved = s.center + turn * (dvec3(p) - s.center) + s.slide * s.axis;
      expect_near(vec3(t * vec4(p, 1.0f)), moved, 2e-5 * (1.0 + glm::length(s.center)));
    }
  }
}

TEST(Screw, TurnsSlidesAndWhatDoesNotMove) {
  const mat4 about = translation({3, 1, 0}) * rotation(-90, {0, 0, 1}) * translation({-3, -1, 0});
  const Screw turn = screw_of(translation({0, 0, 0.25f}) * about);
  EXPECT_NEAR(turn.angle, glm::radians(90.0), 1e-6);
  expect_near(vec3(turn.axis), {0, 0, -1}, 1e-6);
  expect_near(vec3(turn.center), {3, 1, 0}, 1e-5);
  EXPECT_NEAR(turn.slide, -0.25, 1e-6);
  EXPECT_NEAR(screw_of(rotation(180, {0, 1, 0})).angle, glm::radians(180.0), 1e-6);

  const Screw slide = screw_of(translation({0, -2, 0}));
  EXPECT_EQ(slide.angle, 0.0);
  EXPECT_EQ(slide.slide, 2.0);
  expect_near(vec3(slide.axis), {0, -1, 0}, 0.0);
  const Screw rest = screw_of(mat4(1.0f));
  EXPECT_EQ(rest.slide, 0.0);
  expect_near(vec3(rest.axis), {0, 0, 0}, 0.0);
  EXPECT_EQ(screw_of(mat4(NAN)).angle, 0.0);
}

TEST(Rigid, DefectNamesScaleMirrorAndJointsThatLeft) {
  const std::vector<int> parent{-1, 0};
  const std::vector<mat4> bind{mat4(1.0f), translation({1, 0, 0})};
  std::vector<mat4> world = bind;
  EXPECT_EQ(rigid_defect(parent, world, bind, 1.0f), 0.0f);
  world[1] = bind[1] * scaling({1.5f, 1, 1});
  EXPECT_NEAR(rigid_defect(parent, world, bind, 1.0f), 1.25f, 1e-6f);
  world[1] = bind[1] * scaling({-1, 1, 1});
  EXPECT_NEAR(rigid_defect(parent, world, bind, 1.0f), 2.0f, 1e-6f);
  world[1] = translation({1, 0, 0.5f});
  EXPECT_NEAR(rigid_defect(parent, world, bind, 5.0f), 0.1f, 1e-6f);
}

}  // namespace
}  // namespace bindpose::test::rigid_test
