#include "math/geometry.h"
#include "math/numbers.h"

#include <algorithm>
#include <cmath>

namespace bindpose {
void Box::add(const vec3& p) {
  if (!is_finite(p)) return;
  lo = glm::min(lo, p);
  hi = glm::max(hi, p);
}

void Box::add(const Box& b) {
  if (b.empty()) return;
  lo = glm::min(lo, b.lo);
  hi = glm::max(hi, b.hi);
}

std::array<vec3, 8> corners(const Box& b) {
  std::array<vec3, 8> out;
  for (std::size_t k = 0; k < 8; ++k) {
    out[k] = {k & 1u ? b.hi.x : b.lo.x, k & 2u ? b.hi.y : b.lo.y, k & 4u ? b.hi.z : b.lo.z};
  }
  return out;
}

Box transformed(const Box& b, const mat4& m) {
  Box out;
  if (b.empty()) return out;
  for (const vec3& p : corners(b)) out.add(vec3(m * vec4(p, 1.0f)));
  return out;
}

std::optional<TriangleHit> intersect_triangle(const Ray& ray, const vec3& a, const vec3& b,
                                              const vec3& c) {
  // Moeller and Trumbore 1997. In double: the sides of a far, small triangle nearly cancel.
  const glm::dvec3 ab = glm::dvec3(b) - glm::dvec3(a);
  const glm::dvec3 ac = glm::dvec3(c) - glm::dvec3(a);
  const glm::dvec3 direction(ray.direction);
  const glm::dvec3 p = glm::cross(direction, ac);
  const double det = glm::dot(ab, p);
  if (!(std::abs(det) > 1e-12 * glm::length(ab) * glm::length(ac))) return {};
  const glm::dvec3 from_a = glm::dvec3(ray.origin) - glm::dvec3(a);
  const double v = glm::dot(from_a, p) / det;
  if (!(v >= 0.0 && v <= 1.0)) return {};
  const glm::dvec3 q = glm::cross(from_a, ab);
  const double w = glm::dot(direction, q) / det;
  if (!(w >= 0.0 && v + w <= 1.0)) return {};
  const double t = glm::dot(ac, q) / det;
  if (!(t > 0.0) || !std::isfinite(t)) return {};
  return TriangleHit{static_cast<float>(t), vec3(glm::dvec3(1.0 - v - w, v, w))};
}

std::optional<float> intersect_box(const Ray& ray, const Box& b) {
  if (b.empty()) return {};
  float enter = 0.0f;
  float leave = std::numeric_limits<float>::infinity();
  for (int i = 0; i < 3; ++i) {
    if (ray.direction[i] == 0.0f) {  // 0 * infinity below would be NaN on the box's very faces
      if (ray.origin[i] < b.lo[i] || ray.origin[i] > b.hi[i]) return {};
      continue;
    }
    const float inverse = 1.0f / ray.direction[i];
    float near = (b.lo[i] - ray.origin[i]) * inverse;
    float far = (b.hi[i] - ray.origin[i]) * inverse;
    if (near > far) std::swap(near, far);
    enter = std::max(enter, near);
    leave = std::min(leave, far);
  }
  if (!(enter <= leave)) return {};
  return enter;
}

std::optional<float> intersect_plane(const Ray& ray, const vec3& point, const vec3& normal) {
  const float cosine = glm::dot(ray.direction, normal);
  if (!(std::abs(cosine) >= 1e-6f * glm::length(normal)) || cosine == 0.0f) return {};
  const float t = glm::dot(point - ray.origin, normal) / cosine;
  if (!(t >= 0.0f)) return {};
  return t;
}

float closest_on_segment(const vec3& p, const vec3& a, const vec3& b) {
  const vec3 ab = b - a;
  const float length2 = glm::dot(ab, ab);
  if (!(length2 > 0.0f)) return 0.0f;
  return std::clamp(glm::dot(p - a, ab) / length2, 0.0f, 1.0f);
}

std::optional<float> closest_on_line(const Ray& ray, const vec3& p, const vec3& d) {
  const float cosine = glm::dot(ray.direction, d);
  const vec3 across = glm::cross(ray.direction, d);
  const float sine2 = glm::dot(across, across);  // the cross product keeps small angles exact
  if (!(sine2 >= 1e-6f)) return {};
  const vec3 between = ray.origin - p;
  return (glm::dot(between, d) - cosine * glm::dot(between, ray.direction)) / sine2;
}

float distance_to_segment(const vec2& p, const vec2& a, const vec2& b) {
  const float s = closest_on_segment(vec3(p, 0.0f), vec3(a, 0.0f), vec3(b, 0.0f));
  return glm::distance(p, a + s * (b - a));
}

double degrees_between(const glm::dvec3& a, const glm::dvec3& b) {
  return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

}  // namespace bindpose
