#include "scene/lesson/lesson_schedule.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <span>

#include "scene/lesson/lesson_plan.h"

namespace bindpose {

namespace {

constexpr double kWordsASecond = 170.0 / 60.0, kLook = 2.0, kMost = 30.0, kThink = 4.0;
// From one end of a slider to the other.
constexpr double kSweepSeconds = 3.0;

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

}  // namespace

double reading_seconds(std::size_t words) {
  return std::min(kLook + static_cast<double>(words) / kWordsASecond, kMost);
}

std::vector<LessonStretch> lesson_schedule(const Lesson& lesson) {
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
    for (std::size_t s = 0; s < step.sliders.size(); ++s)
      out.push_back({LessonStretch::Slider, k, s, 2.0 * kSweepSeconds});
  }
  return out;
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

}  // namespace bindpose
