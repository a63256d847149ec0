// Steps and cubic splines of glTF clips, which Assimp 5 turns into straight lines, and their frame
// rates.
#pragma once

#include <vector>

#include "io/assimp/nodes.h"

namespace bindpose {

// Reads the samplers that are not linear from the file again and puts their keys, tangents
// included, into model.clips, and Clip::rate from "extras": {"frame_rate": 24} of an animation. A
// sampler that can not be read stays linear and is reported.
void restore_interpolation(ModelFile& file, const FileTree& tree, Model& model);

// The numbers of keys with these times, which are finite, in the order of time; of equal times as
// they stand.
std::vector<std::size_t> keys_in_order(const std::vector<float>& time);

}  // namespace bindpose
