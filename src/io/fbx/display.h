// How an FBX file's settings turn it upright and scale it to metres.
#pragma once

#include <assimp/scene.h>

#include "math/types.h"

namespace bindpose {

mat4 fbx_display(const aiMetadata& settings);

}  // namespace bindpose
