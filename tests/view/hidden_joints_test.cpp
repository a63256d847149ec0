#include <gtest/gtest.h>

#include "math/numbers.h"
#include "view/bones.h"
#include "view/rigs.h"

namespace bindpose::hidden_joints_test {
namespace {

using rigs::move;

TEST(HiddenJoints, HaveNoBoneNoLinkAndNoPlaceInTheFrame) {
  Scene scene = make_scene(rigs::model({{"a", -1, move(0, 1, 0)},
                                        {"b", 0, move(0, 0.4f, 0)},
                                        {"c", 1, move(0, 0.4f, 0)},
                                        {"d", 0, move(0.3f, 0, 0)}}));
  PosedScene posed;
  BoneSet set;
  evaluate(scene, posed);
  build_bones(scene, posed, set);
  ASSERT_EQ(set.bones.size(), 4u);
  ASSERT_EQ(set.links.size(), 1u);
  scene.marks.hidden = {0, 1, 0, 1};
  build_bones(scene, posed, set);
  ASSERT_EQ(set.bones.size(), 2u);
  EXPECT_EQ(set.bones[0].joint, 0);
  EXPECT_EQ(set.bones[1].joint, 2);
  EXPECT_TRUE(set.links.empty());
  EXPECT_EQ(posed_bounds(scene, posed).hi.x, 0.0f);
}

TEST(HiddenJoints, TakeTheirOwnLinksAway) {
  Scene scene = make_scene(rigs::model({{"a", -1, move(0, 1, 0)},
                                        {"b", 0, move(0.3f, 0, 0)},
                                        {"c", 0, move(0, 0.4f, 0)},
                                        {"d", 0, move(-0.3f, 0, 0)}}));
  PosedScene posed;
  BoneSet set;
  evaluate(scene, posed);
  build_bones(scene, posed, set);
  const std::size_t all = set.links.size();
  ASSERT_GE(all, 2u);
  scene.marks.hidden.assign(4, 0);
  scene.marks.hidden[idx(set.links.front().child)] = 1;
  build_bones(scene, posed, set);
  EXPECT_EQ(set.links.size(), all - 1);
}

}  // namespace
}  // namespace bindpose::hidden_joints_test
