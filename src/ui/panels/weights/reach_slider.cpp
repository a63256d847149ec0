#include "ui/panels/weights/reach_slider.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "scene/segment_binding.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "view/capsules.h"

namespace bindpose::ui {
namespace {

// Beyond it the weights are computed when the radius is let go, not while it moves.
constexpr std::size_t kLiveVertices = 200'000;
constexpr float kCatchPixels = 6.0f;
constexpr float kReachClickPixels = 3.0f;  // a press that moved less is a click

SegmentRadii with_radius(SegmentRadii radii, int joint, float radius) {
  if (joint < 0) {
    radii.all = radius;
    return radii;
  }
  std::erase_if(radii.of, [&](const auto& of) { return of.first == joint; });
  radii.of.emplace_back(joint, radius);
  return radii;
}

vec2 mouse_in_view(const Frame& f) {
  return from_im(ImGui::GetIO().MousePos) - f.view.lo;
}

std::vector<Capsule> shown_capsules(const Frame& f) {
  if (!f.model() || !f.scene().reach || !f.scene().view.capsules || !f.scene().view.surface)
    return {};
  return capsules(f.scene(), f.input.posed, f.scene().reach->segments, f.input.bones.color);
}

void drag_capsule(Frame& f) {
  f.out.gizmo_owns_mouse = true;
  ReachSlider& held = f.state.of_model.reach;
  const auto all = shown_capsules(f);
  const auto one = std::ranges::find(all, held.joint, &Capsule::joint);
  if (key_pressed(Key::Escape) || ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
      one == all.end()) {
    return drop_radius(f, false);
  }
  const vec2 mouse = mouse_in_view(f);
  if (!ImGui::GetIO().MouseDown[0]) {
    if (!held.edited) f.edit(SetSelection{held.joint});
    return drop_radius(f, true);
  }
  if (!held.edited && glm::length(mouse - held.pressed) < kReachClickPixels * f.scale) return;
  const auto passes = passing(*one, f.input.camera, f.viewport(), mouse);
  if (!passes) return;
  // Never 0: a bone without reach would have no outline to take it back by.
  const float radius = std::max(passes->distance + held.grab, 1e-3f * held.start);
  if (radius != held.radius) move_radius(f, radius);
}

}  // namespace

void bind_with(Frame& f, const SegmentRadii& radii, Phase phase) {
  try {
    f.edit(bind_edit(*f.model(), radii), phase);
  } catch (const std::runtime_error& e) {
    f.state.message.show(e.what(), true, false);
  }
}

void take_radius(Frame& f, int joint, float radius) {
  ReachSlider slider;
  slider.held = true;
  slider.joint = joint;
  slider.radius = slider.start = radius;
  slider.radii = f.scene().reach->radii;
  f.state.of_model.reach = slider;
}

void move_radius(Frame& f, float radius) {
  ReachSlider& slider = f.state.of_model.reach;
  slider.radius = radius;
  slider.radii = with_radius(slider.radii, slider.joint, radius);
  slider.edited = true;
  if (vertex_count(*f.model()) > kLiveVertices) return;
  slider.previewed = true;
  bind_with(f, slider.radii, Phase::Preview);
}

void drop_radius(Frame& f, bool keep) {
  const ReachSlider slider = f.state.of_model.reach;
  f.state.of_model.reach = {};
  if (keep && slider.edited) bind_with(f, slider.radii, Phase::Commit);
  if (!keep && slider.previewed) bind_with(f, slider.radii, Phase::Cancel);
}

void update_capsules(Frame& f) {
  ReachSlider& held = f.state.of_model.reach;
  if (held.held && held.in_view) return drag_capsule(f);
  f.state.of_model.hot_capsule = -1;
  const ImGuiIO& io = ImGui::GetIO();
  const bool busy = (io.MouseDown[0] && !io.MouseClicked[0]) || io.MouseDown[1] || io.MouseDown[2];
  if (held.held || busy || !f.out.view_hovered || f.out.gizmo_owns_mouse) return;
  const auto all = shown_capsules(f);
  if (all.empty()) return;
  const vec2 mouse = mouse_in_view(f);
  const int k = outline_at(all, f.input.camera, f.viewport(), mouse, kCatchPixels * f.scale);
  if (k < 0) return;
  const Scene& scene = f.scene();
  const int bone = scene.view.skeleton ? pick_bone(f.input.bones, f.input.camera, f.viewport(),
                                                   mouse, f.scale, scene.selection)
                                       : -1;
  if (bone >= 0) return;
  const Capsule& capsule = all[static_cast<std::size_t>(k)];
  f.state.of_model.hot_capsule = capsule.joint;
  if (io.MouseWheel != 0.0f) return;
  f.out.gizmo_owns_mouse = true;
  if (!ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
  take_radius(f, capsule.joint, capsule.radius);
  held.in_view = true;
  held.pressed = mouse;
  held.grab = capsule.radius - passing(capsule, f.input.camera, f.viewport(), mouse)->distance;
}

void draw_radius(Frame& f) {
  const ReachSlider& held = f.state.of_model.reach;
  const bool dragged = held.held && held.in_view;
  const int joint = dragged ? held.joint : f.state.of_model.hot_capsule;
  const auto all = shown_capsules(f);
  const auto one = std::ranges::find(all, joint, &Capsule::joint);
  if (joint < 0 || one == all.end()) return;
  const auto passes = passing(*one, f.input.camera, f.viewport(), mouse_in_view(f));
  if (!passes) return;
  const auto at = [&](const vec3& p) {
    return f.view.lo + vec2(project(f.input.camera, f.viewport(), p));
  };
  const vec2 bone = at(passes->on_bone);
  const float radius = dragged ? held.radius : one->radius;
  // Out to the outline, past the mouse or short of it by what the grab was off.
  const vec2 rim = at(passes->on_bone + (radius / std::max(passes->distance, 1e-20f)) *
                                            (passes->on_sight - passes->on_bone));
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->AddLine(im(bone), im(rim), IM_COL32(10, 12, 16, 190), f.px(4.5f));
  list->AddLine(im(bone), im(rim), to_u32(vec3(one->color)), f.px(2.0f));
  list->AddCircleFilled(im(bone), f.px(3.5f), to_u32(vec3(one->color)));
  list->AddCircleFilled(im(rim), f.px(5.5f), IM_COL32(10, 12, 16, 220));
  list->AddCircleFilled(im(rim), f.px(4.0f), to_u32(vec3(one->color)));
  const std::string& name = f.model()->skeleton.name[static_cast<std::size_t>(joint)];
  const std::string text = name + "  r = " + number(static_cast<double>(radius), 3);
  // Beyond the outline, where it hides neither bone nor surface.
  const vec2 half = 0.5f * from_im(ImGui::CalcTextSize(text.c_str())) + vec2(f.px(6), f.px(2));
  const vec2 out = glm::normalize(rim - bone + vec2(0.0f, 1e-3f));
  const vec2 corner =
      rim + (f.px(12) + std::abs(out.x) * half.x + std::abs(out.y) * half.y) * out - half;
  mark(f, "radius tag", "", draw_tag(f, list, corner, text, f.colors.text, f.seen));
}

}  // namespace bindpose::ui
