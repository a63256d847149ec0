#include "rig/automatic/inverse_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/geometry.h"
#include "math/numbers.h"
#include "rig/automatic/limit_rows.h"

namespace bindpose {
namespace {

bool is_usable(const BoneSegment& s) {
  return is_finite(s.head) && is_finite(s.tail);
}

// Relative to the nearest distance, so that no power of it overflows.
void inverse_row(const vec3& p, const BindInput& in, float power, std::vector<WeightEntry>& row) {
  row.clear();
  float nearest = std::numeric_limits<float>::infinity();
  for (std::size_t s = 0; s < in.segments.size(); ++s) {
    if (!is_usable(in.segments[s])) continue;
    const float d = segment_distance(p, in.segments[s]);
    row.push_back({static_cast<int>(s), d});
    nearest = std::min(nearest, d);
  }
  for (WeightEntry& e : row) {
    const float d = e.weight;
    e.weight = nearest > 0.0f ? std::pow(nearest / d, power) : (d > 0.0f ? 0.0f : 1.0f);
  }
}

}  // namespace

float inverse_distance_curve(float distance, float power) {
  return std::pow(std::max(distance, 1e-6f), -power);
}

AutomaticWeights inverse_distance_weights(const BindInput& in,
                                          const InverseDistanceOptions& options,
                                          const BindProgress& progress) {
  check_bind_input(in);
  const float power = std::clamp(options.power, 0.5f, 16.0f);
  const VertexGraph graph = vertex_graph(in.position, in.triangle);
  const std::size_t count = graph.size();
  std::vector<std::vector<WeightEntry>> rows(count);
  for_blocks(count, 2048, progress.within(0.0, 0.5), [&](std::size_t begin, std::size_t end) {
    std::vector<WeightEntry> row;
    for (std::size_t p = begin; p < end; ++p) {
      const vec3& at = place_of(graph, in.position, p);
      if (!is_finite(at)) continue;
      inverse_row(at, in, power, row);
      if (!row.empty()) keep_largest(row, 0);
      rows[p] = row;
    }
  });
  Box box;
  for (const vec3& p : in.position) box.add(p);
  limit_rows(graph, surface_laplacian(graph, in.position, in.triangle), box.diagonal(),
             options.limit, in.segments.size(), rows, progress.within(0.5, 1.0));
  return {influences_of(rows, graph.point)};
}

}  // namespace bindpose
