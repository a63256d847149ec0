#include "rig/skeleton.h"

#include <algorithm>

#include "rig/fixtures.h"

namespace bindpose::test::skeleton_test {
namespace {

RawJoint raw(const char* name, int parent) {
  return {name, parent, mat4(1.0f), false};
}

using Names = std::vector<std::string>;

//        root          raw order: hand, root, leg, arm
//       /    \.
//     leg    arm
//              \.
//              hand
TEST(BuildSkeleton, SortsDepthFirstAndKeepsTheOrderOfChildren) {
  std::vector<RawJoint> in{raw("hand", 3), raw("root", -1), raw("leg", 1), raw("arm", 1)};
  in[3].is_joint = true;
  in[3].rest_local = translation({1, 2, 3});
  const SkeletonBuild build = build_skeleton(in);
  const Skeleton& s = build.skeleton;
  EXPECT_EQ(s.name, (Names{"root", "leg", "arm", "hand"}));
  EXPECT_EQ(s.parent, (std::vector<int>{-1, 0, 0, 2}));
  EXPECT_EQ(s.subtree_end, (std::vector<int>{4, 2, 4, 4}));
  EXPECT_EQ(build.new_index, (std::vector<int>{3, 0, 1, 2}));
  EXPECT_EQ(s.file_flags.is_joint, (std::vector<std::uint8_t>{0, 0, 1, 0}));
  EXPECT_EQ(s.rest_local[2], translation({1, 2, 3}));
  EXPECT_EQ(s.file_flags.has_weight.size(), 4u);
  EXPECT_TRUE(build.repairs.empty());
  EXPECT_EQ(find_joint(s, "arm"), 2);
  EXPECT_EQ(find_joint(s, "tail"), -1);
  EXPECT_TRUE(in_subtree(s, 3, 2));
  EXPECT_FALSE(in_subtree(s, 1, 2));
  EXPECT_FALSE(in_subtree(s, 1, -1));
}

TEST(BuildSkeleton, CutsLoopsAndLinksToNowhere) {
  const std::vector<RawJoint> in{raw("a", 2),  raw("b", 0),  raw("c", 1),   // a loop of three
                                 raw("d", 3),                               // its own parent
                                 raw("e", 99), raw("f", -7), raw("g", 1)};  // g hangs on the loop
  const SkeletonBuild build = build_skeleton(in);
  const Skeleton& s = build.skeleton;
  EXPECT_EQ(s.name, (Names{"a", "b", "c", "g", "d", "e", "f"}));
  EXPECT_EQ(s.parent, (std::vector<int>{-1, 0, 1, 1, -1, -1, -1}));
  EXPECT_EQ(build.repairs.size(), 4u);
}

TEST(BuildSkeleton, ALoopReachedFromOutsideIsCutOnTheLoop) {
  const SkeletonBuild build =
      build_skeleton(std::vector<RawJoint>{raw("tail", 1), raw("a", 2), raw("b", 1)});
  EXPECT_EQ(build.skeleton.name, (Names{"a", "tail", "b"}));
  EXPECT_EQ(build.skeleton.parent, (std::vector<int>{-1, 0, 0}));
}

TEST(BuildSkeleton, NamesBecomeUnique) {
  const std::vector<RawJoint> in{raw("a", -1), raw("a", 0),     raw("", 1), raw("a#2", 2),
                                 raw("a", 3),  raw("joint", 4), raw("", 5)};
  const SkeletonBuild build = build_skeleton(in);
  EXPECT_EQ(build.skeleton.name, (Names{"a", "a#3", "joint#2", "a#2", "a#4", "joint", "joint#3"}));
  EXPECT_EQ(build.repairs.size(), 4u);
  for (const std::string& repair : build.repairs) EXPECT_EQ(repair.back(), '.');
}

TEST(BuildSkeleton, InvariantsHoldForRandomInput) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<RawJoint> in;
    const int count = random.integer(0, 40);
    for (int i = 0; i < count; ++i) {
      in.push_back(raw(i % 3 ? "x" : "", random.integer(-2, count)));
    }
    const Skeleton s = build_skeleton(in).skeleton;
    ASSERT_EQ(s.size(), count);
    for (int j = 0; j < count; ++j) {
      const auto u = static_cast<std::size_t>(j);
      ASSERT_LT(s.parent[u], j);
      ASSERT_GT(s.subtree_end[u], j);
      for (int k = 0; k < count; ++k) {  // the range is exactly the joints that reach j upwards
        int up = k;
        while (up > j) up = s.parent[static_cast<std::size_t>(up)];
        ASSERT_EQ(up == j, in_subtree(s, k, j));
      }
      ASSERT_EQ(std::count(s.name.begin(), s.name.end(), s.name[u]), 1);
    }
  }
}

TEST(BuildSkeleton, ALongChainDoesNotRecurse) {
  std::vector<RawJoint> in;
  for (int i = 0; i < 200000; ++i) in.push_back(raw("bone", i + 1 < 200000 ? i + 1 : -1));
  const Skeleton s = build_skeleton(in).skeleton;
  EXPECT_EQ(s.parent.back(), 199998);
  EXPECT_EQ(s.subtree_end.front(), 200000);
  EXPECT_EQ(s.name.back(), "bone#200000");
}

TEST(BuildSkeleton, NothingInNothingOut) {
  EXPECT_EQ(build_skeleton({}).skeleton.size(), 0);
}

}  // namespace
}  // namespace bindpose::test::skeleton_test
