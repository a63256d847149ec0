// Pictures as numbers: smaller ones, and their alpha.
#pragma once

#include "scene/model.h"

namespace bindpose {

// Each pixel the mean of a square of `n` by `n`; both sides are multiples of n, n >= 1. As they are
// stored, so that alpha has to be premultiplied.
Image shrunk(const Image& image, int n);
// Colours that are multiplied by their alpha, divided by it: as PNG has them. In place.
void make_straight(Image& image);

}  // namespace bindpose
