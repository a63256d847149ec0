// Which of several Pose objects counts for a skin: one of them, as a whole. Exporters write one for
// each skin, or one for all, or one for each time that something was bound; what two of them say
// of one skin is of two moments.
#pragma once

#include <cstddef>
#include <glm/mat4x4.hpp>
#include <span>
#include <unordered_map>
#include <vector>

namespace bindpose {

// Where models stood when they were bound, in the file's world: an object Pose.
template <typename Id>
using FbxPoseOf = std::unordered_map<Id, glm::dmat4>;

// The pose that has the skin's mesh and the most of its bones, of equal ones the first; -1: none
// has the mesh and a bone.
template <typename Id>
int whole_pose(std::span<const FbxPoseOf<Id>> poses, Id mesh, const std::vector<Id>& bones) {
  int best = -1;
  std::size_t most = 0;
  for (std::size_t p = 0; p < poses.size(); ++p) {
    if (!poses[p].contains(mesh)) continue;
    std::size_t count = 0;
    for (const Id bone : bones) count += poses[p].contains(bone) ? 1 : 0;
    if (count <= most) continue;
    most = count;
    best = static_cast<int>(p);
  }
  return best;
}

}  // namespace bindpose
