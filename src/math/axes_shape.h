// What the axes of a matrix are like: how long, how far from upright to each other, mirrored.
#pragma once

#include "math/types.h"

namespace bindpose {

struct AxesShape {
  double longest = 0.0, shortest = 0.0;
  double shear = 0.0;   // the largest cosine between two of them; 0: orthogonal
  double volume = 0.0;  // of the unit vectors along them; below 0: mirrored
};

// Of the columns. Where one has no length, shear and volume are 0.
AxesShape axes_shape(const mat4& m);

}  // namespace bindpose
