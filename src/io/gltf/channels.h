// Channels of animations that move what is not read.
#pragma once

#include "io/gltf/document.h"
#include "scene/model.h"

namespace bindpose {

// Where the file uses KHR_animation_pointer, whose channels move any number of the file, a
// material's colour for one: takes those out, and animations that have no others, with a word in
// the report. Assimp would refuse the file. Whether there were any.
bool leave_out_pointers(GltfDocument& document, Model& model);

}  // namespace bindpose
