// Edit > History: every step that undo can take back, and those that it took back. A click goes
// there.
#include <algorithm>
#include <cmath>
#include <string>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/overlays/card.h"
#include "ui/overlays/help.h"

namespace bindpose::ui {

namespace {

constexpr float kStepRow = 26.0f, kStepGap = 2.0f;

// Step `n`: 0 is the file as it was opened.
void draw_step(Frame& f, std::size_t n, const std::string& words, std::size_t done) {
  const float width = ImGui::GetContentRegionAvail().x, height = f.px(kStepRow);
  const vec2 corner = from_im(ImGui::GetCursorScreenPos());
  const Rect row{corner, corner + vec2(width, height)};
  ImGui::PushID(static_cast<int>(n));
  const bool pressed = ImGui::InvisibleButton("step", ImVec2(width, height));
  const bool now = n == done;
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (now || ImGui::IsItemHovered()) {
    list->AddRectFilled(im(row.lo), im(row.hi), to_u32(f.colors.accent, now ? 0.22f : 0.1f),
                        f.px(4));
  }
  if (now) {
    list->AddRectFilled(im(row.lo), im(vec2(row.lo.x + f.px(3), row.hi.y)), to_u32(f.colors.accent),
                        f.px(1));
  }
  const vec3 ink = now ? f.colors.accent : n > done ? f.colors.text_dim : f.colors.text;
  const std::string text = elided(words, width - f.px(52));
  const float y = std::floor(row.center().y - 0.5f * ImGui::GetFontSize());
  if (n > 0) {
    const std::string number = std::to_string(n);
    list->AddText(ImVec2(row.lo.x + f.px(34) - ImGui::CalcTextSize(number.c_str()).x, y),
                  to_u32(f.colors.text_dim), number.c_str());
  }
  list->AddText(ImVec2(row.lo.x + f.px(46), y), to_u32(ink), text.c_str());
  mark(f, "history:", std::to_string(n), row);
  if (pressed) f.out.requests.go_to = n;
  if (now && ImGui::IsWindowAppearing()) ImGui::SetScrollHereY();
  ImGui::PopID();
}

// Where it comes up: beside the figure, as high as its rows, at the right edge of the view or,
// where that is too narrow to leave the middle free, over the panel beside it.
Rect place_of_card(const Frame& f, std::size_t rows) {
  const float width = f.px(300), edge = f.px(12);
  const float right =
      f.whole.size().x >= 3.2f * width ? f.whole.hi.x : ImGui::GetIO().DisplaySize.x;
  const float top = f.whole.lo.y + f.px(48);
  const float most = std::max(f.px(200), f.whole.hi.y - edge - top);
  const float height =
      std::min(f.px(130) + f.px(kStepRow + kStepGap) * static_cast<float>(rows), most);
  const vec2 lo(right - edge - width, top);
  return {lo, lo + vec2(width, height)};
}

}  // namespace

void draw_history(Frame& f) {
  if (!f.state.help.history) return;
  const std::vector<std::string> steps = f.document().history();
  const Rect card = place_of_card(f, steps.size() + 1);
  HelpState& help = f.state.help;
  if (!begin_card(f, "History", card.size(), card.lo, &help.history_place)) help.history = false;
  const std::size_t done = f.document().done();
  ImGui::PushTextWrapPos();
  text_dim(f, steps.empty() ? "Nothing was done yet."
                            : "Click a step to go there. Later ones stay until you edit.");
  ImGui::PopTextWrapPos();
  vertical_space(f, 6);
  ImGui::BeginChild("steps", ImVec2(0, 0), false, ImGuiWindowFlags_NoNav);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, f.px(kStepGap)));
  draw_step(f, 0, "As it was opened", done);
  for (std::size_t n = 1; n <= steps.size(); ++n) draw_step(f, n, steps[n - 1], done);
  ImGui::PopStyleVar();
  ImGui::EndChild();
  ImGui::End();
}

}  // namespace bindpose::ui
