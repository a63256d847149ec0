// A joint that points to a place: heads, eyes.
#pragma once

#include <span>

#include "math/types.h"

namespace bindpose {

struct LookResult {
  bool valid = false;    // false: the input made no sense, and nothing was written
  double missing = 0.0;  // radians between the axis and the target after the turn, in the world
};

// Turns `joint` so that its own axis (a direction in the joint's own frame, any length: what W_j
// makes of it) points to `target`, a point in the file's world. By the smallest turn as seen in the
// axes of W_p L_j, so that nothing rolls about the axis; a turn of half a circle goes about the
// joint's own y axis, or x where `axis` is y. Translation, scale and shear of Ul_j
// stay; scale and shear of the parents are reckoned with: the axis meets the target all the same.
//
// parent, base_local (L_j), user_local (Ul_j): #J, parents first. Only user_local[joint] is
// written. Invalid: a joint out of range, an axis of no length, a target where the joint itself is,
// anything that is not finite, parents or a joint that are flattened (no inverse).
LookResult look_at(std::span<const int> parent, std::span<const mat4> base_local, int joint,
                   const vec3& axis, const vec3& target, std::span<mat4> user_local);

}  // namespace bindpose
