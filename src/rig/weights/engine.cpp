#include "rig/weights/engine.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bindpose {
namespace {

double steps_of(WeightFormat format) {
  return format == WeightFormat::Unorm8 ? 255.0 : 65535.0;
}

bool is_unorm(WeightFormat format) {
  return format == WeightFormat::Unorm8 || format == WeightFormat::Unorm16;
}

float as_half(float weight) {
  if (!(weight > 0.0f)) return 0.0f;
  int exponent = 0;
  std::frexp(weight, &exponent);  // weight = m 2^exponent, m in [1/2, 1)
  constexpr int kDigits = 11, kSmallest = -24;
  const double step = std::ldexp(1.0, std::max(exponent - kDigits, kSmallest));
  return static_cast<float>(std::nearbyint(double(weight) / step) * step);
}

struct EngineEntry {
  std::uint16_t slot;
  double weight;
};

// So that unorms add up to all their steps: the largest takes what is missing.
void fill_up(std::vector<EngineEntry>& row, WeightFormat format) {
  const double steps = steps_of(format);
  double sum = 0.0;
  for (const EngineEntry& e : row) sum += std::nearbyint(e.weight * steps);
  const auto largest = std::ranges::max_element(row, {}, &EngineEntry::weight);
  // So many small weights that were rounded up that the largest has not as much: those that gained
  // most by it give a step back, one after the other.
  if (std::nearbyint(largest->weight * steps) + steps - sum < 1.0) {
    std::vector<std::size_t> order(row.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto gained = [&](std::size_t k) {
      return std::nearbyint(row[k].weight * steps) - row[k].weight * steps;
    };
    std::ranges::stable_sort(order, std::ranges::greater{}, gained);
    for (EngineEntry& e : row) e.weight = std::nearbyint(e.weight * steps) / steps;
    for (; sum > steps;) {
      for (const std::size_t k : order) {
        if (!(sum > steps)) break;
        if (row[k].weight < 0.5 / steps) continue;
        row[k].weight -= 1.0 / steps;
        sum -= 1.0;
      }
    }
    return;
  }
  largest->weight = (std::nearbyint(largest->weight * steps) + steps - sum) / steps;
}

}  // namespace

float rounded_weight(float weight, WeightFormat format) {
  if (format == WeightFormat::Float) return weight;
  if (format == WeightFormat::Half) return as_half(weight);
  const double steps = steps_of(format);
  return static_cast<float>(std::nearbyint(std::clamp(double(weight), 0.0, 1.0) * steps) / steps);
}

Influences engine_influences(const Influences& in, std::span<const std::uint16_t> file_rank,
                             const EngineWeights& engine) {
  Influences out;
  out.offset.reserve(in.offset.size());
  out.raw_weight_sum.reserve(in.vertex_count());
  std::vector<std::uint32_t> order;
  std::vector<EngineEntry> row;
  for (std::size_t i = 0; i < in.vertex_count(); ++i) {
    const std::uint32_t first = in.offset[i], last = in.offset[i + 1];
    order.resize(last - first);
    std::iota(order.begin(), order.end(), first);
    const auto keep = static_cast<std::size_t>(engine.keep);
    if (engine.keep > 0 && engine.pick == EnginePick::First && !file_rank.empty()) {
      std::erase_if(order, [&](std::uint32_t e) { return file_rank[e] >= keep; });
    } else if (engine.keep > 0 && order.size() > keep) {
      order.resize(keep);
    }
    row.clear();
    double kept = 0.0;
    for (const std::uint32_t e : order) kept += in.weight[e];
    // As floats, so that what is near the middle of two steps is rounded alike each time.
    for (const std::uint32_t e : order)
      row.push_back(
          {in.slot[e], engine.whole ? static_cast<float>(in.weight[e] / kept) : in.weight[e]});
    if (engine.whole && is_unorm(engine.format) && !row.empty()) fill_up(row, engine.format);
    double sum = 0.0;
    for (EngineEntry& e : row) {
      e.weight = rounded_weight(static_cast<float>(e.weight), engine.format);
      sum += e.weight;
    }
    std::ranges::stable_sort(row, std::ranges::greater{}, &EngineEntry::weight);
    for (const EngineEntry& e : row) {
      if (!(e.weight > 0.0)) break;
      out.slot.push_back(e.slot);
      out.weight.push_back(static_cast<float>(e.weight / sum));
    }
    if (last > first && !(sum > 0.0)) {
      out.slot.push_back(in.slot[row.empty() ? first : order.front()]);
      out.weight.push_back(1.0f);
    }
    out.offset.push_back(static_cast<std::uint32_t>(out.slot.size()));
    out.raw_weight_sum.push_back(engine.whole && sum > 0.0 ? 1.0f : static_cast<float>(sum));
  }
  return out;
}

std::size_t joint_pieces(const Influences& in, std::span<const std::uint32_t> triangle,
                         std::size_t most) {
  struct Piece {
    std::vector<bool> has;
    std::size_t count = 0;
  };
  const std::size_t slots =
      in.slot.empty() ? 0 : std::size_t{*std::ranges::max_element(in.slot)} + 1;
  std::vector<Piece> pieces;
  std::vector<std::uint16_t> needs;
  for (std::size_t t = 0; t + 2 < triangle.size(); t += 3) {
    needs.clear();
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t v = triangle[t + k];
      needs.insert(needs.end(), in.slot.begin() + in.offset[v], in.slot.begin() + in.offset[v + 1]);
    }
    std::ranges::sort(needs);
    needs.erase(std::ranges::unique(needs).begin(), needs.end());
    if (needs.size() > most) return 0;
    const auto fits = [&](const Piece& piece) {
      std::size_t more = 0;
      for (const std::uint16_t s : needs) more += !piece.has[s];
      return piece.count + more <= most;
    };
    auto piece = std::ranges::find_if(pieces, fits);
    if (piece == pieces.end()) piece = pieces.insert(pieces.end(), {std::vector<bool>(slots), 0});
    for (const std::uint16_t s : needs) {
      if (piece->has[s]) continue;
      piece->has[s] = true;
      ++piece->count;
    }
  }
  return pieces.size();
}

}  // namespace bindpose
