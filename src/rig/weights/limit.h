// What it would cost to keep only a few influences a vertex, as game engines do.
#pragma once

#include <span>

#include "rig/deformer.h"

namespace bindpose {

// The `limit` (>= 1) largest weights of each vertex alone, made to add up to 1 again. Stored sums
// stay.
Influences limited(const Influences& in, int limit);

// As limited(), but of weights no more than a thousandth above the largest one that is left out
// none stays: a vertex in the middle of a symmetric model prefers no side. Where none is above it
// (all are equal) the first `limit` stay.
Influences limited_evenly(const Influences& in, int limit);

// |v' - v'_N| for every vertex, world space: v' by the deformer with all weights, v'_N with those
// of limited(). Both have the same sum: 1, or with WeightUse::Raw the vertex's stored sum, so that
// v' is where it is seen and nothing but the lost influences counts. Exactly 0 where a vertex has
// no more, and where the difference is no more than what floats make of it: see deformer_distance.
// out: #V.
void limit_distance(const SkinningInput& in, Deformer method, int limit, std::span<float> out);

}  // namespace bindpose
