#include "rig/automatic/bend.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "math/geometry.h"
#include "math/numbers.h"
#include "rig/automatic/laplacian.h"

namespace bindpose {
namespace {

using glm::dvec3;

constexpr double kBend = 60.0 / kDegreesPerRadian;
constexpr double kLeastVolume = 1e-6;  // of the diagonal cubed

// Points with holes closed: each ring of edges with one triangle has a point more in its middle,
// and a triangle more an edge.
struct ClosedSurface {
  std::vector<dvec3> position;                     // #P, then one a hole
  std::vector<std::uint32_t> triangle;             // of these
  std::vector<std::vector<std::uint32_t>> around;  // the points around each hole
};

std::uint32_t root_of(std::vector<std::uint32_t>& group, std::uint32_t p) {
  while (group[p] != p) p = group[p] = group[group[p]];
  return p;
}

ClosedSurface closed_surface(const BindInput& in, const VertexGraph& graph) {
  ClosedSurface out;
  for (std::size_t p = 0; p < graph.size(); ++p)
    out.position.emplace_back(place_of(graph, in.position, p));
  std::unordered_map<std::uint64_t, int> turns;  // of an edge, from the lower to the higher point
  for (std::size_t t = 0; t + 2 < in.triangle.size(); t += 3) {
    const std::uint32_t* v = &in.triangle[t];
    if (!is_finite(in.position[v[0]]) || !is_finite(in.position[v[1]]) ||
        !is_finite(in.position[v[2]]))
      continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint64_t a = graph.point[v[k]], b = graph.point[v[(k + 1) % 3]];
      out.triangle.push_back(static_cast<std::uint32_t>(a));
      if (a != b) turns[std::min(a, b) << 32 | std::max(a, b)] += a < b ? 1 : -1;
    }
  }
  std::map<std::uint64_t, int> open;  // in an order that is always the same
  for (const auto& [edge, turn] : turns) {
    if (turn != 0) open.emplace(edge, turn);
  }
  std::vector<std::uint32_t> group(graph.size());
  for (std::uint32_t p = 0; p < graph.size(); ++p) group[p] = p;
  const auto low = [](std::uint64_t edge) { return static_cast<std::uint32_t>(edge >> 32); };
  const auto high = [](std::uint64_t edge) { return static_cast<std::uint32_t>(edge); };
  for (const auto& [edge, turn] : open)
    group[root_of(group, high(edge))] = root_of(group, low(edge));
  std::map<std::uint32_t, std::size_t> hole;
  for (const auto& [edge, turn] : open) {
    const auto [at, fresh] = hole.emplace(root_of(group, low(edge)), out.around.size());
    if (fresh) out.around.emplace_back();
    auto& around = out.around[at->second];
    around.push_back(low(edge));
    around.push_back(high(edge));
    const auto middle = static_cast<std::uint32_t>(graph.size() + at->second);
    for (int k = 0; k < std::abs(turn); ++k) {  // the edge once more, the other way
      const std::uint32_t from = turn > 0 ? high(edge) : low(edge),
                          to = turn > 0 ? low(edge) : high(edge);
      out.triangle.insert(out.triangle.end(), {middle, from, to});
    }
  }
  for (auto& around : out.around) {
    std::ranges::sort(around);
    const auto twice = std::ranges::unique(around);
    around.erase(twice.begin(), twice.end());
    dvec3 sum(0.0);
    for (const std::uint32_t p : around) sum += out.position[p];
    out.position.push_back(sum / static_cast<double>(around.size()));
  }
  return out;
}

double cone(const dvec3& apex, const dvec3& a, const dvec3& b, const dvec3& c) {
  return glm::dot(a - apex, glm::cross(b - apex, c - apex)) / 6.0;
}

dvec3 turned(const dvec3& v, const dvec3& axis) {  // O. Rodrigues, 1840
  return v * std::cos(kBend) + glm::cross(axis, v) * std::sin(kBend) +
         axis * (glm::dot(axis, v) * (1.0 - std::cos(kBend)));
}

// Across the bone and the one above; where these are in line, across the bone and the axis of the
// world that is farthest from it.
dvec3 bend_axis(const BoneSegment& bone, const BoneSegment& above) {
  const dvec3 along = dvec3(bone.tail) - dvec3(bone.head);
  const dvec3 before = dvec3(above.tail) - dvec3(above.head);
  const dvec3 across = glm::cross(before, along);
  if (glm::length(across) > 1e-3 * glm::length(along) * glm::length(before))
    return glm::normalize(across);
  const dvec3 size = glm::abs(along);
  const dvec3 far = size.x <= size.y && size.x <= size.z ? dvec3(1, 0, 0)
                    : size.y <= size.z                   ? dvec3(0, 1, 0)
                                                         : dvec3(0, 0, 1);
  const dvec3 out = glm::cross(along, far);
  return glm::length(out) > 0.0 ? glm::normalize(out) : dvec3(0, 0, 1);
}

// Seen from the joint, what is rigid on either side keeps its volume: only triangles that bend
// count.
double volume_after(const ClosedSurface& surface, const std::vector<double>& share,
                    const dvec3& joint, const dvec3& axis, double volume) {
  std::vector<dvec3> moved = surface.position;
  for (std::size_t p = 0; p < moved.size(); ++p) {
    if (share[p] > 0.0)
      moved[p] = glm::mix(moved[p], joint + turned(moved[p] - joint, axis), share[p]);
  }
  double gained = 0.0;
  for (std::size_t t = 0; t + 2 < surface.triangle.size(); t += 3) {
    const std::uint32_t a = surface.triangle[t], b = surface.triangle[t + 1],
                        c = surface.triangle[t + 2];
    const double least = std::min({share[a], share[b], share[c]}),
                 most = std::max({share[a], share[b], share[c]});
    if (most <= 0.0 || least >= 1.0) continue;
    gained += cone(joint, moved[a], moved[b], moved[c]) -
              cone(joint, surface.position[a], surface.position[b], surface.position[c]);
  }
  return (volume + gained) / volume;
}

}  // namespace

