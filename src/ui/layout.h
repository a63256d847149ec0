// How the window is divided: bars, panels, the view between them, and the lines that are dragged to
// make a panel wider.
#pragma once

#include "ui/base/rect.h"

namespace bindpose::ui {

struct Frame;

struct LayoutState {
  float left_width = 280.0f;  // at scale 1
  float right_width = 320.0f;
  float curves_height = 160.0f;  // below the timeline's ruler
  bool left_open = true;
  bool right_open = true;
  bool left_folded = false;  // open, but the window is too narrow for it
  bool right_folded = false;
};

struct Layout {
  Rect left, right, view, table, timeline,
      status;  // left: the joint tree, or the lesson that is open
};

// Of this frame. On a narrow window the panels give way before the view does.
Layout lay_out(const Frame& f);

// The panels as they are now are those of the next start.
void keep_panels(Frame& f);

// The line between a panel and the view.
void draw_splitter(Frame& f, const Layout& l, bool is_left);

}  // namespace bindpose::ui
