// Pictures as numbers: smaller ones, and their alpha.
#pragma once

#include "scene/model.h"

namespace bindpose {

// Each pixel the mean of a square of `n` by `n`; both sides are multiples of n, n >= 1. As they are
// stored, so that alpha has to be premultiplied.
Image shrunk(const Image& image, int n);
// Colours that are multiplied by their alpha, divided by it: as PNG has them. In place.
void make_straight(Image& image);

// The picture of a surface's heights, from black to white, as a normal map with green up: the
// slopes between each pixel's neighbours, as if white were 1/128 of the picture's width above
// black. `wraps_u`, `wraps_v`: it is repeated, so that the first pixel follows the last.
Image normals_of_heights(const Image& heights, bool wraps_u, bool wraps_v);

// Half as wide and high, 1 at least: the mean of each four pixels.
Image halved(const Image& from);

}  // namespace bindpose
