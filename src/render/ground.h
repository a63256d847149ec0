// Where the ground lies and how its grid is spaced: functions of numbers, no GL.
#pragma once

#include "math/geometry.h"

namespace bindpose {

// Height of the ground in display space: 0, or the lowest point of the rest pose where that is
// further from 0 than a 50th of the model's height (the model floats, or stands below its own
// origin).
float ground_height(const Box& rest);

// Distance between grid lines, in display units, for a model of that size: bold-ish lines at 1, 2
// or 5 times a power of ten, about two to six over the model, and fine lines that divide them
// evenly.
struct GridSpacing {
  float major;
  float minor;
};
GridSpacing grid_spacing(float model_size);

}  // namespace bindpose
