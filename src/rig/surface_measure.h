// Numbers that say what a deformation does to a surface.
#pragma once

#include <cstdint>
#include <span>

#include "math/types.h"

namespace bindpose {

// The largest ratio of an edge's length in `after` to that in `before`, over all edges that have a
// length there. 1 where nothing is stretched, 0 without edges. before, after: #V.
double largest_stretch(std::span<const vec3> before, std::span<const vec3> after,
                       std::span<const std::uint32_t> triangle);

}  // namespace bindpose
