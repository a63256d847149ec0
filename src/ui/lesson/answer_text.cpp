#include "ui/lesson/answer_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bindpose::ui {

namespace {

constexpr double kCmAMetre = 100.0;
constexpr const char *kSaid = "You said:", *kRight = "Right is:";

LessonBlock paragraph_of(LessonSpans spans) {
  LessonBlock block;
  block.spans = std::move(spans);
  return block;
}

LessonSpan run_of(LessonSpan::Kind kind, std::string text) {
  return {kind, std::move(text), -1, {}};
}

// No line ends in it but behind a comma: "-0.290" and its "m" stay together.
std::string bound(const std::string& text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool keeps = text[k] == ' ' && k > 0 && text[k - 1] != ',';
    out += keeps ? "\u00a0" : std::string(1, text[k]);
  }
  return out;
}

LessonBlock question_block(const LessonPrediction& asked) {
  LessonBlock block = paragraph_of(asked.question);
  for (LessonSpan& span : block.spans) {
    if (span.kind == LessonSpan::Plain) span.kind = LessonSpan::Bold;
  }
  return block;
}

LessonBlock option_block(const char* head, const LessonOption& option) {
  LessonSpans spans{run_of(LessonSpan::Bold, head), run_of(LessonSpan::Plain, " ")};
  spans.insert(spans.end(), option.text.begin(), option.text.end());
  return paragraph_of(std::move(spans));
}

std::vector<LessonBlock> option_verdict(const LessonPrediction& asked, const LessonAnswer& answer) {
  const int right = answer.truth->option, said = answer.guess.option;
  const auto count = static_cast<int>(asked.options.size());
  if (right < 0 || right >= count) return {};
  const LessonOption& is = asked.options[static_cast<std::size_t>(right)];
  if (said == right) return {option_block("You are right:", is)};
  if (said < 0 || said >= count) return {option_block(kRight, is)};
  return {option_block(kSaid, asked.options[static_cast<std::size_t>(said)]),
          option_block(kRight, is)};
}

// All guesses, the one that counts last.
std::vector<LessonGuess> all_guesses(const LessonAnswer& answer) {
  std::vector<LessonGuess> all = answer.earlier;
  all.push_back(answer.guess);
  return all;
}

// "12 cm, 15 cm and 20 cm".
std::string listed(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t k = 0; k < words.size(); ++k)
    out += (k == 0 ? "" : k + 1 < words.size() ? ", " : " and ") + words[k];
  return out;
}

// What several said, and how far off the nearest of them is.
LessonBlock numbers_verdict(const LessonPlan& plan, std::size_t step, const LessonAnswer& answer) {
  const LessonPrediction& asked = *plan.lesson.steps[step].predict;
  std::vector<std::string> said;
  double nearest = std::numeric_limits<double>::infinity();
  for (const LessonGuess& guess : all_guesses(answer)) {
    if (!guess.number) continue;
    said.push_back(answer_text(plan, step, *guess.number));
    nearest = std::min(nearest, std::abs(*guess.number - answer.truth->number));
  }
  return paragraph_of(
      {run_of(LessonSpan::Plain, "You said "), run_of(LessonSpan::Bold, listed(said)),
       run_of(LessonSpan::Plain, "; it is "),
       run_of(LessonSpan::Bold, answer_text(plan, step, answer.truth->number)),
       run_of(LessonSpan::Plain, ". The nearest is off by " + answer_text(plan, step, nearest) +
                                     (is_near(asked, nearest) ? ": near enough." : "."))});
}

// Each has its distance in the view.
LessonBlock places_verdict(const LessonPlan& plan, std::size_t step, const LessonAnswer& answer) {
  const LessonPrediction& asked = *plan.lesson.steps[step].predict;
  const vec3 truth =
      vec3(plan.steps[step].base.model->to_display * vec4(answer.truth->place, 1.0f));
  double nearest = std::numeric_limits<double>::infinity();
  const std::vector<LessonGuess> all = all_guesses(answer);
  for (const LessonGuess& guess : all) {
    if (guess.place) nearest = std::min(nearest, kCmAMetre * distance_of(*guess.place, truth));
  }
  return paragraph_of(
      {run_of(LessonSpan::Plain, std::to_string(all.size()) + " marks; the nearest is "),
       run_of(LessonSpan::Bold, figure_text(nearest, 1, "cm")),
       run_of(LessonSpan::Plain, is_near(asked, nearest) ? " from the right place: near enough."
                                                         : " from the right place.")});
}

