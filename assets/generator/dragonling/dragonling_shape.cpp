#include <algorithm>
#include <cmath>

#include "dragonling/dragonling.h"
#include "math/geometry.h"

namespace bindpose::gen::dragonling {
namespace {

constexpr float kReach = 0.12f;

float torso(const vec3& p) {
  float d = ellipsoid(p, {0.0f, 0.475f, 0.075f}, {0.152f, 0.162f, 0.170f});
  d = join(d, ellipsoid(p, {0.0f, 0.445f, -0.085f}, {0.150f, 0.150f, 0.19f}), 0.10f);
  d = join(d, ellipsoid(p, {0.0f, 0.455f, -0.245f}, {0.135f, 0.135f, 0.145f}), 0.10f);
  d = join(d, round_cone(p, kNeck + vec3(0.0f, -0.03f, -0.02f), kHead, 0.118f, 0.092f), 0.09f);
  const vec3 q(std::abs(p.x), p.y, p.z);
  return join(
      d,
      round_cone(q, {0.05f, 0.575f, 0.04f}, kWingRoot + vec3(0.02f, 0.02f, -0.01f), 0.045f, 0.030f),
      0.05f);
}

float tail_field(const vec3& p) {
  float d = 1e9f;
  for (int k = 0; k < kTailBones; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const float a = static_cast<float>(k) / kTailBones, b = static_cast<float>(k + 1) / kTailBones;
    const float piece = round_cone(p, tail()[i], tail()[i + 1], tail_radius(a), tail_radius(b));
    d = k == 0 ? piece : join(d, piece, 0.02f);
  }
  // A leaf at the end.
  const vec3 tip = tail().back(), before = tail()[kTailBones - 1];
  const vec3 along = glm::normalize(tip - before);
  const vec3 up = glm::normalize(glm::cross(along, vec3(1.0f, 0.0f, 0.0f)));
  const vec3 l(p.x, glm::dot(p - tip, up), glm::dot(p - tip, along));
  const float leaf =
      join(ellipsoid(l, {0.0f, 0.0f, 0.020f}, {0.017f, 0.070f, 0.062f}),
           round_cone(l, {0.0f, 0.0f, 0.05f}, {0.0f, 0.0f, 0.135f}, 0.022f, 0.010f), 0.05f);
  return join(d, leaf, 0.035f);
}

float paw(const vec3& p, const vec3& wrist, const vec3& tip, float size) {
  const vec3 middle = glm::mix(wrist, tip, 0.62f);
  float d = ellipsoid(p, {middle.x, 0.040f * size + 0.006f, middle.z},
                      vec3(0.058f, 0.042f, 0.070f) * size);
  for (const float side : {-1.0f, 0.0f, 1.0f}) {
    const vec3 toe(tip.x + 0.036f * side * size, 0.030f * size,
                   tip.z - 0.012f * std::abs(side) * size);
    d = join(d, sphere(p, toe, 0.0285f * size), 0.018f);
  }
  return d;
}

float front_leg(const vec3& p) {
  if (glm::length(p - kElbow) > 0.45f) return glm::length(p - kElbow) - 0.32f;
  float d = round_cone(p, kShoulder, kElbow, 0.086f, 0.058f);
  d = join(d, round_cone(p, kElbow, kWrist, 0.058f, 0.044f), 0.04f);
  d = join(d, paw(p, kWrist, kFingers, 1.0f), 0.04f);
  return meet(d, 0.001f - p.y, 0.015f);
}

float hind_leg(const vec3& p) {
  if (glm::length(p - kKnee) > 0.48f) return glm::length(p - kKnee) - 0.34f;
  float d = round_cone(p, kThigh + vec3(0.01f, -0.01f, 0.0f), kKnee, 0.112f, 0.068f);
  d = join(d, round_cone(p, kKnee, kHock, 0.064f, 0.040f), 0.035f);
  d = join(d, round_cone(p, kHock, kBall, 0.040f, 0.040f), 0.03f);
  d = join(d, paw(p, kHock + vec3(0.0f, 0.0f, 0.03f), kToes, 1.06f), 0.04f);
  return meet(d, 0.001f - p.y, 0.015f);
}

float wing_arm(const vec3& p) {
  const vec3 middle = glm::mix(kWingRoot, kWingWrist, 0.5f);
  if (glm::length(p - middle) > 0.45f) return glm::length(p - middle) - 0.33f;
  float d = round_cone(p, kWingRoot, kWingElbow, 0.042f, 0.027f);
  d = join(d, round_cone(p, kWingElbow, kWingWrist, 0.027f, 0.019f), 0.02f);
  d = join(d, sphere(p, kWingElbow, 0.030f), 0.02f);
  return join(d, sphere(p, kWingWrist, 0.027f), 0.02f);
}

float ear(const vec3& q) {
  const vec3 u = glm::normalize(kEarTip - kEarRoot);
  const vec3 w = glm::normalize(glm::cross(u, glm::cross(vec3(0.55f, 0.05f, 1.0f), u)));
  const Frame f{mat3(u, glm::cross(w, u), w), kEarRoot};
  const vec3 e = f.to_local(q);
  const float far = glm::length(e - vec3(0.1f, 0.0f, 0.0f)) - 0.16f;
  if (far > kReach) return far;
  float d = ellipsoid(e, {0.085f, 0.0f, 0.0f}, {0.108f, 0.066f, 0.024f});
  d = join(d, round_cone(e, {0.14f, 0.0f, 0.0f}, {0.225f, 0.008f, -0.012f}, 0.026f, 0.010f), 0.05f);
  return carve(d, ellipsoid(e, {0.092f, 0.0f, 0.026f}, {0.088f, 0.042f, 0.022f}), 0.02f);
}

float head(const vec3& p) {
  const vec3 l = p - kSkull;
  const vec3 q(std::abs(l.x), l.y, l.z);
  const float far = glm::length(l - vec3(0.0f, 0.0f, 0.05f)) - 0.40f;
  if (far > kReach) return far;
  float d = ellipsoid(l, {0.0f, 0.030f, -0.010f}, {0.158f, 0.148f, 0.155f});
  d = join(d, ellipsoid(l, {0.0f, -0.055f, 0.150f}, {0.100f, 0.062f, 0.115f}), 0.08f);
  d = join(d, ellipsoid(l, {0.0f, -0.098f, 0.105f}, {0.092f, 0.045f, 0.125f}), 0.05f);
  d = join(d, sphere(q, {0.098f, -0.052f, 0.055f}, 0.075f), 0.06f);
  d = join(d, sphere(q, {0.040f, -0.030f, 0.238f}, 0.030f), 0.035f);
  d = carve(d, ellipsoid(q, {0.043f, -0.018f, 0.270f}, {0.010f, 0.009f, 0.014f}), 0.010f);
  d = join(d, sphere(q, kEye + vec3(-0.008f, 0.002f, -0.036f), kEyeRadius + 0.006f), 0.04f);
  d = join(d,
           round_cone(q, kEye + vec3(-0.040f, 0.072f, 0.016f), kEye + vec3(0.050f, 0.064f, -0.026f),
                      0.017f, 0.022f),
           0.04f);
  d = join(d,
           round_cone(q, kEye + vec3(-0.036f, -0.058f, 0.022f), kEye + vec3(0.046f, -0.050f, 0.0f),
                      0.011f, 0.013f),
           0.03f);
  d = join(d, ear(q), 0.03f);
  const float line = mouth(p), front = smooth_step(0.02f, 0.07f, l.z);
  const float groove = std::exp(-std::pow(std::max(line, 0.0f) / 0.0062f, 2.0f));
  const float lip = std::exp(-std::pow((line - 0.017f) / 0.009f, 2.0f));
  return d + front * (0.011f * groove - 0.004f * lip);
}

}  // namespace

const std::vector<vec3>& tail() {
  static const std::vector<vec3> points = [] {
    std::vector<vec3> out;
    vec3 at = kHips + vec3(0.0f, -0.01f, -0.10f);
    for (int k = 0; k <= kTailBones; ++k) {
      out.push_back(at);
      const float s = (static_cast<float>(k) + 0.5f) / kTailBones;
      const float pitch = glm::radians(-34.0f * std::exp(-std::pow((s - 0.28f) / 0.26f, 2.0f)) +
                                       62.0f * smooth_step(0.45f, 1.0f, s));
      at += 0.112f * vec3(0.0f, std::sin(pitch), -std::cos(pitch));
    }
    return out;
  }();
  return points;
}

float tail_radius(float along) {
  return 0.104f * std::pow(1.0f - along, 1.15f) + 0.018f;
}

float mouth(const vec3& p) {
  const vec3 l = p - kSkull;
  const float x = std::abs(l.x);
  // Seen from the side it runs back and up into the cheek.
  const float back = std::max(0.215f - l.z, 0.0f);
  const float line = -0.083f + 2.4f * back * back + 0.5f * x * x;
  const float beyond = std::max(0.112f - l.z, 0.0f);
  const float slope = std::hypot(4.8f * std::min(back, 0.11f), x);
  const float dy = std::abs(l.y - line) / std::sqrt(1.0f + slope * slope);
  return std::sqrt(dy * dy + beyond * beyond) - 0.0025f;
}

float body(const vec3& p) {
  const vec3 q(std::abs(p.x), p.y, p.z);
  float d = torso(p);
  d = join(d, tail_field(p), 0.07f);
  d = join(d, front_leg(q), 0.05f);
  d = join(d, hind_leg(q), 0.05f);
  d = join(d, wing_arm(q), 0.035f);
  return join(d, head(p), 0.05f);
}

float edge_length(const vec3& p) {
  const vec3 q(std::abs(p.x), p.y, p.z);
  const vec3 l = q - kSkull;
  float h = 0.0235f;
  const auto finer = [&](float distance, float near, float edge) {
    h = std::min(h, glm::mix(edge, h, smooth_step(near, near + 0.07f, distance)));
  };
  finer(glm::length(l), 0.20f, 0.0165f);
  finer(glm::length(l - kEye), 0.085f, 0.0095f);
  finer(glm::length(l - vec3(0.03f, -0.05f, 0.22f)), 0.055f, 0.0085f);
  finer(std::abs(mouth(p)) + std::max(0.07f - l.z, 0.0f), 0.012f, 0.0062f);
  finer(glm::length(l - 0.5f * (kEarRoot + kEarTip)), 0.10f, 0.0115f);
  finer(glm::length(q - kFingers), 0.055f, 0.0115f);
  finer(glm::length(q - kToes), 0.055f, 0.0115f);
  finer(glm::length(q - tail().back()), 0.11f, 0.0105f);
  for (const auto& [a, b] : {std::pair{kWingRoot, kWingElbow}, std::pair{kWingElbow, kWingWrist}}) {
    const vec3 on = glm::mix(a, b, closest_on_segment(q, a, b));
    finer(glm::length(q - on), 0.04f, 0.0125f);
  }
  for (std::size_t k = 4; k < kTailBones; ++k) {
    const vec3 on =
        glm::mix(tail()[k], tail()[k + 1], closest_on_segment(q, tail()[k], tail()[k + 1]));
    finer(glm::length(q - on), 0.05f, 0.012f + 0.006f * static_cast<float>(9 - k) / 5.0f);
  }
  return h;
}

}  // namespace bindpose::gen::dragonling
