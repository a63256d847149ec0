// Weights of morph targets in glTF: defaults of meshes and nodes, and clips. Read from the file,
// for Assimp drops a node's weights and tangents and makes negative weights 0.
#pragma once

#include "io/assimp/nodes.h"

namespace bindpose {

// Fills the channels' default weights and the clips' tracks. What can not be read is reported.
void read_gltf_morph_weights(ModelFile& file, const FileTree& tree, Model& model);

}  // namespace bindpose
