// Clips that a scene added, as workspaces keep them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

// A list of clips; empty where none was added. The schema is in docs/workspace.md.
nlohmann::ordered_json clips_json(const Scene& scene);

// Read and checked. Tracks of joints and morphs that the model lacks are left out and said in
// `notes`; so is a clip with times that do not ascend, with all after it. Throws std::runtime_error
// with one sentence, which begins with `subject`, where what is there is broken.
std::vector<std::shared_ptr<const AddedClip>> clips_from_json(const Model& model,
                                                              const nlohmann::json& list,
                                                              const std::string& subject,
                                                              std::vector<std::string>& notes);

}  // namespace bindpose