LessonBlock number_verdict(const LessonPlan& plan, std::size_t step, const LessonAnswer& answer) {
  const LessonPrediction& asked = *plan.lesson.steps[step].predict;
  const std::string truth = answer_text(plan, step, answer.truth->number);
  if (!answer.guess.number) {
    return paragraph_of({run_of(LessonSpan::Plain, "It is "), run_of(LessonSpan::Bold, truth),
                         run_of(LessonSpan::Plain, ".")});
  }
  if (!answer.earlier.empty()) return numbers_verdict(plan, step, answer);
  const double off = std::abs(*answer.guess.number - answer.truth->number);
  return paragraph_of({run_of(LessonSpan::Plain, "You said "),
                       run_of(LessonSpan::Bold, answer_text(plan, step, *answer.guess.number)),
                       run_of(LessonSpan::Plain, "; it is "), run_of(LessonSpan::Bold, truth),
                       run_of(LessonSpan::Plain, is_near(asked, off) ? ". That is near enough: "
                                                                     : ". That is off by "),
                       run_of(LessonSpan::Plain, answer_text(plan, step, off) + ".")});
}

LessonBlock place_verdict(const LessonPlan& plan, std::size_t step, const LessonAnswer& answer) {
  const LessonPrediction& asked = *plan.lesson.steps[step].predict;
  if (!answer.guess.place) {
    return paragraph_of({run_of(LessonSpan::Plain, "The right place is marked in the view.")});
  }
  if (!answer.earlier.empty()) return places_verdict(plan, step, answer);
  const vec3 truth =
      vec3(plan.steps[step].base.model->to_display * vec4(answer.truth->place, 1.0f));
  const double off = kCmAMetre * distance_of(*answer.guess.place, truth);
  return paragraph_of(
      {run_of(LessonSpan::Plain, "Your mark is "),
       run_of(LessonSpan::Bold, figure_text(off, 1, "cm")),
       run_of(LessonSpan::Plain, is_near(asked, off) ? " from the right place: near enough."
                                                     : " from the right place.")});
}

std::vector<LessonBlock> verdict(const LessonPlan& plan, std::size_t step,
                                 const LessonAnswer& answer) {
  const LessonPrediction& asked = *plan.lesson.steps[step].predict;
  if (!answer.truth) return {};
  if (asked.kind == LessonPrediction::Choice) return option_verdict(asked, answer);
  if (asked.kind == LessonPrediction::Number) return {number_verdict(plan, step, answer)};
  return {place_verdict(plan, step, answer)};
}

}  // namespace

std::vector<LessonBlock> asking_blocks(const LessonStep& step) {
  const auto end = step.text.begin() + static_cast<std::ptrdiff_t>(step.predict->blocks);
  std::vector<LessonBlock> blocks(step.text.begin(), end);
  blocks.push_back(question_block(*step.predict));
  return blocks;
}

std::vector<LessonBlock> answered_blocks(const LessonPlan& plan, std::size_t step,
                                         const LessonAnswer& answer) {
  const LessonStep& lesson = plan.lesson.steps[step];
  std::vector<LessonBlock> blocks{question_block(*lesson.predict)};
  std::ranges::move(verdict(plan, step, answer), std::back_inserter(blocks));
  const auto begin = lesson.text.begin() + static_cast<std::ptrdiff_t>(lesson.predict->blocks);
  blocks.insert(blocks.end(), begin, lesson.text.end());
  return blocks;
}

std::vector<LessonBlock> told_answer(const LessonPlan& plan, std::size_t step,
                                     const PredictTruth& truth) {
  if (plan.lesson.steps[step].predict->kind == LessonPrediction::Place) {
    return {paragraph_of({run_of(LessonSpan::Plain, "The place marked in the picture: "),
                          run_of(LessonSpan::Bold, bound(place_text(plan, step, truth.place))),
                          run_of(LessonSpan::Plain, ".")})};
  }
  return verdict(plan, step, {true, {}, truth});
}

LessonAnswer longest_answer(const LessonPlan& plan, std::size_t step,
                            const std::function<float(const LessonBlock&)>& height) {
  const LessonPrediction& asked = *plan.lesson.steps[step].predict;
  LessonAnswer answer{true, {}, PredictTruth{}};
  answer.guess.place = PlaceGuess{{vec3(0.0f), vec3(0, 0, -1)}, vec3(0, 0, 1)};
  answer.guess.number = -10.0 * (std::abs(asked.expected) + 1.25);  // long also where 0 is right
  answer.truth->number = asked.expected;
  // Each of two options is a block of its own, whose lines end where its head lets them.
  std::vector<float> said, right;
  for (const LessonOption& option : asked.options) {
    said.push_back(height(option_block(kSaid, option)));
    right.push_back(height(option_block(kRight, option)));
  }
  float most = 0.0f;
  for (std::size_t a = 0; a < said.size(); ++a) {
    for (std::size_t b = 0; b < right.size(); ++b) {
      if (a == b || said[a] + right[b] <= most) continue;
      most = said[a] + right[b];
      answer.guess.option = static_cast<int>(a);
      answer.truth->option = static_cast<int>(b);
    }
  }
  return answer;
}

}  // namespace bindpose::ui
