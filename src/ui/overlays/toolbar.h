// Tools in the view's upper left corner.
#pragma once

namespace bindpose::ui {

struct Frame;

void draw_toolbar(Frame& f);

}  // namespace bindpose::ui
