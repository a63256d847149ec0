// Quantities with names: what lessons print and assert. Each is computed from the posed scene that
// the frame is drawn from.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

// A quantity's words and the joints that follow them: "distance upper_arm hand".
struct Quantity {
  std::size_t kind = 0;    // index into quantity_table()
  std::vector<int> joint;  // as many as QuantityInfo::joints
};

struct QuantityInfo {
  std::string_view words;
  int joints;  // names of joints that follow
  std::string_view unit;
  int decimals;  // as printed unless the lesson says otherwise
  std::string_view meaning;
  double (*value)(const Scene& scene, const PosedScene& posed, const std::vector<int>& joint);
};
std::span<const QuantityInfo> quantity_table();

// On failure nothing is returned and `error` is one sentence.
std::optional<Quantity> parse_quantity(std::string_view text, const Model& model,
                                       std::string& error);
// NaN where the scene has no such thing (a weight of the pinned vertex while none is pinned).
double evaluate_quantity(const Quantity& quantity, const Scene& scene, const PosedScene& posed);

// T_j of the first mesh whose skin names the joint; nothing where none does.
std::optional<mat4> skin_matrix_of(const Scene& scene, const PosedScene& posed, int joint);

}  // namespace bindpose
