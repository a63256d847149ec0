// Tools in the view's upper left corner.
#pragma once

#include "ui/base/rect.h"

namespace bindpose::ui {

struct Frame;

void draw_toolbar(Frame& f);
// What it takes of the whole view.
Rect toolbar_rect(const Frame& f);

}  // namespace bindpose::ui
