// Boxes, rays, segments.
#pragma once

#include <array>
#include <limits>
#include <optional>

#include "math/types.h"

namespace bindpose {

// Axis-aligned box; `empty()` until a point is added. Points that are not finite are ignored.
struct Box {
  vec3 lo{std::numeric_limits<float>::infinity()};
  vec3 hi{-std::numeric_limits<float>::infinity()};

  bool empty() const { return !(lo.x <= hi.x && lo.y <= hi.y && lo.z <= hi.z); }
  vec3 center() const { return empty() ? vec3(0.0f) : 0.5f * (lo + hi); }
  vec3 size() const { return empty() ? vec3(0.0f) : hi - lo; }
  float diagonal() const { return glm::length(size()); }
  void add(const vec3& p);
  void add(const Box& b);
};

std::array<vec3, 8> corners(const Box& b);
// The box around the images of b's corners.
Box transformed(const Box& b, const mat4& m);

struct Ray {
  vec3 origin;
  vec3 direction;  // unit length
};

struct TriangleHit {
  float t;    // distance along the ray, > 0
  vec3 bary;  // weights of the corners a, b, c; they add up to 1
};

// Nearest hit in front of the origin, from either side. Degenerate triangles are missed.
std::optional<TriangleHit> intersect_triangle(const Ray& ray, const vec3& a, const vec3& b,
                                              const vec3& c);
// Distance along the ray to the box; 0 when the origin lies inside; nothing when it is missed.
std::optional<float> intersect_box(const Ray& ray, const Box& b);
// Distance along the ray to the plane through `point` with `normal`; nothing when parallel
// (|cos| < 1e-6) or behind the origin.
std::optional<float> intersect_plane(const Ray& ray, const vec3& point, const vec3& normal);

// Parameter in [0, 1] of the point of segment a-b closest to p. 0 where a == b.
float closest_on_segment(const vec3& p, const vec3& a, const vec3& b);
// Parameter s (not clamped) of the point p + s d of a line (d of unit length) closest to the ray.
// Nothing when the two are nearly parallel (sine below 1e-3).
std::optional<float> closest_on_line(const Ray& ray, const vec3& p, const vec3& d);

// The angle between two vectors that are not 0, 0 to 180; by the sine too, for the cosine of a
// small angle has no digits left. 0 where one of them is 0.
double degrees_between(const glm::dvec3& a, const glm::dvec3& b);

// Distance in the plane from p to the segment a-b.
float distance_to_segment(const vec2& p, const vec2& a, const vec2& b);

}  // namespace bindpose
