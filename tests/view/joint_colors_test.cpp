#include "view/joints/joint_colors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "view/bones.h"
#include "view/colors.h"
#include "view/rigs.h"

namespace bindpose::joint_colors_test {
namespace {

float apart(const vec3& a, const vec3& b) {
  return glm::length(to_oklab(a) - to_oklab(b));
}

TEST(JointColors, ChainSiblingsAndSidesDiffer) {
  const auto model = rigs::model({{"hips", -1, mat4(1)},
                                  {"spine", 0, mat4(1)},
                                  {"arm.L", 1, mat4(1)},
                                  {"hand.L", 2, mat4(1)},
                                  {"arm.R", 1, mat4(1)},
                                  {"hand.R", 4, mat4(1)},
                                  {"head", 1, mat4(1)}});
  const std::vector<vec3> c = joint_colors(borrowed_scene(*model));
  ASSERT_EQ(c.size(), 7u);
  // In CIELAB, as the contract has it.
  const auto delta_e = [](const vec3& a, const vec3& b) {
    return glm::length(to_cielab(a) - to_cielab(b));
  };
  for (std::size_t j = 1; j < 7; ++j) {
    EXPECT_GT(delta_e(c[j], c[static_cast<std::size_t>(model->skeleton.parent[j])]), 35.0f) << j;
  }
  EXPECT_GT(delta_e(c[2], c[4]), 31.0f);
  EXPECT_GT(delta_e(c[3], c[5]), 31.0f);
  EXPECT_EQ(joint_colors(borrowed_scene(*model)), c) << "the same every time";
}

TEST(JointColors, AreTakenFromWhoMadeThemBesideTheWindow) {
  const auto model = rigs::model({{"a", -1, mat4(1)}, {"b", 0, mat4(1)}});
  const Scene scene = make_scene(model);
  EXPECT_EQ(joint_colors(model), joint_colors(scene));
  BoneSet bones;
  bones.color = {vec3(0.1f), vec3(0.2f)};
  bones.color_of = model->id;
  build_bones(scene, evaluate(scene), bones);
  EXPECT_EQ(bones.color[1], vec3(0.2f));
  const auto other = rigs::model({{"a", -1, mat4(1)}, {"b", 0, mat4(1)}});
  const Scene second = make_scene(other);
  build_bones(second, evaluate(second), bones);
  EXPECT_EQ(bones.color, joint_colors(other)) << "another model's are not taken";
}

TEST(JointColors, AStarHasMoreNeighboursThanHuesAndStillSpreads) {
  std::vector<rigs::Node> nodes{{"root", -1, mat4(1)}};
  for (int k = 0; k < 40; ++k) nodes.push_back({"strand" + std::to_string(k), 0, mat4(1)});
  const auto model = rigs::model(nodes);
  const std::vector<vec3> c = joint_colors(borrowed_scene(*model));
  for (std::size_t j = 1; j < c.size(); ++j) {
    EXPECT_GT(apart(c[j], c[0]), 0.08f) << j;
    if (j > 1) {
      EXPECT_GT(apart(c[j], c[j - 1]), 0.05f) << j;
    }
  }
}

TEST(JointColors, JointsThatShareVerticesDiffer) {
  constexpr int kJoints = 90;  // more than there are colours for all to differ
  const auto make = [](int a, int b) {
    std::vector<rigs::Node> nodes{{"root", -1, mat4(1)}};
    for (int k = 1; k < kJoints; ++k) {
      nodes.push_back({"j" + std::to_string(k), k == 45 ? 0 : k - 1, mat4(1)});
    }
    auto model = rigs::model(nodes);
    Mesh mesh;
    mesh.file_binding.skin.skinned = true;
    for (int j = 0; j < kJoints; ++j) mesh.file_binding.skin.joint.push_back(j);
    mesh.file_binding.influences = pack_influences({{{a, 0.5f}, {b, 0.5f}}}, kJoints).influences;
    if (a != b) model->meshes.push_back(mesh);
    return model;
  };
  const std::vector<vec3> before = joint_colors(borrowed_scene(*make(0, 0)));
  std::size_t a = 1, b = 3;
  for (std::size_t i = 1; i < kJoints; ++i) {
    for (std::size_t j = i + 2; j < kJoints; ++j) {
      if (apart(before[i], before[j]) < apart(before[a], before[b])) a = i, b = j;
    }
  }
  ASSERT_LT(apart(before[a], before[b]), 0.05f) << "or this test shows nothing";
  const std::vector<vec3> after =
      joint_colors(borrowed_scene(*make(static_cast<int>(a), static_cast<int>(b))));
  EXPECT_GT(apart(after[a], after[b]), 0.06f);
}

// Left and right need no names where they mirror each other.
TEST(JointColors, MirroredSiblingsAreCounterparts) {
  const auto at = [](float x, float y) { return rigs::move(x, y, 0.02f); };
  const auto model = rigs::model({{"a", -1, mat4(1)},
                                  {"b", 0, at(-0.3f, 0.1f)},
                                  {"c", 1, at(0, 0.2f)},
                                  {"d", 0, at(0.3f, 0.1f)},
                                  {"e", 3, at(0, 0.2f)},
                                  {"f", 0, at(0.05f, 0.7f)}});
  const auto all = joint_neighbours(borrowed_scene(*model));
  const auto kind = [&](std::size_t j, int other) {
    for (const JointNeighbour& n : all[j]) {
      if (n.joint == other) return std::optional(n.kind);
    }
    return std::optional<JointNeighbour::Kind>();
  };
  EXPECT_EQ(kind(2, 4), JointNeighbour::Counterpart);
  EXPECT_EQ(kind(2, 5), std::nullopt) << "of unlike places and lengths";
}

}  // namespace
}  // namespace bindpose::joint_colors_test
