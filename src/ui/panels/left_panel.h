// The left panel: joint tree, meshes, report.
#pragma once

#include <optional>

#include "ui/base/rect.h"

namespace bindpose::ui {

struct Frame;

// What was opened or folded by hand; the rest is open where the window is high enough.
struct LeftPanelState {
  std::optional<bool> meshes, report;
};

void draw_left_panel(Frame& f, const Rect& r);

}  // namespace bindpose::ui
