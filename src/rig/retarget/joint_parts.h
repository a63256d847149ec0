// Which part of a body a joint is, by its name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rig/skeleton.h"

namespace bindpose {

enum class BodySide : std::uint8_t { None, Left, Right };

// `part` is one of: hips spine neck head jaw eye shoulder (the collar bone) upperarm forearm hand
// thigh shin foot toe thumb index middle ring little; "" where the name says none.
struct JointPart {
  std::string part;
  BodySide side = BodySide::None;

  bool operator==(const JointPart&) const = default;
};

// Of every joint, #J, from the names that Mixamo, Biped, VRM, Unreal, Rigify, Daz and the usual BVH
// recordings give: spaces of names ("mixamorig:"), prefixes, separators, case, numbers and the way
// a side is written (.L, _l, Left, "Bip01 L") do not matter. Names that mean different things in
// different rigs are judged by what else the rig has: "Leg" is the shin beside an "UpLeg",
// "Shoulder" is the upper arm where nothing else is one. Ends, twist joints and controls are no
// part, and neither is a node outside of the rig (in_rig). Where the file itself says which human
// bones its joints are (Skeleton::human_bone), that counts: no name claims a part of them beside.
std::vector<JointPart> joint_parts(const Skeleton& skeleton);

// Bone: a joint of a skin, or above one; Below: no joint, but below one; Outside: neither, as nodes
// that carry a mesh beside the skeleton and may be named as joints are.
enum class RigPlace : std::uint8_t { Outside, Below, Bone };
// Of every node, #J; all are bones where the file has no skin (a recording).
std::vector<RigPlace> in_rig(const Skeleton& skeleton);

// The name without its space ("mixamorig:"), in lower case, letters and digits only.
std::string plain_joint_name(std::string_view name);

}  // namespace bindpose
