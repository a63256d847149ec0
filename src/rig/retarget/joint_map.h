// Which joints of two rigs stand for each other.
#pragma once

#include <cstdint>
#include <vector>

#include "rig/retarget/rig_pose.h"

namespace bindpose {

// What a pair was found by.
enum class PairedBy : std::uint8_t { Part, Name, Place, Hand };

struct JointPair {
  int source = -1, target = -1;
  PairedBy by = PairedBy::Hand;
};

// No joint is in two pairs. Ordered by target.
struct JointMap {
  std::vector<JointPair> pair;
  int source_hips = -1, target_hips = -1;  // a pair, or -1 and -1: what carries the body
};

// A table to be shown and changed, in this order:
// 1. by the part of the body that the name says (joint_parts.h). Chains of different length
//    (spines, necks, fingers) are paired at even distances, their ends with each other;
// 2. by equal names, as plain_joint_name has them, where each is there once;
// 3. by place: joints whose names say nothing and that are the nearest to each other in the
//    reference pose, both rigs brought to the same height over the ground, closer than 4 % of it,
//    below the same pair.
// The hips are the pair of that part, else the pair that is nearest to the roots.
JointMap propose_pairs(const RigPose& source, const RigPose& target);

// The table without what is out of range or named twice, in order, with hips that are a pair: those
// of the table where it has any, else as propose_pairs chooses.
JointMap sound_map(JointMap map, const RigPose& source, const RigPose& target);

// The partner of every target joint, #J of the target, -1 for none; and of every source joint.
std::vector<int> partners_of_targets(const JointMap& map, const Skeleton& target);
std::vector<int> partners_of_sources(const JointMap& map, const Skeleton& source);

// The two rigs have the same joints by name, with the same parents.
bool same_joints(const Skeleton& a, const Skeleton& b);

}  // namespace bindpose
