// The gizmo's drag as a state machine: hover, grab, move, release, cancel.
#include "ui/gizmo/gizmo.h"

#include "math/transform.h"
#include "scene/edit/ik_edit.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/pane_frames.h"
#include "ui/base/widgets.h"
#include "ui/gizmo/drag_state.h"
#include "view/bones.h"

namespace bindpose::ui {

namespace {

constexpr float kFine = 0.1f;
constexpr float kClickPixels = 3.0f;  // a press that moved less is a click

// Shift slows the drag down from where it is, so the pixel that the drag sees is summed up from
// moves.
void follow_mouse(Frame& f) {
  const vec2 mouse = drag_mouse_now(f);
  f.state.of_model.gizmo.drag_pixel +=
      (ImGui::GetIO().KeyShift ? kFine : 1.0f) * (mouse - f.state.of_model.gizmo.drag_mouse);
  f.state.of_model.gizmo.drag_mouse = mouse;
}

bool joint_is_there(const Frame& f, int joint) {
  return f.model() && joint >= 0 && joint < f.model()->skeleton.size();
}

// What the drag makes of all joints that it moves.
Edit edit_of(const Frame& f, const mat4& user_local) {
  const GizmoState& gizmo = f.state.of_model.gizmo;
  const int joint = gizmo.drag->joint;
  if (pulls_limb(f)) {
    const mat4 above = mul_affine(gizmo.drag->grab_parent, gizmo.drag->grab_base_local);
    return SolveIk{joint, vec3(above * user_local[3])};
  }
  if (gizmo.companions.empty()) return SetUserLocal{joint, user_local};
  const Pose& start = f.document().pose_at_start();
  SetPose pose{start.user_local, start.user_morph};
  const auto set = [&pose](int j, const mat4& m) {
    if (static_cast<std::size_t>(j) < pose.user_local.size())
      pose.user_local[static_cast<std::size_t>(j)] = m;
  };
  const GizmoDrag& drag = *gizmo.drag;
  // Who is carried by another selected joint does not move twice as far.
  const bool goes_along = drag.carried && drag.frame.mode == GizmoMode::Translate;
  set(joint, drag.common  ? moved_about_pivot(drag, f.scene(), drag_joint(drag))
             : goes_along ? drag.grab_user_local
                          : user_local);
  for (const DragCompanion& c : gizmo.companions) {
    set(c.joint, drag.common ? moved_about_pivot(drag, f.scene(), c)
                             : moved_together(drag, c, user_local, drag.space));
  }
  return pose;
}

// `keep`: commit. Without a preview there is nothing to take back.
void end(Frame& f, const mat4& user_local, bool keep) {
  if (keep) {
    f.edit(edit_of(f, user_local), Phase::Commit);
  } else if (f.document().in_gesture()) {
    f.edit(edit_of(f, user_local), Phase::Cancel);
  }
  GizmoState& gizmo = f.state.of_model.gizmo;
  gizmo.drag.reset();
  gizmo.previewed.reset();
  gizmo.by_key = gizmo.redirected = false;
  gizmo.constraint = {};
  gizmo.typed.clear();
}

bool ball_rests(const Frame& f) {
  const GizmoState& gizmo = f.state.of_model.gizmo;
  const GizmoDrag& drag = *gizmo.drag;
  return drag.handle == Handle::Trackball && !gizmo.redirected && !f.document().in_gesture() &&
         glm::length(f.state.of_model.gizmo.drag_pixel - drag.grab_pixel) < kClickPixels * f.scale;
}

// Handles cover joints that one may want to click. A press at one that hardly moved picks it, and
// what it turned on the way is taken back; the ball picks what else is there, too.
bool is_click(const Frame& f) {
  const GizmoState& gizmo = f.state.of_model.gizmo;
  const GizmoDrag& drag = *gizmo.drag;
  if (ball_rests(f)) return true;
  const vec2 way = drag_mouse_now(f) - gizmo.mouse_at_start;
  if (gizmo.redirected || gizmo.typed.active() || glm::length(way) >= kClickPixels * f.scale)
    return false;
  const int joint = f.scene().view.skeleton
                        ? pick_bone(f.input.bones, f.input.camera, f.viewport(), drag.grab_pixel,
                                    f.scale, f.scene().selection)
                        : -1;
  // Its own joint is there anyhow, but for taking it out of what is selected.
  const bool several = ImGui::GetIO().KeyShift || ImGui::GetIO().KeyCtrl;
  return joint >= 0 && (joint != drag.joint || several);
}

// The second click on a joint finds its handles there: it is the joint's all the same.
bool is_double_click(const Frame& f) {
  const GizmoState& gizmo = f.state.of_model.gizmo;
  const ImGuiIO& io = ImGui::GetIO();
  const bool twice = gizmo.button == 0 && io.MouseClickedLastCount[0] == 2 &&
                     !gizmo.typed.active() && !io.KeyShift && !io.KeyCtrl && !io.KeySuper &&
                     glm::length(drag_mouse_now(f) - gizmo.mouse_at_start) < kClickPixels * f.scale;
  return twice && f.scene().view.skeleton &&
         pick_bone(f.input.bones, f.input.camera, f.viewport(), gizmo.drag->grab_pixel, f.scale,
                   f.scene().selection) == gizmo.drag->joint;
}

void release(Frame& f, const mat4& user_local) {
  const GizmoDrag& drag = *f.state.of_model.gizmo.drag;
  if (is_double_click(f)) {
    f.out.requests.frame_selection = true;
    return end(f, user_local, false);
  }
  const bool click = is_click(f);
  if (click) f.out.view_click = drag.grab_pixel;
  end(f, user_local, !click && user_local != drag.grab_user_local);
}

// Alone it may be the handle's that was caught last; with Alt, Shift or Ctrl it is the camera's.
bool takes_middle_button(const Frame& f) {
  const ImGuiIO& io = ImGui::GetIO();
  return middle_button_drags_handle(f.state.settings) &&
         ImGui::IsMouseClicked(ImGuiMouseButton_Middle) && !io.MouseDown[0] && !io.MouseDown[1] &&
         !io.KeyAlt && !io.KeyShift && !io.KeyCtrl && !io.KeySuper;
}

void continue_drag(Frame& f) {
  GizmoState& gizmo = f.state.of_model.gizmo;
  f.out.gizmo_owns_mouse = true;
  if (!joint_is_there(f, gizmo.drag->joint)) {
    gizmo.drag.reset();
    gizmo.by_key = false;
    return;
  }
  const DragEnd pressed = take_drag_keys(f);
  GizmoDrag& drag = *gizmo.drag;
  if (pressed == DragEnd::Cancel) return end(f, drag.grab_user_local, false);
  follow_mouse(f);
  const ImGuiIO& io = ImGui::GetIO();
  const bool snap = f.scene().view.snap != (io.KeyCtrl || io.KeySuper);
  mat4 user_local =
      update_drag(drag, f.scene(), f.input.camera, f.viewport(), gizmo.drag_pixel, snap);
  if (use_typed_amount(f)) user_local = user_local_of_drag(drag, f.scene());
  if (pressed == DragEnd::Keep) {
    end(f, user_local, user_local != drag.grab_user_local);
  } else if (!gizmo.by_key && !io.MouseDown[gizmo.button]) {
    release(f, user_local);
  } else if (!ball_rests(f) && user_local != gizmo.previewed.value_or(drag.grab_user_local)) {
    gizmo.previewed = user_local;
    f.edit(edit_of(f, user_local), Phase::Preview);
  }
}

}  // namespace

bool pulls_limb(const Frame& f) {
  const GizmoState& gizmo = f.state.of_model.gizmo;
  return gizmo.drag && gizmo.drag->frame.mode == GizmoMode::Translate && f.scene().view.pull &&
         gizmo.companions.empty() && is_pulled(f.scene(), gizmo.drag->joint);
}

std::optional<GizmoFrame> gizmo_in_view(const Frame& f) {
  const float scale = gizmo_scale(f.scene(), f.input.posed, f.input.camera, f.viewport(), f.scale);
  return gizmo_frame(f.scene(), f.input.posed, f.input.camera, f.viewport(), scale);
}

void update_gizmo(Frame& f) {
  if (f.state.of_model.gizmo.wanted && !f.state.of_model.gizmo.drag) begin_wanted_drag(f);
  if (f.state.of_model.gizmo.drag) {
    continue_drag(f);
    return;
  }
  f.state.of_model.gizmo.hot = Handle::None;
  if (!f.out.view_hovered || in_other_file(f) || !joint_is_there(f, f.selected())) return;
  const ImGuiIO& io = ImGui::GetIO();
  const auto frame = gizmo_in_view(f);
  if (!frame) return;
  if (takes_middle_button(f)) {
    f.out.gizmo_owns_mouse = true;
    return begin_middle_drag(f, *frame);
  }
  // A camera drag that passes over the gizmo does not light it up.
  if ((io.MouseDown[0] && !ImGui::IsMouseClicked(0)) || io.MouseDown[1] || io.MouseDown[2]) return;
  const vec2 pixel = drag_mouse_now(f);
  f.state.of_model.gizmo.hot = hit_test(*frame, f.input.camera, f.viewport(), pixel, f.scale);
  if (f.state.of_model.gizmo.hot == Handle::None) return;
  const bool pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  // The wheel is the camera's everywhere, the middle button where it was not taken above; hovering
  // joints inside the ball goes through to them.
  const bool camera = io.MouseWheel != 0.0f || io.MouseClicked[2];
  f.out.gizmo_owns_mouse = pressed || (f.state.of_model.gizmo.hot != Handle::Trackball && !camera);
  if (!pressed) return;
  f.state.of_model.gizmo.drag = begin_drag(*frame, f.state.of_model.gizmo.hot, f.scene(),
                                           f.input.posed, f.input.camera, f.viewport(), pixel);
  f.state.of_model.gizmo.companions =
      drag_companions(f.scene(), f.input.posed, *f.state.of_model.gizmo.drag);
  GizmoState& gizmo = f.state.of_model.gizmo;
  gizmo.last = gizmo.hot;
  gizmo.button = ImGuiMouseButton_Left;
  gizmo.by_key = gizmo.redirected = false;
  gizmo.drag_pixel = gizmo.drag_mouse = gizmo.mouse_at_start = pixel;
}

}  // namespace bindpose::ui
