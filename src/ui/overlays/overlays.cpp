// What lies over the view beside the gizmo and the legend: axes, names.
#include "ui/overlays/overlays.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/pane_frames.h"
#include "ui/base/widgets.h"
#include "ui/overlays/needle_labels.h"
#include "ui/overlays/pane_controls.h"
#include "ui/overlays/probe_draw.h"
#include "ui/overlays/toolbar.h"
#include "ui/panels/vertex_title.h"

namespace bindpose::ui {

namespace {

constexpr std::size_t kMaxNames = 300;
constexpr float kAxes = 26.0f;  // pixels

// The view's axes in the corner: x, y, z of the display space.
void draw_axes(Frame& f) {
  if (!f.model()) return;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const mat3 turn(view_matrix(f.input.camera));
  const float length = f.px(kAxes);
  const Rect place = axes_place(f);
  mark(f, "axes", "", place);
  const vec2 center = place.center();
  int order[] = {0, 1, 2};
  std::sort(std::begin(order), std::end(order),
            [&turn](int a, int b) { return turn[a].z < turn[b].z; });
  const char* names[] = {"x", "y", "z"};
  for (const int axis : order) {
    const vec2 tip = center + length * vec2(turn[axis].x, -turn[axis].y);
    const vec2 behind = center - 0.55f * length * vec2(turn[axis].x, -turn[axis].y);
    const vec3 color = f.colors.axis[static_cast<std::size_t>(axis)];
    list->AddLine(im(center), im(behind), to_u32(color, 0.3f), f.px(1.5f));
    list->AddLine(im(center), im(tip), to_u32(color), f.px(2.25f));
    const vec2 d = tip - center;
    const float seen = glm::length(d);
    const vec2 out = seen > 1.0f ? d / seen : vec2(0.0f, 1.0f);
    const ImVec2 size = ImGui::CalcTextSize(names[axis]);
    const vec2 at = tip + f.px(9) * out - 0.5f * from_im(size);
    list->AddText(ImVec2(std::floor(at.x), std::floor(at.y)), to_u32(color), names[axis]);
  }
}

struct NamePlacer {
  Frame& f;
  std::vector<Rect> taken;
  std::vector<vec2> marks;  // of the probed vertex: no name lies over them where it can help it

  bool covers(const vec2& corner, const vec2& size) const {
    const vec2 reach(f.px(14));
    return std::ranges::any_of(marks, [&](const vec2& at) {
      return overlaps({corner, corner + size}, {at - reach, at + reach});
    });
  }
  // Up and to the right of the joint; else in the first of the other corners that is free.
  vec2 corner_beside(const vec2& at, const vec2& size) const {
    const vec2 usual = at + vec2(f.px(11), f.px(-24));
    const float left = at.x - f.px(11) - size.x, below = at.y + f.px(8);
    for (const vec2& corner :
         {usual, vec2(usual.x, below), vec2(left, usual.y), vec2(left, below)}) {
      if (!covers(corner, size)) return corner;
    }
    return usual;
  }

