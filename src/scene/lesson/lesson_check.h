// Whether what a lesson says is so: at the start of its steps, and wherever its sliders go.
#pragma once

#include <string>
#include <vector>

#include "scene/lesson/lesson_plan.h"

namespace bindpose {

// Where the step's sliders are tried, one value each: at their start, then every combination of
// ends, quarters and middle. One position without values where there are no sliders.
std::vector<std::vector<double>> slider_positions(const LessonStep& step);

struct CheckResult {
  int line = 0;  // of the lesson's file
  bool holds = false;
  std::string text;  // what was found and what was wanted: "joints is 2; = 3 within 0.5"
};
// Whether what makes that option of the step's question right is so, wherever it says; false where
// it says nothing.
bool option_holds(const LessonPlan& plan, std::size_t step, std::size_t option);
// One result for each figure of the text, with what it says where the sliders start; one for each
// expectation, with the first position where it fails; and one for each figure that has no value
// somewhere. Of a question, its answer.
std::vector<CheckResult> check_step(const LessonPlan& plan, std::size_t step);

}  // namespace bindpose
