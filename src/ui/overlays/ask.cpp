#include "ui/overlays/ask.h"

#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "ui/base/draw_helpers.h"
#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/frame.h"

namespace bindpose::ui {

namespace {

constexpr const char* kAskPopup = "Unsaved###ask";

// The number of the button that was pressed, by mouse or key; -1: none. Escape is the one numbered
// `escape`.
int buttons(Frame& f, std::span<const std::string> labels, int escape) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const auto count = static_cast<float>(labels.size());
  const float width = std::floor((ImGui::GetContentRegionAvail().x - (count - 1.0f) * gap) / count);
  int pressed = -1;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    if (k > 0) ImGui::SameLine();
    const bool now = k == 0 ? accent_button(f, labels[k].c_str(), width)
                            : ImGui::Button(labels[k].c_str(), ImVec2(width, 0.0f));
    if (now) pressed = static_cast<int>(k);
    mark(f, "ask:", labels[k]);
    if (k == 0 && ImGui::IsWindowAppearing()) take_focus(f);
  }
  if (pressed >= 0) return pressed;
  if (key_pressed(Key::Escape)) return escape;
  const bool enter = key_pressed(Key::Enter) || key_pressed(Key::PadEnter);
  return enter && !focus_takes_enter(f) ? 0 : -1;
}

// What is asked, in its words.
struct Question {
  std::string title, text;
  std::vector<std::string> labels;
  int escape = 0;
};

Question question_of(const AskState& s) {
  switch (s.question) {
    case AskState::Lecture:
      return {"End the lecture?",
              "A lesson is being presented. \"Go on with\" in the menu Lessons comes back to this "
              "step.",
              {"Go on", s.before},
              0};
    case AskState::Unsaved:
      return {"Save your work?",
              "Your work on " + s.name + " is not saved. " + s.before + " loses it.",
              {"Save", "Discard", "Cancel"},
              2};
    default:
      return {"Work that was not saved",
              "Bindpose ended without being closed. What was made of " + s.name + " " + s.before +
                  " was kept aside.",
              {"Recover", "Discard", "Later"},
              2};
  }
}

}  // namespace

void draw_ask(Frame& f) {
  AskState& s = f.state.ask;
  if (!s.is_open()) return;
  if (!ImGui::IsPopupOpen(kAskPopup)) ImGui::OpenPopup(kAskPopup);
  if (!begin_dialog(f, kAskPopup, vec2(f.px(460), 0.0f))) return;
  const Question question = question_of(s);
  heading(question.title.c_str());
  ImGui::TextUnformatted(wrapped(question.text, ImGui::GetContentRegionAvail().x).c_str());
  vertical_space(f, 8);
  const int pressed = buttons(f, question.labels, question.escape);
  if (pressed >= 0) {
    if (s.question == AskState::Unsaved) {
      f.out.requests.unsaved = static_cast<UnsavedAnswer>(pressed);
    } else if (s.question == AskState::Lecture) {
      f.out.requests.end_lecture = pressed == 1;
    } else {
      f.out.requests.leftover = static_cast<LeftoverAnswer>(pressed);
    }
    s.question = AskState::None;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace bindpose::ui
