#include "rig/automatic/diffusion.h"

#include <algorithm>

namespace bindpose {

std::vector<SparseEntry> laplacian_plus(const VertexGraph& graph, const SurfaceLaplacian& laplacian,
                                        std::span<const double> diagonal) {
  std::vector<SparseEntry> out;
  out.reserve(graph.size() + graph.neighbour.size() / 2);
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    double sum = diagonal[p];
    for (std::size_t k = graph.offset[p]; k < graph.offset[p + 1]; ++k) {
      sum += laplacian.edge[k];
      if (graph.neighbour[k] < p) out.push_back({p, graph.neighbour[k], -laplacian.edge[k]});
    }
    out.push_back({p, p, sum});
  }
  return out;
}

std::vector<std::vector<WeightEntry>> solved_rows(
    const SparseSystem& system, std::size_t points, std::size_t slots,
    const std::function<bool(std::size_t slot, std::vector<double>& right)>& right,
    const BindProgress& progress) {
  constexpr std::size_t kGroup = 16;
  std::vector<std::vector<WeightEntry>> rows(points);
  const double share = 1.0 / static_cast<double>(std::max<std::size_t>(slots, 1));
  for (std::size_t first = 0; first < slots; first += kGroup) {
    const std::size_t size = std::min(kGroup, slots - first);
    std::vector<std::vector<double>> solved(size);
    const BindProgress part = progress.within(share * static_cast<double>(first),
                                              share * static_cast<double>(first + size));
    for_blocks(size, 1, part, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        std::vector<double> b(points, 0.0);
        if (right(first + k, b)) solved[k] = system.solve(b);
      }
    });
    for (std::size_t k = 0; k < size; ++k) {
      for (std::size_t p = 0; p < solved[k].size(); ++p) {
        const auto w = static_cast<float>(solved[k][p]);
        if (w > kLeastWeight) rows[p].push_back({static_cast<int>(first + k), w});
      }
    }
  }
  return rows;
}

void diffuse_rows(const VertexGraph& graph, const SurfaceLaplacian& laplacian, double reach,
                  std::size_t slots, std::vector<std::vector<WeightEntry>>& rows,
                  const BindProgress& progress) {
  std::vector<double> mass = laplacian.mass;
  for (double& m : mass) m /= reach * reach;
  const SparseSystem system(graph.size(), laplacian_plus(graph, laplacian, mass));
  if (!system.is_good()) return;
  progress.at(0.3);
  std::vector<std::vector<std::pair<std::uint32_t, float>>> column(slots);
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    for (const WeightEntry& e : rows[p])
      column[static_cast<std::size_t>(e.slot)].emplace_back(p, e.weight);
  }
  auto spread = solved_rows(
      system, graph.size(), slots,
      [&](std::size_t slot, std::vector<double>& right) {
        for (const auto& [p, w] : column[slot]) right[p] = mass[p] * double(w);
        return !column[slot].empty();
      },
      progress.within(0.3, 1.0));
  for (std::size_t p = 0; p < graph.size(); ++p) {
    if (!rows[p].empty() && !spread[p].empty()) rows[p] = std::move(spread[p]);
  }
}

}  // namespace bindpose
