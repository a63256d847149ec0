#include "rig/surface/vertex_graph.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>

#include "math/numbers.h"

namespace bindpose {
namespace {

// Equal places have equal bits: -0 is 0.
std::array<std::uint32_t, 3> bits_of(const vec3& p) {
  return {std::bit_cast<std::uint32_t>(p.x + 0.0f), std::bit_cast<std::uint32_t>(p.y + 0.0f),
          std::bit_cast<std::uint32_t>(p.z + 0.0f)};
}

std::size_t hash_of(const std::array<std::uint32_t, 3>& bits) {
  std::uint64_t h = 0x9e3779b97f4a7c15u;
  for (const std::uint32_t b : bits) {
    h = (h ^ b) * 0xff51afd7ed558ccdu;
    h ^= h >> 32;
  }
  return static_cast<std::size_t>(h);
}

// Numbers the places by a table with open addresses. Returns how many there are.
std::size_t number_points(std::span<const vec3> position, std::vector<std::uint32_t>& point) {
  constexpr std::uint32_t kFree = 0xffffffffu;
  const std::size_t size = std::bit_ceil(2 * position.size() + 1), mask = size - 1;
  std::vector<std::uint32_t> table(size, kFree);  // the first vertex at a place
  point.resize(position.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < position.size(); ++i) {
    if (!is_finite(position[i])) {
      point[i] = static_cast<std::uint32_t>(count++);
      continue;
    }
    const auto bits = bits_of(position[i]);
    std::size_t at = hash_of(bits) & mask;
    while (table[at] != kFree && bits_of(position[table[at]]) != bits) at = (at + 1) & mask;
    if (table[at] == kFree) {
      table[at] = static_cast<std::uint32_t>(i);
      point[i] = static_cast<std::uint32_t>(count++);
    } else {
      point[i] = point[table[at]];
    }
  }
  return count;
}

// What belongs to each of `count` groups, in compressed rows, in the order of the items.
void group(std::span<const std::uint32_t> group_of, std::size_t count,
           std::vector<std::uint32_t>& offset, std::vector<std::uint32_t>& item) {
  offset.assign(count + 1, 0);
  for (const std::uint32_t g : group_of) ++offset[g + 1];
  std::partial_sum(offset.begin(), offset.end(), offset.begin());
  item.resize(group_of.size());
  std::vector<std::uint32_t> next(offset.begin(), offset.end() - 1);
  for (std::size_t i = 0; i < group_of.size(); ++i) {
    item[next[group_of[i]]++] = static_cast<std::uint32_t>(i);
  }
}

struct Edges {
  std::vector<std::uint32_t> from, to;  // both ways; an edge as often as triangles have it
};

Edges edges_of(std::span<const vec3> position, std::span<const std::uint32_t> triangle,
               std::span<const std::uint32_t> point) {
  Edges edges;
  edges.from.reserve(2 * triangle.size());
  edges.to.reserve(2 * triangle.size());
  for (std::size_t t = 0; t + 2 < triangle.size(); t += 3) {
    const auto corner = triangle.subspan(t, 3);
    const bool good = std::ranges::all_of(
        corner, [&](std::uint32_t v) { return v < position.size() && is_finite(position[v]); });
    if (!good) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = point[corner[k]], b = point[corner[(k + 1) % 3]];
      if (a == b) continue;
      edges.from.push_back(a);
      edges.to.push_back(b);
      edges.from.push_back(b);
      edges.to.push_back(a);
    }
  }
  return edges;
}

}  // namespace

VertexGraph vertex_graph(std::span<const vec3> position, std::span<const std::uint32_t> triangle) {
  VertexGraph graph;
  const std::size_t count = number_points(position, graph.point);
  group(graph.point, count, graph.vertex_offset, graph.vertex);
  const Edges edges = edges_of(position, triangle, graph.point);
  std::vector<std::uint32_t> begin, order;
  group(edges.from, count, begin, order);
  graph.offset.reserve(count + 1);
  std::vector<std::uint32_t> row;
  for (std::size_t p = 0; p < count; ++p) {
    row.clear();
    for (std::uint32_t k = begin[p]; k < begin[p + 1]; ++k) row.push_back(edges.to[order[k]]);
    std::ranges::sort(row);
    row.erase(std::unique(row.begin(), row.end()), row.end());
    const vec3& here = position[graph.vertices_of(p)[0]];
    for (const std::uint32_t q : row) {
      graph.neighbour.push_back(q);
      graph.length.push_back(glm::length(position[graph.vertices_of(q)[0]] - here));
    }
    graph.offset.push_back(static_cast<std::uint32_t>(graph.neighbour.size()));
  }
  return graph;
}

