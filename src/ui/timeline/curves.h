// Curves of the selected joint's channels, below the ruler and along its time.
#pragma once

#include "ui/base/rect.h"

namespace bindpose::ui {

struct Frame;

// 0 where they are not shown. Pixels; `room`: what window and bars leave.
float curves_height(const Frame& f, float room);
// In the window that is open.
void draw_curves(Frame& f, const Rect& r);
// The upper edge of the timeline: dragged, it makes the curves higher.
void draw_curves_edge(Frame& f, const Rect& timeline);

}  // namespace bindpose::ui
