// The joints of a model: every node of the file, parents before children.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "math/types.h"

namespace bindpose {

inline constexpr int kNoParent = -1;

// What the skins make of the nodes. #J each.
struct JointFlags {
  std::vector<std::uint8_t> is_joint;    // 1: some skin names it (weights or not); 0: a plain node
  std::vector<std::uint8_t> has_weight;  // 1: some vertex has a weight > 0 for it

  bool operator==(const JointFlags&) const = default;
};

// Depth-first order, parents first: parent[j] < j, and the subtree of j is the contiguous range
// [j, subtree_end[j]). All arrays have #J entries.
struct Skeleton {
  std::vector<std::string> name;  // as in the file; made unique by a "#2", "#3" suffix
  std::vector<int> parent;        // p(j), kNoParent at a root
  std::vector<int> subtree_end;   // one past the last joint of j's subtree
  std::vector<mat4> rest_local;   // L_j of the file's rest pose, joint -> parent
  JointFlags file_flags;          // by the file's skins, whatever is edited: what counts in a
                                  // scene is joint_flags() (scene/scene.h)
  std::vector<std::string> human_bone{};  // #J, or empty where the file says nothing of it: what
                                          // the joint is in VRM 1's words ("leftUpperArm"), or ""

  int size() const { return static_cast<int>(parent.size()); }
};

// A joint before sorting: what importers and generators have in hand.
struct RawJoint {
  std::string name;
  int parent = kNoParent;  // index into the raw list, in any order
  mat4 rest_local{1.0f};
  bool is_joint = false;
};

struct SkeletonBuild {
  Skeleton skeleton;
  std::vector<int> new_index;        // raw index -> skeleton index
  std::vector<std::string> repairs;  // plain sentences: renamed joints, broken parent links
};

// Sorts depth-first (children keep their order), fills subtree_end, makes names unique (an empty
// name becomes "joint"), and cuts parent links that are out of range or form a cycle (each cut is
// one sentence in `repairs`). Never fails.
SkeletonBuild build_skeleton(std::span<const RawJoint> raw);

// Index of the joint of that name, or -1. Linear; for user input, not for loops.
int find_joint(const Skeleton& skeleton, std::string_view name);

// What the file says that the joint is, in VRM 1's words; "" where it says nothing.
const std::string& human_bone(const Skeleton& skeleton, int joint);

inline bool in_subtree(const Skeleton& s, int joint, int root) {
  return root >= 0 && joint >= root && joint < s.subtree_end[static_cast<std::size_t>(root)];
}

}  // namespace bindpose
