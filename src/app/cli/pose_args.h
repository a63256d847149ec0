// The [pose] part of a command line: a base pose, then edits.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/import/import_worker.h"
#include "app/usage_error.h"
#include "scene/edit/edit.h"

namespace bindpose::app {

struct PoseArgs {
  bool bind = false;
  bool rest = false;
  std::string clip;  // number or name; "" none
  double time = 0.0;
  bool time_given = false;
  std::vector<std::string> fade;   // a clip and a factor; empty: none
  std::vector<std::string> edits;  // "joint NAME rotate X Y Z", in order
  std::string pose_file;
  std::string weights;  // a file of weights, put in before the edits
  bool raw_weights = false;
  std::string method;  // a deformer's key; "" the linear blend
};

// The deformer of that key, given to `option`. Throws UsageError with those there are.
Deformer deformer_of(const std::string& key, const char* option = "--method");

// The weights of a file for the scene, given to --weights; what is said of them is put behind
// `notes`. Throws UsageError.
SetInfluences weights_from(const Scene& scene, const std::string& file,
                           std::vector<std::string>& notes);

// Finds poses of the user's library for parse_edit(). The scene has to outlive it.
FindPose find_saved_pose(const Scene& scene);

// Applies them to the document: the base pose, the pose file, then the edits. Throws UsageError
// (unknown clip or joint) and ImportError (the pose file). A time outside the clip is clamped; that
// and joints which a pose file names in vain come back as sentences.
std::vector<std::string> apply_pose(const PoseArgs& args, Document& document,
                                    const ImportLimits& limits = {});

}  // namespace bindpose::app
