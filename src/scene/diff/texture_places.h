// For scene/diff/*.cpp: how textures lie on a mesh, whatever part of that is in its coordinates.
#pragma once

#include "scene/model.h"

namespace bindpose {

// The first texture of a material (an index, or -1) that lies by that set of coordinates; one that
// changes nothing where there is none.
const TextureUse& first_use(const Model& model, int material, int uv_set);

}  // namespace bindpose
