// How textures of a Collada file go on beyond their edges, which Assimp takes from Maya's extension
// alone.
#pragma once

#include <string_view>

#include "scene/model.h"

namespace bindpose {

// <wrap_s> and <wrap_t> of the samplers that a material's colour and emission name. Materials are
// found by their names; within a library those of one name have numbers in the order in which they
// stand there, as Assimp gives them. What Maya's extension says stays. A border of a colour counts
// as clamped.
void read_collada_wraps(std::string_view text, Model& model);

}  // namespace bindpose
