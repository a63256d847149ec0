#include "rig/automatic/smooth.h"

#include <algorithm>
#include <cmath>

namespace bindpose {

void smooth_rows(const VertexGraph& graph, std::vector<std::vector<WeightEntry>>& rows,
                 std::size_t slots) {
  std::vector<std::vector<WeightEntry>> out(rows.size());
  for_blocks(rows.size(), 4096, {}, [&](std::size_t begin, std::size_t end) {
    std::vector<double> sum(slots, 0.0);
    std::vector<int> touched;
    const auto add = [&](const std::vector<WeightEntry>& row, double share) {
      for (const WeightEntry& e : row) {
        double& s = sum[static_cast<std::size_t>(e.slot)];
        if (s == 0.0) touched.push_back(e.slot);
        s += share * e.weight;
      }
    };
    for (std::size_t p = begin; p < end; ++p) {
      const auto neighbours = graph.neighbours_of(p);
      const auto count =
          std::ranges::count_if(neighbours, [&](std::uint32_t n) { return !rows[n].empty(); });
      if (rows[p].empty() || count == 0) {
        out[p] = rows[p];
        continue;
      }
      add(rows[p], 0.5);
      for (const std::uint32_t n : neighbours) add(rows[n], 0.5 / static_cast<double>(count));
      std::ranges::sort(touched);
      for (const int slot : touched) {
        double& s = sum[static_cast<std::size_t>(slot)];
        out[p].push_back({slot, static_cast<float>(s)});
        s = 0.0;
      }
      touched.clear();
    }
  });
  rows = std::move(out);
}

}  // namespace bindpose
