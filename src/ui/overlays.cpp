// What lies over the view beside the gizmo: legend, axes, names.
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/draw_helpers.h"
#include "ui/imgui_compat.h"
#include "ui/pane_frames.h"
#include "ui/widgets.h"

namespace bindpose::ui {

namespace {

constexpr std::size_t kMostNames = 300;

bool overlaps(const Rect& a, const Rect& b) {
  return a.lo.x < b.hi.x && b.lo.x < a.hi.x && a.lo.y < b.hi.y && b.lo.y < a.hi.y;
}

void legend_bar(const Frame& f, ImDrawList* list, const Rect& bar) {
  const auto& ramp = weight_ramp();
  constexpr int kSteps = 64;
  const float step = bar.size().x / kSteps;
  for (int i = 0; i < kSteps; ++i) {
    const auto from = static_cast<std::size_t>(i * (kRampSize - 1) / kSteps);
    const auto to = static_cast<std::size_t>((i + 1) * (kRampSize - 1) / kSteps);
    const float x = bar.lo.x + static_cast<float>(i) * step;
    const ImU32 a = to_u32(ramp[from]), b = to_u32(ramp[to]);
    list->AddRectFilledMultiColor(ImVec2(x, bar.lo.y), ImVec2(x + step, bar.hi.y), a, b, b, a);
  }
  compat::draw_rect(list, im(bar.lo), im(bar.hi), to_u32(f.colors.text, 0.25f), 0.0f, 1.0f);
}

void legend_tick(const Frame& f, ImDrawList* list, float x, float y, const char* text) {
  list->AddLine(ImVec2(x, y), ImVec2(x, y + f.px(4)), to_u32(f.colors.text_dim), 1.0f);
  const float width = ImGui::CalcTextSize(text).x;
  list->AddText(ImVec2(std::floor(x - 0.5f * width), std::floor(y + f.px(5))),
                to_u32(f.colors.text_dim), text);
}

void legend_marker(const Frame& f, ImDrawList* list, const Rect& bar, const Rect& zero) {
  const float w = f.input.probed_weight;
  if (!(w >= 0.0f)) return;
  const float x = w > 0.0f ? bar.lo.x + std::min(w, 1.0f) * bar.size().x : zero.center().x;
  const float half = f.px(5);
  list->AddTriangleFilled(ImVec2(x, bar.lo.y), ImVec2(x - half, bar.lo.y - half * 1.4f),
                          ImVec2(x + half, bar.lo.y - half * 1.4f), to_u32(f.colors.text));
}

// As many as have room beside each other.
void legend_ticks(const Frame& f, ImDrawList* list, const Rect& bar) {
  const std::array<std::pair<float, const char*>, 5> ticks{
      {{0.01f, "0.01"}, {0.25f, "0.25"}, {0.5f, "0.5"}, {0.75f, "0.75"}, {1.0f, "1"}}};
  const float each = ImGui::CalcTextSize("0.25").x + f.px(8);
  const float room = bar.size().x / each;
  const std::size_t step = room >= 4.0f ? 1 : room >= 2.0f ? 2 : 4;
  for (std::size_t i = 0; i < ticks.size(); i += step) {
    legend_tick(f, list, bar.lo.x + ticks[i].first * bar.size().x, bar.hi.y, ticks[i].second);
  }
}

void draw_legend(Frame& f) {
  if (!legend_shown(f)) return;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const float font = ImGui::GetFontSize();
  // Beside the axes in the other corner.
  const float width = std::clamp(std::min(f.view.size().x - f.px(24 + 84), 0.55f * f.view.size().x),
                                 f.px(150), f.px(312));
  const vec2 size(width, legend_height(f));
  const vec2 lo(f.view.lo.x + f.px(12), f.view.hi.y - f.px(12) - size.y);
  const Rect card{lo, lo + size};
  draw_card(f, list, card, f.px(6));
  mark(f, "legend", "", card);
  const int joint = f.selected();
  const bool narrow = width < f.px(240);
  const std::string name =
      joint < 0 ? "" : f.model()->skeleton.name[static_cast<std::size_t>(joint)];
  const std::string title = joint < 0
                                ? (narrow ? "Select a joint" : "Select a joint to see its weights")
                            : narrow ? name
                                     : "Weight of " + name;
  list->AddText(ImVec2(lo.x + f.px(12), lo.y + f.px(10)), to_u32(f.colors.text),
                elided(title, size.x - f.px(24)).c_str());
  const float top = lo.y + f.px(10) + font + f.px(10), height = f.px(14);
  const float zero_width = f.px(narrow ? 12 : 16), between = f.px(narrow ? 14 : 20);
  const Rect zero{{lo.x + f.px(16), top}, {lo.x + f.px(16) + zero_width, top + height}};
  const Rect bar{{zero.hi.x + between, top}, {card.hi.x - f.px(narrow ? 14 : 20), top + height}};
  list->AddRectFilled(im(zero.lo), im(zero.hi), to_u32(weight_zero_color()));
  compat::draw_rect(list, im(zero.lo), im(zero.hi), to_u32(f.colors.text, 0.25f), 0.0f, 1.0f);
  legend_bar(f, list, bar);
  legend_tick(f, list, zero.center().x, top + height, "0");
  legend_ticks(f, list, bar);
  legend_marker(f, list, bar, zero);
}

// The view's axes in the corner: x, y, z of the display space.
void draw_axes(Frame& f) {
  if (!f.model()) return;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const mat3 turn(view_matrix(f.input.camera));
  const float length = f.px(26);
  const vec2 center = f.view.hi - vec2(f.px(48), f.px(46));
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

  // Beside the joint; false where it is behind the eye, outside, or over another name.
  bool place(int joint, const vec3& ink, bool always) {
    const vec3 p =
        project(f.input.camera, f.viewport(), joint_position(f.scene(), f.input.posed, joint));
    const vec2 at = f.view.lo + vec2(p);
    const bool inside =
        at.x >= f.view.lo.x && at.y >= f.view.lo.y && at.x <= f.view.hi.x && at.y <= f.view.hi.y;
    if (!(p.z > 0.0f) || !inside) return false;
    const std::string& name = f.model()->skeleton.name[static_cast<std::size_t>(joint)];
    const vec2 corner = at + vec2(f.px(11), f.px(-24));
    const vec2 size = from_im(ImGui::CalcTextSize(name.c_str())) + vec2(f.px(12), f.px(4));
    const Rect box{corner, corner + size};
    if (!always && std::ranges::any_of(taken, [&](const Rect& r) { return overlaps(r, box); })) {
      return false;
    }
    taken.push_back(draw_tag(f, ImGui::GetBackgroundDrawList(), corner, name, ink, f.view));
    return true;
  }
};

void draw_names(Frame& f) {
  if (!f.model() || f.input.posed.world.size() != f.model()->skeleton.parent.size()) return;
  const int selected = f.selected(), hovered = f.scene().selection.hovered_joint;
  NamePlacer placer{f, {}};
  const bool all = f.scene().view.joint_names;
  const bool skeleton = f.scene().view.skeleton;
  if (hovered >= 0 && hovered != selected && !f.state.drag)
    placer.place(hovered, f.colors.text, true);
  // The gizmo stands where the selected joint's name would: the status bar has it then.
  if (selected >= 0 && (all || f.state.gizmo_rests)) placer.place(selected, f.colors.accent, true);
  if (!all || !skeleton) return;
  std::size_t placed = 0;
  for (const Bone& bone : f.input.bones.bones) {
    if (bone.helper || bone.joint == selected || bone.joint == hovered) continue;
    if (placer.place(bone.joint, f.colors.text_dim, false) && ++placed >= kMostNames) break;
  }
}

}  // namespace

bool legend_shown(const Frame& f) {
  return f.model() && f.scene().view.show == Show::Weights;
}

float legend_height(const Frame& f) {
  return f.px(12 + 8 + 14 + 6 + 12) + 2.0f * ImGui::GetFontSize();
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
  list->PopClipRect();
}

void draw_overlays(Frame& f) {
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->PushClipRect(im(f.view.lo), im(f.view.hi), true);
  draw_pane_lines(f);
  draw_legend(f);
  draw_axes(f);
  list->PopClipRect();
}

}  // namespace bindpose::ui
