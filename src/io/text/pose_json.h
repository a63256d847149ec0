// The JSON of a pose, as pose files and workspaces have it, and how such files are read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "io/text/scene_json.h"

namespace bindpose {

// `subject` begins every sentence: "The pose file arm.json".
[[noreturn]] void refuse_json(const std::string& subject, const std::string& what);

// The file as JSON. Throws std::runtime_error with one sentence where there is none, it is larger
// than `most` bytes, is not valid (the line is told), or nests deeper than eight levels.
nlohmann::json read_json(const std::filesystem::path& file, const std::string& subject,
                         std::uintmax_t most);

// The file's bytes, by the same rules but the last two.
std::string read_bounded(const std::filesystem::path& file, const std::string& subject,
                         std::uintmax_t most);
// The same of a text.
nlohmann::json json_of(std::string_view text, const std::string& subject);
// Throws where that is no pose file of this version.
void check_pose_version(const nlohmann::json& root, const std::string& subject);

// How the clip that is shown is faded into another one of the scene.
nlohmann::ordered_json fade_json(const Scene& scene, const ClipFade& fade);

// "base", "clip", "time", "fade", "joints" and "morphs", as scene_json.h says of pose files.
nlohmann::ordered_json pose_json(const Scene& scene);
// The same read and checked; throws as read_pose() does. Clips that the scene added are known.
PoseFile pose_from_json(const Scene& scene, const nlohmann::json& root, const std::string& subject);

}  // namespace bindpose
