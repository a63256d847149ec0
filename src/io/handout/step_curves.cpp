// The curves of a step, in all positions of its sliders: assets/handout/curves.js draws them.
#include <cmath>

#include "io/handout/handout_data.h"
#include "io/text/json_text.h"
#include "scene/curves/curve_labels.h"

namespace bindpose::handout {

OrderedJson curves_json(const LessonPlan& plan, std::size_t k, const HandoutStops& stops) {
  const auto& wanted = plan.steps[k].curves;
  if (!wanted) return nullptr;
  OrderedJson values = OrderedJson::array();
  for (std::size_t line = 0; line < wanted->value.size(); ++line)
    values.push_back(OrderedJson::array());
  for (std::size_t n = 0; n < stops.count(); ++n) {
    const std::vector<double> at = stops.at(n);
    const Scene scene = with_sliders(plan, k, at);
    const PosedScene posed = evaluate(scene);
    for (std::size_t line = 0; line < wanted->value.size(); ++line) {
      const double value = evaluate(wanted->value[line], {scene, posed, at});
      // Five digits behind the point are more than a line shows.
      values[line].push_back(std::isfinite(value) ? OrderedJson(std::round(value * 1e5) / 1e5)
                                                  : nullptr);
    }
  }
  OrderedJson labels = OrderedJson::array();
  for (std::size_t line = 0; line < wanted->value.size(); ++line)
    labels.push_back(clean_utf8(curve_label(plan, k, line)));
  return {{"labels", std::move(labels)},
          {"title", curves_title(plan, k)},
          {"slider", wanted->slider},
          {"at", stops.slider[wanted->slider]},
          {"values", std::move(values)}};
}

}  // namespace bindpose::handout
