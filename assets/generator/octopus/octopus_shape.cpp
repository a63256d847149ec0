#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/geometry.h"
#include "octopus/octopus.h"

namespace bindpose::gen::octopus {
namespace {

constexpr float kRad = std::numbers::pi_v<float> / 180.0f;

// An arm leaves the body downwards, lies on the ground and lifts its tip; seen from above it bends
// one way and then the other.
Arm make_arm(const std::string& name, float degrees, float length, float sway, float lift) {
  Arm arm;
  arm.name = name;
  constexpr int kSteps = 40;
  const auto radius_at = [](float s) {
    return 0.073f * std::pow(1.0f - s, 0.9f) + 0.0155f + 0.014f * std::exp(-14.0f * s);
  };
  // In the arm's own plane first: along the ground, and up.
  std::vector<vec3> point{{0.0f, 0.0f, 0.0f}}, back;
  vec3 at(0.0f);
  for (int k = 0; k <= kSteps * kBones; ++k) {
    const float s = static_cast<float>(k) / static_cast<float>(kSteps * kBones);
    const float pitch = -62.0f * smooth_step(0.30f, 0.02f, s) +
                        lift * std::pow(std::max(s - 0.45f, 0.0f) / 0.55f, 1.6f);
    const float yaw = sway * std::sin(2.0f * std::numbers::pi_v<float> * (s - 0.08f)) *
                      smooth_step(0.1f, 0.4f, s);
    const vec3 ahead(std::cos(pitch * kRad) * std::cos(yaw * kRad), std::sin(pitch * kRad),
                     std::cos(pitch * kRad) * std::sin(yaw * kRad));
    if (k % kSteps == 0) {
      if (k > 0) point.push_back(at);
      arm.radius.push_back(radius_at(s));
      const vec3 up(-std::sin(pitch * kRad) * std::cos(yaw * kRad), std::cos(pitch * kRad),
                    -std::sin(pitch * kRad) * std::sin(yaw * kRad));
      back.push_back(up);
    }
    at += ahead * (length / static_cast<float>(kSteps * kBones));
  }
  float lowest = 1.0f;
  for (std::size_t k = 0; k < point.size(); ++k) {
    lowest = std::min(lowest, point[k].y - arm.radius[k]);
  }
  const float turn = degrees * kRad;  // from the front to the left
  const vec3 out(std::sin(turn), 0.0f, std::cos(turn)), side(std::cos(turn), 0.0f, -std::sin(turn));
  const auto placed = [&](const vec3& v) { return v.x * out + vec3(0.0f, v.y, 0.0f) + v.z * side; };
  for (std::size_t k = 0; k < point.size(); ++k) {
    arm.joint.push_back(placed(point[k] - vec3(0.0f, lowest - 0.009f, 0.0f)) + 0.125f * out);
    arm.back.push_back(placed(back[k]));
  }
  Box around;
  for (const vec3& p : arm.joint) around.add(p);
  arm.middle = around.center();
  for (std::size_t k = 0; k < arm.joint.size(); ++k) {
    arm.reach = std::max(arm.reach, glm::length(arm.joint[k] - arm.middle) + arm.radius[k]);
  }
  return arm;
}

float limb(const vec3& p, const Arm& arm) {
  // Beyond reach the distance to a ball around the arm stands in: blends are narrower than that.
  const float far = glm::length(p - arm.middle) - arm.reach;
  if (far > 0.12f) return far;
  float d = 1e9f;
  for (std::size_t k = 0; k + 1 < arm.joint.size(); ++k) {
    const float piece =
        round_cone(p, arm.joint[k], arm.joint[k + 1], arm.radius[k], arm.radius[k + 1]);
    d = k == 0 ? piece : join(d, piece, 0.5f * arm.radius[k]);
  }
  return d;
}

float head(const vec3& p) {
  const vec3 q(std::abs(p.x), p.y, p.z);
  // The mantle leans back and ends in a blunt point.
  const float c = std::cos(0.42f), s = std::sin(0.42f);
  const vec3 m = p - kMantle;
  const vec3 l(m.x, c * m.y - s * m.z, s * m.y + c * m.z);
  float d = ellipsoid(l, vec3(0.0f), kMantleRadii);
  d = join(d, sphere(l, {0.0f, 0.20f, -0.02f}, 0.17f), 0.14f);
  d = join(d, ellipsoid(p, {0.0f, 0.38f, 0.04f}, {0.205f, 0.20f, 0.195f}), 0.13f);
  // Cheeks and a chin.
  d = join(d, sphere(q, {0.115f, 0.315f, 0.135f}, 0.088f), 0.09f);
  d = join(d, ellipsoid(p, {0.0f, 0.25f, 0.135f}, {0.10f, 0.06f, 0.08f}), 0.08f);
  d = join(d, ellipsoid(p, {0.0f, 0.15f, 0.0f}, {0.20f, 0.11f, 0.20f}), 0.10f);
  // The eyeball looks out of a bulge between brow and lower lid: what lies inside it is not seen.
  d = join(d, sphere(q, kEye + vec3(-0.004f, 0.004f, -0.050f), kEyeRadius + 0.010f), 0.05f);
  d = join(d,
           round_cone(q, kEye + vec3(-0.055f, 0.088f, 0.012f), kEye + vec3(0.055f, 0.094f, -0.016f),
                      0.017f, 0.021f),
           0.055f);
  d = join(d,
           round_cone(q, kEye + vec3(-0.050f, -0.078f, 0.022f), kEye + vec3(0.060f, -0.070f, 0.0f),
                      0.014f, 0.016f),
           0.035f);
  // The siphon, on either side.
  const vec3 from(0.185f, 0.34f, -0.02f), to(0.285f, 0.385f, 0.005f);
  d = join(d, round_cone(q, from, to, 0.055f, 0.043f), 0.06f);
  return carve(d, round_cone(q, glm::mix(from, to, 0.75f), to + 0.6f * (to - from), 0.020f, 0.031f),
               0.024f);
}

}  // namespace

const std::array<Arm, kArms>& arms() {
  static const std::array<Arm, kArms> all = {make_arm("arm_front", 27.0f, 1.14f, 25.0f, 255.0f),
                                             make_arm("arm_side", 70.0f, 1.22f, -27.0f, 205.0f),
                                             make_arm("arm_hind", 114.0f, 1.22f, 25.0f, 235.0f),
                                             make_arm("arm_back", 156.0f, 1.10f, -24.0f, 190.0f)};
  return all;
}

float mouth(const vec3& p) {
  const float x = std::abs(p.x);
  const float line = 0.276f + 4.2f * x * x;
  const float beyond = std::max(x - 0.078f, 0.0f);
  const float slope = 8.4f * std::min(x, 0.078f);
  const float dy = std::abs(p.y - line) / std::sqrt(1.0f + slope * slope);
  return std::sqrt(dy * dy + beyond * beyond) - 0.0035f;
}

float body(const vec3& p) {
  const vec3 q(std::abs(p.x), p.y, p.z);
  float d = 1e9f;
  for (const Arm& a : arms()) {
    const float piece = limb(q, a);
    d = d > 1e8f ? piece : join(d, piece, 0.05f);
  }
  // Across the middle the front and the back pair meet.
  d = join(d, limb(vec3(-q.x, q.y, q.z), arms().front()), 0.05f);
  d = join(d, limb(vec3(-q.x, q.y, q.z), arms().back()), 0.05f);
  d = join(d, head(p), 0.075f);
  // The mouth is a groove with a lip around it.
  const float smile = mouth(p), front = smooth_step(0.05f, 0.12f, p.z);
  const float groove = std::exp(-std::pow(std::max(smile, 0.0f) / 0.0075f, 2.0f));
  const float lip = std::exp(-std::pow((smile - 0.019f) / 0.010f, 2.0f));
  return d + front * (0.017f * groove - 0.006f * lip);
}

float edge_length(const vec3& p) {
  const vec3 q(std::abs(p.x), p.y, p.z);
  float h = p.y > 0.5f ? 0.0215f : 0.0245f;
  const auto finer = [&](float distance, float near, float edge) {
    h = std::min(h, glm::mix(edge, h, smooth_step(near, near + 0.06f, distance)));
  };
  finer(glm::length(q - kEye), 0.115f, 0.0115f);
  finer(std::abs(mouth(p)) + std::max(0.1f - p.z, 0.0f), 0.016f, 0.0062f);
  finer(glm::length(q - vec3(0.285f, 0.385f, 0.005f)), 0.055f, 0.0092f);
  for (const Arm& a : arms()) {
    for (std::size_t k = 0; k + 1 < a.joint.size(); ++k) {
      const float s = closest_on_segment(q, a.joint[k], a.joint[k + 1]);
      const float r = glm::mix(a.radius[k], a.radius[k + 1], s);
      const float off = glm::length(q - glm::mix(a.joint[k], a.joint[k + 1], s));
      if (off < 1.6f * r) h = std::min(h, 0.0055f + 0.44f * r);
    }
  }
  return h;
}

}  // namespace bindpose::gen::octopus
