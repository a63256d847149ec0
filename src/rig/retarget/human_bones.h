// The bones of a human as VRM names them, and which part of a body each is.
#pragma once

#include <optional>
#include <string_view>

#include "rig/retarget/joint_parts.h"

namespace bindpose {

// The name in VRM 1's words (VRMC_vrm-1.0, humanoid: 55 bones), which is also VRM 0's but for the
// thumbs: there the three are Proximal, Intermediate and Distal, here Metacarpal, Proximal and
// Distal. "" for what is no human bone.
std::string_view human_bone_of_vrm1(std::string_view name);
std::string_view human_bone_of_vrm0(std::string_view name);

// The part that a bone is (chest and upperChest are "spine"); nothing for what is no human bone.
std::optional<JointPart> part_of_human_bone(std::string_view name);

}  // namespace bindpose
