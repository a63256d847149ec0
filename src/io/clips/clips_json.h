// Clips that a scene added, as workspaces keep them.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

// So many numbers (times and values of keys) are read in all clips of a file, and no more.
inline constexpr std::size_t kMostClipNumbers = 50'000'000;
// How many clips_json() would write.
std::size_t clip_numbers(const Scene& scene);

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
