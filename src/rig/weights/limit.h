// What it would cost to keep only a few influences a vertex, as game engines do.
#pragma once

#include <cstddef>
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

// How many of `count` weights, weight_at(k) from the largest to the smallest, limited_evenly()
// keeps.
template <typename WeightAt>
std::size_t kept_evenly(std::size_t count, int limit, const WeightAt& weight_at) {
  constexpr float kEqual = 1e-3f;
  const auto most = static_cast<std::size_t>(limit < 1 ? 1 : limit);
  if (count <= most) return count;
  std::size_t kept = most;
  while (kept > 0 && weight_at(kept - 1) <= (1.0f + kEqual) * weight_at(most)) --kept;
  return kept > 0 ? kept : most;
}

// |v' - v'_N| for every vertex, world space: v' by the deformer with all weights, v'_N with those
// of limited(). Both have the same sum: 1, or with WeightUse::Raw the vertex's stored sum, so that
// v' is where it is seen and nothing but the lost influences counts. Exactly 0 where a vertex has
// no more, and where the difference is no more than what floats make of it: see deformer_distance.
// out: #V.
void limit_distance(const SkinningInput& in, Deformer method, int limit, std::span<float> out);

}  // namespace bindpose
