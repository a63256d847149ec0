// Rows of weights: as a file or a person gives them, one vertex's out of the compressed rows of
// Influences, and put back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rig/mesh.h"

namespace bindpose {

// The row of one vertex exactly as Influences keeps it: from largest to smallest, adding up to 1,
// or empty: the vertex follows its mesh's node.
struct WeightRow {
  std::vector<WeightEntry> entry;
  float raw_weight_sum = 0.0f;
};

bool operator==(const WeightRow& a, const WeightRow& b);

WeightRow read_row(const Influences& influences, std::size_t vertex);

// Puts a row in the place of the vertex's own. The rows behind it move only where the number of
// entries changes.
void write_row(Influences& influences, std::size_t vertex, const WeightRow& row);

// The same for many: `vertex` ascends, none twice. One pass over all of them.
struct RowChange {
  std::uint32_t vertex;
  const WeightRow* row;
};
void write_rows(Influences& influences, std::span<const RowChange> rows);

// Weights as a person gives them, cleaned as pack_influences() does. A sum that is 1 but for
// rounding counts as 1.
WeightRow make_row(std::span<const WeightEntry> entries, std::size_t slot_count);

// A stored sum that is nearer to 1 is 1.
inline constexpr float kSumTolerance = 1e-3f;

// Weights of #V vertices in compressed rows: vertex i has entry[offset[i] .. offset[i + 1]).
struct WeightRows {
  std::vector<std::uint32_t> offset{0};
  std::vector<WeightEntry> entry;

  std::size_t size() const { return offset.size() - 1; }
  std::span<const WeightEntry> row(std::size_t i) const {
    return std::span(entry).subspan(offset[i], offset[i + 1] - offset[i]);
  }
  // What was put behind the entries since the last row is the next one.
  void end_row() { offset.push_back(static_cast<std::uint32_t>(entry.size())); }
};

// A weight before it is rounded.
struct ExactWeight {
  int slot;
  double weight;
};
// row += factor * more, slot by slot. Rows are short: a list that is searched is quicker than a
// map.
void add_scaled(std::vector<ExactWeight>& row, std::span<const ExactWeight> more, double factor);

// Appends a vertex and returns the sum, which Influences::raw_weight_sum still lacks. Entry:
// ExactWeight or WeightEntry; the row is sorted from largest to smallest, has a slot once, and all
// its weights are > 0. What rounds to nothing beside the others is left out.
template <typename Entry>
double append_normalised(std::span<const Entry> row, Influences& out) {
  double sum = 0.0;
  for (const Entry& e : row) sum += e.weight;
  for (const Entry& e : row) {
    const float weight = static_cast<float>(e.weight / sum);
    if (!(weight > 0.0f)) continue;
    out.slot.push_back(static_cast<std::uint16_t>(e.slot));
    out.weight.push_back(weight);
  }
  out.offset.push_back(static_cast<std::uint32_t>(out.slot.size()));
  return sum;
}

// A sum as it is kept: finite.
inline float kept_sum(double sum) {
  constexpr double kLargest = 3.4028234663852886e38;  // of float
  return static_cast<float>(sum < kLargest ? sum : kLargest);
}

}  // namespace bindpose
