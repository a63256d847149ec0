// How far apart two deformers put the same vertices.
#pragma once

#include <span>

#include "rig/deformer.h"

namespace bindpose {

// |v'_a - v'_b| for every vertex, world space; out: #V. Exactly 0 where the difference is no more than
// what floats make of it: less than a few roundings of the largest number that went into the vertex.
void deformer_distance(const SkinningInput& in, Deformer a, Deformer b, std::span<float> out);

}  // namespace bindpose
