// Weights by the inverse of the distance to each bone.
#pragma once

#include "rig/automatic/bind_input.h"

namespace bindpose {

struct InverseDistanceOptions {
  float power = 4.0f;  // p: 0.5 to 16, else clamped
  int limit = 0;       // influences a vertex at most; 0: all
};

// w^_ij = 1 / d_ij^p, w_ij = w^_ij / sum_k w^_ik, d_ij the distance to the closest point of bone j.
// On a bone that bone alone counts, or those that meet there, alike. Every bone pulls on every
// vertex, through anything that lies between: what the other methods are measured against. (D.
// Shepard, "A two-dimensional interpolation function for irregularly-spaced data", 1968.) Throws
// BindStopped, and std::runtime_error as check_bind_input() does.
AutomaticWeights inverse_distance_weights(const BindInput& in,
                                          const InverseDistanceOptions& options,
                                          const BindProgress& progress = {});

// The curve as it is drawn: w^ of a bone at `distance`, relative to one at distance 1.
float inverse_distance_curve(float distance, float power);

}  // namespace bindpose
