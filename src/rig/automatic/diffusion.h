// Rows of weights out of linear systems: one right side a bone.
#pragma once

#include <functional>

#include "rig/automatic/bind_input.h"
#include "rig/automatic/laplacian.h"
#include "rig/automatic/sparse_system.h"

namespace bindpose {

// The lower triangle of L + diag(d), #P x #P. d: #P.
std::vector<SparseEntry> laplacian_plus(const VertexGraph& graph, const SurfaceLaplacian& laplacian,
                                        std::span<const double> diagonal);

// x_s for each slot: `right` fills in its right side (#P zeros) and says whether it has one, from
// several threads at once. Returns #P rows of what is > kLeastWeight, slots ascending. By groups of
// bones, so that memory does not grow with their number. Throws BindStopped.
std::vector<std::vector<WeightEntry>> solved_rows(
    const SparseSystem& system, std::size_t points, std::size_t slots,
    const std::function<bool(std::size_t slot, std::vector<double>& right)>& right,
    const BindProgress& progress);

// Spreads rows along the surface over about `reach` (a length): (M + reach^2 L) w' = M w, which
// keeps sums of 1 and weights >= 0, however large the step (M. Desbrun et al., "Implicit fairing of
// irregular meshes using diffusion and curvature flow", 1999). Points without a row count as 0 and
// keep none. Throws BindStopped; where the system has no solution rows stay as they are.
void diffuse_rows(const VertexGraph& graph, const SurfaceLaplacian& laplacian, double reach,
                  std::size_t slots, std::vector<std::vector<WeightEntry>>& rows,
                  const BindProgress& progress);

}  // namespace bindpose
