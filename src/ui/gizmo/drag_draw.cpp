// What is drawn of a drag: the sector of a turn, the axes that it is held to, its number.
#include <algorithm>
#include <cmath>

#include <glm/gtc/matrix_transform.hpp>

#include "math/numbers.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/length.h"
#include "ui/base/widgets.h"
#include "ui/gizmo/drag_state.h"

namespace bindpose::ui {

namespace {

struct Stage {
  Frame& f;
  ImDrawList* list;

  ImVec2 at(const vec3& p) const {
    return im(f.view.lo + vec2(project(f.input.camera, f.viewport(), p)));
  }
};

// Points of the arc from the grab to now, in the plane of the ring.
std::vector<ImVec2> arc_points(const Stage& k, const GizmoDrag& drag, float radians) {
  const vec3 arm = drag.grab_point - drag.frame.origin;
  const int n = std::max(2, static_cast<int>(std::ceil(std::abs(radians) / (kPi / 48.0f))));
  std::vector<ImVec2> points;
  for (int i = 0; i <= n; ++i) {
    const float a = radians * static_cast<float>(i) / static_cast<float>(n);
    const mat3 turn(glm::rotate(mat4(1.0f), a, drag.axis));
    points.push_back(k.at(drag.frame.origin + turn * arm));
  }
  return points;
}

// The sector is not convex past half a turn, and antialiased triangles side by side would show
// seams: a fan without, outlined with.
void fill_sector(const Stage& k, ImVec2 center, const std::vector<ImVec2>& arc, ImU32 color) {
  const ImDrawListFlags flags = k.list->Flags;
  k.list->Flags &= ~ImDrawListFlags_AntiAliasedFill;
  for (std::size_t i = 0; i + 1 < arc.size(); ++i) {
    k.list->AddTriangleFilled(center, arc[i], arc[i + 1], color);
  }
  k.list->Flags = flags;
}

void draw_pie(const Stage& k, const GizmoDrag& drag) {
  const float radians = glm::radians(drag.amount.x);
  const float rest = std::fmod(radians, 2.0f * kPi);
  const ImVec2 center = k.at(drag.frame.origin);
  const vec3 accent = k.f.colors.accent;
  const int turns = std::min(3, static_cast<int>(std::abs(radians) / (2.0f * kPi)));
  for (int i = 0; i < turns; ++i) {
    fill_sector(k, center, arc_points(k, drag, 2.0f * kPi), to_u32(accent, 0.18f));
  }
  const std::vector<ImVec2> arc = arc_points(k, drag, rest);
  fill_sector(k, center, arc, to_u32(accent, 0.32f));
  compat::draw_polyline(k.list, arc.data(), static_cast<int>(arc.size()), to_u32(accent, 0.9f),
                        false, k.f.px(2));
  k.list->AddLine(center, arc.front(), to_u32(k.f.colors.text, 0.75f), k.f.px(1.5f));
  k.list->AddLine(center, arc.back(), to_u32(accent), k.f.px(2.25f));
  k.list->AddCircleFilled(arc.back(), k.f.px(4.5f), to_u32(accent), 24);
  k.list->AddCircleFilled(center, k.f.px(3), to_u32(accent), 16);
}

// Through the origin, as far as the camera sees it.
void draw_axis_line(const Stage& k, const GizmoDrag& drag, int axis) {
  const vec3& origin = drag.frame.origin;
  const Camera& camera = k.f.input.camera;
  const auto far_end = [&](float sign) {
    float reach = 30.0f * camera.distance;
    const auto depth = [&] {
      return project(camera, k.f.viewport(), origin + sign * reach * drag.frame.axis[axis]).z;
    };
    for (int n = 0; n < 40 && !(depth() > 0.0f); ++n) reach *= 0.7f;
    return k.at(origin + sign * reach * drag.frame.axis[axis]);
  };
  const ImVec2 from = far_end(-1.0f), to = far_end(1.0f);
  const vec3 ink = k.f.scene().view.dark ? vec3(0.04f) : vec3(1.0f);
  k.list->AddLine(from, to, to_u32(ink, 0.45f), k.f.px(3.5f));
  k.list->AddLine(from, to, to_u32(k.f.colors.axis[static_cast<std::size_t>(axis)]), k.f.px(1.75f));
}

void draw_ring(const Stage& k, const GizmoDrag& drag) {
  const int axis = handle_axis(drag.handle);
  const std::vector<RingPoint> ring =
      ring_points(drag.frame, axis < 0 ? 3 : axis, k.f.input.camera, k.f.viewport());
  std::vector<ImVec2> points;
  for (const RingPoint& p : ring) points.push_back(im(k.f.view.lo + p.pixel));
  const vec3 color = axis < 0 ? k.f.colors.accent : k.f.colors.axis[static_cast<std::size_t>(axis)];
  compat::draw_polyline(k.list, points.data(), static_cast<int>(points.size()), to_u32(color, 0.9f),
                        false, k.f.px(2));
}

// From the joint to the mouse, in dashes.
void draw_reach(const Stage& k, const GizmoDrag& drag) {
  const vec2 from = from_im(k.at(drag.frame.origin)), to = from_im(ImGui::GetIO().MousePos);
  const float length = glm::length(to - from), step = k.f.px(8);
  const ImU32 ink = to_u32(k.f.colors.text, 0.6f);
  for (float t = 0.0f; t < length && length < 1e5f; t += step) {
    const vec2 a = glm::mix(from, to, t / length);
    const vec2 b = glm::mix(from, to, std::min(1.0f, (t + 0.5f * step) / length));
    k.list->AddLine(im(a), im(b), ink, k.f.px(1.25f));
  }
}

// The joint's place at the grab and now.
void draw_move(const Stage& k, const GizmoDrag& drag) {
  const auto now = gizmo_in_view(k.f);
  const ImVec2 from = k.at(drag.frame.origin), to = now ? k.at(now->origin) : from;
  k.list->AddLine(from, to, to_u32(k.f.colors.text, 0.7f), k.f.px(1.25f));
  k.list->AddCircle(from, k.f.px(4), to_u32(k.f.colors.text, 0.7f), 24, k.f.px(1.5f));
  k.list->AddCircleFilled(to, k.f.px(4.5f), to_u32(k.f.colors.accent), 24);
}

std::string signed_number(float v, int decimals) {
  const std::string text = number(v, decimals);
  return text[0] == '-' ? text : "+" + text;
}

// As it was typed, or as the mouse has it. Behind the number that is typed stands a mark.
std::string number_text(const GizmoState& gizmo, std::size_t field, const std::string& pulled) {
  if (!gizmo.typed.active()) return pulled;
  const std::string& text = gizmo.typed.text(field);
  const bool here = gizmo.typed.field() == field;
  const bool scale = gizmo.drag->frame.mode == GizmoMode::Scale;
  return (text.empty() && !here ? (scale ? "1" : "0") : text) + (here ? "|" : "");
}

std::string amount_text(const Frame& f, const GizmoState& gizmo) {
  const GizmoDrag& drag = *gizmo.drag;
  if (drag.frame.mode == GizmoMode::Rotate)
    return number_text(gizmo, 0, number(drag.amount.x, 1)) + "\xC2\xB0";
  if (drag.frame.mode == GizmoMode::Scale) {
    int axis = 0;
    while (axis < 2 && !works_along(drag.handle, axis)) ++axis;
    return "\xC3\x97 " + number_text(gizmo, 0, number(drag.amount[axis], 3));
  }
  const bool single = amount_fields(drag) == 1;
  const ShownLength shown = shown_length(f, 1.0, 1.0);
  std::string text;
  std::size_t field = 0;
  for (int i = 0; i < 3; ++i) {
    if (!works_along(drag.handle, i)) continue;
    if (!text.empty()) text += "  ";
    if (!single) text += std::string(1, static_cast<char>('x' + i)) + " ";
    text += number_text(
        gizmo, field++,
        signed_number(drag.amount[i] * static_cast<float>(shown.factor), shown.decimals));
  }
  return text + shown.sign;
}

// "the world's Z", "its own X and Y"
std::string axes_text(const GizmoDrag& drag) {
  constexpr const char* kOwners[] = {"its own ", "the parent's ", "the world's "};
  std::string text;
  const bool turn = drag.frame.mode == GizmoMode::Rotate;
  for (int k = 0; k < 3; ++k) {
    const bool in = turn ? k == handle_axis(drag.handle) : works_along(drag.handle, k);
    if (in) text += (text.empty() ? "" : " and ") + std::string(1, static_cast<char>('X' + k));
  }
  return kOwners[static_cast<std::size_t>(drag.space)] + text;
}

std::string along_text(const GizmoDrag& drag) {
  const bool turn = drag.frame.mode == GizmoMode::Rotate;
  if (handle_axis(drag.handle) >= 0) return (turn ? "about " : "along ") + axes_text(drag);
  switch (drag.handle) {
    case Handle::Trackball:
      return "freely";
    case Handle::Screen:
      return turn ? "about the line of sight" : "across the line of sight";
    default:
      return "along all axes";
  }
}

}  // namespace

void draw_turn_pie(Frame& f, const GizmoDrag& drag) {
  draw_pie({f, ImGui::GetBackgroundDrawList()}, drag);
}

void draw_redirected(Frame& f) {
  const GizmoDrag& drag = *f.state.of_model.gizmo.drag;
  const Stage k{f, ImGui::GetBackgroundDrawList()};
  const GizmoMode mode = drag.frame.mode;
  k.list->PushClipRect(im(f.seen.lo), im(f.seen.hi), true);
  const bool held = handle_axis(drag.handle) >= 0;
  for (int axis = 0; held && axis < 3; ++axis) {
    const bool shown = mode == GizmoMode::Rotate ? axis == handle_axis(drag.handle)
                                                 : works_along(drag.handle, axis);
    if (shown) draw_axis_line(k, drag, axis);
  }
  if (mode == GizmoMode::Rotate && drag.handle != Handle::Trackball) {
    draw_pie(k, drag);
    draw_ring(k, drag);
  }
  if (mode == GizmoMode::Scale) draw_reach(k, drag);
  if (mode == GizmoMode::Translate) draw_move(k, drag);
  k.list->PopClipRect();
}

void draw_drag_amount(Frame& f) {
  const vec2 mouse = from_im(ImGui::GetIO().MousePos);
  compat::push_font(mono_font());
  draw_tag(f, ImGui::GetForegroundDrawList(), mouse + vec2(f.px(18), f.px(-30)),
           amount_text(f, f.state.of_model.gizmo), f.colors.text, f.view);
  ImGui::PopFont();
}

std::optional<DragText> drag_text(const Frame& f) {
  const GizmoState& gizmo = f.state.of_model.gizmo;
  if (!gizmo.drag) return std::nullopt;
  const GizmoDrag& drag = *gizmo.drag;
  constexpr const char* kWhat[] = {"Rotate", "Move", "Scale"};
  const bool plane = amount_fields(drag) == 2 || drag.handle == Handle::YZ ||
                     drag.handle == Handle::ZX || drag.handle == Handle::XY;
  return DragText{pulls_limb(f) ? "Pull" : kWhat[static_cast<std::size_t>(drag.frame.mode)],
                  along_text(drag), amount_text(f, gizmo), plane ? -1 : handle_axis(drag.handle),
                  short_of(f)};
}

std::vector<DragKey> drag_keys(const Frame& f) {
  const GizmoState& gizmo = f.state.of_model.gizmo;
  if (!gizmo.drag) return {};
  const GizmoDrag& drag = *gizmo.drag;
  std::vector<DragKey> keys = {{"Enter", "keep"}, {"Esc", "take back"}, {"X Y Z", "axis"}};
  if (drag.frame.mode != GizmoMode::Rotate) keys.push_back({"Shift+X", "plane"});
  if (gizmo.typed.active()) {
    keys.push_back({"-", "sign"});
    if (amount_fields(drag) > 1) keys.push_back({"Tab", "next number"});
    keys.push_back({"Backspace", "take back a digit"});
  } else {
    keys.push_back({"0-9", "exact"});
    keys.push_back({"Ctrl", "steps"});
    keys.push_back({"Shift", "fine"});
  }
  return keys;
}

}  // namespace bindpose::ui
