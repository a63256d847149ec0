#include "io/export/rig/skin_slots.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "math/transform.h"

namespace bindpose {
namespace {

constexpr std::size_t kMaxSlots = std::numeric_limits<std::uint16_t>::max();

bool same_matrix(const mat4& a, const mat4& b, float tolerance) {
  float size = 1.0f;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) size = std::max(size, std::abs(a[c][r]));
  }
  return max_difference(a, b) <= tolerance * size;
}

}  // namespace

std::optional<std::vector<std::uint16_t>> SkinSlots::fit(std::span<const int> nodes,
                                                         std::span<const mat4> matrices,
                                                         float tolerance) {
  std::vector<std::uint16_t> out;
  SkinSlots grown = *this;
  std::unordered_map<int, std::size_t> slot_of;
  for (std::size_t s = 0; s < node.size(); ++s) slot_of.emplace(node[s], s);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const auto [found, fresh] = slot_of.try_emplace(nodes[k], grown.node.size());
    if (fresh) {
      grown.node.push_back(nodes[k]);
      grown.inverse_bind.push_back(matrices[k]);
    } else if (!same_matrix(grown.inverse_bind[found->second], matrices[k], tolerance)) {
      return std::nullopt;
    }
    if (found->second > kMaxSlots) return std::nullopt;
    out.push_back(static_cast<std::uint16_t>(found->second));
  }
  *this = std::move(grown);
  return out;
}

FittedSkin fit_skin(std::vector<SkinSlots>& skins, std::span<const int> nodes,
                    std::span<const mat4> matrices) {
  for (std::size_t s = 0; s < skins.size(); ++s) {
    if (auto slot = skins[s].fit(nodes, matrices)) return {s, std::move(*slot)};
  }
  SkinSlots fresh;
  auto slot = fresh.fit(nodes, matrices);
  if (!slot) throw std::runtime_error("The rig has a skin with more joints than a file can hold.");
  skins.push_back(std::move(fresh));
  return {skins.size() - 1, std::move(*slot)};
}

std::vector<InfluenceSet> influence_sets(const WeightRows& rows) {
  std::size_t most = 1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    most = std::max(most, rows.row(i).size());
  }
  std::vector<InfluenceSet> out((most + 3) / 4);
  for (InfluenceSet& set : out) {
    set.joint.assign(4 * rows.size(), 0);
    set.weight.assign(4 * rows.size(), 0.0f);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::span<const WeightEntry> row = rows.row(i);
    for (std::size_t k = 0; k < row.size(); ++k) {
      out[k / 4].joint[4 * i + k % 4] = static_cast<std::uint16_t>(row[k].slot);
      out[k / 4].weight[4 * i + k % 4] = row[k].weight;
    }
  }
  return out;
}

}  // namespace bindpose
