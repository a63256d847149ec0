#include "rig/surface/surface_faults.h"

#include <algorithm>
#include <array>
#include <utility>

#include "math/geometry.h"
#include "math/numbers.h"
#include "rig/surface/box_tree.h"

namespace bindpose {
namespace {

bool has_places(std::span<const vec3> position, std::span<const std::uint32_t> corner) {
  return std::ranges::all_of(
      corner, [&](std::uint32_t v) { return v < position.size() && is_finite(position[v]); });
}

bool is_without_area(std::span<const vec3> position, std::span<const std::uint32_t> corner) {
  const glm::dvec3 a(position[corner[0]]), b(position[corner[1]]), c(position[corner[2]]);
  const double longest = std::max({glm::distance(a, b), glm::distance(b, c), glm::distance(c, a)});
  return !(glm::length(glm::cross(b - a, c - a)) > kFlatTriangle * longest * longest);
}

struct EdgeUse {
  std::uint64_t ends;  // both points, the lower one first
  std::uint32_t triangle;
  auto operator<=>(const EdgeUse&) const = default;
};

// Whether the part meets the line through p along `axis` an uneven number of times below p and
// above it. Edges count to one of their two sides alone, whichever triangle asks.
std::pair<bool, bool> crossings(std::span<const vec3> position,
                                std::span<const std::uint32_t> triangle,
                                std::span<const std::uint32_t> part, const vec3& p, int axis) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  bool below = false, above = false;
  for (const std::uint32_t t : part) {
    const vec3* corner[3];
    for (std::size_t k = 0; k < 3; ++k) corner[k] = &position[triangle[3 * t + k]];
    const bool up[3] = {(*corner[0])[v] > p[v], (*corner[1])[v] > p[v], (*corner[2])[v] > p[v]};
    if (up[0] == up[1] && up[1] == up[2]) continue;
    // Where its two sides that cross the height of p do so: at a and b along u, z along the axis.
    double at_u[2] = {}, at_z[2] = {};
    int found = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      if (up[k] == up[(k + 1) % 3]) continue;
      const vec3& low = up[k] ? *corner[(k + 1) % 3] : *corner[k];
      const vec3& high = up[k] ? *corner[k] : *corner[(k + 1) % 3];
      const double part_of = (double(p[v]) - low[v]) / (double(high[v]) - low[v]);
      at_u[found] = low[u] + part_of * (double(high[u]) - low[u]);
      at_z[found++] = low[axis] + part_of * (double(high[axis]) - low[axis]);
    }
    if ((at_u[0] > p[u]) == (at_u[1] > p[u])) continue;
    const double z = at_z[0] + (double(p[u]) - at_u[0]) / (at_u[1] - at_u[0]) * (at_z[1] - at_z[0]);
    (z > p[axis] ? above : below) ^= true;
  }
  return {below, above};
}

bool lies_inside(std::span<const vec3> position, std::span<const std::uint32_t> triangle,
                 std::span<const std::uint32_t> part, const vec3& p) {
  int votes = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const auto [below, above] = crossings(position, triangle, part, p, axis);
    votes += int(below) + int(above);
  }
  return votes >= 4;
}

struct SurfacePart {
  Box box;
  float diagonal = 0.0f;
  std::vector<std::uint32_t> triangle;
};

bool has_at(const Box& box, const vec3& p) {
  return glm::all(glm::lessThanEqual(box.lo, p)) && glm::all(glm::lessThanEqual(p, box.hi));
}

// What lies outside of its box lies outside of the part.
bool holds_any(std::span<const vec3> position, std::span<const std::uint32_t> triangle,
               const SurfacePart& part, std::span<const vec3> places) {
  return std::ranges::any_of(places, [&](const vec3& p) {
    return has_at(part.box, p) && lies_inside(position, triangle, part.triangle, p);
  });
}

bool lies_within(std::span<const vec3> position, std::span<const std::uint32_t> triangle,
                 const SurfacePart& inner, const SurfacePart& outer) {
  const std::size_t n = inner.triangle.size(), samples = std::min(n, kNestedSamples);
  for (std::size_t s = 0; s < samples; ++s) {
    const std::uint32_t t = inner.triangle[s * n / samples];
    if (!lies_inside(position, triangle, outer.triangle, position[triangle[3 * std::size_t{t}]]))
      return false;
  }
  return true;
}

}  // namespace

SurfaceFaults surface_faults(const VertexGraph& graph, std::span<const vec3> position,
                             std::span<const std::uint32_t> triangle) {
  SurfaceFaults out;
  std::vector<EdgeUse> edges;
  edges.reserve(triangle.size());
  for (std::size_t t = 0; 3 * t + 2 < triangle.size(); ++t) {
    const auto corner = triangle.subspan(3 * t, 3);
    if (!has_places(position, corner)) continue;
    const auto number = static_cast<std::uint32_t>(t);
    if (is_without_area(position, corner)) out.flat.push_back(number);
    std::array<std::uint32_t, 3> p{};
    for (std::size_t k = 0; k < 3; ++k) p[k] = graph.point[corner[k]];
    if (p[0] == p[1] || p[1] == p[2] || p[2] == p[0]) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax(p[k], p[(k + 1) % 3]);
      edges.push_back({std::uint64_t{low} << 32 | high, number});
    }
  }
  std::ranges::sort(edges);
  for (std::size_t e = 0; e < edges.size();) {
    std::size_t end = e;
    while (end < edges.size() && edges[end].ends == edges[e].ends) ++end;
    if (end - e == 1) out.border.push_back(edges[e].triangle);
    if (end - e > 2) out.crowded.push_back(edges[e].triangle);
    e = end;
  }
  std::ranges::sort(out.border);
  std::ranges::sort(out.crowded);
  return out;
}

std::vector<NestedPart> nested_parts(const VertexGraph& graph, std::span<const vec3> position,
                                     std::span<const std::uint32_t> triangle,
                                     std::span<const vec3> holds,
                                     const std::function<void(double)>& tell) {
  std::size_t count = 0;
  const std::vector<std::uint32_t> part_of = connected_parts(graph, count);
  std::vector<SurfacePart> part(count);
  for (std::size_t t = 0; 3 * t + 2 < triangle.size(); ++t) {
    const auto corner = triangle.subspan(3 * t, 3);
    if (!has_places(position, corner)) continue;
    SurfacePart& of = part[part_of[graph.point[corner[0]]]];
    of.triangle.push_back(static_cast<std::uint32_t>(t));
    for (const std::uint32_t v : corner) of.box.add(position[v]);
  }
  std::erase_if(part, [](const SurfacePart& p) { return p.triangle.empty(); });
  std::vector<Box> box;
  for (SurfacePart& p : part) {
    p.diagonal = p.box.diagonal();
    box.push_back(p.box);
  }
  const BoxTree tree(box);
  std::vector<NestedPart> out;
  for (std::size_t k = 0; k < part.size(); ++k) {
    if (tell) tell(double(k) / double(part.size()));
    const SurfacePart& inner = part[k];
    const SurfacePart* around = nullptr;
    tree.each_around(inner.box, [&](std::uint32_t number) {
      const SurfacePart& outer = part[number];
      if (inner.diagonal < kNestedLeast * outer.diagonal) return false;
      if (lies_within(position, triangle, inner, outer)) around = &outer;
      return around == nullptr;
    });
    if (around != nullptr && (holds.empty() || holds_any(position, triangle, inner, holds)))
      out.push_back({inner.triangle.front(), around->triangle.front()});
  }
  return out;
}

}  // namespace bindpose
