// One vertex's weights taken out of the compressed rows of Influences, and put back.
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

// Weights as a person gives them, cleaned as pack_influences() does. A sum that is 1 but for
// rounding counts as 1.
WeightRow make_row(std::span<const WeightEntry> entries, std::size_t slot_count);

}  // namespace bindpose
