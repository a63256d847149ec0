#include "rig/surface/section_ring.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "rig/surface/vertex_graph.h"

namespace bindpose {
namespace {

using glm::dvec3;

using EdgeKey = std::uint64_t;

EdgeKey edge_key(std::uint32_t a, std::uint32_t b) {
  return (EdgeKey(std::min(a, b)) << 32) | EdgeKey(std::max(a, b));
}

// A step of a line over one triangle: in over one edge, out over another. Neighbours go over their
// common edge the other way round, so that each line has one direction.
struct RingStep {
  SectionRing::Corner from;
  EdgeKey to = 0;
  bool walked = false;
};

dvec3 corner_place(const SectionRing::Corner& c, std::span<const vec3> position) {
  return glm::mix(dvec3(position[c.a]), dvec3(position[c.b]), double(c.part));
}

std::unordered_map<EdgeKey, RingStep> ring_steps(std::span<const vec3> position,
                                                 std::span<const std::uint32_t> triangle,
                                                 const vec3& point, const vec3& normal) {
  const VertexGraph graph = vertex_graph(position, triangle);
  std::vector<double> height;
  for (const vec3& p : position) height.push_back(glm::dot(dvec3(p) - dvec3(point), dvec3(normal)));
  std::unordered_map<EdgeKey, RingStep> steps;
  for (std::size_t t = 0; t + 2 < triangle.size(); t += 3) {
    const std::uint32_t* v = &triangle[t];
    if (std::max({v[0], v[1], v[2]}) >= position.size()) continue;
    RingStep step;
    EdgeKey in = 0;
    int crossed = 0;
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t a = v[k], b = v[(k + 1) % 3];
      const double from = height[a], to = height[b];
      if (!std::isfinite(from) || !std::isfinite(to) || (from >= 0.0) == (to >= 0.0)) continue;
      const EdgeKey key = edge_key(graph.point[a], graph.point[b]);
      ++crossed;
      if (to >= 0.0) {
        in = key;
        step.from = {a, b, static_cast<float>(from / (from - to))};
      } else {
        step.to = key;
      }
    }
    if (crossed == 2) steps.try_emplace(in, step);
  }
  return steps;
}

// How often the ring goes around the point, seen along the normal.
int turns_around(const SectionRing& ring, std::span<const vec3> position, const vec3& point,
                 const vec3& normal) {
  const dvec3 n(normal), other = std::abs(n.x) < 0.9 ? dvec3(1, 0, 0) : dvec3(0, 1, 0);
  const dvec3 x = glm::normalize(glm::cross(other, n)), y = glm::cross(n, x);
  double sum = 0.0;
  const auto angle_of = [&](const SectionRing::Corner& c) {
    const dvec3 d = corner_place(c, position) - dvec3(point);
    return std::atan2(glm::dot(d, y), glm::dot(d, x));
  };
  constexpr double kTurn = 6.283185307179586;
  for (std::size_t k = 0; k < ring.corner.size(); ++k) {
    const double step =
        angle_of(ring.corner[(k + 1) % ring.corner.size()]) - angle_of(ring.corner[k]);
    sum += std::remainder(step, kTurn);
  }
  return static_cast<int>(std::lround(sum / kTurn));
}

}  // namespace

std::vector<SectionRing> section_rings(std::span<const vec3> position,
                                       std::span<const std::uint32_t> triangle, const vec3& point,
                                       const vec3& normal) {
  auto steps = ring_steps(position, triangle, point, normal);
  // In the order of their corners, whatever order the map has.
  std::vector<EdgeKey> order;
  for (const auto& [key, step] : steps) order.push_back(key);
  std::ranges::sort(order);
  std::vector<SectionRing> rings;
  for (const EdgeKey start : order) {
    SectionRing ring;
    EdgeKey at = start;
    for (auto step = steps.find(at); step != steps.end() && !step->second.walked;
         step = steps.find(at)) {
      step->second.walked = true;
      ring.corner.push_back(step->second.from);
      at = step->second.to;
    }
    if (at == start && ring.corner.size() > 2) rings.push_back(std::move(ring));
  }
  return rings;
}

std::optional<SectionRing> ring_around(std::span<const vec3> position,
                                       std::span<const std::uint32_t> triangle, const vec3& point,
                                       const vec3& normal) {
  std::optional<SectionRing> best;
  double largest = 0.0;
  for (SectionRing& ring : section_rings(position, triangle, point, normal)) {
    if (turns_around(ring, position, point, normal) == 0) continue;
    const double area = ring_area(ring, position);
    if (area <= largest) continue;
    largest = area;
    best = std::move(ring);
  }
  return best;
}

double ring_area(const SectionRing& ring, std::span<const vec3> position) {
  if (ring.corner.empty()) return 0.0;
  const dvec3 origin = corner_place(ring.corner[0], position);
  dvec3 sum(0.0);
  for (std::size_t k = 0; k < ring.corner.size(); ++k) {
    const dvec3 a = corner_place(ring.corner[k], position) - origin;
    const dvec3 b = corner_place(ring.corner[(k + 1) % ring.corner.size()], position) - origin;
    sum += 0.5 * glm::cross(a, b);
  }
  return glm::length(sum);
}

dvec3 ring_middle(const SectionRing& ring, std::span<const vec3> position) {
  dvec3 sum(0.0), plain(0.0);
  double length = 0.0;
  for (std::size_t k = 0; k < ring.corner.size(); ++k) {
    const dvec3 a = corner_place(ring.corner[k], position);
    const dvec3 b = corner_place(ring.corner[(k + 1) % ring.corner.size()], position);
    const double part = glm::distance(a, b);
    sum += part * 0.5 * (a + b);
    length += part;
    plain += a / double(ring.corner.size());
  }
  return length > 0.0 ? sum / length : plain;  // drawn together to a point
}

}  // namespace bindpose
