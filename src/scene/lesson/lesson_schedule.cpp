#include "scene/lesson/lesson_schedule.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <span>

#include "scene/explain/space_walk.h"

namespace bindpose {

namespace {

constexpr double kWordsASecond = 170.0 / 60.0, kLook = 2.0, kMost = 30.0, kThink = 4.0;
// From one end of a slider to the other.
constexpr double kSweepSeconds = 3.0;
constexpr double kStageSeconds = 3.0, kMostWalk = 45.0;

// A formula or a figure is said as a word.
std::size_t words_in(const LessonSpans& spans) {
  std::size_t words = 0;
  for (const LessonSpan& span : spans) {
    if (span.kind == LessonSpan::Formula || span.kind == LessonSpan::Figure) {
      ++words;
      continue;
    }
    bool inside = false;
    for (const char c : span.text) {
      const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
      words += !blank && !inside ? 1 : 0;
      inside = !blank;
    }
  }
  return words;
}

std::size_t words_in(std::span<const LessonBlock> blocks) {
  std::size_t words = 0;
  for (const LessonBlock& block : blocks) {
    words += words_in(block.spans);
    for (const auto& row : block.rows) {
      for (const LessonSpans& cell : row) words += words_in(cell);
    }
  }
  return words;
}

// Through what is left of the walk; nothing where the step shows none, or its end.
void add_walk(const StepPlan& step, std::size_t k, std::vector<LessonStretch>& out) {
  const ViewSettings& view = step.start.view;
  if (view.walker == WalkOf::Off) return;
  const SpaceWalk walk = space_walk(step.start, evaluate(step.start));
  const float stages = walk.last() - view.walker_at;
  if (walk.empty() || !(stages > 0.0f)) return;
  const double seconds = std::min(kStageSeconds * std::ceil(double(stages)), kMostWalk);
  out.push_back({LessonStretch::Walk, k, 0, seconds, view.walker_at, walk.last()});
}

}  // namespace

double reading_seconds(std::size_t words) {
  return std::min(kLook + static_cast<double>(words) / kWordsASecond, kMost);
}

std::vector<LessonStretch> lesson_schedule(const LessonPlan& plan) {
  const Lesson& lesson = plan.lesson;
  std::vector<LessonStretch> out;
  for (std::size_t k = 0; k < lesson.steps.size(); ++k) {
    const LessonStep& step = lesson.steps[k];
    const std::span<const LessonBlock> text(step.text);
    if (!step.predict) {
      out.push_back({LessonStretch::Step, k, 0, reading_seconds(words_in(text))});
    } else {
      std::size_t asked =
          words_in(text.first(step.predict->blocks)) + words_in(step.predict->question);
      for (const LessonOption& option : step.predict->options) asked += words_in(option.text);
      out.push_back({LessonStretch::Step, k, 0, reading_seconds(asked) + kThink});
      out.push_back({LessonStretch::Answer, k, 0,
                     reading_seconds(words_in(text.subspan(step.predict->blocks)))});
    }
    add_walk(plan.steps[k], k, out);
    for (std::size_t s = 0; s < step.sliders.size(); ++s)
      out.push_back({LessonStretch::Slider, k, s, 2.0 * kSweepSeconds});
  }
  return out;
}

float scheduled_walk(const LessonStretch& walk, double part) {
  // From whole stage to whole stage; a walk that begins between two has a shorter first way.
  const double first = std::floor(double(walk.from)), count = std::ceil(double(walk.to) - first);
  const double at = std::clamp(part, 0.0, 1.0) * count;
  const double stage = std::min(std::floor(at), std::max(count - 1.0, 0.0));
  const double gone = std::min(2.0 * (at - stage), 1.0);
  const double smooth = gone * gone * (3.0 - 2.0 * gone);
  const double from = std::max(first + stage, double(walk.from));
  const double to = std::min(first + stage + 1.0, double(walk.to));
  return static_cast<float>(from + smooth * (to - from));
}

double scheduled_value(const LessonSlider& slider, double part) {
  const double range = slider.high - slider.low;
  const double at = (slider.start - slider.low) / range;  // 0 to 1
  // Along a cosine: its phase at the start, and from there once around, to the farther end first.
  const double phase = std::acos(1.0 - 2.0 * std::clamp(at, 0.0, 1.0));
  const double turn = 2.0 * std::numbers::pi * std::clamp(part, 0.0, 1.0);
  const double angle = at <= 0.5 ? phase + turn : phase - turn;
  const double value = slider.low + range * (0.5 - 0.5 * std::cos(angle));
  if (part <= 0.0 || part >= 1.0) return slider.start;
  const double unit = slider_step(slider);
  return std::clamp(std::round(value / unit) * unit, slider.low, slider.high);
}

double planned_minutes(const Lesson& lesson) {
  if (lesson.minutes > 0.0) return lesson.minutes;
  double sum = 0.0;
  for (const LessonStep& step : lesson.steps) sum += step.minutes;
  return sum;
}

double minutes_until(const Lesson& lesson, std::size_t step) {
  double sum = 0.0;
  for (std::size_t k = 0; k <= step && k < lesson.steps.size(); ++k) {
    if (lesson.steps[k].minutes <= 0.0) return 0.0;
    sum += lesson.steps[k].minutes;
  }
  return sum;
}

}  // namespace bindpose
