// What a material looks like from afar, for lists that name it.
#pragma once

#include <cstddef>

#include "scene/model.h"

namespace bindpose {

// Linear: the base colour of material m times the mean of its texture, weighted by coverage, at up
// to 64 vertices that have the material. Where they lie and not over all of the picture: several
// materials often share one. Without texture, coordinates or such a mesh the base colour alone. m <
// #materials.
vec3 mean_material_color(const Model& model, std::size_t m);

}  // namespace bindpose
