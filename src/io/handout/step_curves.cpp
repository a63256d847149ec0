// The curves of a step, in all positions of its sliders: assets/handout/curves.js draws them.
#include <cmath>

#include "io/handout/handout_data.h"

namespace bindpose::handout {

Json curves_json(const LessonPlan& plan, std::size_t k, const HandoutStops& stops) {
  const auto& wanted = plan.steps[k].curves;
  if (!wanted) return nullptr;
  const LessonStep& step = plan.lesson.steps[k];
  Json values = Json::array();
  for (std::size_t line = 0; line < wanted->value.size(); ++line) values.push_back(Json::array());
  for (std::size_t n = 0; n < stops.count(); ++n) {
    const std::vector<double> at = stops.at(n);
    const Scene scene = with_sliders(plan, k, at);
    const PosedScene posed = evaluate(scene);
    for (std::size_t line = 0; line < wanted->value.size(); ++line) {
      const double value = evaluate(wanted->value[line], {scene, posed, at});
      // Five digits behind the point are more than a line shows.
      values[line].push_back(std::isfinite(value) ? Json(std::round(value * 1e5) / 1e5) : nullptr);
    }
  }
  return {{"labels", step.curves->quantity},
          {"slider", wanted->slider},
          {"at", stops.slider[wanted->slider]},
          {"values", std::move(values)}};
}

}  // namespace bindpose::handout
