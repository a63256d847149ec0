// Files beside a workspace, as it names them.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "io/texture_places.h"

namespace bindpose {

// A file by its path from the workspace's folder, so that both can be moved together, and by its
// full one, so that the workspace can be moved alone: {"path": ..., "absolute": ...}.
nlohmann::ordered_json place_json(const std::string& path, const std::filesystem::path& workspace);

// {"folders": [place, ...], "files": [{"texture": the model's name for it, place}, ...]}
nlohmann::ordered_json textures_json(const TexturePlaces& textures,
                                     const std::filesystem::path& workspace);
// What of it is there now: the first of both paths that is. What is no such object, or more than
// anybody chooses, is left out. `workspace`: its full path.
TexturePlaces textures_from(const std::filesystem::path& workspace, const nlohmann::json& json);

}  // namespace bindpose
