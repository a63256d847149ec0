// Parts of check_model: morph targets, and the file's tables of the bind pose.
#pragma once

#include <string>

#include "scene/model.h"

namespace bindpose {

// Channels, targets and tracks point at what exists, and their numbers are finite. Empty when
// sound, else one sentence on the first thing that is wrong.
std::string check_morphs(const Model& model);

// Tables have all joints, are finite, and count for meshes that exist, each for meshes of its own.
// The skeleton is sound. The same comes back.
std::string check_pose_tables(const Model& model);

}  // namespace bindpose
