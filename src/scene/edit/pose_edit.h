// What the edits of whole poses make of one, and what symmetric editing adds to an edit.
#pragma once

#include <vector>

#include "scene/edit/edit.h"

namespace bindpose {

// The scene's pose after the edit: Ul_j, and m_k where the whole pose is mirrored or blended
// towards one that has some. Joints that are out of range are ignored. There is a model.
Pose changed_by(const Scene& scene, const MirrorPose& edit);
Pose changed_by(const Scene& scene, const BlendPose& edit);
Pose changed_by(const Scene& scene, const RelaxPose& edit);

// Whether, while ViewSettings::symmetric is on, the other side does what that edit does.
bool is_mirrored(const Edit& edit);
// Does to the partners what was done to joints since Ul_j were `before` (#J): Ul_p = Ul_p K_j D
// K_j^-1 with D = Ul_j^-1(before) Ul_j, K_j of rig/pose/mirror.h; where the edit `resets`,
// a joint that went back to the base pose takes its partner there. Of a pair where both were
// changed the one that was selected first counts; where neither is selected, both stay as the edit
// made them. True: a partner changed.
bool edit_partners(Scene& scene, const std::vector<mat4>& before, bool resets);
// Whether it takes joints back to the base pose, and does not come there by a number that is 0.
bool is_reset(const Edit& edit);

}  // namespace bindpose
