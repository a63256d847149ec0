#include "ui/overlays/ask.h"

#include "ui/base/draw_helpers.h"
#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/frame.h"

namespace bindpose::ui {

namespace {

constexpr const char* kAskPopup = "Unsaved###ask";

// The number of the button that was pressed, by mouse or key; -1: none.
int buttons(Frame& f, const char* const (&labels)[3]) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float width = std::floor((ImGui::GetContentRegionAvail().x - 2.0f * gap) / 3.0f);
  int pressed = -1;
  for (int k = 0; k < 3; ++k) {
    if (k > 0) ImGui::SameLine();
    const bool now =
        k == 0 ? accent_button(f, labels[k], width) : ImGui::Button(labels[k], ImVec2(width, 0.0f));
    if (now) pressed = k;
    mark(f, "ask:", labels[k]);
    if (k == 0 && ImGui::IsWindowAppearing()) take_focus(f);
  }
  if (pressed >= 0) return pressed;
  if (key_pressed(Key::Escape)) return 2;
  const bool enter = key_pressed(Key::Enter) || key_pressed(Key::PadEnter);
  return enter && !focus_takes_enter(f) ? 0 : -1;
}

}  // namespace

void draw_ask(Frame& f) {
  AskState& s = f.state.ask;
  if (!s.is_open()) return;
  if (!ImGui::IsPopupOpen(kAskPopup)) ImGui::OpenPopup(kAskPopup);
  if (!begin_dialog(f, kAskPopup, vec2(f.px(460), 0.0f))) return;
  const bool unsaved = s.question == AskState::Unsaved;
  heading(unsaved ? "Save your work?" : "Work that was not saved");
  const std::string text =
      unsaved ? "Your work on " + s.name + " is not saved. " + s.before + " loses it."
              : "Bindpose ended without being closed. What was made of " + s.name + " " + s.before +
                    " was kept aside.";
  ImGui::TextUnformatted(wrapped(text, ImGui::GetContentRegionAvail().x).c_str());
  vertical_space(f, 8);
  const int pressed = unsaved ? buttons(f, {"Save", "Discard", "Cancel"})
                              : buttons(f, {"Recover", "Discard", "Later"});
  if (pressed >= 0) {
    if (unsaved) {
      f.out.requests.unsaved = static_cast<UnsavedAnswer>(pressed);
    } else {
      f.out.requests.leftover = static_cast<LeftoverAnswer>(pressed);
    }
    s.question = AskState::None;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace bindpose::ui
