// What the command line prints about a model or a pose, and pose files.
#pragma once

#include <filesystem>
#include <string>

#include "scene/edit.h"
#include "scene/scene.h"

namespace bindpose {

// `bindpose info`: for a person, and as JSON.
std::string info_text(const Model& model);
std::string info_json(const Model& model);

// `bindpose matrices`: JSON. {"model", "pose": {...}, "joints": [{"name", "parent" (name or null), "L",
// "Ul", "W", "position" ([x, y, z], W's last column)}], "skins": [{"mesh", "joints": [{"joint", "B", "T",
// "inverse_bind" (the file's)}], "mesh_to_bind"}]}; a matrix is four rows of four. 9 significant digits.
std::string matrices_json(const Scene& scene, const PosedScene& posed);

// Pose files: {"bindpose_pose": 1, "base": "bind|rest|clip", "clip": name, "time": s, "joints": {name:
// 4x4 rows}}; untouched joints are left out. Joints that the model lacks are reported in `notes`.
void write_pose(const Scene& scene, const std::filesystem::path& file);
struct PoseFile {
  Pose pose;
  std::vector<std::string> notes;
};
// Throws std::runtime_error with one sentence (what, where, what was expected).
PoseFile read_pose(const Model& model, const std::filesystem::path& file);

}  // namespace bindpose
