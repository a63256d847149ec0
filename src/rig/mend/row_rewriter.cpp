#include "rig/mend/row_rewriter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bindpose {
namespace {

constexpr double kWeightRounding = 1e-7;  // of a weight

void sort_row(std::vector<ExactWeight>& row) {
  std::erase_if(row, [](const ExactWeight& e) { return !(e.weight > 0.0); });
  std::ranges::stable_sort(row, [](const ExactWeight& a, const ExactWeight& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.slot < b.slot;
  });
}

}  // namespace

std::vector<ExactWeight> exact_row(const Influences& in, std::size_t vertex) {
  std::vector<ExactWeight> row;
  for (std::size_t k = in.offset[vertex]; k < in.offset[vertex + 1]; ++k) {
    row.push_back({in.slot[k], in.weight[k]});
  }
  return row;
}

std::vector<ExactWeight> keeping_locked(std::span<const ExactWeight> now,
                                        std::vector<ExactWeight> wanted, const MendScope& scope) {
  if (scope.locked.empty()) return wanted;
  const auto is_locked = [&scope](const ExactWeight& e) {
    return scope.is_locked(static_cast<std::size_t>(e.slot));
  };
  std::erase_if(wanted, is_locked);
  double kept = 0.0, sum = 0.0;
  for (const ExactWeight& e : wanted) sum += e.weight;
  std::vector<ExactWeight> out;
  for (const ExactWeight& e : now) {
    if (!is_locked(e)) continue;
    out.push_back(e);
    kept += e.weight;
  }
  const double rest = 1.0 - kept;
  if (rest <= kWeightRounding) return out;
  if (!(sum > 0.0)) return {};
  for (const ExactWeight& e : wanted) out.push_back({e.slot, e.weight / sum * rest});
  return out;
}

bool same_but_for_rounding(std::span<const ExactWeight> now, std::span<const ExactWeight> row) {
  double sum = 0.0;
  for (const ExactWeight& e : row) sum += e.weight;
  return row.size() == now.size() && std::ranges::all_of(row, [&](const ExactWeight& e) {
           const auto at = std::ranges::find(now, e.slot, &ExactWeight::slot);
           return at != now.end() && std::abs(at->weight - e.weight / sum) <= kWeightRounding;
         });
}

void RowRewriter::copy_until(std::size_t vertex) {
  Influences& out = out_.influences;
  const std::size_t first = in_.offset[next_], last = in_.offset[vertex];
  const auto from = static_cast<std::ptrdiff_t>(first), to = static_cast<std::ptrdiff_t>(last);
  const auto shift = static_cast<std::uint32_t>(out.slot.size() - first);  // may wrap
  out.slot.insert(out.slot.end(), in_.slot.begin() + from, in_.slot.begin() + to);
  out.weight.insert(out.weight.end(), in_.weight.begin() + from, in_.weight.begin() + to);
  for (; next_ < vertex; ++next_) {
    out.offset.push_back(in_.offset[next_ + 1] + shift);
    out.raw_weight_sum.push_back(in_.raw_weight_sum[next_]);
  }
}

void RowRewriter::put(std::uint32_t vertex, std::vector<ExactWeight> row) {
  sort_row(row);
  if (same_but_for_rounding(exact_row(in_, vertex), row)) return;
  copy_until(vertex);
  Influences& out = out_.influences;
  if (row.empty()) {
    out.offset.push_back(static_cast<std::uint32_t>(out.slot.size()));
  } else {
    append_normalised(std::span<const ExactWeight>(row), out);
  }
  out.raw_weight_sum.push_back(row.empty() ? 0.0f : 1.0f);
  ++next_;
  out_.changed.push_back(vertex);
}

void RowRewriter::put_as_it_is(std::uint32_t vertex, std::vector<ExactWeight> row, float sum) {
  sort_row(row);
  copy_until(vertex);
  Influences& out = out_.influences;
  for (const ExactWeight& e : row) {
    out.slot.push_back(static_cast<std::uint16_t>(e.slot));
    out.weight.push_back(static_cast<float>(e.weight));
  }
  out.offset.push_back(static_cast<std::uint32_t>(out.slot.size()));
  out.raw_weight_sum.push_back(sum);
  ++next_;
  out_.changed.push_back(vertex);
}

void RowRewriter::put_sum(std::uint32_t vertex) {
  copy_until(vertex + std::size_t{1});
  out_.influences.raw_weight_sum[vertex] = 1.0f;
  out_.changed.push_back(vertex);
}

Mended RowRewriter::finish() {
  copy_until(in_.vertex_count());
  return std::move(out_);
}

}  // namespace bindpose
