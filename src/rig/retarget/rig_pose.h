// A rig as clips are carried over to and from it.
#pragma once

#include <span>
#include <vector>

#include "math/types.h"
#include "rig/skeleton.h"

namespace bindpose {

// All of it must outlive what uses it. `reference` is the pose that stands for the same stance in
// both rigs: L_j of the bind pose, which is that of the rest pose where no skin says another.
struct RigPose {
  const Skeleton& skeleton;
  std::span<const mat4> reference;  // #J, joint -> parent
  mat4 to_display{1.0f};            // the file's world -> upright, metres
};

// Where the joints stand in the reference pose, in display space. #J.
std::vector<glm::dvec3> reference_places(const RigPose& rig);

// Whether `above` is an ancestor of `joint` (not the joint itself); -1 is above all.
inline bool is_above(const Skeleton& skeleton, int above, int joint) {
  return above < 0 || (above != joint && in_subtree(skeleton, joint, above));
}

}  // namespace bindpose
