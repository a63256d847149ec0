#include "ui/ui.h"

#include <algorithm>
#include <cmath>

#include "ui/commands.h"
#include "ui/frame.h"
#include "ui/imgui_compat.h"
#include "ui/widgets.h"

namespace bindpose::ui {

namespace {

constexpr float kTimelineHeight = 48.0f, kStatusHeight = 26.0f;
constexpr float kLeastPanel = 200.0f, kMostPanel = 640.0f, kLeastView = 240.0f;

struct Layout {
  Rect left, right, view, timeline, status;
};

Layout lay_out(const Frame& f) {
  const vec2 size = from_im(ImGui::GetIO().DisplaySize);
  Layout l;
  if (!f.state.chrome) {
    l.view = {vec2(0.0f), size};
    return l;
  }
  const float top = ImGui::GetFrameHeight() + f.px(4);
  const float status_top = std::floor(size.y - f.px(kStatusHeight));
  const float timeline_top = std::floor(status_top - f.px(kTimelineHeight));
  // On a narrow window the panels give way before the view does.
  const float most = std::max(0.0f, 0.5f * (size.x - f.px(kLeastView)));
  const float left =
      f.state.left_open ? std::floor(std::min(f.px(f.state.left_width), most)) : 0.0f;
  const float right =
      f.state.right_open ? std::floor(std::min(f.px(f.state.right_width), most)) : 0.0f;
  l.left = {{0.0f, top}, {left, timeline_top}};
  l.right = {{size.x - right, top}, {size.x, timeline_top}};
  l.view = {{left, top},
            {std::max(left + 1.0f, size.x - right), std::max(top + 1.0f, timeline_top)}};
  l.timeline = {{0.0f, timeline_top}, {size.x, status_top}};
  l.status = {{0.0f, status_top}, size};
  return l;
}

// A line between a panel and the view that can be dragged. `side` is +1 where the panel is on the
// left.
void splitter(Frame& f, const char* id, float x, const Rect& panel, float side, float& width) {
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
    const float wanted = side > 0.0f ? edge - panel.lo.x : panel.hi.x - edge;
    width = std::clamp(wanted / f.scale, kLeastPanel, kMostPanel);
  }
  ImGui::End();
}

void draw_chrome(Frame& f, const Layout& l) {
  draw_menu_bar(f);
  // Fixed windows lie over those made after them: the splitters have to come before the panels.
  if (l.left.size().x > 0.0f) {
    splitter(f, "split left", l.left.hi.x, l.left, 1.0f, f.state.left_width);
  }
  if (l.right.size().x > 0.0f) {
    splitter(f, "split right", l.right.lo.x, l.right, -1.0f, f.state.right_width);
  }
  if (l.left.size().x > 0.0f) draw_left_panel(f, l.left);
  if (l.right.size().x > 0.0f) draw_right_panel(f, l.right);
  draw_timeline(f, l.timeline);
  draw_status_bar(f, l.status);
  if (f.model()) draw_toolbar(f);
  draw_empty_hint(f);
  draw_message(f);
  draw_busy(f);
  draw_help(f);
  draw_about(f);
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
  Frame f{state, input, out, theme(input.document.scene().view.dark), state.scale, {}};
  const Layout l = lay_out(f);
  f.view = l.view;
  out.view_pos = l.view.lo;
  out.view_size = l.view.size();
  mark(f, "view", "", l.view);

  // Escape that ends a drag or a typed number must not close something else in the same frame.
  const bool was_held = state.drag.has_value() || state.fields.active;
  const bool was_modal = state.file_browser_open;
  if (state.chrome) draw_chrome(f, l);
  out.view_hovered = over_free_view(f);
  if (f.state.gizmo) update_gizmo(f);
  draw_overlays(f);
  if (f.state.gizmo) draw_gizmo(f);
  const bool typing = ImGui::GetIO().WantTextInput;
  const bool held = was_held || state.drag || state.fields.active;
  if (!was_modal && (!held || (typing && !state.drag))) dispatch_keys(f);
  finish(f);
  return out;
}

}  // namespace bindpose::ui
