// Weights as heat that bones give to the surface and that spreads along it.
#pragma once

#include "rig/automatic/bind_input.h"

namespace bindpose {

struct HeatOptions {
  float strength = 1.0f;  // c: 0.01 to 100, else clamped. Smaller spreads the weights farther
  int limit = 0;          // influences a vertex at most; 0: all
};

// Bone heat: I. Baran, J. Popovic, "Automatic rigging and animation of 3D characters", 2007. For
// each bone j the balance of what is given and what flows off, (L + M H) w_j = M H p_j, with L and
// M of laplacian.h over all points; H_ii = c k / d_i^2, d_i the distance to the nearest bone that
// vertex i sees (nothing of the surface stands between it and the nearest point of that bone), k of
// which are equally near (to 1e-4), and p_ij = 1 / k for these, else 0; H_ii = 0 where no bone is
// seen. The rows of the solution add up to 1, and none is below 0. One Cholesky factorisation for
// all bones. In a part of the surface where no vertex sees a bone the nearest one counts
// (AutomaticWeights::strays). Throws BindStopped; std::runtime_error with one sentence where there
// is no bone, no vertex, or no solution.
AutomaticWeights heat_weights(const BindInput& in, const HeatOptions& options,
                              const BindProgress& progress = {});

}  // namespace bindpose
