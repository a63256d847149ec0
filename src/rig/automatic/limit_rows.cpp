#include "rig/automatic/limit_rows.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace bindpose {
namespace {

// Below that the largest of many is as good as the others: which of them stays does not matter.
constexpr float kLeadingWeight = 0.25f;

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

// The steps of limit_rows() over rows that are cut.
struct CutSteps {
  const VertexGraph& graph;
  const SurfaceLaplacian& laplacian;
  const ShortRows &full, &cut;
  int limit;
  std::size_t slots;

  ShortRows smoothed(const std::vector<float>& hold, int steps,
                     const BindProgress& progress) const {
    ShortRows now = cut, next = cut;
    for (int step = 0; step < steps; ++step) {
      const BindProgress part =
          progress.within(double(step) / double(steps), double(step + 1) / double(steps));
      for_blocks(graph.size(), 2048, part, [&](std::size_t begin, std::size_t end) {
        RowSum sum(slots);
        std::vector<WeightEntry> row;
        for (std::size_t p = begin; p < end; ++p) {
          double around = 0.0;
          for (std::size_t k = graph.offset[p]; k < graph.offset[p + 1]; ++k) {
            if (!now[graph.neighbour[k]].empty()) around += laplacian.edge[k];
          }
          if (now[p].empty() || !(around > 0.0)) continue;
          const float half = 0.5f * (1.0f - hold[p]);
          sum.add(now[p], half);
          for (std::size_t k = graph.offset[p]; k < graph.offset[p + 1]; ++k)
            sum.add(now[graph.neighbour[k]], half * static_cast<float>(laplacian.edge[k] / around));
          sum.add(full[p], hold[p]);
          sum.take(row);
          keep_largest(row, limit);
          next.set(p, row);
        }
      });
      std::swap(now, next);
    }
    return now;
  }

  // Each step cuts again, which takes most from bones whose region is no wider than the steps reach
  // (a hand of some vertices among its fingers): its points are held more. False: none faded.
  bool hold_what_fades(const ShortRows& now, std::vector<float>& hold) const {
    const std::vector<double> before = totals(cut), after = totals(now);
    std::vector<std::uint8_t> fades(slots, 0);
    for (std::size_t p = 0; p < graph.size(); ++p) {
      const auto largest = std::ranges::max_element(full[p], {}, &WeightEntry::weight);
      if (largest == full[p].end() || largest->weight < kLeadingWeight) continue;
      const auto s = static_cast<std::size_t>(largest->slot);
      fades[s] = after[s] < kLimitKept * before[s] ? 1 : 0;
    }
    if (std::ranges::count(fades, 1) == 0) return false;
    for (std::size_t p = 0; p < graph.size(); ++p) {
      if (std::ranges::any_of(cut[p], [&](const WeightEntry& e) {
            return fades[static_cast<std::size_t>(e.slot)] != 0;
          }))
        hold[p] *= 2.0f;
    }
    return true;
  }

  std::vector<double> totals(const ShortRows& rows) const {
    std::vector<double> out(slots, 0.0);
    for (std::size_t p = 0; p < graph.size(); ++p) {
      for (const WeightEntry& e : rows[p])
        out[static_cast<std::size_t>(e.slot)] += laplacian.mass[p] * double(e.weight);
    }
    return out;
  }
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
  const ShortRows cut(rows, most);
  const CutSteps cut_steps{graph, laplacian, full, cut, limit, slots};
  const int steps = steps_over(laplacian, rows.size(), diagonal);
  std::vector<float> hold(rows.size(), kLimitHold);
  ShortRows now = cut_steps.smoothed(hold, steps, progress.within(0.0, 0.6));
  constexpr double kRound = 0.4 / kMostLimitRounds;
  for (int round = 0; round < kMostLimitRounds && cut_steps.hold_what_fades(now, hold); ++round) {
    now = cut_steps.smoothed(hold, steps,
                             progress.within(0.6 + kRound * round, 0.6 + kRound * (round + 1)));
  }
  for (std::size_t p = 0; p < rows.size(); ++p) rows[p].assign(now[p].begin(), now[p].end());
  for (std::vector<WeightEntry>& row : rows) drop_crumbs(row);
}

}  // namespace bindpose
