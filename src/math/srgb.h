// The sRGB transfer curve (IEC 61966-2-1), which is not a plain power of 2.2. Negative
// components and NaN give 0; those above 1 follow the same curve.
#pragma once

#include "math/types.h"

namespace bindpose {

float srgb_to_linear(float value);
vec3 srgb_to_linear(const vec3& c);
vec3 linear_to_srgb(const vec3& c);

}  // namespace bindpose
