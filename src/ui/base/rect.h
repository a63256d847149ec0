// A rectangle of the window.
#pragma once

#include "math/types.h"

namespace bindpose::ui {

// Logical pixels, origin top left.
struct Rect {
  vec2 lo{0.0f}, hi{0.0f};
  vec2 center() const { return 0.5f * (lo + hi); }
  vec2 size() const { return hi - lo; }
};

}  // namespace bindpose::ui
