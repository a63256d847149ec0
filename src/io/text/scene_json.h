// What the command line prints about a model or a pose, and pose files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scene/edit/edit.h"
#include "scene/scene.h"

namespace bindpose {

// `bindpose info`: for a person, and as JSON. {"model", "format", "meshes": [{"name", "vertices",
// "triangles", "joints" (of the skin, 0 without one), "max_influences", "unweighted",
// "unnormalised", "node", "skinned", "bind_residual"}], "morphs": [{"name", "node", "default"}],
// "joints": [{"name", "parent" (name or null), "is_joint", "has_weight"}], "clips": [{"name",
// "duration", "rate" where it has one}], "materials": [{"name", "texture" (name or null)}],
// "report": [{"severity" ("info", "warning" or "error"), "place", "message"}]}. In all JSON: bytes
// of a name that are not UTF-8 become U+FFFD, a number that is not finite is null. `marks`: what a
// workspace says of it, edits as text, in "marks": [text], or nothing.
std::string info_text(const Model& model, const std::vector<std::string>& marks = {});
std::string info_json(const Model& model, const std::vector<std::string>& marks = {});
// The same in one line, with "path" in front; of a file that cannot be read {"path", "error"}.
std::string info_line(const std::string& path, const Model& model,
                      const std::vector<std::string>& marks = {});
std::string error_line(const std::string& path, const std::string& error);
// What was found by each check of a file, as one line: {"path", "good", "checks": [{"name", "good",
// "difference", "compared"}]}; what was skipped has "skipped", why, and what is not good
// "largest_at".
struct CheckLine {
  std::string name;
  bool skipped = false, good = true;
  double difference = 0.0;
  std::size_t compared = 0;
  std::string note;
};
std::string checks_line(const std::string& path, const std::vector<CheckLine>& checks);
// What was written from it: {"path", "output"}.
std::string written_line(const std::string& path, const std::string& output);
// What is hidden, locked, limited and held, as edits in their text form.
std::vector<std::string> marks_of(const Scene& scene);

// `bindpose matrices`: JSON. {"model", "pose": {"base", "clip" (name or null), "time"}, "morphs":
// {name: m_k}, "joints":
// [{"name", "parent" (name or null), "L", "Ul", "W", "position" ([x, y, z], W's last column)}],
// "skins": [{"mesh", "skinned", "joints": [{"joint", "B", "T", "inverse_bind" (the file's)}],
// "mesh_to_bind"}]}; a matrix is four rows of four. At most 9 significant digits, which read back
// as the same float.
std::string matrices_json(const Scene& scene, const PosedScene& posed);

// Pose files: {"bindpose_pose": 1, "base": "bind|rest|clip", "clip": name (or index, where several
// clips share the name), "time": s, "joints": {name: 4x4 rows}, "morphs": {name: weight}}; what is
// untouched is left out. What the model lacks (joints, the clip) is said in `notes` and left out.
// Throws std::runtime_error with one sentence when the file cannot be written; it is then as it
// was.
void write_pose(const Scene& scene, const std::filesystem::path& file);
struct PoseFile {
  Pose pose;
  std::vector<std::string> notes;
  std::size_t joints = 0;    // that the file names
  std::size_t matched = 0;   // of them, those that the model has: 0 is the pose of another rig
  std::vector<int> named{};  // these
};
// Throws std::runtime_error with one sentence (what, where, what was expected).
PoseFile read_pose(const Scene& scene, const std::filesystem::path& file);
PoseFile read_pose(const Model& model, const std::filesystem::path& file);

}  // namespace bindpose
