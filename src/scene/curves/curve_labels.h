// What curves of a lesson are called where a student reads it: not by the words of the file.
#pragma once

#include <string>

#include "scene/lesson/lesson_plan.h"

namespace bindpose {

// Of the step's curve k, a step that has curves: "volume, dual quaternions without bulge",
// "cross-section of upper". Where one of the step's curves names a deformer, all that hang on one
// do: that which the step shows.
std::string curve_label(const LessonPlan& plan, std::size_t step, std::size_t k);
// Above them, where all are measured in the same way: "As parts of the bind pose"; else "".
std::string curves_title(const LessonPlan& plan, std::size_t step);

}  // namespace bindpose
