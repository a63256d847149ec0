#include "scene/diff/surface_faces.h"

#include <algorithm>

#include "math/numbers.h"

namespace bindpose {
namespace {

using Corners = std::array<std::uint32_t, 3>;

// The smallest first, in the same order round it.
Corners from_smallest(Corners c) {
  std::ranges::rotate(c, std::ranges::min_element(c));
  return c;
}

bool is_line(const Corners& c) {
  return c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
}

vec3 normal_of(const vec3& a, const vec3& b, const vec3& c) {
  return glm::cross(b - a, c - a);
}

vec3 normal_of(const WholeSurface& surface, std::uint32_t t) {
  const std::uint32_t* v = &surface.triangle[3 * std::size_t{t}];
  return normal_of(surface.position[v[0]], surface.position[v[1]], surface.position[v[2]]);
}

enum class Face { There, Turned, Missing };

// To which side what is that close to a point looks.
Face face_within(const vec3& point, const vec3& normal, const WholeSurface& other,
                 const NearestSurface& other_surface, float away) {
  Face found = Face::Missing;
  other_surface.each_within(point, away, [&](const NearPoint& p) {
    const float same = glm::dot(normal, normal_of(other, p.triangle));
    if (same > 0.0f) found = Face::There;
    if (same < 0.0f && found == Face::Missing) found = Face::Turned;
    return found != Face::There;
  });
  return found;
}

// The middle of a triangle against what the other surface has there. Of two ways to split a bent
// quad the middles are apart, by less than the half of the circle inside the triangle; where the
// triangle is cut out, the rest of the surface is at least all of it away.
Face look_around(const vec3& a, const vec3& b, const vec3& c, const WholeSurface& other,
                 const NearestSurface& other_surface, float apart) {
  constexpr float kNear = 0.5f;
  const vec3 normal = normal_of(a, b, c);
  const float round = glm::distance(a, b) + glm::distance(b, c) + glm::distance(c, a);
  const float inside = round > 0.0f ? glm::length(normal) / round : 0.0f;  // the circle's radius
  if (!(inside > apart)) return Face::There;  // too thin to say to which side it looks
  return face_within((a + b + c) / 3.0f, normal, other, other_surface,
                     std::max(apart, kNear * inside));
}

}  // namespace

FacesByCorner::FacesByCorner(const std::vector<std::uint32_t>& triangle,
                             const std::vector<std::uint32_t>& place)
    : begin_(place.size() + 1, 0) {
  const auto corners = [&](std::size_t t) {
    return from_smallest({place[triangle[t]], place[triangle[t + 1]], place[triangle[t + 2]]});
  };
  for (std::size_t t = 0; t + 2 < triangle.size(); t += 3) ++begin_[corners(t)[0] + 1];
  for (std::size_t p = 1; p < begin_.size(); ++p) begin_[p] += begin_[p - 1];
  others_.resize(triangle.size() / 3);
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (std::size_t t = 0; t + 2 < triangle.size(); t += 3) {
    const Corners c = corners(t);
    others_[next[c[0]]++] = {c[1], c[2]};
  }
}

bool FacesByCorner::has(Corners place) const {
  const Corners c = from_smallest(place);
  const std::array<std::uint32_t, 2> rest = {c[1], c[2]};
  for (std::uint32_t k = begin_[c[0]]; k < begin_[c[0] + 1]; ++k) {
    if (others_[k] == rest) return true;
  }
  return false;
}

FaceDiff compare_faces(const WholeSurface& one, std::size_t m,
                       const std::vector<std::uint32_t>& twin, const WholeSurface& other,
                       const NearestSurface& other_surface, const FacesByCorner& other_faces,
                       float apart) {
  FaceDiff out;
  const auto add = [&](std::size_t& count, std::uint32_t& at, std::uint32_t vertex) {
    if (count++ == 0) at = static_cast<std::uint32_t>(vertex - one.first[m]);
  };
  for (std::size_t t = one.first_triangle[m]; t < one.first_triangle[m + 1]; ++t) {
    const std::uint32_t* v = &one.triangle[3 * t];
    const Corners c = {twin[v[0]], twin[v[1]], twin[v[2]]};
    if (std::ranges::find(c, kOffSurface) != c.end()) continue;
    ++out.triangles;
    Face face = Face::There;
    const bool placed = std::ranges::find(c, kOnSurface) == c.end();
    if (placed && (is_line(c) || other_faces.has(c))) continue;
    // Two sides of a sheet have their corners close to each other, and so has a small triangle:
    // they are taken for one another. Turned round is what nothing looks the same way beside.
    const vec3 &p = one.position[v[0]], &q = one.position[v[1]], &r = one.position[v[2]];
    const auto turned = [&] {
      return face_within((p + q + r) / 3.0f, normal_of(p, q, r), other, other_surface, apart) ==
             Face::Turned;
    };
    if (placed && other_faces.has({c[0], c[2], c[1]})) {
      if (turned()) face = Face::Turned;
    } else {
      face = look_around(p, q, r, other, other_surface, apart);
    }
    if (face == Face::Turned) add(out.turned, out.turned_at, v[0]);
    if (face == Face::Missing) add(out.missing, out.missing_at, v[0]);
  }
  return out;
}

}  // namespace bindpose
