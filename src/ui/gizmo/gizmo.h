// The gizmo in the view: its look, and a drag as a state machine, whether the mouse began it at a
// handle or a key where the mouse is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/gizmo/typed_amount.h"
#include "view/gizmo/gizmo.h"
#include "view/gizmo/together.h"

namespace bindpose::ui {

struct Frame;

// What a drag is held to by X, Y, Z: the axis, or with Shift all but that one.
struct DragConstraint {
  int axis = -1;  // -1: none
  bool plane = false;
  bool own = false;  // the joint's own axis, not that of the space
};

struct GizmoState {
  std::optional<GizmoDrag> drag;            // in progress
  std::vector<DragCompanion> companions{};  // that it moves as well
  std::optional<mat4> previewed;            // Ul_j that the last preview was for
  vec2 drag_pixel{0.0f};  // what the drag takes for the mouse: Shift slows it down
  vec2 drag_mouse{0.0f};
  Handle hot = Handle::None;  // under the mouse
  bool hidden = false;        // a step selected its joint to show it, not to drag it

  std::optional<GizmoMode> wanted;  // a command asks for a drag with the mouse where it is
  bool by_key = false;              // that is how it began: no button is held
  int button = 0;                   // the mouse's that is held, else
  Handle last = Handle::None;       // the handle that was caught last: Maya's middle button has it
  bool redirected = false;          // what is dragged is no handle of the gizmo
  vec2 mouse_at_start{0.0f};        // in the pane
  DragConstraint constraint;
  TypedAmount typed;
  bool refused = false;  // G, R or S began none, and the status bar says why
};

// Where it stands in the pane, and how large; nothing where it is not to be seen.
std::optional<GizmoFrame> gizmo_in_view(const Frame& f);
// Hover, grab, move, release, cancel.
void update_gizmo(Frame& f);
// In the pane that the mouse works in.
void draw_gizmo(Frame& f);

// The drag in progress moves one joint by turning the limb that it ends: inverse kinematics.
bool pulls_limb(const Frame& f);

// Marks at the joints that are held in place.
void draw_held(Frame& f);
// How far the selected joint may turn about its axes, where that is limited.
void draw_limits(Frame& f);

// A drag that a key began has the mouse for itself: no widget sees it. At the start of a frame.
void keep_mouse_for_drag(const Frame& f);

// What a drag does, for the status bar: "Rotate", "about the world's Z", "45.0°", as typed or as
// pulled; nothing where there is none.
struct DragText {
  std::string what, along, amount;
  int axis = -1;           // whose colour `along` has
  std::string short_of{};  // what inverse kinematics could not do; "" mostly
};
std::optional<DragText> drag_text(const Frame& f);
// The keys that mean something in it, and what they do.
struct DragKey {
  const char* key;
  const char* what;
};
std::vector<DragKey> drag_keys(const Frame& f);

}  // namespace bindpose::ui
