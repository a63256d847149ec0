// How a file's own space is turned and scaled to stand upright in metres on the screen.
#pragma once

#include <assimp/scene.h>

#include "io/assimp/nodes.h"

namespace bindpose {

// model.to_display: rotation to y up and a uniform scale to metres; always finite and invertible.
// What had to be assumed goes to the report.
void set_display(const aiScene& scene, const ModelFile& file, const FileTree& tree, Model& model);

}  // namespace bindpose
