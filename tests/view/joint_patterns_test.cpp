#include "view/joints/joint_patterns.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "view/bones.h"
#include "view/rigs.h"

namespace bindpose::joint_patterns_test {
namespace {

std::vector<std::uint8_t> patterns(const std::vector<rigs::Node>& nodes) {
  const auto model = rigs::model(nodes);
  return joint_patterns(borrowed_scene(*model));
}

TEST(JointPatterns, ChainsAndSidesDiffer) {
  const auto p = patterns({{"hips", -1, mat4(1)},
                           {"arm.L", 0, mat4(1)},
                           {"hand.L", 1, mat4(1)},
                           {"x", 2, mat4(1)},
                           {"y", 3, mat4(1)},
                           {"z", 4, mat4(1)},
                           {"a", 5, mat4(1)},
                           {"b", 6, mat4(1)},
                           {"c", 0, mat4(1)},
                           // Eight after arm.L: what comes in turn is taken by its counterpart.
                           {"arm.R", 0, mat4(1)},
                           {"hand.R", 9, mat4(1)}});
  ASSERT_EQ(p.size(), 11u);
  for (const auto& [a, b] : std::vector<std::pair<int, int>>{{0, 1},
                                                             {1, 2},
                                                             {2, 3},
                                                             {3, 4},
                                                             {4, 5},
                                                             {5, 6},
                                                             {6, 7},
                                                             {0, 8},
                                                             {0, 9},
                                                             {9, 10},
                                                             {1, 9},
                                                             {2, 10}}) {
    EXPECT_NE(p[std::size_t(a)], p[std::size_t(b)]) << a << " and " << b;
  }
}

TEST(JointPatterns, AStarKeepsTheMiddleApart) {
  std::vector<rigs::Node> nodes{{"root", -1, mat4(1)}};
  for (int k = 0; k < 30; ++k) nodes.push_back({"strand" + std::to_string(k), 0, mat4(1)});
  const auto p = patterns(nodes);
  for (std::size_t j = 1; j < p.size(); ++j) EXPECT_NE(p[j], p[0]) << j;
  EXPECT_EQ(std::set<std::uint8_t>(p.begin() + 1, p.end()).size(), 7u) << "all others are used";
}

TEST(JointPatterns, AreMadeWhenHatchingIsFirstOnAndForEachModel) {
  const auto model = rigs::model({{"a", -1, mat4(1)}, {"b", 0, mat4(1)}});
  Scene scene = make_scene(model);
  BoneSet bones;
  build_bones(scene, evaluate(scene), bones);
  EXPECT_TRUE(bones.pattern.empty());
  scene.view.hatching = true;
  build_bones(scene, evaluate(scene), bones);
  EXPECT_EQ(bones.pattern, joint_patterns(scene));
  const auto other = rigs::model({{"a", -1, mat4(1)}, {"b", 0, mat4(1)}, {"c", 1, mat4(1)}});
  scene = make_scene(other, scene.view);
  build_bones(scene, evaluate(scene), bones);
  EXPECT_EQ(bones.pattern.size(), 3u);
}

}  // namespace
}  // namespace bindpose::joint_patterns_test
