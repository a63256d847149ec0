#include "field.h"

#include <algorithm>
#include <cmath>

namespace bindpose::gen {

float sphere(const vec3& p, const vec3& center, float radius) {
  return glm::length(p - center) - radius;
}

float ellipsoid(const vec3& p, const vec3& center, const vec3& radii) {
  const vec3 q = (p - center) / radii;
  const float k0 = glm::length(q);
  const float k1 = glm::length(q / radii);
  if (k1 < 1e-9f) return -std::min({radii.x, radii.y, radii.z});
  return k0 * (k0 - 1.0f) / k1;
}

float round_cone(const vec3& p, const vec3& a, const vec3& b, float ra, float rb) {
  const vec3 axis = b - a;
  const float length = glm::length(axis);
  const float slope = (ra - rb) / length;
  if (std::abs(slope) >= 1.0f) return sphere(p, ra > rb ? a : b, std::max(ra, rb));
  const float along = glm::dot(p - a, axis) / length;
  const float across = std::sqrt(std::max(glm::dot(p - a, p - a) - along * along, 0.0f));
  // The flank touches both spheres where the radius leans back by the slope.
  const float flank = std::sqrt(1.0f - slope * slope);
  const float k = along * flank - across * slope;
  if (k < 0.0f) return std::sqrt(along * along + across * across) - ra;
  if (k > length * flank) {
    return std::sqrt((along - length) * (along - length) + across * across) - rb;
  }
  return across * flank + along * slope - ra;
}

float rounded_box(const vec3& p, const vec3& half, float round) {
  const vec3 q = glm::abs(p) - half + round;
  return glm::length(glm::max(q, vec3(0.0f))) + std::min(std::max({q.x, q.y, q.z}), 0.0f) - round;
}

float join(float a, float b, float k) {
  const float h = std::max(k - std::abs(a - b), 0.0f) / k;
  return std::min(a, b) - h * h * h * k * (1.0f / 6.0f);
}

float meet(float a, float b, float k) {
  return -join(-a, -b, k);
}

float carve(float body, float hole, float k) {
  return meet(body, -hole, k);
}

float smooth_step(float a, float b, float x) {
  const float t = std::clamp((x - a) / (b - a), 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

vec3 gradient(const Field& f, const vec3& p, float step) {
  const vec3 x(step, 0.0f, 0.0f), y(0.0f, step, 0.0f), z(0.0f, 0.0f, step);
  return vec3(f(p + x) - f(p - x), f(p + y) - f(p - y), f(p + z) - f(p - z)) / (2.0f * step);
}

}  // namespace bindpose::gen