void bend_each(const BindInput& in, const Influences& weights, std::span<const int> parent,
               WeightFigures& out) {
  const VertexGraph graph = vertex_graph(in.position, in.triangle);
  const ClosedSurface surface = closed_surface(in, graph);
  Box box;
  for (const vec3& p : in.position) box.add(p);
  double volume = 0.0;
  const dvec3 middle(box.empty() ? vec3(0.0f) : box.center());
  for (std::size_t t = 0; t + 2 < surface.triangle.size(); t += 3)
    volume +=
        cone(middle, surface.position[surface.triangle[t]],
             surface.position[surface.triangle[t + 1]], surface.position[surface.triangle[t + 2]]);
  if (!(std::abs(volume) > kLeastVolume * std::pow(double(box.diagonal()), 3.0))) return;
  double sum = 0.0;
  std::size_t bends = 0;
  for (std::size_t s = 0; s < parent.size(); ++s) {
    if (parent[s] < 0 || !is_finite(in.segments[s].head) || !is_finite(in.segments[s].tail))
      continue;
    std::vector<std::uint8_t> below(parent.size(), 0);
    for (std::size_t k = 0; k < parent.size(); ++k) {
      int j = static_cast<int>(k);
      for (std::size_t steps = 0; j >= 0 && steps <= parent.size(); ++steps) {
        if (j == static_cast<int>(s)) below[k] = 1;
        j = parent[idx(j)];
      }
    }
    std::vector<double> share(surface.position.size(), 0.0);
    for (std::size_t p = 0; p < graph.size(); ++p) {
      const std::uint32_t v = graph.vertex[graph.vertex_offset[p]];
      for (std::size_t e = weights.offset[v]; e < weights.offset[v + 1]; ++e) {
        if (below[weights.slot[e]] != 0) share[p] += double(weights.weight[e]);
      }
      if (share[p] > 1.0 - 1e-6) share[p] = 1.0;
    }
    for (std::size_t h = 0; h < surface.around.size(); ++h) {
      double& middle_share = share[graph.size() + h];
      for (const std::uint32_t p : surface.around[h]) middle_share += share[p];
      middle_share /= static_cast<double>(surface.around[h].size());
    }
    const double kept =
        volume_after(surface, share, dvec3(in.segments[s].head),
                     bend_axis(in.segments[s], in.segments[idx(parent[s])]), volume);
    sum += kept;
    if (bends++ == 0 || kept < out.volume_least) {
      out.volume_least = kept;
      out.least_slot = static_cast<int>(s);
    }
  }
  if (bends == 0) return;
  out.has_volume = true;
  out.volume_mean = sum / static_cast<double>(bends);
}

}  // namespace bindpose
