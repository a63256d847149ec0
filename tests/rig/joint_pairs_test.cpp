// Which joint is opposite to which: by name, by place, and when neither says so.
#include "rig/pose/joint_pairs.h"

#include "rig/mirrored_rig.h"
#include "rig/pose/side_names.h"

namespace bindpose::test {
namespace {

TEST(OtherSide, KnowsHowRigsNameSides) {
  const std::pair<const char*, const char*> kPairs[] = {
      {"arm.L", "arm.R"},
      {"arm.L.001", "arm.R.001"},
      {"l_foot", "r_foot"},
      {"hand_l", "hand_r"},
      {"thigh_L_twist", "thigh_R_twist"},
      {"mixamorig:LeftHandThumb1", "mixamorig:RightHandThumb1"},
      {"hand_left", "hand_right"},
      {"UPPER_LEFT", "UPPER_RIGHT"},
      {"Bip01 L Calf", "Bip01 R Calf"},
      {"J_Bip_L_UpperArm", "J_Bip_R_UpperArm"},
      {"Skeleton_arm_joint_L__4_", "Skeleton_arm_joint_R__4_"},
      {"lf_arm", "rt_arm"},
      {"LArm", "RArm"},
      {"lShldr", "rShldr"},
      {"handL", "handR"},
      {"\xE5\xB7\xA6\xE8\x85\x95", "\xE5\x8F\xB3\xE8\x85\x95"},
  };
  for (const auto& [left, right] : kPairs) {
    ASSERT_FALSE(other_sides(left).empty()) << left;
    EXPECT_EQ(other_side(left), right);
    EXPECT_TRUE(other_sides(left)[0].left) << left;
    EXPECT_EQ(other_side(right), left);
    EXPECT_FALSE(other_sides(right)[0].left) << right;
  }
  for (const char* none : {"spine", "leftover", "roll", "bright", "Lower", "skull", "LOD", "Root",
                           "", "L", "ball", "Ribs", "lowerlip", "tail"}) {
    EXPECT_EQ(other_side(none), "") << none;
  }
  const std::vector<OtherSide> front = other_sides("lf_leg");
  EXPECT_NE(std::ranges::find(front, "rf_leg", &OtherSide::name), front.end());
}

TEST(JointPairs, NamesSayWhichAndPlacesSayWhere) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const MirroredRig rig = mirrored_rig(seed, ".L", ".R");
    const JointPairs pairs = joint_pairs(rig.input());
    EXPECT_EQ(pairs.partner, rig.opposite) << seed;
    ASSERT_TRUE(pairs.has_plane);
    EXPECT_GT(glm::dot(pairs.plane.normal, rig.plane.normal), 1.0 - 1e-10)
        << "the left is where names say";
    EXPECT_NEAR(pairs.plane.offset, rig.plane.offset, 1e-5);
  }
}

TEST(JointPairs, PlacesAloneAreEnough) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const MirroredRig rig = mirrored_rig(seed, "", "");
    const JointPairs pairs = joint_pairs(rig.input());
    EXPECT_EQ(pairs.partner, rig.opposite) << seed;
    ASSERT_TRUE(pairs.has_plane);
    EXPECT_GT(std::abs(glm::dot(pairs.plane.normal, rig.plane.normal)), 1.0 - 1e-8);
  }
}

// Rounding shall not lean a rig that was made about an axis.
TEST(JointPairs, ThePlaneIsAnAxisWhereItIsOneButForRounding) {
  MirroredRig rig = mirrored_rig(3, ".L", ".R", true);
  Random random(1);
  for (mat4& b : rig.bind) b[3] += vec4(random.point(2e-7f), 0.0f);
  const JointPairs pairs = joint_pairs(rig.input());
  EXPECT_EQ(pairs.plane.normal, dvec3(1, 0, 0));
  EXPECT_EQ(pairs.plane.offset, 0.0);
}

