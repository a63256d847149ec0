#include "scene/scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "test_model.h"

namespace bindpose::tests::scene_test {
namespace {

bool same_bits(const std::vector<mat4>& a, const std::vector<mat4>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(mat4)) == 0;
}

TEST(Evaluate, IsTheProductOfMatricesUpTheTree) {
  const auto model = random_model(10, 25);
  std::mt19937 rng(11);
  Scene scene = make_scene(model);
  for (mat4& u : scene.pose.user_local) u = random_affine(rng);
  const PosedScene posed = evaluate(scene);
  for (int j = 0; j < 25; ++j) {
    glm::dmat4 world(1.0);
    for (int k = j; k >= 0; k = model->skeleton.parent[static_cast<std::size_t>(k)]) {
      const auto i = static_cast<std::size_t>(k);
      world =
          glm::dmat4(model->skeleton.rest_local[i]) * glm::dmat4(scene.pose.user_local[i]) * world;
    }
    const mat4 expected(world);
    const float size = std::max(1.0f, glm::length(vec3(expected[3])));
    EXPECT_LT(max_difference(posed.world[static_cast<std::size_t>(j)], expected), 1e-4f * size);
  }
  for (std::size_t m = 0; m < model->meshes.size(); ++m) {
    const Skin& skin = model->meshes[m].file_binding.skin;
    for (std::size_t s = 0; s < skin.joint.size(); ++s) {
      const mat4 t = posed.world[static_cast<std::size_t>(skin.joint[s])] * skin.inverse_bind[s];
      EXPECT_LT(max_difference(posed.palette[m][s], t), 1e-3f);
    }
    EXPECT_LT(max_difference(posed.node_matrix[m], node_skin_matrix(model->meshes[m], posed.world)),
              1e-6f);
  }
}

TEST(Evaluate, ShowsTheClipAtItsTime) {
  const auto model = random_model(12, 6);
  Scene scene = make_scene(model);
  scene.pose = {BasePose::Clip, 1, 1.0, {}, scene.pose.user_local};  // half of a clip of 2 s
  const PosedScene posed = evaluate(scene);
  EXPECT_LT(glm::length(vec3(posed.base_local[3][3]) - vec3(0.5f, 1.0f, 1.5f)), 1e-6f);
  EXPECT_EQ(posed.base_local[2], model->skeleton.rest_local[2]);
}

TEST(Evaluate, FallsBackToRestWithoutAClip) {
  const auto model = random_model(13, 6);
  Scene scene = make_scene(model);
  scene.pose.base = BasePose::Clip;
  EXPECT_EQ(evaluate(scene).base_local, model->skeleton.rest_local);
}

TEST(Evaluate, WithoutAModelIsEmpty) {
  PosedScene posed = evaluate(make_scene(random_model(14, 4)));
  evaluate(Scene{}, posed);
  EXPECT_TRUE(posed.world.empty());
  EXPECT_TRUE(posed.palette.empty());
  EXPECT_TRUE(posed_bounds(Scene{}, posed).empty());
}

TEST(Evaluate, EveryResultHasItsOwnRevision) {
  const Scene scene = make_scene(random_model(15, 4));
  PosedScene a = evaluate(scene);
  const PosedScene b = evaluate(scene);
  EXPECT_NE(a.revision, b.revision);
  const auto before = a.revision;
  evaluate_subtree(scene, 1, a);
  EXPECT_NE(a.revision, before);
  EXPECT_NE(a.revision, b.revision);
}

TEST(EvaluateSubtree, GivesTheSameBitsAsEvaluate) {
  for (unsigned seed = 20; seed < 30; ++seed) {
    const int joints = 5 + static_cast<int>(seed - 20) * 11;
    std::mt19937 rng(seed);
    Scene scene = make_scene(random_model(seed, joints, 3));
    PosedScene posed = evaluate(scene);
    for (int edit = 0; edit < 20; ++edit) {
      const int joint = std::uniform_int_distribution<int>(0, joints - 1)(rng);
      scene.pose.user_local[static_cast<std::size_t>(joint)] = random_affine(rng);
      evaluate_subtree(scene, joint, posed);
      const PosedScene all = evaluate(scene);
      ASSERT_TRUE(same_bits(posed.base_local, all.base_local));
      ASSERT_TRUE(same_bits(posed.local, all.local));
      ASSERT_TRUE(same_bits(posed.world, all.world));
      ASSERT_TRUE(same_bits(posed.node_matrix, all.node_matrix));
      for (std::size_t m = 0; m < all.palette.size(); ++m) {
        ASSERT_TRUE(same_bits(posed.palette[m], all.palette[m])) << "mesh " << m;
      }
    }
  }
}

TEST(SkinMesh, LeavesTheMeshAloneInTheBindPose) {
  const auto model = random_model(31, 14);
  Scene scene = make_scene(model);
  scene.pose.base = BasePose::Bind;
  const PosedScene posed = evaluate(scene);
  std::vector<vec3> position, normal;
  skin_mesh(scene, posed, 0, position, &normal);
  const Mesh& mesh = model->meshes[0];
  for (std::size_t v = 0; v < position.size(); ++v) {
    if (mesh.file_binding.influences.offset[v] == mesh.file_binding.influences.offset[v + 1])
      continue;  // follows the node
    EXPECT_LT(glm::length(position[v] - mesh.position[v]), 1e-4f);
    EXPECT_LT(glm::length(normal[v] - mesh.normal[v]), 1e-4f);
  }
}

TEST(PosedBounds, HoldsVerticesAndJoints) {
  auto model = random_model(32, 3, 1);
  model->skeleton.file_flags.is_joint = {1, 1, 0};
  for (mat4& m : model->skeleton.rest_local) m = mat4(1.0f);
  model->skeleton.rest_local[1][3] = vec4(-50.0f, 0.0f, 0.0f, 1.0f);  // a joint
  model->skeleton.rest_local[2][3] = vec4(0.0f, 900.0f, 0.0f, 1.0f);  // a plain node
  Mesh& mesh = model->meshes[0];
  mesh.file_binding.skin.inverse_bind.assign(3, mat4(1.0f));
  mesh.file_binding.influences =
      pack_influences(std::vector<std::vector<WeightEntry>>(30, {{0, 1.0f}}), 3).influences;
  mesh.position[7] = vec3(0.0f, 0.0f, 70.0f);
  const Scene scene = make_scene(model);
  const Box box = posed_bounds(scene, evaluate(scene));
  EXPECT_EQ(box.lo.x, -50.0f);
  EXPECT_EQ(box.hi.z, 70.0f);
  EXPECT_LT(box.hi.y, 10.0f);
}

}  // namespace
}  // namespace bindpose::tests::scene_test
