// How rigs name left and right.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bindpose {

struct OtherSide {
  std::string name;   // what the counterpart may be called
  bool left = false;  // the name that was asked about says "left"
};

// What a name may be called on the other side, the likeliest first; empty where it names no side:
// - a word, whatever stands around it: "LeftHand", "hand_left", "mixamorig:LeftArm", "UPPER_LEFT",
//   and as Japanese rigs write it;
// - a letter that stands alone: "arm.L", "arm.R.001", "l_foot", "arm_l_01", "Bip01 L Calf",
//   "J_Bip_L_Hand"; "lf_arm" and "rt_arm" (or "rf_arm") likewise;
// - a letter set off by its case: "LArm", "lShldr", "handL", "armR_01".
// A letter within a word is none: "Lower", "roll", "skull", "LOD". Whether there is such a joint,
// and whether it stands where the other side is, the caller has to see: joint_pairs().
std::vector<OtherSide> other_sides(std::string_view name);

// The likeliest one, or "".
std::string other_side(std::string_view name);

}  // namespace bindpose
