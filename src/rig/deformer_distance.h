// How far apart two deformers put the same vertices.
#pragma once

#include <span>

#include "rig/deformer.h"

namespace bindpose {

// Sets distances between two places of the same vertex (#V, by any deformer) to 0 where they are no
// more than what floats make of equal ones: a few roundings of the largest number that went into
// the vertex.
void drop_rounding(const SkinningInput& in, std::span<float> distance);

// |v'_a - v'_b| for every vertex, world space; out: #V. Exactly 0 where the difference is no more
// than what floats make of it.
void deformer_distance(const SkinningInput& in, Deformer a, Deformer b, std::span<float> out);

}  // namespace bindpose
