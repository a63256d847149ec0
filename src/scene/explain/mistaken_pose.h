// A pose as a program with a mistake in it would have it.
#pragma once

#include "scene/scene.h"

namespace bindpose {

// `posed`, but with the T_j that the mistake makes, and where W_j is wrong with the matrices of
// meshes without weights; W_j itself is the right one, so that bones stay where they belong.
// Mistake::None: as it is.
PosedScene with_mistake(const Scene& scene, const PosedScene& posed, Mistake mistake);

}  // namespace bindpose