  // Beside the joint; false where it is behind the eye, outside, or over another name.
  bool place(int joint, const vec3& ink, bool always) {
    const vec3 p =
        project(f.input.camera, f.viewport(), joint_position(f.scene(), f.input.posed, joint));
    const vec2 at = f.view.lo + vec2(p);
    const bool inside =
        at.x >= f.view.lo.x && at.y >= f.view.lo.y && at.x <= f.view.hi.x && at.y <= f.view.hi.y;
    if (!(p.z > 0.0f) || !inside) return false;
    const std::string& name = f.model()->skeleton.name[static_cast<std::size_t>(joint)];
    const vec2 size = from_im(ImGui::CalcTextSize(name.c_str())) + vec2(f.px(12), f.px(4));
    const vec2 corner = corner_beside(at, size);
    const Rect box{corner, corner + size};
    if (!always && std::ranges::any_of(taken, [&](const Rect& r) { return overlaps(r, box); })) {
      return false;
    }
    taken.push_back(draw_tag(f, ImGui::GetBackgroundDrawList(), corner, name, ink, f.seen));
    mark(f, "name:", name, taken.back());
    return true;
  }
};

void draw_names(Frame& f) {
  if (!f.model() || f.input.posed.world.size() != f.model()->skeleton.parent.size()) return;
  const int selected = f.selected(), hovered = f.scene().selection.hovered_joint;
  NamePlacer placer{f, {}, probe_marks(f)};
  const bool all = f.scene().view.joint_names;
  const bool skeleton = f.scene().view.skeleton;
  if (hovered >= 0 && hovered != selected && !f.state.of_model.gizmo.drag)
    placer.place(hovered, f.colors.text, true);
  // The gizmo stands where the selected joint's name would: the status bar has it then.
  // What a formula points at has its own names.
  // Distances name their bones themselves.
  const bool told = all || (!f.scene().view.distances && f.state.of_model.gizmo.hidden &&
                            f.state.highlight.empty());
  if (selected >= 0 && told) placer.place(selected, f.colors.accent, true);
  if (!all || !skeleton) return;
  // What is nearer to the eye is named first; what would lie over a name has none.
  std::vector<std::pair<float, int>> order;
  for (const Bone& bone : f.input.bones.bones) {
    if (bone.helper || bone.joint == selected || bone.joint == hovered) continue;
    if (!is_drawn(f.scene(), bone.joint)) continue;
    order.emplace_back(project(f.input.camera, f.viewport(), bone.head).z, bone.joint);
  }
  std::ranges::stable_sort(order, {}, &std::pair<float, int>::first);
  std::size_t placed = 0;
  for (const auto& [depth, joint] : order) {
    if (placer.place(joint, f.colors.text_dim, false) && ++placed >= kMaxNames) break;
  }
}

}  // namespace

bool overlaps(const Rect& a, const Rect& b) {
  return a.lo.x < b.hi.x && b.lo.x < a.hi.x && a.lo.y < b.hi.y && b.lo.y < a.hi.y;
}

Rect above_formula(const Frame& f, const Rect& r) {
  const Rect& card = f.state.lesson.formula_card;
  if (!overlaps(r, card)) return r;
  const float up = r.hi.y - card.lo.y + f.px(8);
  return {r.lo - vec2(0.0f, up), r.hi - vec2(0.0f, up)};
}

Rect axes_place(const Frame& f) {
  const vec2 center = f.whole.hi - vec2(f.px(48), f.px(46)), half(f.px(kAxes + 16));
  const vec2 corner = center - vec2(f.px(44));
  const Rect place = above_formula(f, {corner, f.whole.hi});
  const vec2 at = place.lo + (center - corner);
  // In a small pane there is no room beside a legend: above it.
  return clear_of_cards(f, {at - half, at + half});
}

Rect clear_of_cards(const Frame& f, const Rect& r) {
  Rect out = above_formula(f, r);
  for (const Rect& card : legend_cards(f)) {
    if (!overlaps(out, card)) continue;
    const vec2 up(0.0f, out.hi.y - card.lo.y + f.px(4));
    out = {out.lo - up, out.hi - up};
  }
  return out;
}

void draw_card(const Frame& f, ImDrawList* list, const Rect& r, float rounding) {
  list->AddRectFilled(im(r.lo), im(r.hi), to_u32(f.colors.panel, 0.92f), rounding);
  compat::draw_rect(list, ImVec2(r.lo.x + 0.5f, r.lo.y + 0.5f),
                    ImVec2(r.hi.x - 0.5f, r.hi.y - 0.5f), to_u32(f.colors.hairline), rounding,
                    1.0f);
}

Rect draw_tag(const Frame& f, ImDrawList* list, vec2 at, const std::string& text, const vec3& ink,
              const Rect& bounds) {
  const vec2 pad(f.px(6), f.px(2));
  const vec2 size = from_im(ImGui::CalcTextSize(text.c_str())) + 2.0f * pad;
  at = glm::floor(glm::max(bounds.lo, glm::min(at, bounds.hi - size)));
  const Rect r{at, at + size};
  draw_card(f, list, r, f.px(4));
  list->AddText(im(at + pad), to_u32(ink), text.c_str());
  return r;
}

void draw_pane_overlays(Frame& f) {
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->PushClipRect(im(f.seen.lo), im(f.seen.hi), true);
  draw_names(f);
  draw_needle_labels(f);
  list->PopClipRect();
}

void draw_overlays(Frame& f) {
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->PushClipRect(im(f.view.lo), im(f.view.hi), true);
  draw_pane_lines(f);
  const bool tools = f.state.chrome && !f.state.presenter;
  draw_vertex_title(f, (tools ? toolbar_rect(f).hi.x : f.view.lo.x) + f.px(8));
  draw_legends(f);
  draw_needle_key(f);
  draw_axes(f);
  list->PopClipRect();
}

}  // namespace bindpose::ui
