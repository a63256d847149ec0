// Keys in a drag, as in other programs: G, R and S begin one, X, Y and Z hold it to an axis,
// numbers set it.
#include <algorithm>
#include <cmath>

#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/length.h"
#include "ui/base/widgets.h"
#include "ui/commands/commands.h"
#include "ui/gizmo/drag_state.h"

namespace bindpose::ui {

namespace {

constexpr Handle kAxisHandles[] = {Handle::X, Handle::Y, Handle::Z};
constexpr Handle kPlaneHandles[] = {Handle::YZ, Handle::ZX, Handle::XY};
constexpr Key kAxisKeys[] = {Key::X, Key::Y, Key::Z};
// So near to the joint a small move would turn or scale it wildly: the mouse is taken to be farther
// out.
constexpr float kLeastArm = 48.0f;

struct Starter {
  Command command;
  GizmoMode mode;
};
constexpr Starter kStarters[] = {{Command::MoveNow, GizmoMode::Translate},
                                 {Command::RotateNow, GizmoMode::Rotate},
                                 {Command::ScaleNow, GizmoMode::Scale}};

bool along_one_axis(Handle handle) {
  return std::ranges::find(kAxisHandles, handle) != std::end(kAxisHandles);
}

Handle handle_for(const DragConstraint& c, GizmoMode mode) {
  if (c.axis < 0) return mode == GizmoMode::Scale ? Handle::Uniform : Handle::Screen;
  const bool plane = c.plane && mode != GizmoMode::Rotate;
  return (plane ? kPlaneHandles : kAxisHandles)[c.axis];
}

GizmoSpace space_for(const DragConstraint& c, const ViewSettings& view) {
  if (c.own) return GizmoSpace::Local;
  return view.gizmo_space == GizmoSpace::Parent ? GizmoSpace::Parent : GizmoSpace::World;
}

// What the drag takes for the mouse where it begins: a move pulls at the joint itself.
vec2 start_pixel(const Frame& f, GizmoMode mode) {
  const GizmoState& gizmo = f.state.of_model.gizmo;
  const vec2 center(project(f.input.camera, f.viewport(), gizmo.drag->frame.origin));
  if (mode == GizmoMode::Translate) return center;
  const vec2 arm = gizmo.mouse_at_start - center;
  const float length = glm::length(arm), least = f.px(kLeastArm);
  if (length < 1.0f) return center + vec2(least, 0.0f);
  return center + arm * std::max(1.0f, least / length);
}

void redirect(Frame& f, GizmoMode mode, Handle handle, GizmoSpace space) {
  GizmoState& gizmo = f.state.of_model.gizmo;
  const vec2 pulled = gizmo.drag_pixel - gizmo.drag->grab_pixel;
  const vec2 start = start_pixel(f, mode);
  gizmo.drag = redirected_drag(*gizmo.drag, mode, space, handle, f.scene(), f.input.camera,
                               f.viewport(), start);
  gizmo.drag->by_distance = true;
  gizmo.drag_pixel = start + pulled;
  gizmo.redirected = true;
  if (gizmo.typed.field() >= amount_fields(*gizmo.drag)) gizmo.typed.clear();
}

void redirect(Frame& f, GizmoMode mode, Handle handle) {
  redirect(f, mode, handle, space_for(f.state.of_model.gizmo.constraint, f.scene().view));
}

// The same key again: the joint's own axis, then none. Scaling is along its own from the start.
void press_axis(Frame& f, int axis, bool plane) {
  GizmoState& gizmo = f.state.of_model.gizmo;
  const GizmoMode mode = gizmo.drag->frame.mode;
  DragConstraint& c = gizmo.constraint;
  plane = plane && mode != GizmoMode::Rotate;
  const bool again = c.axis == axis && c.plane == plane;
  if (!again) {
    c = {axis, plane, mode == GizmoMode::Scale};
  } else if (!c.own) {
    c.own = true;
  } else {
    c = {};
  }
  redirect(f, mode, handle_for(c, mode));
}

// G, R, S in a drag that one of them began: that one instead. R in a turn: freely, like a ball.
void press_starter(Frame& f, GizmoMode mode) {
  GizmoState& gizmo = f.state.of_model.gizmo;
  const GizmoDrag& drag = *gizmo.drag;
  const bool ball =
      mode == GizmoMode::Rotate && drag.frame.mode == mode && drag.handle != Handle::Trackball;
  gizmo.constraint = {};
  gizmo.typed.clear();
  redirect(f, mode, ball ? Handle::Trackball : handle_for({}, mode));
}

void take_numbers(Frame& f) {
  GizmoState& gizmo = f.state.of_model.gizmo;
  const bool was_typed = gizmo.typed.active();
  for (const ImWchar letter : ImGui::GetIO().InputQueueCharacters) gizmo.typed.type(letter);
  if (key_pressed(Key::Backspace, true)) gizmo.typed.erase();
  if (key_pressed(Key::Tab)) gizmo.typed.next(amount_fields(*gizmo.drag));
  // A ball has no axis that a number could turn it about.
  const bool ball = gizmo.drag->handle == Handle::Trackball;
  if (ball && !was_typed && gizmo.typed.active()) redirect(f, GizmoMode::Rotate, Handle::Screen);
}

}  // namespace

vec2 drag_mouse_now(const Frame& f) {
  return from_im(ImGui::GetIO().MousePos) - f.view.lo;
}

std::size_t amount_fields(const GizmoDrag& drag) {
  if (drag.frame.mode != GizmoMode::Translate) return 1;
  std::size_t n = 0;
  for (int k = 0; k < 3; ++k) n += works_along(drag.handle, k) ? 1 : 0;
  return n;
}

void begin_wanted_drag(Frame& f) {
  GizmoState& gizmo = f.state.of_model.gizmo;
  const GizmoMode mode = *gizmo.wanted;
  gizmo.wanted.reset();
  const auto frame = gizmo_in_view(f);
  if (!frame) {
    const bool locked = is_locked(f.scene(), f.selected());
    gizmo.refused = true;
    return f.say(locked ? f.model()->skeleton.name[idx(f.selected())] + " is locked."
                        : "The joint is not in front of the camera.");
  }
  drop_focus(f);
  gizmo.hot = Handle::None;
  gizmo.by_key = true;
  gizmo.constraint = {};
  gizmo.typed.clear();
  const vec2 mouse = drag_mouse_now(f);
  gizmo.mouse_at_start = gizmo.drag_mouse = gizmo.drag_pixel = mouse;
  gizmo.drag = begin_drag(*frame, Handle::Screen, f.scene(), f.input.posed, f.input.camera,
                          f.viewport(), mouse);
  gizmo.companions = drag_companions(f.scene(), f.input.posed, *gizmo.drag);
  redirect(f, mode, handle_for({}, mode));
}

void begin_middle_drag(Frame& f, const GizmoFrame& frame) {
  GizmoState& gizmo = f.state.of_model.gizmo;
  const bool moves = frame.mode == GizmoMode::Translate;
  const bool fits = handle_axis(gizmo.last) >= 0 && (moves || along_one_axis(gizmo.last));
  const Handle whole = moves                             ? Handle::Screen
                       : frame.mode == GizmoMode::Rotate ? Handle::Trackball
                                                         : Handle::Uniform;
  gizmo.by_key = false;
  gizmo.button = ImGuiMouseButton_Middle;
  gizmo.constraint = {};
  gizmo.typed.clear();
  const vec2 mouse = drag_mouse_now(f);
  gizmo.mouse_at_start = gizmo.drag_mouse = gizmo.drag_pixel = mouse;
  gizmo.drag = begin_drag(frame, Handle::Screen, f.scene(), f.input.posed, f.input.camera,
                          f.viewport(), mouse);
  gizmo.companions = drag_companions(f.scene(), f.input.posed, *gizmo.drag);
  redirect(f, frame.mode, fits ? gizmo.last : whole, gizmo.drag->space);
}

DragEnd take_drag_keys(Frame& f) {
  const GizmoState& gizmo = f.state.of_model.gizmo;
  const bool dialog = f.state.has_dialog();
  if (dialog || key_pressed(Key::Escape) || ImGui::IsMouseClicked(ImGuiMouseButton_Right))
    return DragEnd::Cancel;
  for (int axis = 0; axis < 3; ++axis) {
    if (key_pressed(kAxisKeys[axis])) press_axis(f, axis, ImGui::GetIO().KeyShift);
  }
  for (const Starter& s : kStarters) {
    if (gizmo.by_key && command_pressed(f, s.command)) press_starter(f, s.mode);
  }
  take_numbers(f);
  const bool click = gizmo.by_key && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  const bool enter = key_pressed(Key::Enter) || key_pressed(Key::PadEnter);
  return click || enter ? DragEnd::Keep : DragEnd::GoesOn;
}

bool use_typed_amount(Frame& f) {
  GizmoState& gizmo = f.state.of_model.gizmo;
  if (!gizmo.typed.active()) return false;
  GizmoDrag& drag = *gizmo.drag;
  const GizmoMode mode = drag.frame.mode;
  const auto value = [&gizmo](std::size_t field, double otherwise) {
    return static_cast<float>(gizmo.typed.value(field).value_or(otherwise));
  };
  drag.amount = vec3(mode == GizmoMode::Scale ? 1.0f : 0.0f);
  if (mode == GizmoMode::Rotate) {
    drag.amount.x = value(0, 0.0);
    return true;
  }
  // 0 is on the way to 0.5; as a factor it would leave nothing of the joint.
  const float wanted = value(0, 1.0) == 0.0f ? 1.0f : value(0, 1.0);
  const float factor = std::copysign(std::clamp(std::abs(wanted), 1e-4f, 1e4f), wanted);
  // Typed as it is shown.
  const auto unit = static_cast<float>(1.0 / shown_length(f, 1.0, 1.0).factor);
  std::size_t field = 0;
  for (int k = 0; k < 3; ++k) {
    if (!works_along(drag.handle, k)) continue;
    drag.amount[k] = mode == GizmoMode::Scale ? factor : value(field++, 0.0) * unit;
  }
  return true;
}

void keep_mouse_for_drag(const Frame& f) {
  const GizmoState& gizmo = f.state.of_model.gizmo;
  if (gizmo.by_key && gizmo.drag) compat::take_mouse_from_windows();
}

}  // namespace bindpose::ui
