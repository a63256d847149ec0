#include "rig/weights/weight_rows.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace bindpose {
namespace {

constexpr float kSumRounding = 1e-6f;

// Makes room for `wanted` values where there were `had`, at `first`.
template <typename T>
void resize_gap(std::vector<T>& list, std::size_t first, std::size_t had, std::size_t wanted) {
  const auto at = list.begin() + static_cast<std::ptrdiff_t>(first);
  if (wanted > had) {
    list.insert(at + static_cast<std::ptrdiff_t>(had), wanted - had, T{});
  } else {
    list.erase(at + static_cast<std::ptrdiff_t>(wanted), at + static_cast<std::ptrdiff_t>(had));
  }
}

}  // namespace

bool operator==(const WeightRow& a, const WeightRow& b) {
  const auto same = [](const WeightEntry& x, const WeightEntry& y) {
    return x.slot == y.slot && x.weight == y.weight;
  };
  return a.raw_weight_sum == b.raw_weight_sum &&
         std::equal(a.entry.begin(), a.entry.end(), b.entry.begin(), b.entry.end(), same);
}

WeightRow read_row(const Influences& influences, std::size_t vertex) {
  assert(vertex < influences.vertex_count());
  WeightRow row;
  for (std::size_t k = influences.offset[vertex]; k < influences.offset[vertex + 1]; ++k) {
    row.entry.push_back({influences.slot[k], influences.weight[k]});
  }
  row.raw_weight_sum = influences.raw_weight_sum[vertex];
  return row;
}

void write_row(Influences& influences, std::size_t vertex, const WeightRow& row) {
  assert(vertex < influences.vertex_count());
  const std::size_t first = influences.offset[vertex];
  const std::size_t had = influences.offset[vertex + 1] - first;
  const std::size_t wanted = row.entry.size();
  if (had != wanted) {
    resize_gap(influences.slot, first, had, wanted);
    resize_gap(influences.weight, first, had, wanted);
    const auto more = static_cast<std::uint32_t>(wanted - had);  // wraps where there are fewer
    for (std::size_t i = vertex + 1; i < influences.offset.size(); ++i) {
      influences.offset[i] += more;
    }
  }
  for (std::size_t k = 0; k < wanted; ++k) {
    influences.slot[first + k] = static_cast<std::uint16_t>(row.entry[k].slot);
    influences.weight[first + k] = row.entry[k].weight;
  }
  influences.raw_weight_sum[vertex] = row.raw_weight_sum;
}

void write_rows(Influences& influences, std::span<const RowChange> rows) {
  const bool same_sizes = std::ranges::all_of(rows, [&](const RowChange& change) {
    const std::size_t i = change.vertex;
    return influences.offset[i + 1] - influences.offset[i] == change.row->entry.size();
  });
  if (same_sizes || rows.size() < 2) {
    for (const RowChange& change : rows) write_row(influences, change.vertex, *change.row);
    return;
  }
  Influences out;
  const std::size_t vertices = influences.vertex_count();
  out.offset.clear();
  out.offset.reserve(vertices + 1);
  out.slot.reserve(influences.slot.size() + rows.size());
  out.weight.reserve(influences.slot.size() + rows.size());
  out.raw_weight_sum = std::move(influences.raw_weight_sum);
  std::size_t next = 0;
  const auto copy_until = [&](std::size_t vertex) {
    const std::size_t first = influences.offset[next], last = influences.offset[vertex];
    const auto shift = static_cast<std::uint32_t>(out.slot.size() - first);  // may wrap
    const auto from = static_cast<std::ptrdiff_t>(first), to = static_cast<std::ptrdiff_t>(last);
    out.slot.insert(out.slot.end(), influences.slot.begin() + from, influences.slot.begin() + to);
    out.weight.insert(out.weight.end(), influences.weight.begin() + from,
                      influences.weight.begin() + to);
    for (; next < vertex; ++next) out.offset.push_back(influences.offset[next] + shift);
  };
  for (const RowChange& change : rows) {
    copy_until(change.vertex);
    out.offset.push_back(static_cast<std::uint32_t>(out.slot.size()));
    for (const WeightEntry& e : change.row->entry) {
      out.slot.push_back(static_cast<std::uint16_t>(e.slot));
      out.weight.push_back(e.weight);
    }
    out.raw_weight_sum[change.vertex] = change.row->raw_weight_sum;
    ++next;
  }
  copy_until(vertices);
  out.offset.push_back(static_cast<std::uint32_t>(out.slot.size()));
  influences = std::move(out);
}

WeightRow make_row(std::span<const WeightEntry> entries, std::size_t slot_count) {
  const PackedInfluences packed =
      pack_influences({std::vector<WeightEntry>(entries.begin(), entries.end())}, slot_count);
  WeightRow row = read_row(packed.influences, 0);
  if (std::abs(row.raw_weight_sum - 1.0f) < kSumRounding) row.raw_weight_sum = 1.0f;
  return row;
}

void add_scaled(std::vector<ExactWeight>& row, std::span<const ExactWeight> more, double factor) {
  for (const ExactWeight& e : more) {
    const auto at = std::ranges::find(row, e.slot, &ExactWeight::slot);
    if (at == row.end()) {
      row.push_back({e.slot, factor * e.weight});
    } else {
      at->weight += factor * e.weight;
    }
  }
}

}  // namespace bindpose
