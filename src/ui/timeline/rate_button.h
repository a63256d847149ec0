// The button with the frames a second: the rate, and whether the timeline counts frames or seconds.
#pragma once

namespace bindpose::ui {

struct Frame;

void draw_rate_button(Frame& f, float width);

}  // namespace bindpose::ui
