// What is hidden, locked and restrained: what these edits make of a scene, and what edits of the
// pose make of locked joints.
#pragma once

#include <string>
#include <vector>

#include "rig/ik/solve.h"
#include "scene/edit/edit.h"

namespace bindpose {

// Meshes that nothing but these joints moves (`in`: #J): all joints that pull on them, or the node
// that they follow, are among them. #M.
std::vector<std::uint8_t> meshes_of(const Scene& scene, const std::vector<std::uint8_t>& in);

// Joints out of range are left out; what is hidden leaves the selection. Change::Pose where bones
// have to be made anew.
Change write_edit(Scene& scene, const HideJoints& edit);
Change write_edit(Scene& scene, const Isolate& edit);
Change write_edit(Scene& scene, const ShowAll& edit);
Change write_edit(Scene& scene, const ShowMesh& edit);
Change write_edit(Scene& scene, const LockJoints& edit);
Change write_edit(Scene& scene, const RestrainJoint& edit);

// The edits that make exactly these marks of a fresh scene: hidden bones and meshes, locks,
// restraints.
std::vector<Edit> edits_of_marks(const Scene& scene);
bool is_mark(const Edit& edit);

// Hidden joints are neither selected nor under the mouse.
void drop_hidden_selection(Scene& scene);

// Gives locked joints back what they had before an edit of the pose (`before`: Ul_j, #J); which of
// them it had changed.
std::vector<int> keep_locked(Scene& scene, const std::vector<mat4>& before);
// "forearm.L is locked and stays.", "3 locked joints stay: a, b and c."; "" where there are none.
std::string skipped_words(const Model& model, const std::vector<int>& skipped);

// What a step of the history did to locks that were `before` (of the same model): "The weights of
// forearm.L are no longer locked."; "" where they are as they were.
std::string relocked_words(const Scene& scene, const JointMarks& before);

// What holds the joints of a chain back: locked ones do not turn. Empty: nothing does.
std::vector<IkJoint> ik_joints(const Scene& scene, const std::vector<int>& chain);

}  // namespace bindpose
