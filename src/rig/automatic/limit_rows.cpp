#include "rig/automatic/limit_rows.h"

#include <algorithm>
#include <cmath>
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

// Adds rows up, slot by slot.
class RowSum {
 public:
  explicit RowSum(std::size_t slots) : weight_(slots, 0.0f) {}

  void add(const std::vector<WeightEntry>& row, float factor) {
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
  EntryRows full = rows;
  for (std::vector<WeightEntry>& row : full) row.resize(std::min(row.size(), 2 * most));
  for (std::vector<WeightEntry>& row : rows) {
    if (!row.empty()) keep_largest(row, limit);
  }
  const int steps = steps_over(laplacian, rows.size(), diagonal);
  EntryRows next = rows;
  for (int step = 0; step < steps; ++step) {
    const BindProgress part =
        progress.within(double(step) / double(steps), double(step + 1) / double(steps));
    for_blocks(rows.size(), 2048, part, [&](std::size_t begin, std::size_t end) {
      RowSum sum(slots);
      for (std::size_t p = begin; p < end; ++p) {
        double around = 0.0;
        for (std::size_t k = graph.offset[p]; k < graph.offset[p + 1]; ++k) {
          if (!rows[graph.neighbour[k]].empty()) around += laplacian.edge[k];
        }
        if (rows[p].empty() || !(around > 0.0)) continue;
        constexpr float kHalf = 0.5f * (1.0f - kLimitHold);
        sum.add(rows[p], kHalf);
        for (std::size_t k = graph.offset[p]; k < graph.offset[p + 1]; ++k)
          sum.add(rows[graph.neighbour[k]], kHalf * static_cast<float>(laplacian.edge[k] / around));
        sum.add(full[p], kLimitHold);
        sum.take(next[p]);
        keep_largest(next[p], limit);
      }
    });
    std::swap(rows, next);
  }
  for (std::vector<WeightEntry>& row : rows) {
    std::erase_if(row, [](const WeightEntry& e) { return e.weight < kLeastLimited; });
    if (!row.empty()) keep_largest(row, 0);
  }
}

}  // namespace bindpose
