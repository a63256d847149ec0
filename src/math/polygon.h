// Polygons divided into triangles.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "math/types.h"

namespace bindpose {

// n - 2 triangles over the corners of one polygon in space, n = corner.size(), wound as it is;
// nothing for n < 3. The polygon is seen along its mean normal (Newell's). One without crossings
// and holes, or whose holes are cut open to the outside, comes out whole, by clipping ears
// (Meisters 1975) whose corners inside are looked for in a grid, about n log n for usual outlines;
// of another each ear that is the least wrong is taken, so that it ends all the same. Points that
// are not finite lie at the origin.
std::vector<std::array<std::uint32_t, 3>> divide_polygon(std::span<const vec3> corner);

}  // namespace bindpose
