#include "ui/frame_end.h"

#include <imgui.h>

#include "ui/base/imgui_compat.h"

namespace bindpose::ui {

namespace {

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

}  // namespace

void end_frame(Frame& f) {
  UiOutput& out = f.out;
  out.wants_keyboard = ImGui::GetIO().WantTextInput;
  if (f.state.time >= f.state.note.until) f.state.note.text.clear();
  if (f.state.tooltip_since == kNoTooltip && !ImGui::IsAnyItemHovered()) f.state.tooltip_item = 0;
  // The note has to be taken down in time, a held key repeats, and the modal's shade fades in.
  const bool fading = f.state.has_dialog() && ImGui::GetCurrentContext()->DimBgRatio < 1.0f;
  out.wants_next_frame = out.wants_next_frame || input_pending() ||
                         compat::finds_size_of_window() || compat::keyboard_changes_hands();
  out.waits = out.waits || any_key_down() || fading;
  out.cursor = wanted_cursor(f);
}

}  // namespace bindpose::ui
