// `bindpose retarget`, and clips that edits take from other files.
#pragma once

#include <string>
#include <vector>

#include "app/import/import_worker.h"
#include "scene/edit/edit.h"

namespace bindpose::app {

struct RetargetArgs {
  std::string model, from, output;
  std::string clip, map, write_map;
  bool feet = false;
  bool json = false;
  ImportLimits import;
};
int run_retarget(const RetargetArgs& args);

// Opens the file that the edit names and makes the clip; what there is to say of the map goes to
// `notes`. `option` begins the sentence of a UsageError; a file that cannot be read throws
// ImportError.
void open_taken(TakeClip& edit, const Scene& scene, const std::string& option,
                const ImportLimits& limits, std::vector<std::string>& notes);

// Throws UsageError where there is no clip to bake the edits into.
void check_bake(const Scene& scene, const std::string& option);

}  // namespace bindpose::app
