// The numbers of the formulas: what the frame has, and what it says in words.
#include "scene/formula.h"

#include <gtest/gtest.h>

#include <cmath>

#include "test_model.h"

namespace bindpose::tests::formula_test {
namespace {

Scene posed_scene(unsigned seed, int joints = 20) {
  std::mt19937 rng(seed);
  Scene scene = make_scene(random_model(seed, joints));
  for (mat4& u : scene.pose.user_local) u = random_affine(rng);
  return scene;
}

TEST(Formula, FactorsAreTheFramesOwnMatricesAndMultiplyToIt) {
  const Scene scene = posed_scene(3);
  const PosedScene posed = evaluate(scene);
  for (int j = 0; j < 20; ++j) {
    const JointFactors f = joint_factors(scene, posed, j);
    EXPECT_EQ(f.world, posed.world[static_cast<std::size_t>(j)]);
    EXPECT_EQ(f.base_local, posed.base_local[static_cast<std::size_t>(j)]);
    const float size = 1.0f + glm::length(vec3(f.world[3]));
    EXPECT_LT(max_difference(f.parent_world * f.base_local * f.user_local, f.world), 1e-5f * size);
  }
}

TEST(Formula, TheEditFromTheLeftGivesTheSameWorldAndTurnsAboutTheJoint) {
  Scene scene = posed_scene(6);
  const glm::quat turn = glm::angleAxis(0.7f, glm::normalize(vec3(1.0f, -2.0f, 0.5f)));
  scene.pose.user_local[19] = glm::mat4_cast(turn);
  const PosedScene posed = evaluate(scene);
  const JointFactors f = joint_factors(scene, posed, 19);
  const std::optional<mat4> u = world_increment(f);
  ASSERT_TRUE(u);
  const mat4 frame = f.parent_world * f.base_local;
  const float size = 1.0f + glm::length(vec3(f.world[3]));
  EXPECT_LT(max_difference(*u * frame, f.world), 2e-4f * size);
  EXPECT_GT(max_difference(*u, f.user_local), 1e-2f) << "not the same matrix as from the right";
  // The joint stays where it stands, and so does what lies on the turn's axis.
  const vec3 on_axis = frame * vec4(3.0f * glm::axis(turn), 1.0f);
  EXPECT_LT(glm::distance(vec3(*u * frame[3]), vec3(frame[3])), 2e-4f * size);
  EXPECT_LT(glm::distance(vec3(*u * vec4(on_axis, 1.0f)), on_axis), 2e-3f * size);

  JointFactors flat = f;
  flat.base_local = glm::scale(mat4(1.0f), vec3(1.0f, 0.0f, 1.0f));
  EXPECT_FALSE(world_increment(flat)) << "nothing leads back from a plane";
}

TEST(Formula, TheChainLeadsFromTheRootToTheJoint) {
  const Scene scene = posed_scene(4);
  const PosedScene posed = evaluate(scene);
  const Skeleton& s = scene.model->skeleton;
  const auto chain = chain_to(scene, posed, 19);
  EXPECT_EQ(s.parent[static_cast<std::size_t>(chain.front().joint)], kNoParent);
  EXPECT_EQ(chain.back().joint, 19);
  EXPECT_GT(chain.size(), 2u) << "too short to prove anything";
  glm::dmat4 product(1.0);
  for (std::size_t k = 0; k < chain.size(); ++k) {
    EXPECT_EQ(chain[k].parent, k > 0 ? chain[k - 1].joint : kNoParent);
    product = product * glm::dmat4(chain[k].base_local) * glm::dmat4(chain[k].user_local);
    const float size = 1.0f + glm::length(vec3(chain[k].world[3]));
    EXPECT_LT(max_difference(mat4(product), chain[k].world), 1e-5f * size) << k;
  }
}

TEST(Formula, SkinMatricesAreThePalettes) {
  const Scene scene = posed_scene(5);
  const PosedScene posed = evaluate(scene);
  EXPECT_EQ(meshes_of_joint(scene, 0), std::vector<int>{0}) << "the first slot counts";
  EXPECT_EQ(meshes_of_joint(scene, 3), std::vector<int>{0});
  EXPECT_EQ(meshes_of_joint(scene, 4), (std::vector<int>{0, 1}));
  const int slot = find_slot(binding_of(scene, 1).skin, 4);
  const SkinFactors f = skin_factors(scene, posed, 1, slot);
  EXPECT_EQ(f.skin, posed.palette[1][static_cast<std::size_t>(slot)]);
  EXPECT_LT(max_difference(f.world * f.inverse_bind, f.skin), 1e-4f);
  EXPECT_LT(max_difference(f.bind * f.inverse_bind, mat4(1.0f)), 1e-4f);
}

// Two bones of length 1 along x, the second turned by 90 degrees about z: by hand.
Scene elbow(const mat4& at_elbow) {
  auto model = std::make_shared<Model>();
  const mat4 step = to_matrix(Transform{vec3(1, 0, 0), {}, vec3(1.0f)});
  model->skeleton =
      build_skeleton(std::vector<RawJoint>{{"a", -1, mat4(1.0f), true}, {"b", 0, step, true}})
          .skeleton;
  Mesh mesh;
  mesh.file_binding.skin = {{0, 1}, {mat4(1.0f), step}, {mat4(1.0f), inverse_affine(step)}};
  mesh.file_binding.skin.skinned = true;
  model->meshes.push_back(mesh);
  derive_bind_pose(*model);
  Scene scene = make_scene(model);
  scene.pose.user_local[1] = at_elbow;
  return scene;
}

TEST(Formula, TheRigidFormOfAnElbowIsThatOfTheBook) {
  const Scene scene =
      elbow(to_matrix(Transform{vec3(0), rotation_from_degrees({0, 0, 90}), vec3(1.0f)}));
  const RigidFactors r = rigid_factors(scene, evaluate(scene), 1);
  const float h = std::sqrt(0.5f);
  EXPECT_NEAR(r.bone.q.w, h, 1e-6f);
  EXPECT_NEAR(r.bone.q.z, h, 1e-6f);
  EXPECT_EQ(r.center, vec3(1, 0, 0));
  // x - Q x = (1, 0, 0) - (0, 1, 0).
  EXPECT_LT(glm::length(r.bone.t - vec3(1, -1, 0)), 1e-6f);
  EXPECT_LT(glm::length(r.bone.t - (r.parent.t + r.parent.q * r.center - r.bone.q * r.center)),
            1e-6f);
  EXPECT_LT(glm::length(vec4(r.relative.x, r.relative.y, r.relative.z - h, r.relative.w - h)),
            1e-6f);
  EXPECT_LT(r.stretch, kRigidStretch);
  EXPECT_LT(r.gap, kRigidGap * r.reach);
}

// A parent that is not bound at the origin: both T_j carry the joint between them to one place.
TEST(Formula, TheRigidFormHoldsBelowAParentThatIsBoundTurned) {
  const auto step = [](const vec3& t, const vec3& degrees) {
    return to_matrix(Transform{t, rotation_from_degrees(degrees), vec3(1.0f)});
  };
  auto model = std::make_shared<Model>();
  const std::vector<RawJoint> joints{{"root", -1, mat4(1.0f), true},
                                     {"upper", 0, step({1, 2, 0}, {30, 0, 60}), true},
                                     {"lower", 1, step({0, 1, 0.5f}, {0, 40, 0}), true}};
  model->skeleton = build_skeleton(joints).skeleton;
  model->bind_local = model->skeleton.rest_local;
  model->has_bind.assign(3, 1);
  Scene scene = make_scene(model);
  scene.pose.user_local[1] = step({0, 0, 0}, {0, 50, 20});
  scene.pose.user_local[2] = step({0, 0, 0}, {70, 0, 0});
  const RigidFactors r = rigid_factors(scene, evaluate(scene), 2);
  EXPECT_LT(r.stretch, 1e-5f);
  EXPECT_LT(r.gap, 1e-5f);
  EXPECT_GT(r.reach, 1.0f);
  const mat4 bind = model->bind_local[1],
             parent = bind * scene.pose.user_local[1] * inverse_affine(bind);
  EXPECT_LT(glm::length(r.parent.t - vec3(parent[3])), 1e-5f);
  EXPECT_LT(glm::length(r.parent.q * vec3(1, 2, 3) - mat3(parent) * vec3(1, 2, 3)), 1e-5f);
}

TEST(Formula, TheRigidFormSaysWhereItDoesNotHold) {
  const Scene stretched = elbow(to_matrix(Transform{vec3(0), {}, vec3(1, 2, 1)}));
  EXPECT_NEAR(rigid_factors(stretched, evaluate(stretched), 1).stretch, 3.0f, 1e-5f);
  EXPECT_LT(rigid_factors(stretched, evaluate(stretched), 0).stretch, 1e-6f);
  const Scene pulled = elbow(to_matrix(Transform{vec3(0.5f, 0, 0), {}, vec3(1.0f)}));
  const RigidFactors r = rigid_factors(pulled, evaluate(pulled), 1);
  EXPECT_LT(r.stretch, 1e-6f);
  EXPECT_NEAR(r.gap, 0.5f, 1e-6f);
  EXPECT_GT(r.gap, kRigidGap * r.reach);
}

TEST(Formula, PartsReadBackAngleAxisAndScale) {
  const vec3 axis = glm::normalize(vec3(1, -2, 0.5f));
  for (const float degrees : {0.01f, 30.0f, 90.0f, 179.9f}) {
    const mat4 m = to_matrix(
        Transform{vec3(1, 2, 3), glm::angleAxis(glm::radians(degrees), axis), vec3(2, 1, 3)});
    const MatrixParts p = parts_of(m);
    EXPECT_NEAR(p.degrees, degrees, 1e-2f);
    if (degrees > 1.0f) {
      EXPECT_LT(glm::length(p.axis - axis), 1e-3f) << degrees;
    }
    EXPECT_LT(glm::length(p.scale - vec3(2, 1, 3)), 1e-4f);
    EXPECT_EQ(p.translation, vec3(1, 2, 3));
    EXPECT_FALSE(p.sheared);
  }
  // Never more than half a turn: 270 degrees about z are 90 about -z.
  const AxisAngle back = axis_angle(glm::angleAxis(glm::radians(270.0f), vec3(0, 0, 1)));
  EXPECT_NEAR(back.degrees, 90.0f, 1e-3f);
  EXPECT_NEAR(back.axis.z, -1.0f, 1e-5f);
  mat4 shear(1.0f);
  shear[1][0] = 0.5f;
  EXPECT_TRUE(parts_of(shear).sheared);
}

TEST(Formula, WordsSayWhatAPersonWouldSay) {
  const auto words = [](const Transform& t) { return in_words(parts_of(to_matrix(t))); };
  EXPECT_EQ(words({}),
            (std::vector<std::string>{"Does not move.", "Does not turn.", "Does not scale."}));
  EXPECT_EQ(
      words({vec3(0, 1.25f, -3), rotation_from_degrees({0, 0, 30}), vec3(2.0f)}),
      (std::vector<std::string>{"Sends the origin to (0, 1.25, -3).",
                                "Turns 30\xC2\xB0 about (0, 0, 1), the z axis.", "Scales by 2."}));
  EXPECT_EQ(words({vec3(0), rotation_from_degrees({-45, 0, 0}), vec3(1, 2, 1)})[1],
            "Turns 45\xC2\xB0 about (-1, 0, 0), the negative x axis.");
  EXPECT_EQ(words({vec3(0, 1, 0)})[0], "Moves by (0, 1, 0).");
  EXPECT_EQ(words({vec3(0), {}, vec3(2.0f)})[0], "Leaves the origin.");
  // A quarter turn about the upright line through (1, 0, 0), and up by 2.
  EXPECT_EQ(words({vec3(1, 2, 1), rotation_from_degrees({0, 90, 0})}),
            (std::vector<std::string>{
                "Sends the origin to (1, 2, 1).", "Turns 90\xC2\xB0 about (0, 1, 0), the y axis.",
                "Does not scale.", "In one: about the line through (1, 0, 0), and 2 along it."}));
  EXPECT_EQ(words({vec3(0), {}, vec3(1, 2, 0.5f)})[2], "Scales by (1, 2, 0.5) along its axes.");
  EXPECT_EQ(words({vec3(0), {}, vec3(-1, 1, 1)})[2], "Mirrors; keeps sizes.");
  mat4 shear(1.0f);
  shear[1][0] = 0.5f;
  EXPECT_EQ(in_words(parts_of(shear)).size(), 4u);
}

TEST(Formula, RowsReadAsTheyAreWrittenByMatrices) {
  mat4 m(1.0f);
  m[3] = vec4(0.1f, -2.5f, 1e-9f, 1.0f);
  EXPECT_EQ(rows_text(m),
            "[[1.0, 0.0, 0.0, 0.1],\n [0.0, 1.0, 0.0, -2.5],\n [0.0, 0.0, 1.0, 1e-09],\n"
            " [0.0, 0.0, 0.0, 1.0]]\n");
}

}  // namespace
}  // namespace bindpose::tests::formula_test
