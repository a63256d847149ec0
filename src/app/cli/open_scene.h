// What a command works on: a model as it comes, or a workspace with all that was made of one.
#pragma once

#include <optional>
#include <string>

#include "app/import/import_worker.h"
#include "io/workspace/workspace.h"

namespace bindpose::app {

struct OpenedScene {
  Scene scene;
  std::optional<WorkspaceCamera> camera;  // of a workspace
  bool is_workspace = false;
};

// Reads it; what of a workspace does not fit its model is told on standard error. Throws
// ImportError with one sentence.
OpenedScene open_scene(const std::string& path, const ImportOptions& options,
                       const ImportLimits& limits);

}  // namespace bindpose::app
