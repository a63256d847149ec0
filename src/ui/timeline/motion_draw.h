// A joint's path and the poses around the moment that is shown, over the view.
#pragma once

namespace bindpose::ui {

struct Frame;

void draw_motion(Frame& f);  // in a pane

}  // namespace bindpose::ui
