#include "rig/automatic/laplacian.h"

#include <algorithm>

#include "math/numbers.h"

namespace bindpose {
namespace {

constexpr double kLargestCotangent = 1e4;

void add_edge(const VertexGraph& graph, std::vector<double>& edge, std::uint32_t from,
              std::uint32_t to, double w) {
  const auto row = graph.neighbours_of(from);
  const auto found = std::ranges::lower_bound(row, to);
  if (found != row.end() && *found == to)
    edge[graph.offset[from] + static_cast<std::size_t>(found - row.begin())] += w;
}

}  // namespace

SurfaceLaplacian surface_laplacian(const VertexGraph& graph, std::span<const vec3> position,
                                   std::span<const std::uint32_t> triangle) {
  SurfaceLaplacian out;
  out.edge.assign(graph.neighbour.size(), 0.0);
  out.mass.assign(graph.size(), 0.0);
  for (std::size_t t = 0; t + 2 < triangle.size(); t += 3) {
    const std::uint32_t v[] = {triangle[t], triangle[t + 1], triangle[t + 2]};
    if (std::ranges::any_of(
            v, [&](std::uint32_t i) { return i >= position.size() || !is_finite(position[i]); }))
      continue;
    const std::uint32_t p[] = {graph.point[v[0]], graph.point[v[1]], graph.point[v[2]]};
    for (int k = 0; k < 3; ++k) {
      const int a = (k + 1) % 3, b = (k + 2) % 3;
      const glm::dvec3 o(position[v[k]]);
      const glm::dvec3 u = glm::dvec3(position[v[a]]) - o, w = glm::dvec3(position[v[b]]) - o;
      const double twice_area = glm::length(glm::cross(u, w));
      const double along = glm::dot(u, w);
      out.mass[p[k]] += twice_area / 6.0;
      out.area += twice_area / 6.0;
      if (p[a] == p[b] || !(twice_area > 0.0)) continue;
      const double cotangent =
          std::clamp(along / twice_area, -kLargestCotangent, kLargestCotangent);
      add_edge(graph, out.edge, p[a], p[b], 0.5 * cotangent);
      add_edge(graph, out.edge, p[b], p[a], 0.5 * cotangent);
    }
  }
  for (double& w : out.edge) w = std::max(w, kLeastEdge);
  const double mean = graph.size() > 0 ? out.area / static_cast<double>(graph.size()) : 0.0;
  const double least = mean > 0.0 ? 1e-6 * mean : 1.0;
  for (double& m : out.mass) m = std::max(m, least);
  return out;
}

}  // namespace bindpose
