// How an FBX file's settings turn it upright and scale it to metres.
#pragma once

#include <assimp/scene.h>

#include <optional>

#include "io/fbx/tree/tree.h"
#include "io/model_file.h"
#include "math/types.h"

namespace bindpose {

mat4 fbx_display(const aiMetadata& settings);

// Where the file's unit is no size (0, less, not finite: Assimp refuses 0): writes 1 centimetre in
// its place, into file.bytes, which `tree` refers to, and returns what stood there.
std::optional<double> mend_fbx_unit(const FbxTree& tree, ModelFile& file);

}  // namespace bindpose
