// How much room a closed surface takes up, and how much it counts.
#pragma once

#include <cstdint>
#include <span>

#include "math/types.h"

namespace bindpose {

// A piece of a surface. triangle: 3 #T, indices into `position`, counter-clockwise seen from
// outside.
struct SurfacePart {
  std::span<const vec3> position;
  std::span<const std::uint32_t> triangle;
};

// The signed volume of all parts together, by the divergence theorem: the sum over the triangles of
// a . (b x c) / 6. It is the integral of the winding number w over all space, so that what a
// surface covers twice counts twice, and what it covers inside out counts against the rest.
// Positive where triangles wind as above. Exact for any closed surface, also one cut in pieces at
// seams whose borders coincide; of an open one it means nothing. Computed in double about the first
// point.
double signed_volume(std::span<const SurfacePart> parts);

// The volume that the parts enclose together: of the points where w > 0, each counted once, however
// often the surface crosses itself. It is the signed volume without the integral of w - [w > 0],
// which is 0 where nothing overlaps: then both agree to the last digit. That integral is taken
// along `rays` x `rays` parallel lines, exact along each (w is the running sum of signed
// crossings); 256 leave a few thousandths of the overlap. Of surfaces that wind the other way
// round both are negative. Lines on which the surface is not closed are left out. (Winding numbers:
// A. Jacobson, L. Kavan, O. Sorkine-Hornung, "Robust inside-outside segmentation using generalized
// winding numbers", 2013.) NaN where a point is not finite.
double enclosed_volume(std::span<const SurfacePart> parts, int rays = 256);

}  // namespace bindpose
