// Joints that stay where they are while what is above them moves: feet on the ground, hands on a
// table.
#pragma once

#include <vector>

#include "scene/edit/edit.h"

namespace bindpose {

// Whether the edit writes Ul_j, and does so to pose joints: a clip that is baked takes them over.
bool writes_joints(const Edit& edit);

// Where a held joint was before an edit, and the pose of the limb that can bring it back there
// (ik_chain() with count 0: thigh and shin of a foot).
struct HeldPlace {
  int joint = -1;
  mat4 world{1.0f};              // W_j, the file's world
  std::vector<int> limb;         // root first
  std::vector<mat4> user_local;  // Ul of the limb, then that of the joint
};

// The places of all held joints (Scene::held), parents first; nothing where the edit writes no
// Ul_j, is the one that pulls the joint (SolveIk), or is a pose that is meant as it is
// (SetPose::as_is).
std::vector<HeldPlace> places_to_hold(const Scene& scene, const Edit& edit);

// After the edit: turns the limbs so that the joints are where they were (rig/ik/solve.h), and the
// joints so that their axes are. A limb of which the edit itself wrote a joint, or its end, goes
// where it was put. Out of reach, the limb is stretched straight towards the place.
//
// No place is kept from edit to edit: what is held is what the last edit left, so that a clip that
// goes on, another base pose or undo leave nothing behind that a limb would jump to.
struct HoldResult {
  bool written = false;
  std::vector<int> slipped;  // those that are not where they were all the same
};
HoldResult hold_places(Scene& scene, const std::vector<HeldPlace>& places);

}  // namespace bindpose
