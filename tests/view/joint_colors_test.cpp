#include "view/joint_colors.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "view/colors.h"
#include "view/rigs.h"

namespace bindpose::joint_colors_test {
namespace {

float apart(const vec3& a, const vec3& b) {
  return glm::length(to_oklab(a) - to_oklab(b));
}

TEST(OtherSide, KnowsHowRigsNameSides) {
  EXPECT_EQ(other_side("arm.L"), "arm.R");
  EXPECT_EQ(other_side("arm.R.001"), "arm.L.001");
  EXPECT_EQ(other_side("l_foot"), "r_foot");
  EXPECT_EQ(other_side("mixamorig:LeftHandThumb1"), "mixamorig:RightHandThumb1");
  EXPECT_EQ(other_side("hand_right"), "hand_left");
  EXPECT_EQ(other_side("Bip01 L Calf"), "Bip01 R Calf");
  EXPECT_EQ(other_side("Skeleton_arm_joint_L__4_"), "Skeleton_arm_joint_R__4_");
  for (const char* none : {"spine", "leftover", "roll", "bright", "", "L"}) {
    EXPECT_EQ(other_side(none), "") << none;
  }
}

TEST(JointColors, ChainSiblingsAndSidesDiffer) {
  const auto model = rigs::model({{"hips", -1, mat4(1)},
                                  {"spine", 0, mat4(1)},
                                  {"arm.L", 1, mat4(1)},
                                  {"hand.L", 2, mat4(1)},
                                  {"arm.R", 1, mat4(1)},
                                  {"hand.R", 4, mat4(1)},
                                  {"head", 1, mat4(1)}});
  const std::vector<vec3> c = joint_colors(*model);
  ASSERT_EQ(c.size(), 7u);
  for (std::size_t j = 1; j < 7; ++j) {
    EXPECT_GT(apart(c[j], c[static_cast<std::size_t>(model->skeleton.parent[j])]), 0.11f) << j;
  }
  EXPECT_GT(apart(c[2], c[4]), 0.09f);
  EXPECT_GT(apart(c[3], c[5]), 0.09f);
  EXPECT_EQ(joint_colors(*model), c) << "the same every time";
  for (const vec3& color : c) EXPECT_NEAR(to_oklab(color).x, 0.74f, 2e-3f);
}

TEST(JointColors, AStarHasMoreNeighboursThanHuesAndStillSpreads) {
  std::vector<rigs::Node> nodes{{"root", -1, mat4(1)}};
  for (int k = 0; k < 40; ++k) nodes.push_back({"strand" + std::to_string(k), 0, mat4(1)});
  const auto model = rigs::model(nodes);
  const std::vector<vec3> c = joint_colors(*model);
  for (std::size_t j = 1; j < c.size(); ++j) {
    EXPECT_GT(apart(c[j], c[0]), 0.08f) << j;
    if (j > 1) {
      EXPECT_GT(apart(c[j], c[j - 1]), 0.05f) << j;
    }
  }
}

TEST(JointColors, JointsThatShareVerticesDiffer) {
  const auto make = [](bool shared) {
    std::vector<rigs::Node> nodes{{"root", -1, mat4(1)}};
    // Two chains; golden angles bring joints 1 and 22 close together.
    for (int k = 1; k < 30; ++k) {
      nodes.push_back({"j" + std::to_string(k), k == 15 ? 0 : k - 1, mat4(1)});
    }
    auto model = rigs::model(nodes);
    Mesh mesh;
    mesh.skin.skinned = true;
    for (int j = 0; j < 30; ++j) mesh.skin.joint.push_back(j);
    mesh.influences = pack_influences({{{1, 0.5f}, {22, 0.5f}}}, 30).influences;
    if (shared) model->meshes.push_back(mesh);
    return model;
  };
  const std::vector<vec3> before = joint_colors(*make(false)), after = joint_colors(*make(true));
  EXPECT_LT(apart(before[1], before[22]), 0.05f) << "or this test shows nothing";
  EXPECT_GT(apart(after[1], after[22]), 0.06f);
}

}  // namespace
}  // namespace bindpose::joint_colors_test
