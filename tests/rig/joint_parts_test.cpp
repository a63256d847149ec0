// What names say of joints, and which of them pair.
#include "rig/retarget/joint_parts.h"

#include "fixtures.h"
#include "math/numbers.h"
#include "rig/retarget/joint_map.h"

namespace bindpose::test {
namespace {

std::string part_of(std::initializer_list<std::string> names, std::size_t which) {
  std::vector<RawJoint> raw;
  for (const std::string& n : names) raw.push_back({n, static_cast<int>(raw.size()) - 1});
  const JointPart part = joint_parts(build_skeleton(raw).skeleton)[which];
  const char* side[] = {"", " left", " right"};
  return part.part + side[static_cast<int>(part.side)];
}

TEST(RetargetParts, names_of_many_programs) {
  const std::pair<const char*, const char*> kNames[] = {{"mixamorig:LeftForeArm", "forearm left"},
                                                        {"mixamorig7:Hips", "hips"},
                                                        {"Bip01 L Thigh", "thigh left"},
                                                        {"Bip001 Pelvis", "hips"},
                                                        {"Bip01 R Finger21", "middle right"},
                                                        {"J_Bip_L_UpperArm", "upperarm left"},
                                                        {"leftLowerLeg", "shin left"},
                                                        {"upperarm_r", "upperarm right"},
                                                        {"calf_l", "shin left"},
                                                        {"ball_r", "toe right"},
                                                        {"DEF-thigh.L", "thigh left"},
                                                        {"shin.R", "shin right"},
                                                        {"rShldrBend", "upperarm right"},
                                                        {"lThighBend", "thigh left"},
                                                        {"LeftHandThumb1", "thumb left"},
                                                        {"f_index.01.L", "index left"},
                                                        {"lowerarm_twist_01_l", ""},
                                                        {"LeftToe_End", ""},
                                                        {"CC_Base_L_Clavicle", "shoulder left"},
                                                        {"spine_03", "spine"},
                                                        {"Spine1", "spine"},
                                                        {"UpperChest", "spine"},
                                                        {"RightUpLeg", "thigh right"},
                                                        {"foot_ik.L", ""},
                                                        {"Bone.003", ""},
                                                        {"ValveBiped.Bip01_R_Hand", "hand right"},
                                                        {"leftThumbMetacarpal", "thumb left"},
                                                        {"Lefthand", "hand left"},
                                                        {"rig_Lefthand", "hand left"},
                                                        {"RIGHTHAND", "hand right"},
                                                        {"hand.l", "hand left"},
                                                        {"wrist.r", "hand right"},
                                                        {"Palm2.L", "hand left"},
                                                        {"Hand_L", "hand left"},
                                                        {"ankle_r", "foot right"},
                                                        {"leftover", ""},
                                                        {"hair_L", ""}};
  for (const auto& [name, part] : kNames) EXPECT_EQ(part_of({name}, 0), part) << name;
}

TEST(RetargetParts, names_that_need_their_neighbours) {
  EXPECT_EQ(part_of({"LeftUpLeg", "LeftLeg"}, 1), "shin left");
  EXPECT_EQ(part_of({"leg.L", "shin.L"}, 0), "thigh left");
  EXPECT_EQ(part_of({"LeftCollar", "LeftShoulder", "LeftElbow"}, 1), "upperarm left");
  EXPECT_EQ(part_of({"LeftShoulder", "LeftArm", "LeftForeArm"}, 0), "shoulder left");
  EXPECT_EQ(part_of({"LHipJoint", "LeftUpLeg"}, 0), "");
  EXPECT_EQ(part_of({"LeftHip", "LeftKnee", "LeftAnkle"}, 0), "thigh left");
  EXPECT_EQ(part_of({"hand.L", "palm.01.L"}, 1), "") << "a bone within the hand";
}

// What carries a mesh beside the skeleton may be named as a joint is: no clip is about it.
TEST(RetargetMap, nodes_outside_of_the_rig_are_no_partner) {
  const auto rig = [](std::initializer_list<RawJoint> nodes) {
    return build_skeleton(std::vector<RawJoint>(nodes)).skeleton;
  };
  const auto proposed = [](const Skeleton& a, const Skeleton& b) {
    return propose_pairs({a, a.rest_local, mat4(1.0f)}, {b, b.rest_local, mat4(1.0f)});
  };
  const mat4 one(1.0f);
  const Skeleton from = rig({{"Armature", -1, one, false},
                             {"Hand.L", 0, translation({1, 1, 0}), false},
                             {"Hips", 0, translation({0, 1, 0}), true},
                             {"Arm.L", 2, translation({0, .5f, 0}), true},
                             {"Palm.L", 3, translation({.5f, 0, 0}), true},
                             {"Head", 2, translation({0, .6f, 0}), false}});
  const Skeleton to = rig({{"hips", -1, translation({0, 1, 0}), true},
                           {"wrist.l", 0, translation({1, .4f, 0}), true},
                           {"head", 0, translation({0, .6f, 0}), true}});
  const std::vector<int> partner = partners_of_targets(proposed(from, to), to);
  EXPECT_EQ(partner[idx(find_joint(to, "wrist.l"))], find_joint(from, "Palm.L"));
  EXPECT_EQ(partner[idx(find_joint(to, "head"))], find_joint(from, "Head"))
      << "below a joint: the skin left it out";
  const Skeleton hips = rig({{"Hips", -1, translation({0, 1, 0}), false},
                             {"Pelvis", 0, one, true},
                             {"Spine", 0, translation({0, .5f, 0}), true}});
  EXPECT_EQ(proposed(hips, to).source_hips, find_joint(hips, "Hips"))
      << "above a joint: what carries the body";
}

}  // namespace
}  // namespace bindpose::test
