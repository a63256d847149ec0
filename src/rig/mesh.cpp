#include "rig/mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "rig/weights/weight_rows.h"

namespace bindpose {
namespace {

constexpr std::size_t kMaxSlots = std::size_t{std::numeric_limits<std::uint16_t>::max()} + 1;

bool is_usable(const WeightEntry& e, std::size_t slot_count) {
  return e.slot >= 0 && static_cast<std::size_t>(e.slot) < slot_count && std::isfinite(e.weight) &&
         e.weight > 0.0f;
}

// Entries of one slot become one; the order is by slot afterwards.
std::size_t merge_slots(std::vector<ExactWeight>& row) {
  std::sort(row.begin(), row.end(),
            [](const ExactWeight& a, const ExactWeight& b) { return a.slot < b.slot; });
  std::size_t kept = 0;
  for (const ExactWeight& e : row) {
    if (kept > 0 && row[kept - 1].slot == e.slot) {
      row[kept - 1].weight += e.weight;
    } else {
      row[kept++] = e;
    }
  }
  const std::size_t merged = row.size() - kept;
  row.resize(kept);
  return merged;
}

// Appends one vertex; says how many entries were too small to be kept beside the others.
std::size_t append_row(std::vector<ExactWeight>& row, Influences& out) {
  std::stable_sort(row.begin(), row.end(),
                   [](const ExactWeight& a, const ExactWeight& b) { return a.weight > b.weight; });
  const std::size_t before = out.slot.size();
  out.raw_weight_sum.push_back(kept_sum(append_normalised(std::span<const ExactWeight>(row), out)));
  return row.size() - (out.slot.size() - before);
}

}  // namespace

PackedInfluences pack_influences(const std::vector<std::vector<WeightEntry>>& rows,
                                 std::size_t slot_count) {
  slot_count = std::min(slot_count, kMaxSlots);
  PackedInfluences packed;
  Influences& out = packed.influences;
  std::size_t total = 0;
  for (const auto& row : rows) total += row.size();
  out.offset.reserve(rows.size() + 1);
  out.raw_weight_sum.reserve(rows.size());
  out.slot.reserve(total);
  out.weight.reserve(total);

  std::vector<ExactWeight> row;
  for (const auto& raw : rows) {
    row.clear();
    for (const WeightEntry& e : raw) {
      if (is_usable(e, slot_count)) {
        row.push_back({e.slot, double{e.weight}});
      } else if (e.weight != 0.0f) {
        ++packed.dropped;
      }
    }
    packed.merged += merge_slots(row);
    packed.dropped += append_row(row, out);
  }
  return packed;
}

WeightStats weight_stats(const Influences& in) {
  WeightStats stats;
  for (std::size_t i = 0; i < in.vertex_count(); ++i) {
    const std::size_t count = in.offset[i + 1] - in.offset[i];
    stats.max_influences = std::max(stats.max_influences, count);
    if (count == 0) {
      ++stats.unweighted;
    } else if (std::abs(in.raw_weight_sum[i] - 1.0f) > kSumTolerance) {
      ++stats.unnormalised;
    }
  }
  return stats;
}

std::vector<float> joint_weights(const MeshBinding& binding, int joint) {
  const Influences& in = binding.influences;
  std::vector<float> weights(in.vertex_count(), 0.0f);
  const int slot = find_slot(binding.skin, joint);
  if (slot < 0) return weights;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    for (std::size_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
      if (in.slot[k] == slot) weights[i] = in.weight[k];
    }
  }
  return weights;
}

int find_slot(const Skin& skin, int joint) {
  const auto found = std::find(skin.joint.begin(), skin.joint.end(), joint);
  return found == skin.joint.end() ? -1 : static_cast<int>(found - skin.joint.begin());
}

}  // namespace bindpose
