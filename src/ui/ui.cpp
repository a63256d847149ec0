#include "ui/ui.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/commands.h"
#include "ui/frame.h"
#include "ui/overlays/pane_frames.h"
#include "ui/panels/lesson_panel.h"
#include "ui/panels/reach_slider.h"

namespace bindpose::ui {

namespace {

constexpr float kTimelineHeight = 48.0f, kStatusHeight = 26.0f;
constexpr float kLeastPanel = 200.0f, kMaxPanel = 640.0f;
constexpr float kViewShare = 0.45f;  // of the window's width, at least
// Narrower than these a panel says nothing: the right one, then the left one, folds by itself.
constexpr float kFoldRight = 215.0f, kFoldLeft = 140.0f;

constexpr float kRoomForThree = 1500.0f;  // a lesson, the view and the right panel

struct Layout {
  Rect left, right, view, timeline, status;  // left: the joint tree, or the lesson that is open
};

// On a narrow window the panels give way before the view does: both narrower in proportion, then
// the right one away, then the left one.
std::array<float, 2> panel_widths(const Frame& f, float window) {
  const float lesson = lesson_width(f, window);
  float left = lesson > 0.0f ? lesson : f.state.left_open ? f.px(f.state.left_width) : 0.0f;
  float right = f.state.right_open ? f.px(f.state.right_width) : 0.0f;
  const float most = (1.0f - kViewShare) * window;
  if (lesson > 0.0f) {
    right = std::min(right, most - lesson);
    if (right < f.px(kFoldRight)) right = 0.0f;
    f.state.left_folded = f.state.left_open;
    f.state.right_folded = f.state.right_open && right == 0.0f;
    return {lesson, std::floor(right)};
  }
  const auto part = [&](float width) { return std::min(1.0f, most / (left + right)) * width; };
  if (right > 0.0f && part(right) < std::min(right, f.px(kFoldRight))) right = 0.0f;
  if (left > 0.0f && part(left) < std::min(left, f.px(kFoldLeft))) left = 0.0f;
  f.state.left_folded = f.state.left_open && left == 0.0f;
  f.state.right_folded = f.state.right_open && right == 0.0f;
  const float total = left + right;
  if (total > most) {
    left *= most / total;
    right *= most / total;
  }
  return {std::floor(left), std::floor(right)};
}

Layout lay_out(const Frame& f) {
  const vec2 size = from_im(ImGui::GetIO().DisplaySize);
  // A lesson needs a large view more than it needs numbers; the panel comes back with its key.
  if (f.state.lesson_opened && size.x < f.px(kRoomForThree)) f.state.right_open = false;
  f.state.lesson_opened = false;
  Layout l;
  if (!f.state.chrome || f.state.presenter) {
    const float lesson = lesson_width(f, size.x);
    l.left = {vec2(0.0f), {lesson, size.y}};
    l.view = {{lesson, 0.0f}, size};
    return l;
  }
  const float top = ImGui::GetFrameHeight() + f.px(4);
  const float status_top = std::floor(size.y - f.px(kStatusHeight));
  const float timeline_top = std::floor(status_top - f.px(kTimelineHeight));
  const auto [left, right] = panel_widths(f, size.x);
  l.left = {{0.0f, top}, {left, timeline_top}};
  l.right = {{size.x - right, top}, {size.x, timeline_top}};
  l.view = {{left, top},
            {std::max(left + 1.0f, size.x - right), std::max(top + 1.0f, timeline_top)}};
  l.timeline = {{0.0f, timeline_top}, {size.x, status_top}};
  l.status = {{0.0f, status_top}, size};
  return l;
}

// A line between a panel and the view that can be dragged. The panel on the other side stays as
// wide as it is shown.
void splitter(Frame& f, const Layout& l, bool is_left) {
  const Rect& panel = is_left ? l.left : l.right;
  const char* id = is_left ? "split left" : "split right";
  const float x = is_left ? panel.hi.x : panel.lo.x;
  const float half = f.px(3);
  const Rect r{{x - half, panel.lo.y}, {x + half, panel.hi.y}};
  begin_fixed_window(id, r, ImVec2(0, 0), f.colors.panel, 0.0f);
  ImGui::InvisibleButton("grip", im(r.size()));
  mark(f, id);
  const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
  if (active || hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(x - f.px(1), r.lo.y),
                                              ImVec2(x + f.px(1), r.hi.y),
                                              to_u32(f.colors.accent, active ? 1.0f : 0.6f));
  }
  if (active) {
    const float edge = ImGui::GetIO().MousePos.x;
    const float other = is_left ? l.right.size().x : l.left.size().x;
    const float room = (1.0f - kViewShare) * ImGui::GetIO().DisplaySize.x - other;
    const float most = std::max(kLeastPanel, std::min(kMaxPanel, room / f.scale));
    const float wanted = (is_left ? edge - panel.lo.x : panel.hi.x - edge) / f.scale;
    (is_left ? f.state.left_width : f.state.right_width) = std::clamp(wanted, kLeastPanel, most);
    float& other_width = is_left ? f.state.right_width : f.state.left_width;
    if (other > 0.0f) other_width = other / f.scale;
  }
  ImGui::End();
}

void draw_chrome(Frame& f, const Layout& l) {
  draw_menu_bar(f);
  // Fixed windows lie over those made after them: the splitters have to come before the panels.
  const bool lesson = f.input.lesson != nullptr;
  if (l.left.size().x > 0.0f && !lesson) splitter(f, l, true);
  if (l.right.size().x > 0.0f) splitter(f, l, false);
  if (lesson) draw_lesson_panel(f, l.left);
  if (l.left.size().x > 0.0f && !lesson) draw_left_panel(f, l.left);
  if (l.right.size().x > 0.0f) draw_right_panel(f, l.right);
  draw_timeline(f, l.timeline);
  draw_status_bar(f, l.status);
  if (f.model()) draw_toolbar(f);
  draw_pane_controls(f);
  draw_empty_hint(f);
  draw_message(f);
  draw_busy(f);
  draw_help(f);
  draw_about(f);
  draw_file_browser(f);
}

// What stays without bars and panels: the lesson, and what has to be said.
void draw_bare(Frame& f, const Layout& l) {
  if (f.input.lesson != nullptr) draw_lesson_panel(f, l.left);
  if (!f.state.chrome) return;
  draw_pane_controls(f);
  draw_message(f);
  draw_busy(f);
  draw_help(f);
  draw_file_browser(f);
}

bool over_free_view(const Frame& f) {
  const ImGuiIO& io = ImGui::GetIO();
  const vec2 mouse = from_im(io.MousePos);
  const bool inside = mouse.x >= f.view.lo.x && mouse.y >= f.view.lo.y && mouse.x < f.view.hi.x &&
                      mouse.y < f.view.hi.y;
  return inside && !ImGui::IsWindowHovered(ImGuiHoveredFlags_AnyWindow) &&
         !ImGui::IsAnyItemActive() &&
         !ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

Cursor wanted_cursor(const Frame& f) {
  if (f.out.gizmo_owns_mouse) return Cursor::Hand;
  switch (ImGui::GetMouseCursor()) {
    case ImGuiMouseCursor_TextInput:
      return Cursor::Text;
    case ImGuiMouseCursor_Hand:
      return Cursor::Hand;
    case ImGuiMouseCursor_ResizeEW:
      return Cursor::ResizeX;
    case ImGuiMouseCursor_ResizeNS:
      return Cursor::ResizeY;
    default:
      return Cursor::Arrow;
  }
}

void finish(Frame& f) {
  UiOutput& out = f.out;
  out.wants_keyboard = ImGui::GetIO().WantTextInput;
  if (f.state.time >= f.state.note_until) f.state.note.clear();
  if (f.state.tooltip_since == kNoTooltip && !ImGui::IsAnyItemHovered()) f.state.tooltip_item = 0;
  // The note has to be taken down in time, a held key repeats, and the modal's shade fades in.
  const bool fading = f.state.file_browser_open && ImGui::GetCurrentContext()->DimBgRatio < 1.0f;
  out.wants_next_frame =
      out.wants_next_frame || input_pending() || !f.state.note.empty() || any_key_down() || fading;
  out.cursor = wanted_cursor(f);
}

}  // namespace

UiOutput draw(UiState& state, const UiInput& input) {
  UiOutput out;
  state.time += static_cast<double>(ImGui::GetIO().DeltaTime);
  if (state.record_rects) state.rects.clear();
  state.highlight = {};
  Frame f{state, input, out, theme(input.document.scene().view.dark), state.scale, {}};
  const Layout l = lay_out(f);
  f.view = f.seen = f.whole = l.view;
  f.method = panes_of(f)[focused_pane(f)].method;
  f.map = input.map;
  f.probed = input.probed;
  out.view_pos = l.view.lo;
  out.view_size = l.view.size();
  mark(f, "view", "", l.view);

  // The panel of a slider that is held may have gone.
  if (state.reach.held && !state.reach.in_view && !ImGui::IsAnyItemActive()) drop_radius(f, false);
  // Escape that ends a drag or a typed number must not close something else in the same frame.
  const bool was_held =
      state.drag.has_value() || state.fields.active || state.probe.joint >= 0 || state.reach.held;
  const bool was_modal = state.file_browser_open;
  if (state.chrome && !state.presenter) {
    draw_chrome(f, l);
  } else {
    draw_bare(f, l);
  }
  draw_lesson_formula(f);  // axes, legend and keys stand above it
  draw_pressed_keys(f);
  out.view_hovered = over_free_view(f);
  choose_pane(f);
  const bool gizmo =
      f.state.gizmo && !f.state.gizmo_hidden && !(f.scene().view.probe && !f.state.drag);
  for_each_pane(f, [gizmo](Frame& pane, bool active) {
    if (active && gizmo) update_gizmo(pane);
    if (active) update_capsules(pane);
    draw_pane_overlays(pane);
    if (gizmo) draw_gizmo(pane, active);
    draw_highlight(pane);
    draw_probe(pane, active);
    if (active) draw_radius(pane);
  });
  draw_overlays(f);
  for_each_pane(f, [](Frame& pane, bool active) {
    if (active) draw_probe_table(pane);
  });
  const bool typing = ImGui::GetIO().WantTextInput;
  const bool held = was_held || state.drag || state.fields.active || state.probe.joint >= 0;
  if (!was_modal && (!held || (typing && !state.drag))) dispatch_keys(f);
  finish(f);
  return out;
}

}  // namespace bindpose::ui
