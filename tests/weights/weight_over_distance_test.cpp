// The curve w(d): vertices by their distance to a joint's bone.
#include "scene/automatic/weight_over_distance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "math/transform.h"

namespace bindpose {
namespace {

// Two bones along y, from 0 to 1 and from 1 to 2, and points at a height of 1/2 that go away from
// them along x, the first at 0, the last at 4. The weight for the lower bone is 1 - x / 4.
Scene points_beside_a_bone() {
  auto model = std::make_shared<Model>();
  const RawJoint joints[] = {{"lower", -1, mat4(1.0f), true},
                             {"upper", 0, glm::translate(mat4(1.0f), {0.0f, 1.0f, 0.0f}), true},
                             {"end", 1, glm::translate(mat4(1.0f), {0.0f, 1.0f, 0.0f}), true}};
  model->skeleton = build_skeleton(joints).skeleton;
  Mesh mesh;
  mesh.name = "points";
  std::vector<std::vector<WeightEntry>> rows;
  for (int i = 0; i <= 400; ++i) {
    const float x = static_cast<float>(i) / 100.0f, w = 1.0f - x / 4.0f;
    mesh.position.push_back({x, 0.5f, 0.0f});
    mesh.normal.push_back({0.0f, 0.0f, 1.0f});
    rows.push_back({{0, w}, {1, 1.0f - w}});
  }
  Skin& skin = mesh.file_binding.skin;
  skin.joint = {0, 1, 2};
  for (int j = 0; j < 3; ++j) {
    skin.bind.push_back(glm::translate(mat4(1.0f), {0.0f, static_cast<float>(j), 0.0f}));
    skin.inverse_bind.push_back(glm::inverse(skin.bind.back()));
  }
  skin.skinned = true;
  mesh.file_binding.influences = pack_influences(rows, 3).influences;
  model->meshes.push_back(std::move(mesh));
  derive_weight_flags(*model);
  derive_bind_pose(*model);
  return make_scene(model);
}

TEST(WeightOverDistance, IsTheWeightAtThatDistance) {
  const Scene scene = points_beside_a_bone();
  const WeightOverDistance curve = weight_over_distance(scene, 0);
  ASSERT_FALSE(curve.empty());
  EXPECT_EQ(curve.pulled, 400u) << "the last point has nothing of it";
  EXPECT_NEAR(curve.longest, 3.99f, 1e-5f);
  std::size_t count = 0;
  const float width = curve.longest / static_cast<float>(curve.bin.size());
  for (std::size_t k = 0; k < curve.bin.size(); ++k) {
    const float near = static_cast<float>(k) * width, far = near + width;
    EXPECT_LE(curve.bin[k].most, 1.0f - near / 4.0f + 1e-5f) << k;
    EXPECT_GE(curve.bin[k].least, 1.0f - far / 4.0f - 1e-5f) << k;
    EXPECT_NEAR(curve.bin[k].mean, 1.0f - 0.5f * (near + far) / 4.0f, 0.004f) << k;
    count += curve.bin[k].count;
  }
  EXPECT_EQ(count, 400u);
}

// Of the upper bone the points are sqrt(x^2 + 1/4) away, and its weight is x / 4.
TEST(WeightOverDistance, MeasuresFromTheBone) {
  const WeightOverDistance curve = weight_over_distance(points_beside_a_bone(), 1);
  EXPECT_NEAR(curve.longest, std::sqrt(16.25f), 1e-5f);
  EXPECT_EQ(curve.bin.front().count, 0u) << "nothing is nearer than one half";
  EXPECT_NEAR(curve.bin.back().most, 1.0f, 1e-5f);
}

TEST(WeightOverDistance, AsFarAsItIsAskedFor) {
  const Scene scene = points_beside_a_bone();
  const WeightOverDistance curve = weight_over_distance(scene, 0, 2.0f);
  EXPECT_EQ(curve.longest, 2.0f);
  EXPECT_NEAR(curve.bin.back().least, 0.5f, 1e-5f);
  EXPECT_TRUE(weight_over_distance(scene, 2).empty()) << "pulls on nothing";
  EXPECT_TRUE(weight_over_distance(scene, 99).empty());
}

}  // namespace
}  // namespace bindpose
