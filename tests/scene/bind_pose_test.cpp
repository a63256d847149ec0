// The bind pose that a model's skins say together.
#include <gtest/gtest.h>

#include <algorithm>

#include "scene/model.h"
#include "test_model.h"

namespace bindpose::tests::bind_pose_test {
namespace {

float largest_departure_from_identity(const Model& model, const Scene& scene) {
  float worst = 0.0f;
  for (const auto& palette : evaluate(scene).palette) {
    for (const mat4& t : palette) worst = std::max(worst, max_difference(t, mat4(1.0f)));
  }
  EXPECT_FALSE(model.meshes.empty());
  return worst;
}

TEST(BindPose, MakesEverySkinMatrixTheIdentity) {
  const auto model = random_model(1, 60);
  Scene scene = make_scene(model);
  EXPECT_GT(largest_departure_from_identity(*model, scene), 0.1f)
      << "rest must differ from bind here";
  scene.pose.base = BasePose::Bind;
  EXPECT_LT(largest_departure_from_identity(*model, scene), 2e-5f);
}

TEST(BindPose, DoesNotDriftAlongALongChain) {
  std::mt19937 rng(2);
  std::vector<RawJoint> raw;
  Model model;
  Mesh mesh;
  mesh.file_binding.skin.skinned = true;
  Transform world;
  for (int j = 0; j < 1000; ++j) {
    raw.push_back({"j" + std::to_string(j), j - 1, random_affine(rng), true});
    world.q = glm::normalize(world.q * rotation_from_degrees(random_vec(rng, 20.0f)));
    world.t += world.q * vec3(0.01f, 0.0f, 0.0f);
    mesh.file_binding.skin.joint.push_back(j);
    mesh.file_binding.skin.bind.push_back(to_matrix(world));
    mesh.file_binding.skin.inverse_bind.push_back(inverse_affine(to_matrix(world)));
  }
  model.skeleton = build_skeleton(raw).skeleton;
  model.meshes.push_back(mesh);
  derive_bind_pose(model);
  const auto shared = std::make_shared<const Model>(model);
  Scene scene = make_scene(shared);
  scene.pose.base = BasePose::Bind;
  EXPECT_LT(largest_departure_from_identity(*shared, scene), 2e-6f);
}

TEST(BindPose, JointsThatNoSkinNamesKeepTheirRestLocal) {
  auto model = random_model(3, 12);
  for (Mesh& mesh : model->meshes) {
    mesh.file_binding.skin.joint = {4};
    mesh.file_binding.skin.bind.resize(1);
    mesh.file_binding.skin.inverse_bind.resize(1);
  }
  derive_bind_pose(*model);
  for (std::size_t j = 0; j < 12; ++j) {
    EXPECT_EQ(model->has_bind[j], j == 4 ? 1 : 0);
    if (j == 4) continue;
    EXPECT_EQ(model->bind_local[j], model->skeleton.rest_local[j]);
  }
}

TEST(BindPose, RigidMeshesGiveNone) {
  auto model = random_model(4, 8, 1);
  model->meshes[0].file_binding.skin.skinned = false;
  derive_bind_pose(*model);
  EXPECT_EQ(model->bind_local, model->skeleton.rest_local);
}

TEST(BindPose, TheLargerMeshWinsAndTheDisagreementIsReported) {
  auto model = random_model(5, 9);
  Mesh& loser = model->meshes[1];
  loser.position.pop_back();
  const int joint = loser.file_binding.skin.joint[2];
  loser.file_binding.skin.bind[2][3] += vec4(1.0f, 0.0f, 0.0f, 0.0f);
  const mat4 winner = model->meshes[0].file_binding.skin.bind[static_cast<std::size_t>(joint)];
  derive_bind_pose(*model);
  ASSERT_EQ(model->report.size(), 1u);
  EXPECT_EQ(model->report[0].joint, joint);
  EXPECT_EQ(model->report[0].mesh, 1);
  EXPECT_EQ(model->report[0].severity, Severity::Warning);
  EXPECT_NE(model->report[0].message.find(model->skeleton.name[static_cast<std::size_t>(joint)]),
            std::string::npos);
  std::vector<mat4> world(9);
  bind_from_locals(model->skeleton.parent, model->bind_local, world);
  EXPECT_LT(max_difference(world[static_cast<std::size_t>(joint)], winner), 1e-5f);
}

// A skin in centimetres and one in metres: what counts is how long the axes are.
TEST(BindPose, DisagreementIsRelativeToTheAxes) {
  const auto reported = [](float scale, float off) {
    auto model = random_model(5, 9);
    for (Mesh& mesh : model->meshes) {
      for (mat4& bind : mesh.file_binding.skin.bind)
        bind = mat4(1.0f), bind[0] *= scale, bind[1] *= scale, bind[2] *= scale;
    }
    model->meshes[1].position.pop_back();
    model->meshes[1].file_binding.skin.bind[2][0] *= 1.0f + off;
    derive_bind_pose(*model);
    return model->report.size();
  };
  for (const float scale : {0.001f, 1.0f, 1000.0f}) {
    EXPECT_EQ(reported(scale, 5e-4f), 0u) << scale;
    EXPECT_EQ(reported(scale, 5e-3f), 1u) << scale;
  }
}

}  // namespace
}  // namespace bindpose::tests::bind_pose_test