std::vector<std::uint32_t> connected_parts(const VertexGraph& graph, std::size_t& count) {
  constexpr std::uint32_t kNoWay = 0xffffffffu;
  std::vector<std::uint32_t> part(graph.size(), kNoWay), open;
  count = 0;
  for (std::uint32_t first = 0; first < graph.size(); ++first) {
    if (part[first] != kNoWay) continue;
    const auto number = static_cast<std::uint32_t>(count++);
    part[first] = number;
    open.assign(1, first);
    while (!open.empty()) {
      const std::uint32_t p = open.back();
      open.pop_back();
      for (const std::uint32_t q : graph.neighbours_of(p)) {
        if (part[q] != kNoWay) continue;
        part[q] = number;
        open.push_back(q);
      }
    }
  }
  return part;
}

std::vector<float> distances_along(const VertexGraph& graph, std::span<const std::uint32_t> sources,
                                   float within) {
  std::vector<float> distance(graph.size(), std::numeric_limits<float>::infinity());
  using Reached = std::pair<float, std::uint32_t>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
  for (const std::uint32_t p : sources) {
    if (p >= graph.size() || distance[p] == 0.0f) continue;
    distance[p] = 0.0f;
    open.emplace(0.0f, p);
  }
  while (!open.empty()) {
    const auto [d, p] = open.top();
    open.pop();
    if (d > distance[p]) continue;
    for (std::uint32_t k = graph.offset[p]; k < graph.offset[p + 1]; ++k) {
      const float longer = d + graph.length[k];
      if (longer > within || !(longer < distance[graph.neighbour[k]])) continue;
      distance[graph.neighbour[k]] = longer;
      open.emplace(longer, graph.neighbour[k]);
    }
  }
  return distance;
}

FartherAlong::FartherAlong(const VertexGraph& graph)
    : graph_(graph), distance_(graph.size(), std::numeric_limits<float>::infinity()) {}

std::vector<std::uint8_t> FartherAlong::of(std::span<const std::uint32_t> sources,
                                           std::span<const Target> targets) {
  using Reached = std::pair<float, std::uint32_t>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
  const auto reach = [&](std::uint32_t p, float d) {
    if (!(d < distance_[p])) return;
    if (distance_[p] == std::numeric_limits<float>::infinity()) touched_.push_back(p);
    distance_[p] = d;
    open.emplace(d, p);
  };
  for (const std::uint32_t p : sources) {
    if (p < graph_.size()) reach(p, 0.0f);
  }
  // A way that is short enough answers a target; the walk is over where it is longer than all that
  // are left ask for. Those that ask for the longest are first.
  std::vector<Target> waiting(targets.begin(), targets.end());
  std::ranges::sort(waiting, std::ranges::greater{}, &Target::within);
  std::size_t next = 0;
  while (!open.empty()) {
    const auto [d, p] = open.top();
    open.pop();
    if (d > distance_[p]) continue;
    while (next < waiting.size() && distance_[waiting[next].point] <= waiting[next].within) ++next;
    if (next == waiting.size() || d > waiting[next].within) break;
    for (std::uint32_t k = graph_.offset[p]; k < graph_.offset[p + 1]; ++k) {
      const float longer = d + graph_.length[k];
      if (longer <= waiting[next].within) reach(graph_.neighbour[k], longer);
    }
  }
  std::vector<std::uint8_t> out;
  out.reserve(targets.size());
  for (const Target& t : targets) out.push_back(distance_[t.point] > t.within ? 1 : 0);
  walked_ += touched_.size();
  for (const std::uint32_t p : touched_) distance_[p] = std::numeric_limits<float>::infinity();
  touched_.clear();
  return out;
}

}  // namespace bindpose
