#include "ui/panels/lesson_panel.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/formula/large/formula_large.h"
#include "ui/lesson/answer_card.h"
#include "ui/lesson/answer_text.h"
#include "ui/lesson/step_figures.h"
#include "ui/text/rich_text.h"

namespace bindpose::ui {

namespace {

// Parts of the view's height: what a formula takes, and what it may take where its numbers would be
// too small for the last row.
constexpr float kFormulaPart = 0.36f, kMaxFormulaPart = 0.5f;

constexpr float kStepsHeight = 48.0f;  // of the row of dots below

const LessonStep& open_step(const Frame& f) {
  return f.input.lesson->lesson.steps[f.input.lesson_step];
}

float padding(const Frame& f) {
  return f.state.presenter ? f.px(14) : f.px(16);
}

float close_button(const Frame& f) {
  return f.state.presenter ? 0.0f : f.px(26);
}

// "Lesson title" small above the step's own title, and the way out.
float draw_lesson_head(Frame& f, const Rect& r, float pad) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float width = r.size().x - 2.0f * pad;
  vec2 at = r.lo + vec2(pad, f.state.presenter ? f.px(12) : f.px(14));
  const float button = close_button(f);
  if (!f.state.presenter) {
    ImGui::SetCursorScreenPos(ImVec2(r.hi.x - pad - button + f.px(4), at.y - f.px(5)));
    if (icon_button(f, "close lesson", Icon::Close, false, true, 26.0f)) {
      run(f, Command::CloseLesson);
    }
    tooltip(f, "Close the lesson");
  }
  at.y += draw_wrapped(list, ImGui::GetFont(), at, width - button, lesson_head(f),
                       to_u32(f.colors.text_dim)) +
          f.px(6);
  at.y += draw_wrapped(list, title_font(), at, width, open_step(f).title, to_u32(f.colors.text));
  return at.y + f.px(8);
}

void go_to(Frame& f, std::size_t step) {
  if (step != f.input.lesson_step) f.out.requests.lesson_step = step;
}

bool arrow_button(Frame& f, const char* id, vec2 center, float direction, bool enabled) {
  const float half = f.px(16);
  ImGui::SetCursorScreenPos(ImVec2(center.x - half, center.y - half));
  const bool pressed = ImGui::InvisibleButton(id, ImVec2(2.0f * half, 2.0f * half)) && enabled;
  mark(f, id);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (ImGui::IsItemHovered() && enabled) {
    list->AddCircleFilled(im(center), half, to_u32(f.colors.text, 0.08f));
  }
  const ImU32 color = to_u32(enabled ? f.colors.text : f.colors.text_dim, enabled ? 1.0f : 0.4f);
  const vec2 arm(f.px(4) * direction, f.px(6));
  const ImVec2 points[] = {{center.x - 0.5f * arm.x, center.y - arm.y},
                           {center.x + 0.5f * arm.x, center.y},
                           {center.x - 0.5f * arm.x, center.y + arm.y}};
  compat::draw_polyline(list, points, 3, color, false, f.px(2));
  return pressed;
}

// Back, a dot for each step, next.
void draw_steps(Frame& f, const Rect& r, float pad) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::size_t count = f.input.lesson->steps.size(), now = f.input.lesson_step;
  const float y = std::floor(r.hi.y - f.px(24));
  const float left = r.lo.x + pad + f.px(14), right = r.hi.x - pad - f.px(14);
  // At the ends they go on to the lessons beside this one, as the keys do.
  const bool back = now > 0 || available(f, Command::PreviousLesson);
  const bool on = now + 1 < count || available(f, Command::NextLesson);
  if (arrow_button(f, "step back", {left, y}, -1.0f, back)) run(f, Command::LessonBack);
  tooltip(f, now > 0 || !back ? "Step back" : label(f, Command::PreviousLesson),
          Command::LessonBack);
  if (arrow_button(f, "next step", {right, y}, 1.0f, on)) run(f, Command::LessonNext);
  tooltip(f, now + 1 < count || !on ? "Next step" : label(f, Command::NextLesson),
          Command::LessonNext);
  const float room = right - left - f.px(48);
  const float gap = std::min(f.px(20), room / static_cast<float>(std::max<std::size_t>(count, 1)));
  const float first = 0.5f * (left + right) - 0.5f * gap * static_cast<float>(count - 1);
  for (std::size_t k = 0; k < count; ++k) {
    const vec2 at(first + gap * static_cast<float>(k), y);
    ImGui::SetCursorScreenPos(ImVec2(at.x - 0.5f * gap, at.y - f.px(12)));
    ImGui::PushID(static_cast<int>(k));
    if (ImGui::InvisibleButton("dot", ImVec2(gap, f.px(24)))) go_to(f, k);
    ImGui::PopID();
    mark(f, "step dot:", std::to_string(k));
    tooltip(f, std::to_string(k + 1) + ". " + f.input.lesson->lesson.steps[k].title);
    const bool hovered = ImGui::IsItemHovered();
    const float radius = k == now ? f.px(5) : std::min(f.px(4), 0.35f * gap);
    const vec3 color = k == now ? f.colors.accent : f.colors.text_dim;
    list->AddCircleFilled(im(at), hovered ? radius + f.px(1) : radius,
                          to_u32(color, k == now  ? 1.0f
                                        : hovered ? 0.9f
                                                  : 0.5f));
  }
}

