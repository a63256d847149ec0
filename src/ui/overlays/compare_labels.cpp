#include "ui/overlays/compare_labels.h"

#include <algorithm>

#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/pane_frames.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"

namespace bindpose::ui {
namespace {

constexpr float kLetterGap = 8.0f;

struct FileLabel {
  std::string letter, name, path;
};

FileLabel file_label(const Frame& f, const Pane& pane) {
  const ComparisonInput& c = f.input.compared;
  if (!pane.other) return {"A", c.name_a, f.model()->path};
  return {"B", c.name_b, c.other->document.scene().model->path};
}

// At the upper right end of the pane, clear of the tools; beside the line of a split view.
vec2 file_label_corner(const Frame& f, const Rect& seen, float width, bool other) {
  const bool split = f.scene().view.panes == Panes::Split;
  const float x = split && other ? seen.lo.x + f.px(8) : seen.hi.x - f.px(split ? 8 : 10) - width;
  return glm::floor(vec2(x, seen.lo.y + f.px(10)));
}

float file_label_room(const Frame& f, const Rect& seen) {
  return std::max(f.px(40), seen.size().x - f.px(72));
}

// What B cannot follow, below its name.
void draw_lag(Frame& f, const Rect& seen, float below) {
  const std::string& lag = f.input.compared.lag;
  if (lag.empty()) return;
  const std::string words = elided(lag, file_label_room(f, seen));
  const float width = ImGui::CalcTextSize(words.c_str()).x + f.px(12);
  vec2 at = file_label_corner(f, seen, width, true);
  at.y = below + f.px(6);
  const Rect r = draw_tag(f, ImGui::GetBackgroundDrawList(), at, words, f.colors.warning, seen);
  mark(f, "compare lag", "", r);
}

void label_widget(Frame& f, const Pane& pane) {
  const Rect seen = pane_frame(f, pane).seen;
  const FileLabel label = file_label(f, pane);
  const float close = pane.other ? f.px(22) : 0.0f;
  const float letter = ImGui::CalcTextSize(label.letter.c_str()).x + f.px(kLetterGap);
  const std::string name = elided(label.name, file_label_room(f, seen) - letter - close - f.px(20));
  const float text = letter + ImGui::CalcTextSize(name.c_str()).x;
  const vec2 size(text + f.px(20) + close, ImGui::GetFontSize() + f.px(10));
  const vec2 corner = file_label_corner(f, seen, size.x, pane.other);
  const std::string id = "compared " + label.letter;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, f.px(5));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
  begin_fixed_window(id.c_str(), {corner, corner + size}, ImVec2(0, 0), f.colors.panel, 0.92f);
  f.out.cards.push_back({corner, corner + size});
  ImGui::Dummy(ImVec2(size.x - close, size.y));
  mark(f, id.c_str(), "", {corner, corner + vec2(size.x - close, size.y)});
  tooltip(f, label.path);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const vec2 at = corner + vec2(f.px(10), f.px(5));
  list->AddText(im(at), to_u32(f.colors.accent), label.letter.c_str());
  list->AddText(im(at + vec2(letter, 0.0f)), to_u32(f.colors.text), name.c_str());
  if (pane.other) {
    ImGui::SetCursorScreenPos(ImVec2(corner.x + size.x - close - f.px(4), corner.y + f.px(1)));
    if (icon_button(f, "close comparison", Icon::Close, false, true, 22.0f))
      run(f, Command::EndComparison);
    tooltip(f, "End the comparison", Command::EndComparison);
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
  if (pane.other) draw_lag(f, seen, corner.y + size.y);
}

}  // namespace

void draw_compare_labels(Frame& f) {
  if (f.scene().view.panes == Panes::One) return;
  for (const Pane& pane : panes_of(f)) label_widget(f, pane);
}

void draw_compare_tags(Frame& f) {
  if (f.scene().view.panes == Panes::One) return;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  for (const Pane& pane : panes_of(f)) {
    const Rect seen = pane_frame(f, pane).seen;
    const FileLabel label = file_label(f, pane);
    const std::string text = elided(label.letter + "  " + label.name, file_label_room(f, seen));
    const float width = ImGui::CalcTextSize(text.c_str()).x + f.px(12);
    const Rect r =
        draw_tag(f, list, file_label_corner(f, seen, width, pane.other), text, f.colors.text, seen);
    if (pane.other) draw_lag(f, seen, r.hi.y);
  }
}

}  // namespace bindpose::ui
