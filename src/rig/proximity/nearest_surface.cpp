#include "rig/proximity/nearest_surface.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/numbers.h"

namespace bindpose {
namespace {

constexpr std::uint32_t kLeaf = 6;  // triangles; fewer would be more boxes than tests

float distance2(const Box& box, const vec3& p) {
  const vec3 away = glm::max(glm::max(box.lo - p, p - box.hi), vec3(0.0f));
  return glm::dot(away, away);
}

// Whether the way a + t way, t in [0, 1], meets the box.
bool meets(const Box& box, const vec3& a, const vec3& way) {
  float from = 0.0f, to = 1.0f;
  for (int k = 0; k < 3; ++k) {
    if (way[k] == 0.0f) {
      if (a[k] < box.lo[k] || a[k] > box.hi[k]) return false;
      continue;
    }
    const float one = (box.lo[k] - a[k]) / way[k], other = (box.hi[k] - a[k]) / way[k];
    from = std::max(from, std::min(one, other));
    to = std::min(to, std::max(one, other));
  }
  return from <= to + 1e-6f;
}

// In double, and with a little room at the edges (T. Moeller, B. Trumbore, "Fast, minimum storage
// ray/triangle intersection", 1997).
bool crosses(const vec3& from, const vec3& along, const vec3& p0, const vec3& p1, const vec3& p2) {
  constexpr double kRoom = 1e-5, kEnds = 1e-4;
  const glm::dvec3 a(from), way(along), p(p0), u = glm::dvec3(p1) - p, v = glm::dvec3(p2) - p;
  const glm::dvec3 h = glm::cross(way, v);
  const double det = glm::dot(u, h);
  // What is cheapest first: most triangles that are asked lie beside the way.
  const glm::dvec3 s = a - p;
  const double x = glm::dot(s, h) / det;
  if (!(x >= -kRoom && x <= 1.0 + 3.0 * kRoom)) return false;
  const glm::dvec3 q = glm::cross(s, u);
  const double y = glm::dot(way, q) / det;
  if (!(y >= -kRoom && x + y <= 1.0 + kRoom)) return false;
  const double t = glm::dot(v, q) / det;
  if (!(t > kEnds && t < 1.0 - kEnds)) return false;
  return std::abs(det) > 1e-9 * glm::length(u) * glm::length(v) * glm::length(way);
}

}  // namespace

NearPoint nearest_on_triangle(const vec3& p, const vec3& a, const vec3& b, const vec3& c) {
  const vec3 ab = b - a, ac = c - a, ap = p - a;
  const vec3 normal = glm::cross(ab, ac);
  const float area2 = glm::dot(normal, normal);
  if (area2 > 0.0f) {
    // The weights of b and c where p falls along the normal.
    const float v = glm::dot(glm::cross(ap, ac), normal) / area2;
    const float w = glm::dot(glm::cross(ab, ap), normal) / area2;
    if (v >= 0.0f && w >= 0.0f && v + w <= 1.0f) {
      return {0, {1.0f - v - w, v, w}, std::abs(glm::dot(ap, normal)) / std::sqrt(area2)};
    }
  }
  // Beside it: the nearest point lies on an edge.
  const vec3 corner[] = {a, b, c};
  NearPoint best{0, {1.0f, 0.0f, 0.0f}, std::numeric_limits<float>::infinity()};
  for (int k = 0; k < 3; ++k) {
    const int from = k, to = (k + 1) % 3;
    const float t = closest_on_segment(p, corner[from], corner[to]);
    const float distance = glm::distance(p, glm::mix(corner[from], corner[to], t));
    if (!(distance < best.distance)) continue;
    best.distance = distance;
    best.bary = vec3(0.0f);
    best.bary[from] = 1.0f - t;
    best.bary[to] = t;
  }
  return best;
}

NearestSurface::NearestSurface(std::span<const vec3> position,
                               std::span<const std::uint32_t> triangle)
    : position_(position), triangle_(triangle) {
  build();
}

void NearestSurface::build() {
  const std::size_t count = triangle_.size() / 3;
  std::vector<vec3> center(count);
  std::vector<Box> box(count);
  for (std::uint32_t t = 0; t < count; ++t) {
    bool finite = true;
    for (std::size_t k = 0; k < 3; ++k) {
      const vec3& p = position_[triangle_[3 * t + k]];
      finite = finite && is_finite(p);
      box[t].add(p);
    }
    if (!finite) continue;
    center[t] = box[t].center();
    order_.push_back(t);
  }
  if (order_.empty()) return;
  // Depth first, so that the first child is the next node. Where to split follows from the room
  // that is left of all centres after the splits above: looking at every triangle on every level
  // would be most of the work.
  struct Part {
    std::uint32_t first, count, parent;
    Box room;
  };
  constexpr std::uint32_t kFirstChild = ~0u;
  Box centers;
  for (const std::uint32_t t : order_) centers.add(center[t]);
  std::vector<Part> parts = {{0, static_cast<std::uint32_t>(order_.size()), kFirstChild, centers}};
  while (!parts.empty()) {
    const Part now = parts.back();
    parts.pop_back();
    const auto index = static_cast<std::uint32_t>(node_.size());
    if (now.parent != kFirstChild) node_[now.parent].other = index;
    Node& node = node_.emplace_back();
    const auto begin = order_.begin() + now.first, end = begin + now.count;
    const vec3 size = now.room.size();
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    if (now.count <= kLeaf || !(size[axis] > 0.0f)) {
      node.first = now.first;
      node.count = now.count;
      for (auto it = begin; it != end; ++it) node.box.add(box[*it]);
      continue;
    }
    const std::uint32_t half = now.count / 2;
    std::nth_element(begin, begin + half, end, [&](std::uint32_t a, std::uint32_t b) {
      return center[a][axis] < center[b][axis];
    });
    Box below = now.room, above = now.room;
    below.hi[axis] = above.lo[axis] = center[*(begin + half)][axis];
    parts.push_back({now.first + half, now.count - half, index, above});
    parts.push_back({now.first, half, kFirstChild, below});
  }
  for (std::size_t n = node_.size(); n-- > 0;) {
    if (node_[n].count > 0) continue;
    node_[n].box.add(node_[n + 1].box);
    node_[n].box.add(node_[node_[n].other].box);
  }
}

NearPoint NearestSurface::on(std::uint32_t triangle, const vec3& p) const {
  const std::uint32_t* corner = &triangle_[3 * std::size_t{triangle}];
  NearPoint out =
      nearest_on_triangle(p, position_[corner[0]], position_[corner[1]], position_[corner[2]]);
  out.triangle = triangle;
  return out;
}

std::optional<NearPoint> NearestSurface::nearest(const vec3& p, float within) const {
  if (node_.empty() || !is_finite(p)) return std::nullopt;
  std::optional<NearPoint> best;
  float nearest = within;
  struct Visit {
    std::uint32_t node;
    float distance2;
  };
  std::vector<Visit> visits = {{0, distance2(node_[0].box, p)}};
  while (!visits.empty()) {
    const Visit now = visits.back();
    visits.pop_back();
    if (!(now.distance2 < nearest * nearest)) continue;
    const Node& node = node_[now.node];
    if (node.count > 0) {
      for (std::uint32_t k = node.first; k < node.first + node.count; ++k) {
        const NearPoint found = on(order_[k], p);
        if (!(found.distance < nearest)) continue;
        nearest = found.distance;
        best = found;
      }
      continue;
    }
    const Visit one{now.node + 1, distance2(node_[now.node + 1].box, p)};
    const Visit other{node.other, distance2(node_[node.other].box, p)};
    const bool first = one.distance2 <= other.distance2;
    visits.push_back(first ? other : one);
    visits.push_back(first ? one : other);  // looked at next
  }
  return best;
}

void NearestSurface::each_within(const vec3& p, float within,
                                 const std::function<bool(const NearPoint&)>& visit) const {
  if (node_.empty() || !is_finite(p)) return;
  std::vector<std::uint32_t> visits = {0};
  while (!visits.empty()) {
    const Node& node = node_[visits.back()];
    const std::uint32_t index = visits.back();
    visits.pop_back();
    if (!(distance2(node.box, p) <= within * within)) continue;
    for (std::uint32_t k = node.first; k < node.first + node.count; ++k) {
      const NearPoint found = on(order_[k], p);
      if (found.distance <= within && !visit(found)) return;
    }
    if (node.count > 0) continue;
    visits.push_back(node.other);
    visits.push_back(index + 1);
  }
}

bool NearestSurface::stands_between(const vec3& a, const vec3& b,
                                    const std::function<bool(std::uint32_t)>& counts) const {
  const vec3 way = b - a;
  if (node_.empty() || !is_finite(a) || !is_finite(b) || way == vec3(0.0f)) return false;
  std::array<std::uint32_t, 64> visits{0};  // each level halves what may be 2^32: one waits on each
  for (std::size_t waiting = 1; waiting > 0;) {
    const std::uint32_t index = visits[--waiting];
    const Node& node = node_[index];
    if (!meets(node.box, a, way)) continue;
    for (std::uint32_t k = node.first; k < node.first + node.count; ++k) {
      const std::uint32_t* corner = &triangle_[3 * std::size_t{order_[k]}];
      if (crosses(a, way, position_[corner[0]], position_[corner[1]], position_[corner[2]]) &&
          counts(order_[k]))
        return true;
    }
    if (node.count > 0) continue;
    visits[waiting++] = node.other;
    visits[waiting++] = index + 1;
  }
  return false;
}

}  // namespace bindpose
