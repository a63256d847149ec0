// Computed weights of a symmetric model, the same on both sides whichever way its triangles run.
#pragma once

#include <cstddef>
#include <span>

#include "rig/automatic/bind_input.h"
#include "rig/pose/joint_pairs.h"

namespace bindpose {

// What solves along a surface hangs on its triangles, too: where those of one side are not the
// other's mirror image (quads cut the same way on both sides), it prefers a side a little, although
// points and bones do not. So each point of a part of the surface gets the mean of its own row and
// the mirrored row of the point at its mirror image, both within kEvenPlace of the surface's
// diagonal, where
//
// - every point of the part has such a point, and so has the part of each of these, and
// - every bone with a weight there has its mirror image in the bone that is opposite to it (within
//   kEvenBone of the diagonal).
//
// What is not so stays as it is. `limit`: of rows that then name more bones the
// largest stay; at a point in the middle bones of both sides stay together, or go. `opposite`: #S,
// the segment on the other side, itself in the middle, -1: none. `weights`: #V rows by segments,
// sums 1; vertices at one place have one row, as methods make them. Returns how many vertices got
// another row.
inline constexpr double kEvenPlace = 1e-5;
inline constexpr double kEvenBone = 1e-4;
std::size_t even_sides(const BindInput& in, const MirrorPlane& plane, std::span<const int> opposite,
                       int limit, Influences& weights);

}  // namespace bindpose
