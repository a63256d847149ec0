// Computed weights with few influences a vertex that still change smoothly along the surface.
#pragma once

#include "rig/automatic/bind_input.h"
#include "rig/automatic/laplacian.h"

namespace bindpose {

// Rows of points (empty: none) get at most `limit` weights by keep_largest(); 0: all stay, without
// what is below kLeastWeight. A cut alone leaves a kink wherever a bone gives its place to another,
// so the points then go towards their neighbours' mean, hold a little to what they had in full, and
// are cut again, step by step:
//
//   w'_p = cut((1 - a) (w_p / 2 + sum_q l_pq w_q / sum_q 2 l_pq) + a w^full_p)
//
// q the neighbours, l_pq of the Laplacian, w^full the 2 `limit` largest, a = kLimitHold: what is
// kept lies within some edges of what the cut gave, however many steps there are. As many as spread
// over kLimitReach of `diagonal` (that of the surface's box), kMostLimitSteps at most: fine meshes
// have kinks no wider than their edges. A bone that weighs most somewhere (0.25 or more, before the
// cut) and has less than kLimitKept of what the first cut gave it, by area, is held to twice as
// much where that gave it something, and all begins anew: kMostLimitRounds times at most. Of rows
// that were cut at all what comes below 1/510 goes. Sums stay 1; deterministic. `slots`: of all
// rows. Throws BindStopped.
inline constexpr float kLimitHold = 0.02f;
inline constexpr double kLimitReach = 0.075;
inline constexpr int kMostLimitSteps = 60;
inline constexpr double kLimitKept = 0.25;
inline constexpr int kMostLimitRounds = 4;
void limit_rows(const VertexGraph& graph, const SurfaceLaplacian& laplacian, double diagonal,
                int limit, std::size_t slots, std::vector<std::vector<WeightEntry>>& rows,
                const BindProgress& progress);

}  // namespace bindpose
