// Numbers that say what a deformation does to a surface.
#pragma once

#include <cstdint>
#include <span>

#include "math/types.h"

namespace bindpose {

// Volume that a closed surface encloses, by the divergence theorem: the sum over its triangles of
// a . (b x c) / 6, positive where the triangles wind counter-clockwise seen from outside. Exact for
// any closed surface, folded or cut in pieces at seams whose borders coincide; of an open one it
// means nothing. triangle: 3 #T, indices into `position`. Computed in double about the first point.
double enclosed_volume(std::span<const vec3> position, std::span<const std::uint32_t> triangle);

// The largest ratio of an edge's length in `after` to that in `before`, over all edges that have a
// length there. 1 where nothing is stretched, 0 without edges. before, after: #V.
double largest_stretch(std::span<const vec3> before, std::span<const vec3> after,
                       std::span<const std::uint32_t> triangle);

}  // namespace bindpose
