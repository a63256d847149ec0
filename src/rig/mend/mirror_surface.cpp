#include "rig/mend/mirror_surface.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "math/ranges.h"
#include "rig/proximity/nearest_surface.h"

namespace bindpose {
namespace {

// The third corner of the triangle left of each edge, by its two points in their order. Edges that
// more than one triangle has in the same order are no surface's: nothing goes on across them.
class Wings {
 public:
  Wings(const VertexGraph& graph, std::span<const std::uint32_t> triangle) {
    third_.reserve(triangle.size());
    for (std::size_t t = 0; t + 2 < triangle.size(); t += 3) {
      std::array<std::uint32_t, 3> p{};
      bool good = true;
      for (std::size_t k = 0; k < 3; ++k) {
        good = good && triangle[t + k] < graph.point.size();
        if (good) p[k] = graph.point[triangle[t + k]];
      }
      if (!good || p[0] == p[1] || p[1] == p[2] || p[2] == p[0]) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        const auto [at, fresh] = third_.try_emplace(key(p[k], p[(k + 1) % 3]), p[(k + 2) % 3]);
        if (!fresh) at->second = kNoPoint;
      }
    }
  }
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const {
    const auto at = third_.find(key(a, b));
    return at == third_.end() ? kNoPoint : at->second;
  }

 private:
  static std::uint64_t key(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }
  std::unordered_map<std::uint64_t, std::uint32_t> third_;
};

// The points of a graph, found by place.
class PlacesOfPoints {
 public:
  PlacesOfPoints(const VertexGraph& graph, std::span<const vec3> position)
      : place_(places(graph, position)), corner_(corners(graph)), tree_(place_, corner_) {}

  const vec3& of(std::uint32_t p) const { return place_[p]; }
  // Of an edge, on average; 0 without any.
  double edge(const VertexGraph& graph) const {
    double sum = 0.0;
    std::size_t count = 0;
    for (std::uint32_t p = 0; p < graph.size(); ++p) {
      for (const std::uint32_t q : graph.neighbours_of(p)) {
        sum += static_cast<double>(glm::distance(place_[p], place_[q]));
        ++count;
      }
    }
    return count > 0 ? sum / static_cast<double>(count) : 0.0;
  }
  bool any_at(const vec3& x, float within) const {
    return within > 0.0f && tree_.nearest(x, within).has_value();
  }

 private:
  static std::vector<vec3> places(const VertexGraph& graph, std::span<const vec3> position) {
    std::vector<vec3> out;
    for (std::uint32_t p = 0; p < graph.size(); ++p)
      out.push_back(position[graph.vertices_of(p)[0]]);
    return out;
  }
  static std::vector<std::uint32_t> corners(const VertexGraph& graph) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t p = 0; p < graph.size(); ++p) out.insert(out.end(), {p, p, p});
    return out;
  }
  std::vector<vec3> place_;
  std::vector<std::uint32_t> corner_;
  NearestSurface tree_;
};

}  // namespace

std::vector<MirrorPlace> opposite_by_place(std::span<const vec3> from, const MirrorPlane& plane,
                                           std::span<const vec3> position,
                                           std::span<const std::uint32_t> triangle, float within,
                                           float exact, const MendProgress& progress) {
  const NearestSurface surface(position, triangle);
  const float below = std::nextafter(within, std::numeric_limits<float>::infinity());
  std::vector<MirrorPlace> out(from.size());
  const auto find = [&](std::size_t k) {
    const vec3 image(plane.reflected(glm::dvec3(from[k])));
    const auto near = surface.nearest(image, below);
    if (!near) return;
    MirrorPlace& place = out[k];
    place.found = true;
    place.bary = near->bary;
    place.distance = near->distance;
    for (std::size_t c = 0; c < 3; ++c) place.vertex[c] = triangle[3 * near->triangle + c];
    for (std::size_t c = 0; c < 3; ++c) {
      if (!(glm::length(position[place.vertex[c]] - image) <= exact)) continue;
      place.vertex = {place.vertex[c], place.vertex[c], place.vertex[c]};
      place.bary = vec3(1.0f, 0.0f, 0.0f);
      break;
    }
  };
  // A part at a time, so that it can be told how far it is.
  constexpr std::size_t kPart = 8192, kLeast = 512;
  for (std::size_t first = 0; first < from.size(); first += kPart) {
    tell_part(progress, first, from.size());
    in_ranges(std::min(kPart, from.size() - first), kLeast,
              [&](std::size_t begin, std::size_t end) {
                for (std::size_t k = first + begin; k < first + end; ++k) find(k);
              });
  }
  return out;
}

