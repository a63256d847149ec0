// Figures of a lesson as they are printed.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>

#include "scene/deform/deformer_data.h"
#include "scene/lesson/lesson_plan.h"

namespace bindpose {
namespace {

constexpr const char* kDegrees = "\xC2\xB0";
constexpr const char* kNarrowBlank = "\xC2\xA0";  // no line ends between a number and its unit

std::string fixed(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", std::clamp(decimals, 0, 12), value);
  std::string s = text;
  const bool zero = s.find_first_of("123456789") == std::string::npos;
  return zero && s.front() == '-' ? s.substr(1) : s;
}

std::string with_unit(const std::string& text, std::string_view unit) {
  if (unit.empty()) return text;
  return text + (unit == kDegrees ? "" : kNarrowBlank) + std::string(unit);
}

}  // namespace

std::string figure_text(double value, int decimals, std::string_view unit) {
  return std::isfinite(value) ? with_unit(fixed(value, decimals), unit) : "\xE2\x80\x93";
}

double slider_step(const LessonSlider& slider) {
  if (slider.by > 0.0) return slider.by;
  return std::pow(10.0, std::floor(std::log10((slider.high - slider.low) / 50.0)));
}

std::string slider_value_text(const LessonSlider& slider, double value) {
  constexpr int kMost = 9;
  int decimals = 0;
  for (double step = slider_step(slider);
       decimals < kMost && std::abs(step - std::round(step)) > 1e-6 * step; step *= 10.0) {
    ++decimals;
  }
  return figure_text(value, decimals, slider.unit == "degrees" ? kDegrees : slider.unit);
}

FigureResult evaluate_figure(const LessonPlan& plan, std::size_t step, std::size_t figure,
                             const LessonMoment& moment) {
  const LessonFigure& wanted = plan.lesson.steps[step].figures[figure];
  const LessonValue& source = plan.steps[step].figures[figure];
  FigureResult result;
  const DeformerStore* const store = moment.scene.deformers.get();
  const std::uint64_t misses = store != nullptr ? store->misses() : 0;
  result.value = evaluate(source, moment);
  if (store != nullptr && store->misses() != misses) {
    result.value = std::numeric_limits<double>::quiet_NaN();
    result.text = "\xE2\x80\xA6";
    result.waits = true;
    return result;
  }
  const bool known = std::isfinite(result.value);
  // A limit as small as 0.000001 says nothing about how the value should be printed.
  const bool written = wanted.test == LessonFigure::Equal && wanted.decimals >= 0;
  if (source.slider >= 0) {
    const auto k = static_cast<std::size_t>(source.slider);
    result.text = slider_value_text(plan.lesson.steps[step].sliders[k], result.value);
  } else {
    const QuantityInfo& info = quantity_table()[source.quantity.kind];
    result.text = figure_text(result.value, written ? wanted.decimals : info.decimals, info.unit);
  }
  switch (plan.has_its_numbers ? wanted.test : LessonFigure::None) {
    case LessonFigure::None:
      result.holds = known;
      break;
    case LessonFigure::Equal:
      // A value on the edge of rounding may fall to either side.
      result.holds = std::abs(result.value - wanted.expected) <= wanted.tolerance * (1.0 + 1e-6);
      break;
    case LessonFigure::Less:
      result.holds = result.value < wanted.expected;
      break;
    case LessonFigure::Greater:
      result.holds = result.value > wanted.expected;
      break;
  }
  return result;
}

}  // namespace bindpose
