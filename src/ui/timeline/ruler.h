// The ruler of the timeline: numbered marks, keys, what is played, the moment that is shown.
#pragma once

#include "ui/base/rect.h"

namespace bindpose::ui {

struct Frame;

// In the window that is open. There is a clip.
void draw_ruler(Frame& f, const Rect& r);

}  // namespace bindpose::ui
