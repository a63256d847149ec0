// Edited weights in a workspace: of each mesh the vertices whose weights are not the file's.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scene/edit/weights.h"

namespace bindpose {

// [{"mesh": name, "index": m, "vertices": #V, "joints": [name...], "vertex": [i...], "count":
// [n...], "joint": [index into "joints"...], "weight": [w...], "sum": [stored sum...]}]: the rows
// of the vertices listed, one after the other. Empty where nothing is edited.
nlohmann::ordered_json weights_json(const Scene& scene);

// The whole meshes with those rows put in, for SetInfluences. What does not fit the model is left
// out with a sentence in `notes`. Throws std::runtime_error with one sentence (beginning with
// `subject`) for lists that contradict each other and numbers that are no weights.
std::vector<MeshWeights> weights_from_json(const Scene& scene, const nlohmann::json& meshes,
                                           const std::string& subject,
                                           std::vector<std::string>& notes);

}  // namespace bindpose
