// The gizmo in the view: its look, and its drag as a state machine.
#pragma once

#include <optional>
#include <vector>

#include "view/gizmo/gizmo.h"
#include "view/gizmo/together.h"

namespace bindpose::ui {

struct Frame;

struct GizmoState {
  std::optional<GizmoDrag> drag;              // in progress
  std::vector<DragCompanion> companions{};    // that it moves as well
  GizmoSpace drag_space = GizmoSpace::Local;  // when it began
  vec2 drag_pixel{0.0f};  // what the drag takes for the mouse: Shift slows it down
  vec2 drag_mouse{0.0f};
  Handle hot = Handle::None;  // under the mouse
  bool hidden = false;        // a step selected its joint to show it, not to drag it
};

// Where it stands in the pane, and how large; nothing where it is not to be seen.
std::optional<GizmoFrame> gizmo_in_view(const Frame& f);
// Hover, grab, move, release, cancel.
void update_gizmo(Frame& f);
// In the pane that the mouse works in.
void draw_gizmo(Frame& f);

}  // namespace bindpose::ui
