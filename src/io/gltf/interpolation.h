// Steps and cubic splines of glTF clips, which Assimp 5 turns into straight lines.
#pragma once

#include "io/assimp/nodes.h"

namespace bindpose {

// Reads the samplers that are not linear from the file again and puts their keys, tangents
// included, into model.clips. A sampler that can not be read stays linear and is reported.
void restore_interpolation(ModelFile& file, const FileTree& tree, Model& model);

}  // namespace bindpose
