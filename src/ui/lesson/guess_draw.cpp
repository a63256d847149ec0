// Guess and right place over the view.
#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/lesson/answer_card.h"
#include "view/lesson_camera.h"

namespace bindpose::ui {

namespace {

constexpr ImU32 kDarkRim = IM_COL32(10, 12, 16, 220), kLight = IM_COL32(255, 255, 255, 255);

struct Spot {
  vec2 at;
  bool shown;  // in front of the eye
};

Spot spot_of(const Frame& f, const vec3& display) {
  const vec3 p = project(f.input.camera, f.viewport(), display);
  return {f.view.lo + vec2(p), p.z > 0.0f};
}

// A cross, which hides nothing of what it stands on; that of an earlier guess is lighter.
void draw_cross(const Frame& f, ImDrawList* list, const vec2& at, bool earlier = false) {
  const float inner = f.px(3), outer = f.px(earlier ? 9 : 11);
  const float strength = earlier ? 0.55f : 1.0f;
  for (const float width : {f.px(5.0f), f.px(2.5f)}) {
    const ImU32 color = width > f.px(3.0f) ? IM_COL32(10, 12, 16, earlier ? 120 : 220)
                                           : to_u32(f.colors.accent, strength);
    for (const vec2& way : {vec2(1, 0), vec2(-1, 0), vec2(0, 1), vec2(0, -1)})
      list->AddLine(im(at + inner * way), im(at + outer * way), color, width);
  }
}

void draw_target(const Frame& f, ImDrawList* list, const vec2& at) {
  list->AddCircle(im(at), f.px(15), kDarkRim, 40, f.px(5));
  list->AddCircle(im(at), f.px(15), kLight, 40, f.px(2.5f));
  list->AddCircleFilled(im(at), f.px(3), kDarkRim);
  list->AddCircleFilled(im(at), f.px(2), kLight);
}

std::string name_of_place(const Frame& f, const PlannedPrediction& asked) {
  if (asked.joint < 0) return "v'";
  return f.model()->skeleton.name[static_cast<std::size_t>(asked.joint)];
}

vec3 display_place(const Frame& f, const vec3& place) {
  return vec3(f.model()->to_display * vec4(place, 1.0f));
}

// The way from a guess to the right place; of one among others with how far that is.
void draw_off(Frame& f, ImDrawList* list, const LessonGuess& guess, const vec3& truth,
              const vec2& right, std::size_t number, bool earlier) {
  if (!guess.place) return;
  const Spot said = spot_of(f, place_at_depth(*guess.place, truth));
  if (!said.shown) return;
  list->AddLine(im(said.at), im(right), IM_COL32(10, 12, 16, earlier ? 110 : 220), f.px(4));
  list->AddLine(im(said.at), im(right), to_u32(f.colors.accent, earlier ? 0.5f : 1.0f), f.px(2));
  draw_cross(f, list, said.at, earlier);
  if (f.input.lesson_answer->earlier.empty()) return;
  // Away from the right place, whose own name stands there.
  const std::string off = figure_text(100.0 * distance_of(*guess.place, truth), 1, "cm");
  const float left = said.at.x < right.x ? 1.0f : 0.0f;
  const vec2 size = from_im(ImGui::CalcTextSize(off.c_str())) + vec2(f.px(12), f.px(4));
  const vec2 corner = said.at + vec2(left > 0.0f ? -size.x - f.px(14) : f.px(14), -0.5f * size.y);
  const Rect tag =
      draw_tag(f, list, corner, off, earlier ? f.colors.text_dim : f.colors.text, f.seen);
  mark(f, "guess distance:", std::to_string(number + 1), tag);
  if (!earlier) mark(f, "guess distance", "", tag);
}

void draw_answered(Frame& f, ImDrawList* list, const PlannedPrediction& asked,
                   const LessonAnswer& answer) {
  const vec3 truth = display_place(f, answer.truth->place);
  const Spot right = spot_of(f, truth);
  if (!right.shown) return;
  const vec2 beside(f.px(20), -f.px(12));
  if (!answer.guess.place) {
    draw_target(f, list, right.at);
    // A joint that is asked for has its own name where the step shows it.
    if (asked.joint < 0)
      draw_tag(f, list, right.at + beside, name_of_place(f, asked), f.colors.text, f.seen);
    return;
  }
  draw_target(f, list, right.at);
  for (std::size_t k = 0; k < answer.earlier.size(); ++k)
    draw_off(f, list, answer.earlier[k], truth, right.at, k, true);
  // Above the ring: a guess that is nearly right is to be seen, too.
  draw_off(f, list, answer.guess, truth, right.at, answer.earlier.size(), false);
  std::string words = name_of_place(f, asked);
  if (answer.earlier.empty())
    words += ", " + figure_text(100.0 * distance_of(*answer.guess.place, truth), 1, "cm");
  const Rect tag = draw_tag(f, list, right.at + beside, words, f.colors.text, f.seen);
  if (answer.earlier.empty()) mark(f, "guess distance", "", tag);
}

// The mark where it was, and so many pixels on; from where the vertex is at first.
void move_mark(Frame& f, const Spot& now) {
  const vec2 moves = f.state.of_model.lesson.mark_moves;
  if (moves == vec2(0.0f) || !now.shown) return;
  const vec2 pixel = glm::clamp(now.at + moves - f.view.lo, vec2(0.0f), f.view.size());
  LessonGuess guess;
  guess.place = place_guess(f.input.camera, f.viewport(), pixel);
  f.out.requests.guess = guess;
}

}  // namespace

bool hides_place_of(const Frame& f, const VertexRef& vertex) {
  if (f.input.question() == nullptr)
    return !vertex.empty() && vertex == f.state.of_model.lesson.kept_back;
  const LessonAnswer* answer = f.input.lesson_answer;
  return tells_place(*f.input.lesson, f.input.lesson_step, vertex,
                     answer != nullptr ? answer->truth : std::nullopt, f.scene(), f.input.posed);
}

void draw_guess(Frame& f, bool active) {
  if (f.other || !f.model() || f.input.lesson == nullptr || f.input.lesson_answer == nullptr)
    return;
  const auto& step = f.input.lesson->lesson.steps[f.input.lesson_step].predict;
  if (!step || step->kind != LessonPrediction::Place) return;
  const PlannedPrediction& asked = *f.input.lesson->steps[f.input.lesson_step].predict;
  const LessonAnswer& answer = *f.input.lesson_answer;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->PushClipRect(im(f.seen.lo), im(f.seen.hi), true);
  if (answer.revealed && answer.truth) {
    draw_answered(f, list, asked, answer);
  } else {
    const vec3 place = display_place(f, asked_place(asked, f.scene(), f.input.posed));
    const auto& guess = answer.guess.place;
    const Spot now = spot_of(f, guess ? place_at_depth(*guess, place) : place);
    const vec2 half(f.px(11));
    for (std::size_t k = 0; k < answer.earlier.size(); ++k) {
      if (!answer.earlier[k].place) continue;
      const Spot before = spot_of(f, place_at_depth(*answer.earlier[k].place, place));
      if (!before.shown) continue;
      draw_cross(f, list, before.at, true);
      mark(f, "guess:", std::to_string(k + 1), {before.at - half, before.at + half});
    }
    if (guess && now.shown) draw_cross(f, list, now.at);
    if (guess && now.shown) mark(f, "guess", "", {now.at - half, now.at + half});
    if (active) move_mark(f, now);
  }
  list->PopClipRect();
}

}  // namespace bindpose::ui
