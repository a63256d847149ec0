// The ruler of the timeline: numbered marks, keys, what is played, the moment that is shown.
#pragma once

#include "ui/timeline/time_text.h"

namespace bindpose::ui {

// The item that was just made is dragged along: time follows the mouse. Ctrl holds it to frames.
void scrub(Frame& f, const TimeScale& scale);

// In the window that is open. There is a clip.
void draw_ruler(Frame& f, const Rect& r);

}  // namespace bindpose::ui
