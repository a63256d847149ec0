#include "rig/automatic/limit_rows.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace bindpose {
namespace {

// What 8 bits round to nothing.
constexpr float kLeastLimited = 0.5f / 255.0f;

using EntryRows = std::vector<std::vector<WeightEntry>>;

int steps_over(const SurfaceLaplacian& laplacian, std::size_t points, double diagonal) {
  // The edge of as many points in even triangles; half of the way to the mean of six neighbours
  // goes a quarter of its square.
  constexpr double kOfEvenTriangles = 1.1547;  // 2 / sqrt(3)
  const double square = kOfEvenTriangles * laplacian.area / static_cast<double>(points);
  const double steps = 4.0 * kLimitReach * kLimitReach * diagonal * diagonal / square;
  return steps < kMostLimitSteps ? std::max(static_cast<int>(std::lround(steps)), 1)
                                 : kMostLimitSteps;
}

// Rows of few entries in one block: the steps read each many times, and neighbours lie near one
// another.
class ShortRows {
 public:
  ShortRows(const EntryRows& rows, std::size_t most)
      : most_(most), entry_(rows.size() * most), size_(rows.size(), 0) {
    for (std::size_t p = 0; p < rows.size(); ++p) set(p, rows[p]);
  }
  std::span<const WeightEntry> operator[](std::size_t p) const {
    return {entry_.data() + p * most_, size_[p]};
  }
  // What is beyond `most` is cut off.
  void set(std::size_t p, const std::vector<WeightEntry>& row) {
    size_[p] = static_cast<std::uint32_t>(std::min(row.size(), most_));
    std::copy_n(row.begin(), size_[p], entry_.begin() + static_cast<std::ptrdiff_t>(p * most_));
  }

 private:
  std::size_t most_;
  std::vector<WeightEntry> entry_;
  std::vector<std::uint32_t> size_;
};

// Adds rows up, slot by slot.
class RowSum {
 public:
  explicit RowSum(std::size_t slots) : weight_(slots, 0.0f) {}

  void add(std::span<const WeightEntry> row, float factor) {
    for (const WeightEntry& e : row) {
      float& w = weight_[static_cast<std::size_t>(e.slot)];
      if (w == 0.0f) slot_.push_back(e.slot);
      w += factor * e.weight;
    }
  }
  void take(std::vector<WeightEntry>& row) {
    row.clear();
    for (const int slot : slot_) {
      float& w = weight_[static_cast<std::size_t>(slot)];
      if (w > 0.0f) row.push_back({slot, std::exchange(w, 0.0f)});
    }
    slot_.clear();
  }

 private:
  std::vector<float> weight_;
  std::vector<int> slot_;
};

}  // namespace

void limit_rows(const VertexGraph& graph, const SurfaceLaplacian& laplacian, double diagonal,
                int limit, std::size_t slots, EntryRows& rows, const BindProgress& progress) {
  const auto most = static_cast<std::size_t>(std::max(limit, 0));
  bool smooths = false;
  for (std::vector<WeightEntry>& row : rows) {
    if (!row.empty()) keep_largest(row, 0);
    smooths = smooths || (most > 0 && row.size() > most);
  }
  if (!smooths) return progress.at(1.0);
  // What is held to: of the rest not even the first ones come back.
  const ShortRows full(rows, 2 * most);
  for (std::vector<WeightEntry>& row : rows) {
    if (!row.empty()) keep_largest(row, limit);
  }
  const int steps = steps_over(laplacian, rows.size(), diagonal);
  ShortRows now(rows, most), next = now;
  for (int step = 0; step < steps; ++step) {
    const BindProgress part =
        progress.within(double(step) / double(steps), double(step + 1) / double(steps));
    for_blocks(rows.size(), 2048, part, [&](std::size_t begin, std::size_t end) {
      RowSum sum(slots);
      std::vector<WeightEntry> row;
      for (std::size_t p = begin; p < end; ++p) {
        double around = 0.0;
        for (std::size_t k = graph.offset[p]; k < graph.offset[p + 1]; ++k) {
          if (!now[graph.neighbour[k]].empty()) around += laplacian.edge[k];
        }
        if (now[p].empty() || !(around > 0.0)) continue;
        constexpr float kHalf = 0.5f * (1.0f - kLimitHold);
        sum.add(now[p], kHalf);
        for (std::size_t k = graph.offset[p]; k < graph.offset[p + 1]; ++k)
          sum.add(now[graph.neighbour[k]], kHalf * static_cast<float>(laplacian.edge[k] / around));
        sum.add(full[p], kLimitHold);
        sum.take(row);
        keep_largest(row, limit);
        next.set(p, row);
      }
    });
    std::swap(now, next);
  }
  for (std::size_t p = 0; p < rows.size(); ++p) rows[p].assign(now[p].begin(), now[p].end());
  for (std::vector<WeightEntry>& row : rows) {
    std::erase_if(row, [](const WeightEntry& e) { return e.weight < kLeastLimited; });
    if (!row.empty()) keep_largest(row, 0);
  }
}

}  // namespace bindpose
