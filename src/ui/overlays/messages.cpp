// Cards over the view: errors and notices, work in progress, and what to do when nothing is open.
#include "ui/overlays/messages.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/base/imgui_compat.h"
#include "ui/base/recent_file.h"
#include "ui/base/widgets.h"
#include "ui/commands/commands.h"
#include "ui/overlays/message_place.h"
#include "ui/overlays/toolbar.h"

namespace bindpose::ui {

namespace {

void begin_message_card(Frame& f, const char* id, const Rect& r) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, f.px(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
  begin_fixed_window(id, r, ImVec2(0, 0), f.scene().view.dark ? f.colors.raised : f.colors.panel,
                     0.98f);
  ImGui::PopStyleVar(2);
}

// "42 %". Full is said when it is.
std::string percentage(float part) {
  const int percent = static_cast<int>(100.0f * std::clamp(part, 0.0f, 1.0f));
  return std::to_string(percent) + " %";
}

}  // namespace

void draw_message(Frame& f) {
  f.state.message.hovered = false;
  if (f.state.message.text.empty()) return;
  const float pad = f.px(16), button = f.px(28), edge = f.px(4);
  // In a crowded view there may be room for a narrow one.
  constexpr float kWide = 620.0f, kNarrow = 260.0f;
  const float margin = f.px(12), beside = 2.0f * pad + button + f.px(8) + edge;
  // Beside the toolbar, not under it, which has two columns in a low view.
  const bool tools = f.model() && f.state.chrome && !f.state.presenter;
  const float left =
      std::max(f.view.lo.x + f.px(62), tools ? toolbar_rect(f).hi.x + margin : f.view.lo.x);
  std::vector<Rect> wanted;
  std::vector<ImVec2> texts;
  for (const float most : {kWide, kNarrow}) {
    const float wrap = std::min(f.px(most), f.view.hi.x - margin - left) - beside;
    texts.push_back(
        ImGui::CalcTextSize(f.state.message.text.c_str(), nullptr, false, std::max(wrap, 40.0f)));
    const vec2 size(texts.back().x + beside, std::max(texts.back().y, button) + f.px(20));
    const vec2 lo(std::max(left, f.view.center().x - 0.5f * size.x), f.view.lo.y + margin);
    wanted.push_back({glm::floor(lo), glm::floor(lo) + size});
  }
  const auto [chosen, r] = message_place(f, wanted);
  const ImVec2 text = texts[chosen];
  begin_message_card(f, "message", r);
  const MessageState& said = f.state.message;
  const vec3 color = said.is_error     ? f.colors.error
                     : said.is_warning ? f.colors.warning
                                       : f.colors.ok;
  ImGui::GetWindowDrawList()->AddRectFilled(im(r.lo + vec2(1.0f)),
                                            ImVec2(r.lo.x + edge, r.hi.y - 1.0f), to_u32(color),
                                            f.px(6), ImDrawFlags_RoundCornersLeft);
  ImGui::SetCursorScreenPos(ImVec2(r.lo.x + edge + pad, std::floor(r.center().y - 0.5f * text.y)));
  ImGui::PushTextWrapPos(edge + pad + text.x + 1.0f);
  ImGui::TextUnformatted(f.state.message.text.c_str());
  ImGui::PopTextWrapPos();
  mark(f, "message");
  mark(f, "message card", "", r);
  ImGui::SetCursorScreenPos(
      ImVec2(r.hi.x - f.px(8) - button, std::floor(r.center().y - 0.5f * button)));
  if (icon_button(f, "dismiss", Icon::Close, false)) f.state.message.dismiss();
  tooltip(f, "Dismiss   Esc");
  f.state.message.hovered = ImGui::IsWindowHovered();
  ImGui::End();
}

void draw_busy(Frame& f) {
  if (f.input.busy.empty()) return;
  const vec2 size(f.px(360), f.px(92));
  const vec2 end =
      glm::floor(vec2(f.view.center().x - 0.5f * size.x, f.view.hi.y - size.y - f.px(24)));
  const Rect r = clear_of_words(f, {end, end + size}, false);
  const vec2 lo = r.lo;
  begin_message_card(f, "busy", r);
  mark(f, "busy card", "", r);
  ImGui::SetCursorScreenPos(im(lo + vec2(f.px(16), f.px(14))));
  ImGui::TextUnformatted(elided(f.input.busy, f.px(250)).c_str());
  ImGui::SetCursorScreenPos(im(lo + vec2(size.x - f.px(86), f.px(10))));
  if (ImGui::Button("Cancel", ImVec2(f.px(70), 0))) f.out.requests.cancel_busy = true;
  mark(f, "cancel busy");
  ImGui::SetCursorScreenPos(im(lo + vec2(f.px(16), f.px(44))));
  text_dim(f, elided(f.input.busy_phase, f.px(250)).c_str());
  if (f.input.busy_progress >= 0.0f) {
    const std::string percent = percentage(f.input.busy_progress);
    const float width = ImGui::CalcTextSize(percent.c_str()).x;
    ImGui::SetCursorScreenPos(im(lo + vec2(size.x - f.px(16) - width, f.px(44))));
    ImGui::TextUnformatted(percent.c_str());
    mark(f, "busy percentage");
  }
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Rect bar{lo + vec2(f.px(16), f.px(72)), lo + vec2(size.x - f.px(16), f.px(76))};
  list->AddRectFilled(im(bar.lo), im(bar.hi), to_u32(blend(f.colors.panel, f.colors.text, 0.18f)),
                      f.px(2));
  float from = 0.0f, to = std::clamp(f.input.busy_progress, 0.0f, 1.0f);
  if (f.input.busy_progress < 0.0f) {
    const auto phase = static_cast<float>(std::fmod(0.7 * f.state.time, 1.0));
    from = std::max(0.0f, 1.3f * phase - 0.3f);
    to = std::min(1.0f, 1.3f * phase);
    f.out.waits = true;
  }
  const float width = bar.size().x;
  list->AddRectFilled(ImVec2(bar.lo.x + from * width, bar.lo.y),
                      ImVec2(bar.lo.x + to * width, bar.hi.y), to_u32(f.colors.accent), f.px(2));
  mark(f, "busy bar", "", {{bar.lo.x + from * width, bar.lo.y}, {bar.lo.x + to * width, bar.hi.y}});
  ImGui::End();
}

void draw_note(Frame& f) {
  const std::string& note = f.state.note.text;
  if (note.empty()) return;
  const vec2 text = from_im(ImGui::CalcTextSize(note.c_str()));
  const vec2 size = text + vec2(f.px(32), f.px(20));
  const vec2 top = glm::floor(vec2(f.view.center().x - 0.5f * size.x, f.view.lo.y + f.px(24)));
  const vec2 lo = clear_of_words(f, {top, top + size}, true).lo;
  begin_message_card(f, "note", {lo, lo + size});
  ImGui::SetCursorScreenPos(im(lo + 0.5f * (size - text)));
  ImGui::TextUnformatted(note.c_str());
  mark(f, "note", "", {lo, lo + size});
  ImGui::End();
}

namespace {

// The files that were opened last as cards, as many as there is room for below `above`.
struct RecentCards {
  std::size_t columns = 0, count = 0;
  float width = 0.0f, gap = 0.0f, row = 0.0f;  // of a card, between them, of a line of them
  float height() const {
    return count == 0 ? 0.0f : row * static_cast<float>((count + columns - 1) / columns);
  }
};

RecentCards recent_cards(const Frame& f, float above) {
  RecentCards c;
  c.width = f.px(144);
  c.gap = f.px(16);
  c.row = recent_card_height(f, c.width) + c.gap;
  const auto fitting = [](float room, float each, std::size_t most) {
    return std::min(static_cast<std::size_t>(std::max(room / each, 0.0f)), most);
  };
  c.columns = fitting(f.view.size().x - c.gap, c.width + c.gap, 4);
  const std::size_t rows = fitting(f.view.size().y - above - 2.0f * c.gap, c.row, 2);
  c.count = std::min(f.input.recent.size(), c.columns * rows);
  return c;
}

void draw_recent_cards(Frame& f, const RecentCards& c, float top) {
  if (c.count == 0) return;
  const float all = static_cast<float>(std::min(c.count, c.columns)) * (c.width + c.gap) - c.gap;
  const vec2 lo = glm::floor(vec2(f.view.center().x - 0.5f * all, top));
  begin_fixed_window("recent files", {lo, lo + vec2(all, c.height())}, ImVec2(0, 0),
                     f.colors.background_top, 0.0f);
  for (std::size_t i = 0; i < c.count; ++i) {
    ImGui::SetCursorScreenPos(ImVec2(lo.x + static_cast<float>(i % c.columns) * (c.width + c.gap),
                                     lo.y + static_cast<float>(i / c.columns) * c.row));
    if (draw_recent_card(f, i, c.width)) f.out.requests.open_file = f.input.recent[i];
  }
  ImGui::End();
}

}  // namespace

void draw_empty_hint(Frame& f) {
  if (f.model() || !f.input.busy.empty()) return;
  compat::push_font(heading_font());
  const char* line = "Drop a file here, or";
  const ImVec2 text = ImGui::CalcTextSize(line);
  const float button_width = ImGui::CalcTextSize("Open a file").x + f.px(32);
  ImGui::PopFont();  // a font is pushed and popped in the same window: both write its draw list
  const float width = text.x + f.px(12) + button_width;
  const bool left = !f.input.left_lessons.empty();
  const vec2 size(std::max(width, f.px(360)) + f.px(24), f.px(left ? 140 : 96));
  const RecentCards cards = recent_cards(f, size.y);
  const vec2 lo = glm::floor(f.view.center() - 0.5f * vec2(size.x, size.y + cards.height()));
  begin_fixed_window("hint", {lo, lo + size}, ImVec2(0, 0), f.colors.background_top, 0.0f);
  compat::push_font(heading_font());
  const float x = std::floor(lo.x + 0.5f * (size.x - width));
  const float frame = ImGui::GetFrameHeight();
  ImGui::SetCursorScreenPos(ImVec2(x, lo.y + f.px(12) + std::floor(0.5f * (frame - text.y))));
  text_colored(f.colors.text, line);
  ImGui::SetCursorScreenPos(ImVec2(x + text.x + f.px(12), lo.y + f.px(12)));
  if (ImGui::Button("Open a file", ImVec2(button_width, 0))) run(f, Command::OpenFile);
  mark(f, "open a file");
  ImGui::PopFont();
  const char* formats = "FBX, glTF, GLB, Collada, and more. F1 lists the keys.";
  const float formats_width = ImGui::CalcTextSize(formats).x;
  ImGui::SetCursorScreenPos(ImVec2(std::floor(lo.x + 0.5f * (size.x - formats_width)),
                                   lo.y + f.px(12) + frame + f.px(14)));
  text_dim(f, formats);
  if (left) {
    const LeftLesson& lesson = f.input.left_lessons[0];
    const std::string words = "Go on with " + lesson.place;
    const float wide = ImGui::CalcTextSize(words.c_str()).x + f.px(32);
    ImGui::SetCursorScreenPos(ImVec2(std::floor(lo.x + 0.5f * (size.x - wide)), lo.y + f.px(98)));
    if (ImGui::Button(words.c_str(), ImVec2(wide, 0))) run(f, Command::GoOnLesson);
    mark(f, "go on with a lesson");
    tooltip(f, lesson.title);
  }
  ImGui::End();
  draw_recent_cards(f, cards, lo.y + size.y);
}

}  // namespace bindpose::ui
