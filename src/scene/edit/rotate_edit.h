// What `joint NAME rotate ...` and `joint NAME rotation ...` make of Ul_j, and the axes that both
// and the Joint panel may speak of.
#pragma once

#include <optional>
#include <string>

#include "scene/edit/edit.h"

namespace bindpose {

// The axes A in which a turn of the joint is told: the joint's own before any edit (A = I), its
// parent's (those of L_j) or the world's (those of W_p(j) L_j), without scale and shear. A joint
// that Ul_j turns by R is turned by A R A^T as seen there: by the same angle. Without scale that is
// P_j of L_j Ul_j = P_j L_j, and U_j of W_j = U_j W_p(j) L_j. All three are the identity where
// nothing was touched.
glm::dmat3 axes_of_turns(const mat4& parent_world, const mat4& base_local, GizmoSpace axes);
// The same of a joint of the scene as it is posed.
glm::dmat3 axes_of_turns(const Scene& scene, int joint, GizmoSpace axes);

// Ul_j after the edit. More of a rotation: Ul_j = T M in the joint's own axes as they are now
// (Ul_j M), Ul_j = T K M in the parent's or the world's, where T is where the joint was moved to,
// M the rest of Ul_j, K = A^T R A. The whole rotation: Ul_j = T K S, S the scale that Ul_j has;
// its shear is lost. Nothing where the numbers are no rotation.
std::optional<mat4> rotated(const Scene& scene, const RotateJoint& edit);

// One sentence where a quaternion or an axis was not of unit length, else "".
std::string made_unit(const RotationNumbers& numbers);

}  // namespace bindpose