// Links open by a click, or by Enter where Tab went; what is wrong says so to a mouse that rests.
void draw_spots(Frame& f, const RichText& text, const std::vector<TextSpot>& spots) {
  for (std::size_t k = 0; k < spots.size(); ++k) {
    const TextSpot& spot = spots[k];
    if (spot.rect.size().x < 1.0f) continue;
    ImGui::SetCursorScreenPos(im(spot.rect.lo));
    ImGui::PushID(static_cast<int>(k));
    const bool pressed = ImGui::InvisibleButton("spot", im(spot.rect.size()));
    ImGui::PopID();
    if (spot.link.empty()) {
      mark(f, "lesson figure:", std::to_string(spot.figure), spot.rect);
      tooltip(f, text.figures[static_cast<std::size_t>(spot.figure)].wrong);
      continue;
    }
    mark(f, "lesson link:", std::to_string(k));
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(f, spot.link);
    if (pressed) f.out.requests.open_link = spot.link;
  }
}

// The way to the next lesson, below the last step's answer.
const std::string* next_title(const Frame& f, std::size_t step) {
  if (step + 1 < f.input.lesson->steps.size()) return nullptr;
  const LessonEntry* next = lesson_beside(f, 1);
  return next != nullptr ? &next->title : nullptr;
}

// All of it, in as many lines as it takes.
std::string next_words(const std::string& title, float width) {
  return wrapped("Next: " + title, width - 2.0f * ImGui::GetStyle().FramePadding.x);
}

float next_height(const Frame& f, std::size_t step, float width) {
  const std::string* title = next_title(f, step);
  if (title == nullptr) return 0.0f;
  const std::string words = next_words(*title, width);
  return ImGui::CalcTextSize(words.c_str()).y + 2.0f * ImGui::GetStyle().FramePadding.y + f.px(12);
}

void draw_next(Frame& f, vec2 at, float width) {
  const std::string* title = next_title(f, f.input.lesson_step);
  if (title == nullptr) return;
  ImGui::SetCursorScreenPos(ImVec2(at.x, at.y + f.px(6)));
  if (accent_button(f, next_words(*title, width).c_str(), width)) run(f, Command::NextLesson);
  mark(f, "next lesson");
  tooltip(f, "Next lesson: " + *title, Command::NextLesson);
}

// Of what stands below the text: sliders and the way on, or what the question is answered with.
float controls_height(const Frame& f, std::size_t k, bool asks, float inside) {
  const LessonStep& step = f.input.lesson->lesson.steps[k];
  return asks ? answer_height(f, step, inside)
              : lesson_sliders_height(f, step) + next_height(f, k, inside);
}

// Of text and controls, in one of both states of a step that asks.
float content_height(const Frame& f, std::size_t k, const std::vector<LessonBlock>& blocks,
                     bool asks, float inside) {
  const LessonStep& step = f.input.lesson->lesson.steps[k];
  const auto figures = figure_samples(step, f.input.lesson->steps[k]);
  const RichText text{blocks, figures, f.input.lesson_pictures};
  if (widest_word(f, text) > inside) return 1e9f;
  return draw_rich_text(f, nullptr, vec2(0.0f), inside, text) + controls_height(f, k, asks, inside);
}

