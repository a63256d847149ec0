// How textures of a Collada file go on beyond their edges, which Assimp takes from Maya's extension
// alone.
#pragma once

#include <string_view>

#include "scene/model.h"

namespace bindpose {

// <wrap_s> and <wrap_t> of the samplers that a material's colour and emission name. Materials are
// found by their names, those of one name in the order of their ids, as Assimp has them. What
// Maya's extension says stays. A border of a colour counts as clamped.
void read_collada_wraps(std::string_view text, Model& model);

}  // namespace bindpose
