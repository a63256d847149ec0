#include "rig/paint/surface_disc.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace bindpose {
namespace {

constexpr double kUnreached = std::numeric_limits<double>::infinity();
constexpr float kOnEdge = 1e-4f;     // of a corner's part
constexpr double kNoShorter = 1e-6;  // of the radius: a way that is so little shorter is none

}  // namespace

double way_through_edge(const vec3& a, const vec3& b, const vec3& c, double to_a, double to_b) {
  const glm::dvec3 ab = glm::dvec3(b) - glm::dvec3(a), ac = glm::dvec3(c) - glm::dvec3(a);
  const double edge = glm::length(ab);
  if (!(edge > 0.0)) return kUnreached;
  // In the plane: a at 0, b at (edge, 0), c above, and where the way begins below.
  const double cx = glm::dot(ac, ab) / edge;
  const double cy = std::sqrt(std::max(0.0, glm::dot(ac, ac) - cx * cx));
  const double x = (to_a * to_a - to_b * to_b + edge * edge) / (2.0 * edge);
  const double y_squared = to_a * to_a - x * x;
  if (y_squared < -1e-6 * edge * edge) return kUnreached;  // no triangle has such sides
  const double y = std::sqrt(std::max(0.0, y_squared));
  const double height = y + cy;
  if (!(height > 0.0)) return kUnreached;
  const double crossing = x + (cx - x) * y / height;
  const double slack = 1e-6 * edge;
  if (crossing < -slack || crossing > edge + slack) return kUnreached;
  return std::hypot(cx - x, height);
}

SurfaceDisc::SurfaceDisc(const VertexGraph& graph, std::span<const std::uint32_t> triangle)
    : graph_(graph), distance_(graph.size(), kUnreached) {
  const std::size_t points = graph.size();
  const auto each = [&](const auto& visit) {
    for (std::size_t t = 0; t + 2 < triangle.size(); t += 3) {
      std::array<std::uint32_t, 3> p{};
      bool good = true;
      for (std::size_t k = 0; k < 3 && good; ++k) {
        good = triangle[t + k] < graph.point.size();
        if (good) p[k] = graph.point[triangle[t + k]];
      }
      // A point without neighbours is one that is not finite: the graph left its triangles out.
      good = good && p[0] != p[1] && p[1] != p[2] && p[2] != p[0] &&
             std::ranges::none_of(p, [&](auto q) { return graph.neighbours_of(q).empty(); });
      if (good) visit(p);
    }
  };
  offset_.assign(points + 1, 0);
  each([this](const auto& p) {
    for (const std::uint32_t q : p) ++offset_[q + 1];
  });
  for (std::size_t p = 0; p < points; ++p) offset_[p + 1] += offset_[p];
  edge_.resize(offset_.back());
  std::vector<std::uint32_t> next(offset_.begin(), offset_.end() - 1);
  each([&](const auto& p) {
    for (std::size_t k = 0; k < 3; ++k) edge_[next[p[k]]++] = {p[(k + 1) % 3], p[(k + 2) % 3]};
  });
}

void SurfaceDisc::offer(std::uint32_t point, double distance, double radius) {
  if (!(distance < radius) || !(distance < distance_[point] - kNoShorter * radius)) return;
  if (distance_[point] == kUnreached) reached_.push_back({point, 0.0f});
  distance_[point] = distance;
  open_.emplace_back(distance, point);
  std::ranges::push_heap(open_, std::greater<>());
}

const std::vector<SurfaceDisc::Reached>& SurfaceDisc::along(std::span<const vec3> position,
                                                            const DiscCenter& center,
                                                            float radius) {
  reached_.clear();
  open_.clear();
  const double most = static_cast<double>(radius);
  for (int k = 0; k < 3; ++k) {
    const std::uint32_t p = center.corner[static_cast<std::size_t>(k)];
    if (p >= graph_.size() || !(center.bary[k] > kOnEdge)) continue;
    offer(p, static_cast<double>(glm::length(position[p] - center.at)), most);
  }
  while (!open_.empty()) {
    std::ranges::pop_heap(open_, std::greater<>());
    const auto [distance, p] = open_.back();
    open_.pop_back();
    if (distance > distance_[p]) continue;
    const vec3& here = position[p];
    for (std::uint32_t k = offset_[p]; k < offset_[p + 1]; ++k) {
      const auto [a, b] = edge_[k];
      offer(a, distance + static_cast<double>(glm::length(position[a] - here)), most);
      offer(b, distance + static_cast<double>(glm::length(position[b] - here)), most);
      if (distance_[b] < kUnreached)
        offer(a, way_through_edge(here, position[b], position[a], distance, distance_[b]), most);
      if (distance_[a] < kUnreached)
        offer(b, way_through_edge(here, position[a], position[b], distance, distance_[a]), most);
    }
  }
  for (Reached& r : reached_) {
    r.distance = static_cast<float>(distance_[r.point]);
    distance_[r.point] = kUnreached;
  }
  return reached_;
}

const std::vector<SurfaceDisc::Reached>& SurfaceDisc::through(std::span<const vec3> position,
                                                              const vec3& at, float radius) {
  reached_.clear();
  for (std::uint32_t p = 0; p < position.size(); ++p) {
    const vec3 way = position[p] - at;
    const float squared = glm::dot(way, way);
    if (squared < radius * radius) reached_.push_back({p, std::sqrt(squared)});
  }
  return reached_;
}

}  // namespace bindpose
