// Several joints in one drag: what the gizmo does to its joint is done to the others that are
// selected with it.
#pragma once

#include <vector>

#include "view/gizmo/gizmo.h"

namespace bindpose {

// Another selected joint, as it was when the drag began.
struct DragCompanion {
  int joint = -1;
  mat4 user_local{1.0f};  // Ul_k
  mat4 world{1.0f};       // W_k, the file's world
  bool below = false;     // one of its ancestors is selected, too
};

// Whether another selected joint stands above it.
bool is_carried(const Scene& scene, int joint);
// Several joints with one pivot: the mean of the places of those that no other one carries, in
// display space. A joint that is selected with all below it is its own pivot.
vec3 common_pivot(const Scene& scene, const PosedScene& posed);

// The joints selected beside `drag.joint`.
std::vector<DragCompanion> drag_companions(const Scene& scene, const PosedScene& posed,
                                           const GizmoDrag& drag);

// What Ul_k becomes where the drag makes `user_local` of its own joint's Ul_j.
//
// About its own axes (local axes, and every scaling): the same M on the right, Ul_k' = Ul_k M with
// M = Ul_j^-1 Ul_j'. So a finger curls when its joints are turned together. About axes of the
// parent, the world or the screen: the same turn about the same direction through the joint's own
// origin, U_k = Trans(o_k) R Trans(-o_k), W_k' = U_k W_k, taken where the joint stood when the drag
// began: a joint below another selected one is turned by both. A move goes to those that no
// selected ancestor carries along already. What cannot be inverted stays as it is.
mat4 moved_together(const GizmoDrag& drag, const DragCompanion& companion, const mat4& user_local,
                    GizmoSpace space);

// The joint of the drag as one of those that it moves.
DragCompanion drag_joint(const GizmoDrag& drag);
// What Ul_k becomes in a drag with GizmoPivot::Common, which has turned, moved or scaled by its
// `amount`. With o the pivot: W_k' = U W_k, U = Trans(o) R Trans(-o); a scaled joint goes away from
// o along the drag's axes and grows along its own: W_k' = Trans((o + A S A^T (o_k - o)) - o_k) W_k
// S, for U W_k would shear it. A joint that another selected one carries goes along and keeps its
// Ul_k, and so does one whose W_k cannot be inverted.
mat4 moved_about_pivot(const GizmoDrag& drag, const Scene& scene, const DragCompanion& companion);

}  // namespace bindpose
