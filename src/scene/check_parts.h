// Parts of check_model: weights, morph targets, and the file's tables of the bind pose.
#pragma once

#include <string>

#include "scene/model.h"

namespace bindpose {

std::string count_mismatch(const std::string& where, std::size_t have, std::size_t want);

// Every vertex has a row of weights that are positive, finite, from large to small, of slots that
// are there, each once, and add up to 1. The mesh's skin is sound. Empty when sound, else one
// sentence on the first vertex that is wrong; `name` is the mesh's in it.
std::string check_influences(const Mesh& mesh, const std::string& name);

// Channels, targets and tracks point at what exists, and their numbers are finite. Empty when
// sound, else one sentence on the first thing that is wrong.
std::string check_morphs(const Model& model);

// Tables have all joints, are finite, and count for meshes that exist, each for meshes of its own.
// The skeleton is sound. The same comes back.
std::string check_pose_tables(const Model& model);

}  // namespace bindpose