// Of a step's panel that wide, all of it.
float step_height(const Frame& f, std::size_t k, float width) {
  const LessonStep& step = f.input.lesson->lesson.steps[k];
  const float pad = padding(f), inside = width - 2.0f * pad;
  float content = 0.0f;
  if (!step.predict) {
    content = content_height(f, k, step.text, false, inside);
  } else {
    const LessonPlan& plan = *f.input.lesson;
    const auto height = [&](const LessonBlock& block) {
      const std::vector<LessonBlock> alone{block};
      return draw_rich_text(f, nullptr, vec2(0.0f), inside, {alone});
    };
    const LessonAnswer longest = longest_answer(plan, k, height);
    content = std::max(content_height(f, k, asking_blocks(step), true, inside),
                       content_height(f, k, answered_blocks(plan, k, longest), false, inside));
  }
  const std::string lesson = lesson_head(f);
  const float head =
      f.px(28) +
      draw_wrapped(nullptr, ImGui::GetFont(), vec2(0.0f), inside - close_button(f), lesson, 0) +
      draw_wrapped(nullptr, title_font(), vec2(0.0f), inside, step.title, 0);
  return head + content + f.px(kStepsHeight);
}

// The narrowest at which every step has room; the widest where none is.
float fitting_width(const Frame& f, const vec2& room) {
  const bool presenter = f.state.presenter;
  // In presenter mode, on a small projector, nothing that is read may be cut off: the view gives
  // more of its width where a step needs it.
  const float usual = presenter ? std::clamp(0.38f * room.x, f.px(220), f.px(380))
                                : std::clamp(0.3f * room.x, f.px(280), f.px(440));
  const float most = presenter ? std::max(usual, 0.46f * room.x) : usual;
  const float widest = std::min(0.6f * room.x, most);
  const float least = std::min(widest, f.px(presenter ? 230 : 260));
  const auto fits = [&](float width) {
    for (std::size_t k = 0; k < f.input.lesson->steps.size(); ++k) {
      if (step_height(f, k, std::floor(width)) > room.y) return false;
    }
    return true;
  };
  for (float width = least; width < widest; width += f.px(10)) {
    if (fits(width)) return std::floor(width);
  }
  return std::floor(widest);
}

std::size_t letters_of(const Lesson& lesson) {
  std::size_t letters = lesson.title.size();
  for (const LessonStep& step : lesson.steps) {
    letters += step.title.size();
    for (const LessonBlock& block : step.text) {
      for (const LessonSpan& span : block.spans) letters += 1 + span.text.size();
    }
    if (!step.predict) continue;
    for (const LessonSpan& span : step.predict->question) letters += 1 + span.text.size();
    for (const LessonOption& option : step.predict->options) {
      for (const LessonSpan& span : option.text) letters += 1 + span.text.size();
    }
  }
  return letters;
}

// What of the step's text is shown now.
std::vector<LessonBlock> shown_blocks(const Frame& f) {
  const LessonStep& step = open_step(f);
  if (!step.predict) return step.text;
  if (f.input.question() != nullptr) return asking_blocks(step);
  return answered_blocks(*f.input.lesson, f.input.lesson_step, *f.input.lesson_answer);
}

// Returns where it is. What a question is answered with comes close below it.
Rect draw_text(Frame& f, Rect r, float pad) {
  const float width = r.size().x - 2.0f * pad;
  const std::vector<LessonBlock> blocks = shown_blocks(f);
  const RichText text{blocks, figure_texts(f), f.input.lesson_pictures};
  const float height = draw_rich_text(f, nullptr, r.lo, width, text);
  f.state.lesson.overflow = height - r.size().y;
  if (f.input.question() != nullptr) r.hi.y = std::min(r.hi.y, r.lo.y + height + f.px(8));
  if (r.size().y < f.px(20)) return r;
  ImGui::SetCursorScreenPos(im(r.lo));
  // Each step starts at its top, and so does an answer.
  const auto page = 2 * static_cast<int>(f.input.lesson_step);
  ImGui::PushID(f.input.question() != nullptr ? page + 1 : page);
  ImGui::BeginChild("text", im(r.size()), false,
                    f.state.lesson.overflow > 1.0f ? 0 : ImGuiWindowFlags_NoScrollbar);
  const vec2 at = from_im(ImGui::GetCursorScreenPos()) + vec2(pad, 0.0f);
  std::vector<TextSpot> spots;
  draw_rich_text(f, ImGui::GetWindowDrawList(), at, width, text, &spots);
  ImGui::Dummy(ImVec2(width, height));
  draw_spots(f, text, spots);
  ImGui::EndChild();
  ImGui::PopID();
  mark(f, "lesson text", "", r);
  return r;
}

}  // namespace

