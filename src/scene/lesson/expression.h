// What lessons reckon with: quantities, where sliders are, numbers, and sums of these.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/lesson/lesson.h"
#include "scene/lesson/quantity/quantity.h"

namespace bindpose {

// A value that a lesson names: where a slider is, else a quantity.
struct LessonValue {
  int slider = -1;  // index into LessonStep::sliders; -1: `quantity` counts
  Quantity quantity;
};

// What values are taken from. `sliders`: where they are, one each.
struct LessonMoment {
  const Scene& scene;
  const PosedScene& posed;
  const std::vector<double>& sliders;
};

// "volume ratio", "T hand", "slider Bend". A slider is named by its label or, where no other
// slider's begins so, by its first words; "slider" alone is the only one. On failure nothing is
// returned and `error` is one sentence.
std::optional<LessonValue> parse_value(std::string_view text,
                                       const std::vector<LessonSlider>& sliders, const Model& model,
                                       std::string& error);
// In the quantity's or the slider's own unit. NaN where there is no such thing.
double evaluate(const LessonValue& value, const LessonMoment& moment);

// In postfix order: an operation takes what stands before it.
struct ExpressionPart {
  enum Kind { Number, Value, Negate, Add, Subtract, Multiply, Divide, Cos, Sin, Sqrt, Abs };
  Kind kind = Number;
  double number = 0.0;  // of Number
  LessonValue value{};  // of Value
};
using Expression = std::vector<ExpressionPart>;

// "25 * cos(slider / 2)": values and numbers with + - * / ( ) and cos, sin (of degrees), sqrt, abs.
// A - between two values has a blank before it, for names may hold one. On failure nothing is
// returned and `error` is one sentence.
std::optional<Expression> parse_expression(std::string_view text,
                                           const std::vector<LessonSlider>& sliders,
                                           const Model& model, std::string& error);
double evaluate(const Expression& expression, const LessonMoment& moment);

}  // namespace bindpose
