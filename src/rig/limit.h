// What it would cost to keep only a few influences a vertex, as game engines do.
#pragma once

#include <span>

#include "rig/mesh.h"

namespace bindpose {

// |v' - v'_N| for every vertex, world space: v' by linear blend skinning with all weights, v'_N with
// the `limit` (>= 1) largest alone, made to add up to 1 again. Exactly 0 where a vertex has no more.
// position: #V, bind space (morphed where the pose morphs); palette: #S, T_s; out: #V.
void limit_distance(const Mesh& mesh, std::span<const vec3> position,
                    std::span<const mat4> palette, int limit, std::span<float> out);

}  // namespace bindpose
