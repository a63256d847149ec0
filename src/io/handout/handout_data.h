// What a handout holds in numbers: JSON for assets/handout/*.js.
#pragma once

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/files/base64.h"
#include "io/handout/handout.h"

namespace bindpose::handout {

using OrderedJson = nlohmann::ordered_json;

// The bytes as they lie in memory (little-endian), as base64.
template <typename T>
std::string packed(const std::vector<T>& values) {
  std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return base64_encoded(bytes);
}
// Three rows of four: the last one is 0 0 0 1.
void append_rows(const mat4& m, std::vector<float>& out);
std::vector<float> rows_of(const std::vector<mat4>& matrices);

OrderedJson model_json(const Model& model, const HandoutLook& look);
// Slots, bind matrices, weights.
OrderedJson binding_json(const MeshBinding& binding);
// The step in all positions of its sliders. `bases`: of the model, L_j of all joints each, to which
// new ones are added.
OrderedJson step_json(const LessonPlan& plan, std::size_t step, const HandoutStep& look,
                      OrderedJson& bases);

// What becomes of the quantities of LessonStep::curves: values of each in all positions of the
// sliders, null where there is none; null without curves.
OrderedJson curves_json(const LessonPlan& plan, std::size_t step, const HandoutStops& stops);

// What the figures of the text say where the sliders start; those of a question before the answer.
std::vector<std::string> figures_at_start(const LessonPlan& plan, std::size_t step);

}  // namespace bindpose::handout
