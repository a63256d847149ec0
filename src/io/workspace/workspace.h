// A workspace: all that a person made of a model, as a file that is opened again. The schema is in
// docs/workspace.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "io/texture_places.h"
#include "scene/scene.h"

namespace bindpose {

inline constexpr const char* kWorkspaceEnding = ".bindpose";

// How the model is looked at, as numbers: io knows no camera.
struct WorkspaceCamera {
  vec3 target{0.0f};
  float distance = 1.0f, yaw = 0.0f, pitch = 0.0f, roll = 0.0f;  // display space, radians
  bool orthographic = false;
};

struct WorkspaceContent {
  Scene scene;  // with a model
  std::optional<WorkspaceCamera> camera;
  std::string lesson;  // the path of the open one; empty: none
  std::size_t lesson_step = 0;
  std::string compared{};  // the path of the file beside it; empty: none
  std::string saved_as;    // of work that is kept aside: the workspace that it belongs to, if any
  TexturePlaces textures{};
};

// Writes it whole or not at all (io/files/file_writer.h). `keep`: what was read from the file that
// is written again; what it has and this program does not know stays in it. The model is named by
// its path from the workspace's folder and by its full one. Throws std::runtime_error with one
// sentence; also where more than `most_bytes` would come of it, which cannot be opened again.
inline constexpr std::uintmax_t kLargestWorkspace = std::uintmax_t{1} << 29;
void write_workspace(const WorkspaceContent& content, const std::filesystem::path& file,
                     const nlohmann::json* keep = nullptr,
                     std::uintmax_t most_bytes = kLargestWorkspace);

// A workspace as read, before its model is.
struct WorkspaceFile {
  std::filesystem::path file;
  std::shared_ptr<const nlohmann::json> json;
  std::string model;  // its path: the first of both that is there, else the full one
  bool model_found = false;
  std::string lesson;  // likewise; empty: none
  std::size_t lesson_step = 0;
  std::string compared;      // likewise, there or not; empty: none
  std::string saved_as;      // WorkspaceContent::saved_as; empty: none
  TexturePlaces textures{};  // to import the model with; those that are there
};
// Throws std::runtime_error with one sentence where the file is missing, broken or no workspace.
WorkspaceFile read_workspace(const std::filesystem::path& file);

// What a workspace makes of its model. What does not fit the model (a joint that it lacks, another
// number of vertices) is left out and said in `notes`, a sentence each; a later version's file is
// read as far as it is understood.
struct RestoredWorkspace {
  Scene scene;
  std::optional<WorkspaceCamera> camera;
  std::vector<std::string> notes;
  bool complete = true;  // nothing of what was made was left out: the file may be written again
};
// Throws std::runtime_error with one sentence where what is there is broken: then nothing of it is
// to be shown.
RestoredWorkspace restore_workspace(const WorkspaceFile& workspace,
                                    std::shared_ptr<const Model> model);

// Whether a path is named as one.
bool is_workspace(const std::filesystem::path& file);

}  // namespace bindpose
