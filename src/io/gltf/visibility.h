// KHR_node_visibility: nodes that are not to be seen, with all below them.
#pragma once

#include "io/assimp/nodes.h"
#include "io/model_file.h"
#include "scene/model.h"

namespace bindpose {

// Hides the meshes of such nodes, and says so. Needs the meshes; nothing for other files.
void hide_gltf_meshes(const ModelFile& file, const FileTree& tree, Model& model);

}  // namespace bindpose
