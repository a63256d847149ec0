// What becomes of a scene when its model gets another skeleton, or other B_j.
#pragma once

#include <memory>

#include "scene/edit/edits.h"

namespace bindpose {

// `scene` on a model that was built of its own, as on a file that was read again (carry_over.h):
// edited weights, added clips and Ul_j go over by joints that stay (kept_joints), so that T_j are
// what they were; there is no draft.
Scene built_scene(const Scene& scene, std::shared_ptr<const Model> built);

// The scene's model with those B_j. Throws std::runtime_error with one sentence where there is no
// skin, a W_j has no inverse, or the file has no Pose.
std::shared_ptr<const Model> rebound_model(const Scene& scene, const RebindJoints& edit);
// Whether that model is the scene's own but for rounding: its joints were bound there already, and
// no matrix of the file's was unusable. Then the edit is no step.
bool binds_stay(const Scene& scene, const Model& rebound);

}  // namespace bindpose
