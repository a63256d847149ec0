// The left panel: joint tree, meshes, report.
#pragma once

#include "ui/base/rect.h"

namespace bindpose::ui {

struct Frame;

struct LeftPanelState {
  bool meshes_open = true;
  bool report_open = true;
};

void draw_left_panel(Frame& f, const Rect& r);

}  // namespace bindpose::ui
