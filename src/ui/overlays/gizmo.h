// The gizmo in the view: its look, and its drag as a state machine.
#pragma once

#include <optional>

#include "view/gizmo/gizmo.h"

namespace bindpose::ui {

struct Frame;

struct GizmoState {
  std::optional<GizmoDrag> drag;  // in progress
  vec2 drag_pixel{0.0f};          // what the drag takes for the mouse: Shift slows it down
  vec2 drag_mouse{0.0f};
  Handle hot = Handle::None;  // under the mouse
  bool hidden = false;        // a step selected its joint to show it, not to drag it
};

// Hover, grab, move, release, cancel.
void update_gizmo(Frame& f);
void draw_gizmo(Frame& f, bool active);

}  // namespace bindpose::ui
