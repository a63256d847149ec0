// The distances from a vertex to bones, against closed forms.
#include "scene/segment_binding.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/transform.h"
#include "scene/explain/mistaken_pose.h"
#include "test_model.h"

namespace bindpose::bone_distance_test {
namespace {

// Points at x = 0.3 beside bones from (0, 0, 0) to (0, 1, 0) and on to a leaf's tip; all weight on
// the lower one.
std::shared_ptr<Model> tower() {
  const std::vector<RawJoint> raw = {{"low", -1, mat4(1.0f), true},
                                     {"top", 0, to_matrix({{0, 1, 0}}), true}};
  auto model = std::make_shared<Model>();
  model->skeleton = build_skeleton(raw).skeleton;
  Mesh mesh;
  mesh.name = "tower";
  std::vector<std::vector<WeightEntry>> rows;
  for (int i = 0; i < 20; ++i) {
    mesh.position.emplace_back(0.3f, 0.1f * static_cast<float>(i), 0.0f);
    mesh.normal.emplace_back(1.0f, 0.0f, 0.0f);
    rows.push_back({{0, 1.0f}});
  }
  mesh.triangle = {0, 1, 2};
  Skin& skin = mesh.file_binding.skin;
  skin.joint = {0, 1};
  skin.bind = {mat4(1.0f), to_matrix({{0, 1, 0}})};
  skin.inverse_bind = {mat4(1.0f), to_matrix({{0, -1, 0}})};
  skin.skinned = true;
  mesh.file_binding.influences = pack_influences(rows, 2).influences;
  model->meshes.push_back(std::move(mesh));
  derive_bind_pose(*model);
  derive_weight_flags(*model);
  return model;
}

constexpr VertexRef kFifth{0, 5};  // (0.3, 0.5, 0)

TEST(BoneDistances, AreThoseToTheClosestPointOfEachBoneThatMatters) {
  Scene scene = make_scene(tower());
  const auto own = bone_distances(scene, evaluate(scene), kFifth);
  ASSERT_EQ(own.size(), 1u) << "only the lower joint pulls, and nothing is selected";
  EXPECT_EQ(own[0].joint, 0);
  EXPECT_NEAR(own[0].distance, 0.3f, 1e-6f);
  EXPECT_LT(glm::length(own[0].to - vec3(0, 0.5f, 0)), 1e-6f);
  EXPECT_EQ(own[0].reach, 0.0f) << "the weights are the file's";
  EXPECT_EQ(own[0].weight, 0.0f);
  scene.selection.joint = 1;
  const auto both = bone_distances(scene, evaluate(scene), kFifth);
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[1].joint, 1) << "the nearest first";
  EXPECT_NEAR(both[1].distance, std::hypot(0.3f, 0.5f), 1e-6f);
  EXPECT_LT(glm::length(both[1].to - vec3(0, 1, 0)), 1e-6f) << "its foot";
  EXPECT_TRUE(bone_distances(scene, evaluate(scene), {0, 20}).empty()) << "no such vertex";
  EXPECT_TRUE(bone_distances(scene, evaluate(scene), {}).empty());
}

TEST(BoneDistances, SayWhichWeightsComeFromThem) {
  Document document(make_scene(tower()));
  SegmentRadii radii;
  radii.all = 1.0f;
  document.apply({bind_edit(*document.scene().model, radii)});
  const Scene& scene = document.scene();
  const auto d = bone_distances(scene, evaluate(scene), kFifth);
  ASSERT_EQ(d.size(), 2u);
  const float low = 1.0f - 0.3f, top = 1.0f - std::hypot(0.3f, 0.5f);
  EXPECT_NEAR(d[0].raw, low, 1e-6f);
  EXPECT_NEAR(d[1].raw, top, 1e-6f);
  EXPECT_NEAR(d[0].weight, low / (low + top), 1e-6f);
  EXPECT_NEAR(d[1].weight, top / (low + top), 1e-6f);
  EXPECT_EQ(d[0].reach, 1.0f);
}

// A bone out of reach counts for nothing in the sum, selected or not.
TEST(BoneDistances, ABoneOutOfReachHasNoWeight) {
  Document document(make_scene(tower()));
  SegmentRadii radii;
  radii.all = 0.5f;
  document.apply({bind_edit(*document.scene().model, radii)});
  document.apply({SetSelection{1}});
  const Scene& scene = document.scene();
  const auto d = bone_distances(scene, evaluate(scene), kFifth);
  ASSERT_EQ(d.size(), 2u);
  EXPECT_NEAR(d[0].raw, 0.4f, 1e-6f);
  EXPECT_NEAR(d[0].weight, 1.0f, 1e-6f);
  EXPECT_EQ(d[1].raw, 0.0f);
  EXPECT_EQ(d[1].weight, 0.0f);
}

TEST(BoneDistances, LinesGoWithTheirBones) {
  Scene scene = make_scene(tower());
  scene.selection.joint = 1;
  scene.pose.user_local[1] = to_matrix({{0, 0, 0}, rotation_from_degrees({0, 0, 90})});
  const auto d = bone_distances(scene, evaluate(scene), kFifth);
  ASSERT_EQ(d.size(), 2u);
  EXPECT_LT(glm::length(d[0].from - vec3(0.3f, 0.5f, 0)), 1e-6f) << "the lower joint rests";
  // (0.3, 0.5) is (0.3, -0.5) from the joint; turned by 90 degrees: (0.5, 0.3).
  EXPECT_LT(glm::length(d[1].from - vec3(0.5f, 1.3f, 0)), 1e-6f);
  EXPECT_NEAR(glm::length(d[1].to - d[1].from), d[1].distance, 1e-6f);
}

TEST(Mistake, RestTakenForBindLeavesTheMeshAsItWasBoundAtRest) {
  const auto model = tests::random_model(1, 60);
  Scene scene = make_scene(model);
  const PosedScene posed = evaluate(scene);
  const PosedScene wrong = with_mistake(scene, posed, Mistake::RestForBind);
  float right_off = 0.0f, wrong_off = 0.0f;
  for (std::size_t m = 0; m < posed.palette.size(); ++m) {
    ASSERT_EQ(wrong.palette[m].size(), posed.palette[m].size());
    for (std::size_t s = 0; s < posed.palette[m].size(); ++s) {
      right_off = std::max(right_off, max_difference(posed.palette[m][s], mat4(1.0f)));
      wrong_off = std::max(wrong_off, max_difference(wrong.palette[m][s], mat4(1.0f)));
    }
  }
  EXPECT_GT(right_off, 0.1f);
  EXPECT_LT(wrong_off, 1e-4f);
  EXPECT_EQ(wrong.world, posed.world) << "its bones are right";
  EXPECT_NE(wrong.revision, posed.revision);
  // Once it is posed, every joint turns what it pulls about its place in the rest pose.
  const PosedScene rest = posed;
  scene.pose.user_local[1] = to_matrix({{0.1f, 0.2f, 0}, rotation_from_degrees({20, 30, 40})});
  const PosedScene bent = evaluate(scene);
  const PosedScene bent_wrong = with_mistake(scene, bent, Mistake::RestForBind);
  for (std::size_t m = 0; m < bent.palette.size(); ++m) {
    const std::vector<int>& joint = model->meshes[m].file_binding.skin.joint;
    for (std::size_t s = 0; s < joint.size(); ++s) {
      const auto j = static_cast<std::size_t>(joint[s]);
      const mat4 by = bent.world[j] * glm::inverse(rest.world[j]);
      EXPECT_LT(max_difference(bent_wrong.palette[m][s], by), 1e-3f);
    }
  }
  scene.pose.user_local[1] = mat4(1.0f);
  EXPECT_EQ(with_mistake(scene, posed, Mistake::None).palette, posed.palette);
  // What is evaluated, and so what is exported and counted, knows nothing of it.
  scene.view.mistake = Mistake::RestForBind;
  EXPECT_EQ(evaluate(scene).palette, posed.palette);
}

}  // namespace
}  // namespace bindpose::bone_distance_test