std::vector<std::uint32_t> opposite_by_topology(const VertexGraph& graph,
                                                std::span<const vec3> position,
                                                std::span<const std::uint32_t> triangle,
                                                const MirrorPlane& plane, double on_plane,
                                                double same_place) {
  const Wings wings(graph, triangle);
  const PlacesOfPoints places(graph, position);
  // Of a dense mesh every place would have a point so near.
  constexpr double kOfAnEdge = 0.25;
  same_place = std::min(same_place, kOfAnEdge * places.edge(graph));
  std::vector<std::uint32_t> opposite(graph.size(), kNoPoint);
  const auto height = [&](std::uint32_t p) {
    return plane.height(glm::dvec3(position[graph.vertices_of(p)[0]]));
  };
  std::vector<std::array<std::uint32_t, 4>> open;  // an edge, and the one opposite to it
  // Once the walk went wrong, over a diagonal that is the other one there, say, it finds its way on
  // into anything. So where no point is where it should be there are as many edges at both, and no
  // other point is there either.
  const auto is_at = [&](std::uint32_t q, const vec3& image) {
    return static_cast<double>(glm::distance(image, places.of(q))) <= same_place;
  };
  const auto stands_for = [&](std::uint32_t p, std::uint32_t q) {
    const vec3 image_p(plane.reflected(glm::dvec3(places.of(p))));
    if (is_at(q, image_p)) return true;
    const vec3 image_q(plane.reflected(glm::dvec3(places.of(q))));
    const auto within = static_cast<float>(same_place);
    return graph.neighbours_of(p).size() == graph.neighbours_of(q).size() &&
           !places.any_at(image_p, within) && !places.any_at(image_q, within);
  };
  const auto pair = [&](std::uint32_t p, std::uint32_t q) {
    const bool fits = (opposite[p] == kNoPoint || opposite[p] == q) &&
                      (opposite[q] == kNoPoint || opposite[q] == p) && stands_for(p, q);
    if (fits) opposite[p] = q, opposite[q] = p;
    return fits;
  };
  std::unordered_set<std::uint64_t> crossed;  // edges, for points alone do not say where one was
  // The triangle left of (a, b), and its image left of (d, c): a reflection turns the order round.
  const auto cross = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    const std::uint32_t p = wings(a, b), q = wings(d, c);
    if (p == kNoPoint || q == kNoPoint) return;
    if (!crossed.insert(std::uint64_t{a} << 32 | b).second || !pair(p, q)) return;
    open.push_back({p, b, q, d});
    open.push_back({a, p, c, q});
  };
  for (std::uint32_t a = 0; a < graph.size(); ++a) {
    if (!(std::abs(height(a)) <= on_plane)) continue;
    for (const std::uint32_t b : graph.neighbours_of(a)) {
      if (b < a || !(std::abs(height(b)) <= on_plane)) continue;
      const std::uint32_t p = wings(a, b), q = wings(b, a);
      if (p == kNoPoint || q == kNoPoint || height(p) * height(q) >= 0.0) continue;
      if (!pair(a, a) || !pair(b, b)) continue;
      cross(a, b, a, b);
    }
  }
  while (!open.empty()) {
    const auto [a, b, c, d] = open.back();
    open.pop_back();
    cross(a, b, c, d);
  }
  return opposite;
}

}  // namespace bindpose
