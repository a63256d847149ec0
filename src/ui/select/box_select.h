// Joints in a box that the mouse draws over the view: after B, by Ctrl and a drag, and by a drag of
// the left button where that does not turn the view.
#pragma once

#include "math/types.h"

namespace bindpose::ui {

struct Frame;

struct BoxSelect {
  bool armed = false;    // by the command: the next drag draws it, a click ends it
  bool held = false;     // the button is down
  bool by_ctrl = false;  // it began with Ctrl, which does not take away then
  vec2 from{0.0f};       // pixels of the window
};

// In the pane that the mouse works in, after its handles.
void update_box_select(Frame& f);
void draw_box_select(Frame& f);

}  // namespace bindpose::ui