std::string lesson_head(const Frame& f) {
  const std::string& title = f.input.lesson->lesson.title;
  if (f.input.course.empty()) return title;
  return f.input.course_title + ", " + std::to_string(f.input.course_at + 1) + " of " +
         std::to_string(f.input.course.size()) + ": " + title;
}

float lesson_width(const Frame& f, const vec2& room) {
  if (f.input.lesson == nullptr) return 0.0f;
  LessonColumn& column = f.state.lesson.column;
  const Lesson& lesson = f.input.lesson->lesson;
  const LessonColumn now{&lesson, letters_of(lesson), room, compat::font_size(reading_font()),
                         column.width};
  if (now.lesson != column.lesson || now.letters != column.letters || now.room != column.room ||
      now.type != column.type) {
    column = now;
    column.width = fitting_width(f, room);
  }
  return column.width;
}

namespace {

std::optional<FormulaKind> formula_of_step(const Frame& f) {
  if (f.input.question() != nullptr) return std::nullopt;
  return formula_of(f.input.lesson == nullptr ? f.state.formula : open_step(f).formula);
}

Rect formula_room(const Frame& f) {
  const float gap = f.px(8);
  return {f.view.lo + gap, f.view.hi - gap};
}

FormulaSize formula_size(const Frame& f) {
  return {compat::font_size(reading_font()),
          f.state.presenter ? least_type(ImGui::GetIO().DisplaySize.y) : 0.0f,
          kFormulaPart * f.view.size().y, kMaxFormulaPart * f.view.size().y};
}

}  // namespace

void draw_lesson_panel(Frame& f, const Rect& r) {
  f.state.tree.focused = false;  // the tree gives its place to the lesson
  begin_fixed_window("lesson", r, ImVec2(0, 0), f.colors.panel);
  note_panel(f);
  hairline(f, r, Edge::Right);
  mark(f, "lesson", "", r);
  follow_sliders(f);
  const float pad = padding(f);
  const float top = draw_lesson_head(f, r, pad);
  const bool asks = f.input.question() != nullptr;
  const float inside = r.size().x - 2.0f * pad;
  const float controls = controls_height(f, f.input.lesson_step, asks, inside);
  const float steps_top = r.hi.y - f.px(kStepsHeight);
  const Rect text = draw_text(f, {{r.lo.x, top}, {r.hi.x, steps_top - controls}}, pad);
  const vec2 below(r.lo.x + pad, text.hi.y);
  if (asks) {
    draw_answer(f, below + vec2(0.0f, f.px(6)), inside);
  } else {
    if (!open_step(f).sliders.empty()) draw_lesson_sliders(f, below, inside);
    draw_next(f, below + vec2(0.0f, lesson_sliders_height(f, open_step(f))), inside);
  }
  draw_steps(f, r, pad);
  ImGui::End();
}

void place_lesson_formula(Frame& f) {
  const auto which = formula_of_step(f);
  f.state.lesson.formula_card =
      which ? formula_place(f, *which, formula_room(f), formula_size(f)) : Rect{};
}

void draw_lesson_formula(Frame& f) {
  f.state.lesson.formula_card = {};
  const auto which = formula_of_step(f);
  if (!which) return follow_morph(f.state.math.morph, {}, 0.0);
  const Rect card = draw_formula(f, *which, formula_room(f), formula_size(f));
  mark(f, "lesson formula", "", card);
  if (card.size().y <= 0.0f) return;
  f.state.lesson.formula_card = card;
}

}  // namespace bindpose::ui
