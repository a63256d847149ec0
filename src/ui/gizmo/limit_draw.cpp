// The limits of the selected joint's axes, round it.
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/gizmo/drag_state.h"
#include "view/marks/limits.h"

namespace bindpose::ui {

namespace {

constexpr float kPartOfRings = 0.72f;  // of the rings' radius: inside of them

struct LimitPen {
  const Frame& f;
  ImDrawList* list = ImGui::GetBackgroundDrawList();

  bool pixel(const vec3& display, ImVec2& out) const {
    const vec3 p = project(f.input.camera, f.viewport(), display);
    out = im(f.view.lo + vec2(p));
    return p.z > 0.0f;
  }
};

void draw_hand(const LimitPen& pen, const ImVec2& center, const ImVec2& now, bool beyond) {
  const Frame& f = pen.f;
  const vec3 hand = beyond ? f.colors.warning : f.colors.text;
  pen.list->AddLine(center, now, to_u32(f.colors.background_bottom, 0.6f), f.px(4.0f));
  pen.list->AddLine(center, now, to_u32(hand), f.px(2.0f));
  pen.list->AddCircleFilled(now, f.px(3.0f), to_u32(hand));
}

void draw_cone(const LimitPen& pen, const LimitCone& cone) {
  constexpr std::size_t kEverySide = 8;
  const Frame& f = pen.f;
  std::vector<ImVec2> points(cone.rim.size());
  ImVec2 center, now;
  if (!pen.pixel(cone.center, center) || !pen.pixel(cone.now, now)) return;
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (!pen.pixel(cone.rim[k], points[k])) return;
  }
  const vec3 color = cone.beyond ? f.colors.warning : f.colors.hint;
  for (std::size_t k = 1; k < points.size(); ++k) {
    pen.list->AddTriangleFilled(center, points[k - 1], points[k], to_u32(color, 0.10f));
    if (k % kEverySide == 0) pen.list->AddLine(center, points[k], to_u32(color, 0.45f), f.px(1.0f));
  }
  compat::draw_polyline(pen.list, points.data(), static_cast<int>(points.size()),
                        to_u32(color, 0.9f), false, f.px(2.0f));
  draw_hand(pen, center, now, cone.beyond);
}

void draw_limit(const LimitPen& pen, const LimitArc& limit) {
  const Frame& f = pen.f;
  std::vector<ImVec2> points(limit.arc.size());
  ImVec2 center, now;
  if (!pen.pixel(limit.center, center) || !pen.pixel(limit.now, now)) return;
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (!pen.pixel(limit.arc[k], points[k])) return;
  }
  const vec3 color = f.colors.axis[static_cast<std::size_t>(limit.axis)];
  for (std::size_t k = 1; k < points.size(); ++k) {
    pen.list->AddTriangleFilled(center, points[k - 1], points[k], to_u32(color, 0.22f));
  }
  const int count = static_cast<int>(points.size());
  compat::draw_polyline(pen.list, points.data(), count, to_u32(color, 0.9f), false, f.px(2.0f));
  pen.list->AddLine(center, points.front(), to_u32(color, 0.6f), f.px(1.25f));
  pen.list->AddLine(center, points.back(), to_u32(color, 0.6f), f.px(1.25f));
  draw_hand(pen, center, now, limit.beyond);
}

// The joint that the selected one's bone goes to.
int child_of(const Frame& f, int joint) {
  for (const Bone& bone : f.input.bones.bones) {
    if (bone.joint == joint && bone.child >= 0) return bone.child;
  }
  return -1;
}

}  // namespace

void draw_limits(Frame& f) {
  const int joint = f.selected();
  if (!f.model() || joint < 0 || !f.scene().view.skeleton) return;
  const float scale = gizmo_scale(f.scene(), f.input.posed, f.input.camera, f.viewport(), f.scale);
  const auto gizmo = gizmo_frame(f.scene(), f.input.posed, f.input.camera, f.viewport(), scale);
  if (!gizmo) return;
  const LimitPen pen{f};
  pen.list->PushClipRect(im(f.seen.lo), im(f.seen.hi), true);
  if (const auto cone = limit_cone(f.scene(), f.input.posed, joint, child_of(f, joint),
                                   kPartOfRings * gizmo->radius)) {
    draw_cone(pen, *cone);
    const vec2 at = f.view.lo + vec2(project(f.input.camera, f.viewport(), cone->now));
    mark(f, "limit cone", "", {at - f.px(3), at + f.px(3)});
  }
  for (const LimitArc& limit :
       limit_arcs(f.scene(), f.input.posed, joint, kPartOfRings * gizmo->radius)) {
    draw_limit(pen, limit);
    const vec3 p = project(f.input.camera, f.viewport(), limit.now);
    const vec2 at = f.view.lo + vec2(p);
    mark(f, "limit of ", std::string(1, "xyz"[limit.axis]), {at - f.px(3), at + f.px(3)});
  }
  pen.list->PopClipRect();
}

}  // namespace bindpose::ui
