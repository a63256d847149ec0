// What the edits `ik` and `look` turn, and what is said of them.
#pragma once

#include <string>
#include <vector>

#include "scene/edit/edit.h"

namespace bindpose {

// Joints above `joint` in the tree, up to its root.
int joints_above(const Model& model, int joint);

// The joints that `ik JOINT` turns, root first. `count` > 0: so many above it (all, where there are
// fewer). 0: the limb that the joint ends, by the tree and the names:
// - from its parent up to, and without, the first joint that branches off something else. Children
//   that have none themselves (twist joints, ends) are no branch. Nodes that no skin names do not
//   turn, where skins name any;
// - without joints named twist or roll, as long as two others are left: they share out the turn of
//   a bone, and bend nothing;
// - without a girdle at its top (named clavicle, collar or shoulder), as long as two others are
// left. A hand thus takes forearm and upper arm, a foot shin and thigh, the end of a tail the whole
// tail. Empty: the joint is out of range or a root.
std::vector<int> ik_chain(const Model& model, int joint, int count);

// Whether the joint ends a limb of joints that turn: it can be pulled and held in place.
bool ends_limb(const Model& model, int joint);

// Whether moving the joint by hand pulls its limb, rather than moves the joint itself. What a body
// hangs on is moved: hips, which branch and have most of the joints below them; and what stands
// above a joint that is held, which stays as the limb between gives way.
bool is_pulled(const Scene& scene, int joint);

// The axis of `look JOINT` that is meant where none is named: the one of the joint's own
// (LookAtPoint:: axis) that in the bind pose points most nearly to the model's front, +z in display
// space.
int look_axis(const Model& model, int joint);

// What both do to Ul_j: nothing, where the solvers say that the input makes no sense.
std::vector<mat4> solved(const Scene& scene, const SolveIk& edit);
std::vector<mat4> solved(const Scene& scene, const LookAtPoint& edit);

// How far from its target the joint stands, in metres, after the edit was applied to the scene; 0
// where it is there.
double missing_metres(const Scene& scene, const SolveIk& edit);

// One sentence where the edit, which was just applied to the scene, did not do all that it says:
// "hand.L stops 0.12 m short of the target.", or joints that have no other side. Else "".
std::string shortfall(const Scene& scene, const Edit& edit);

}  // namespace bindpose
