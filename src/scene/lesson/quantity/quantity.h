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

// A quantity's words and the names that follow them, "distance upper_arm hand"; with "by dqs"
// behind them it is that of a surface moved by this deformer.
struct Quantity {
  std::size_t kind = 0;    // index into quantity_table()
  std::vector<int> joint;  // as many as QuantityInfo::names
  std::optional<Deformer> method{};
};

// What a quantity is followed by, names of joints for the most part. A rule of `bindpose check` is
// one of rule_table().
enum class QuantityNames { None, Joint, TwoJoints, Morph, Rule };

struct QuantityInfo {
  std::string_view words;
  QuantityNames names;
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
