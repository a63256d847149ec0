// Weights smoothed along the surface.
#pragma once

#include "rig/automatic/bind_input.h"
#include "rig/surface/vertex_graph.h"

namespace bindpose {

// Each point's row goes halfway to the mean of its neighbours' rows, all at once: #P rows, slots
// below `slots`. Sums of 1 stay 1. A row without entries stays so and counts for nobody.
void smooth_rows(const VertexGraph& graph, std::vector<std::vector<WeightEntry>>& rows,
                 std::size_t slots);

}  // namespace bindpose