TEST(JointPairs, OneRaisedArmMovesNeitherThePlaneNorThePairs) {
  MirroredRig rig = mirrored_rig(4, "_l", "_r");
  for (const std::size_t j : {3u, 4u}) rig.bind[j][3] += vec4(0.4f, 0.9f, -0.3f, 0.0f);
  const JointPairs pairs = joint_pairs(rig.input());
  EXPECT_EQ(pairs.partner, rig.opposite);
  EXPECT_GT(glm::dot(pairs.plane.normal, rig.plane.normal), 1.0 - 1e-8);
  EXPECT_NEAR(pairs.plane.offset, rig.plane.offset, 1e-4);
}

TEST(JointPairs, NamesThatMeanSomethingElseAreNoPair) {
  MirroredRig rig = mirrored_rig(5, ".L", ".R");
  const auto add = [&](const std::string& name, const vec3& at) {
    rig.name.push_back(name);
    rig.parent.push_back(-1);
    rig.subtree_end.push_back(static_cast<int>(rig.parent.size()));
    rig.bind.push_back(translation(at));
  };
  add("row_l", rig.reflected(vec3(0.1f)) + vec3(3, 1, 0));
  add("row_r", vec3(0.1f) + vec3(-1, 2, 2));
  const JointPairs pairs = joint_pairs(rig.input());
  EXPECT_EQ(pairs.partner[15], kNoPartner);
  EXPECT_EQ(pairs.partner[16], kNoPartner);
  EXPECT_EQ(pairs.partner[2], 5);
}

TEST(JointPairs, WhatIsOnOneSideOnlyIsAlone) {
  MirroredRig rig = mirrored_rig(6, ".L", ".R");
  rig.name.emplace_back("sword.R");
  rig.parent.push_back(11);
  rig.subtree_end = {16, 9, 5, 4, 5, 8, 7, 8, 9, 12, 11, 12, 16, 16, 16, 16};
  rig.bind.push_back(translation(vec3(rig.bind[14][3]) - 0.3f * vec3(rig.plane.normal)));
  const JointPairs pairs = joint_pairs(rig.input());
  EXPECT_EQ(pairs.partner[15], kNoPartner);
}

// A rig without sides: any two leaves would lie opposite in the plane between them.
TEST(JointPairs, AHeapOfJointsHasNoSides) {
  Random random(9);
  MirroredRig rig;
  for (int j = 0; j < 30; ++j) {
    rig.name.push_back("n" + std::to_string(j));
    rig.parent.push_back(j == 0 ? -1 : 0);
    rig.subtree_end.push_back(j == 0 ? 30 : j + 1);
    rig.bind.push_back(translation(random.point(1.0f)));
  }
  EXPECT_FALSE(joint_pairs(rig.input()).has_plane);
  // A chain lies on a plane and is its own mirror image.
  for (int j = 0; j < 30; ++j) {
    rig.parent[static_cast<std::size_t>(j)] = j - 1;
    rig.subtree_end[static_cast<std::size_t>(j)] = 30;
    rig.bind[static_cast<std::size_t>(j)] = translation(vec3(float(j), 0.0f, 0.0f));
  }
  const JointPairs chain = joint_pairs(rig.input());
  ASSERT_TRUE(chain.has_plane);
  EXPECT_NEAR(chain.plane.normal.x, 0.0, 1e-12);
  for (std::size_t j = 0; j < 30; ++j) EXPECT_EQ(chain.partner[j], int(j));
}

TEST(JointPairs, WhatIsNotFiniteIsAloneAndBreaksNothing) {
  MirroredRig rig = mirrored_rig(7, ".L", ".R");
  rig.bind[4][3].x = std::numeric_limits<float>::quiet_NaN();
  const JointPairs pairs = joint_pairs(rig.input());
  EXPECT_EQ(pairs.partner[4], kNoPartner);
  EXPECT_EQ(pairs.partner[7], kNoPartner);
  EXPECT_EQ(pairs.partner[2], 5);
  EXPECT_GT(glm::dot(pairs.plane.normal, rig.plane.normal), 1.0 - 1e-8);
  EXPECT_TRUE(joint_pairs({}).partner.empty());
}

}  // namespace
}  // namespace bindpose::test
