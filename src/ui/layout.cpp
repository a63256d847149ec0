#include "ui/layout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/table/table_panel.h"

namespace bindpose::ui {

namespace {

constexpr float kStatusHeight = 26.0f;
constexpr float kLeastPanel = 200.0f, kMaxPanel = 640.0f;
constexpr float kViewShare = 0.45f;  // of the window's width, at least
// Narrower than these a panel says nothing: the right one, then the left one, folds by itself.
constexpr float kFoldRight = 215.0f, kFoldLeft = 140.0f;

constexpr float kRoomForThree = 1500.0f;  // a lesson, the view and the right panel

// On a narrow window the panels give way before the view does: both narrower in proportion, then
// the right one away, then the left one.
std::array<float, 2> panel_widths(const Frame& f, float window, float height) {
  const float lesson = lesson_width(f, {window, height});
  float left = lesson > 0.0f              ? lesson
               : f.state.layout.left_open ? f.px(f.state.layout.left_width)
                                          : 0.0f;
  float right = f.state.layout.right_open ? f.px(f.state.layout.right_width) : 0.0f;
  const float most = (1.0f - kViewShare) * window;
  if (lesson > 0.0f) {
    right = std::min(right, most - lesson);
    if (right < f.px(kFoldRight)) right = 0.0f;
    f.state.layout.left_folded = f.state.layout.left_open;
    f.state.layout.right_folded = f.state.layout.right_open && right == 0.0f;
    return {lesson, std::floor(right)};
  }
  const auto part = [&](float width) { return std::min(1.0f, most / (left + right)) * width; };
  if (right > 0.0f && part(right) < std::min(right, f.px(kFoldRight))) right = 0.0f;
  if (left > 0.0f && part(left) < std::min(left, f.px(kFoldLeft))) left = 0.0f;
  f.state.layout.left_folded = f.state.layout.left_open && left == 0.0f;
  f.state.layout.right_folded = f.state.layout.right_open && right == 0.0f;
  const float total = left + right;
  if (total > most) {
    left *= most / total;
    right *= most / total;
  }
  return {std::floor(left), std::floor(right)};
}

}  // namespace

Layout lay_out(const Frame& f) {
  const vec2 size = from_im(ImGui::GetIO().DisplaySize);
  // A lesson needs a large view more than it needs numbers; the panel comes back with its key.
  if (f.state.lesson.opened && size.x < f.px(kRoomForThree)) f.state.layout.right_open = false;
  f.state.lesson.opened = false;
  Layout l;
  if (!f.state.chrome || f.state.presenter) {
    const float lesson = lesson_width(f, size);
    l.left = {vec2(0.0f), {lesson, size.y}};
    l.view = {{lesson, 0.0f}, size};
    return l;
  }
  const float top = ImGui::GetFrameHeight() + f.px(4);
  const float status_top = std::floor(size.y - f.px(kStatusHeight));
  const float timeline_top = std::floor(status_top - timeline_height(f, status_top - top));
  const auto [left, right] = panel_widths(f, size.x, timeline_top - top);
  l.left = {{0.0f, top}, {left, timeline_top}};
  l.right = {{size.x - right, top}, {size.x, timeline_top}};
  const float table = table_height(f, timeline_top - top);
  const float view_bottom = timeline_top - table;
  l.view = {{left, top},
            {std::max(left + 1.0f, size.x - right), std::max(top + 1.0f, view_bottom)}};
  l.table = {{left, view_bottom}, {l.view.hi.x, timeline_top}};
  l.timeline = {{0.0f, timeline_top}, {size.x, status_top}};
  l.status = {{0.0f, status_top}, size};
  return l;
}

void keep_panels(Frame& f) {
  const LayoutState& l = f.state.layout;
  Settings& s = f.state.settings;
  s.left_width = std::round(l.left_width);
  s.right_width = std::round(l.right_width);
  s.left_open = l.left_open;
  s.right_open = l.right_open;
  f.out.requests.save_settings = true;
}

// The panel on the other side stays as wide as it is shown.
void draw_splitter(Frame& f, const Layout& l, bool is_left) {
  const Rect& panel = is_left ? l.left : l.right;
  const char* id = is_left ? "split left" : "split right";
  const float x = is_left ? panel.hi.x : panel.lo.x;
  const float half = f.px(3);
  const Rect r{{x - half, panel.lo.y}, {x + half, panel.hi.y}};
  begin_fixed_window(id, r, ImVec2(0, 0), f.colors.panel, 0.0f);
  ImGui::InvisibleButton("grip", im(r.size()));
  mark(f, id);
  const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
  const bool released = ImGui::IsItemDeactivated();
  if (active || hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(x - f.px(1), r.lo.y),
                                              ImVec2(x + f.px(1), r.hi.y),
                                              to_u32(f.colors.accent, active ? 1.0f : 0.6f));
  }
  if (active || released) {
    const float edge = ImGui::GetIO().MousePos.x;
    const float other = is_left ? l.right.size().x : l.left.size().x;
    const float room = (1.0f - kViewShare) * ImGui::GetIO().DisplaySize.x - other;
    const float most = std::max(kLeastPanel, std::min(kMaxPanel, room / f.scale));
    const float wanted = (is_left ? edge - panel.lo.x : panel.hi.x - edge) / f.scale;
    (is_left ? f.state.layout.left_width : f.state.layout.right_width) =
        std::clamp(wanted, kLeastPanel, most);
    float& other_width = is_left ? f.state.layout.right_width : f.state.layout.left_width;
    if (other > 0.0f) other_width = other / f.scale;
  }
  if (released) keep_panels(f);
  ImGui::End();
}

}  // namespace bindpose::ui
