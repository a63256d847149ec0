// From a file's units to metres.
#pragma once

#include "math/types.h"

namespace bindpose {

// A scale by `metres` a unit; by 1 where that is no sane length.
mat4 display_scale(double metres);

}  // namespace bindpose
