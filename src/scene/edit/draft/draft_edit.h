// What becomes of a scene when its model gets another skeleton, or other B_j.
#pragma once

#include <memory>

#include "scene/edit/edits.h"

namespace bindpose {

// `scene` on a model that was built of its own: view, hidden meshes and morphs stay, edited weights
// and added clips go over by the names of joints, the pose is untouched, and there is no draft.
Scene built_scene(const Scene& scene, std::shared_ptr<const Model> built);

// The scene's model with those B_j. Throws std::runtime_error with one sentence where there is no
// skin, or a W_j has no inverse.
std::shared_ptr<const Model> rebound_model(const Scene& scene, const RebindJoints& edit);

}  // namespace bindpose
