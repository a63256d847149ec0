#include <algorithm>
#include <cmath>

#include "ogre/ogre_plan.h"

namespace bindpose::gen::ogre {
namespace {

// Beyond `reach` of a sphere the distance to the sphere stands in: blends are narrower than that.
constexpr float kReach = 0.12f;

float torso(const vec3& p) {
  const vec3 q(std::abs(p.x), p.y, p.z);
  float d = ellipsoid(p, {0.0f, 0.68f, -0.015f}, {0.265f, 0.19f, 0.205f});
  d = join(d, ellipsoid(p, {0.0f, 0.865f, 0.065f}, {0.340f, 0.280f, 0.310f}), 0.14f);
  d = join(d, ellipsoid(p, {0.0f, 1.12f, -0.01f}, {0.335f, 0.225f, 0.22f}), 0.16f);
  d = join(d, ellipsoid(p, {0.0f, 1.20f, -0.09f}, {0.23f, 0.15f, 0.14f}), 0.12f);
  const float chest =
      std::min(ellipsoid(q, {0.125f, 1.125f, 0.115f}, {0.135f, 0.095f, 0.09f}), 0.5f);
  d = join(d, chest, 0.07f);
  d = join(d, round_cone(q, {0.0f, 1.30f, -0.03f}, {0.33f, 1.225f, -0.03f}, 0.105f, 0.10f), 0.10f);
  d = join(d, round_cone(p, {0.0f, 1.24f, -0.01f}, {0.0f, 1.42f, 0.03f}, 0.15f, 0.14f), 0.10f);
  return carve(d, sphere(p, {0.0f, 0.825f, 0.388f}, 0.027f), 0.022f);
}

float hand(const vec3& p) {
  static const Frame frame = hand_frame();
  const vec3 l = frame.to_local(p) / kHandScale;
  const float far = glm::length(l - vec3(0.0f, 0.1f, 0.0f)) - 0.17f;
  if (far > kReach) return kHandScale * far;
  const float palm = rounded_box(l - vec3(0.0f, 0.062f, -0.002f), {0.036f, 0.062f, 0.076f}, 0.034f);
  float d = palm;
  for (const Finger& f : fingers()) {
    const float digit = std::min(round_cone(l, f.joint[0], f.joint[1], f.radius[0], f.radius[1]),
                                 round_cone(l, f.joint[1], f.joint[2], f.radius[1], f.radius[2]));
    d = join(d, join(palm, digit, 0.025f), 0.010f);
  }
  return kHandScale * d;
}

float arm(const vec3& p) {
  float d = ellipsoid(p, kShoulder + vec3(0.012f, -0.015f, 0.0f), {0.128f, 0.130f, 0.125f});
  d = join(d, round_cone(p, kShoulder, kElbow, 0.106f, 0.084f), 0.05f);
  const vec3 muscle = glm::mix(kElbow, kWrist, 0.32f) + vec3(0.0f, 0.0f, -0.004f);
  d = join(d, round_cone(p, kElbow, muscle, 0.084f, 0.104f), 0.05f);
  d = join(d, round_cone(p, muscle, kWrist, 0.104f, 0.066f), 0.05f);
  return join(d, hand(p), 0.04f);
}

float foot(const vec3& p) {
  const vec3 heel = kAnkle + vec3(0.0f, -0.040f, -0.045f);
  float d = round_cone(p, heel, kBall + vec3(0.0f, 0.022f, -0.01f), 0.085f, 0.088f);
  d = join(d, ellipsoid(p, kBall + vec3(0.0f, 0.005f, 0.0f), {0.115f, 0.065f, 0.10f}), 0.05f);
  const float toes = std::min({sphere(p, {0.190f, 0.052f, 0.252f}, 0.054f),
                               sphere(p, {0.268f, 0.046f, 0.262f}, 0.046f),
                               sphere(p, {0.332f, 0.040f, 0.228f}, 0.041f)});
  return join(d, toes, 0.03f);
}

float leg(const vec3& p) {
  float d = round_cone(p, kThigh, kKnee, 0.160f, 0.118f);
  d = join(d, round_cone(p, kKnee, kAnkle, 0.115f, 0.088f), 0.05f);
  const vec3 calf = glm::mix(kKnee, kAnkle, 0.35f) + vec3(0.005f, 0.0f, -0.035f);
  d = join(d, sphere(p, calf, 0.092f), 0.05f);
  d = join(d, foot(p), 0.06f);
  return meet(d, 0.001f - p.y, 0.02f);
}

float ear(const vec3& l) {
  const vec3 root = kEarRoot, tip = kEarTip;
  const vec3 u = glm::normalize(tip - root);
  const vec3 w = glm::normalize(glm::cross(u, glm::cross(vec3(0.35f, 0.0f, 1.0f), u)));
  const vec3 v = glm::cross(w, u);
  Frame f{mat3(u, v, w), root};
  const vec3 e = f.to_local(l);
  const float far = glm::length(e - vec3(0.1f, 0.0f, 0.0f)) - 0.15f;
  if (far > kReach) return far;
  // The blade bends forward towards its tip.
  const vec3 b(e.x, e.y, e.z - 1.2f * e.x * e.x * 0.5f);
  float d = ellipsoid(b, {0.080f, -0.004f, 0.0f}, {0.105f, 0.074f, 0.027f});
  d = join(d, round_cone(b, {0.12f, 0.006f, 0.0f}, {0.235f, 0.020f, 0.0f}, 0.030f, 0.011f), 0.05f);
  return carve(d, ellipsoid(b, {0.085f, -0.004f, 0.024f}, {0.088f, 0.046f, 0.024f}), 0.02f);
}

// Lids are caps of a slightly larger ball; their rims fall outwards, which makes the look a kind
// one.
float eyelids(const vec3& q) {
  const vec3 e = q - kEye;
  const float upper =
      meet(glm::length(e) - kEyeRadius - 0.0115f,
           0.0450f - glm::dot(e, glm::normalize(vec3(0.055f, 1.0f, 0.08f))), 0.010f);
  const float lower = meet(glm::length(e) - kEyeRadius - 0.0075f,
                           0.034f + glm::dot(e, glm::normalize(vec3(0.10f, 1.0f, -0.10f))), 0.010f);
  return std::min(upper, lower);
}

float nose(const vec3& q) {
  float d = ellipsoid(q, {0.0f, 0.002f, 0.236f}, {0.060f, 0.053f, 0.056f});
  d = join(d, round_cone(q, {0.0f, 0.080f, 0.160f}, {0.0f, 0.025f, 0.212f}, 0.026f, 0.040f), 0.03f);
  d = join(d, sphere(q, {0.050f, -0.010f, 0.214f}, 0.034f), 0.025f);
  return carve(d, ellipsoid(q, {0.026f, -0.048f, 0.244f}, {0.014f, 0.018f, 0.014f}), 0.014f);
}

float face(const vec3& l) {
  const vec3 q(std::abs(l.x), l.y, l.z);
  float d = ellipsoid(l, {0.0f, 0.065f, -0.02f}, {0.180f, 0.180f, 0.185f});
  d = join(d, ellipsoid(l, {0.0f, -0.065f, 0.025f}, {0.225f, 0.130f, 0.170f}), 0.10f);
  d = join(d, ellipsoid(l, {0.0f, -0.140f, 0.105f}, {0.115f, 0.060f, 0.075f}), 0.06f);
  d = join(d, ellipsoid(l, {0.0f, -0.060f, 0.140f}, {0.135f, 0.075f, 0.075f}), 0.06f);
  d = join(d, sphere(q, {0.140f, -0.028f, 0.122f}, 0.062f), 0.06f);
  d = join(d, round_cone(q, {0.058f, 0.155f, 0.138f}, {0.134f, 0.143f, 0.093f}, 0.025f, 0.021f),
           0.045f);
  d = carve(d, sphere(q, kEye, kEyeRadius + 0.002f), 0.012f);
  d = join(d, eyelids(q), 0.012f);
  return join(d, nose(q), 0.030f);
}

float head(const vec3& p) {
  const vec3 l = head_local(p);
  const float far = glm::length(l) - 0.30f;
  const vec3 q(std::abs(l.x), l.y, l.z);
  const float lobe = ear(q);
  if (far > kReach && lobe > kReach) return kHeadScale * std::min(far, lobe);
  const float skull = face(l);
  const float mouth = mouth_opening(l);
  const float front = smooth_step(0.05f, 0.10f, l.z);
  const float lip = 0.010f * front * std::exp(-std::pow((mouth - 0.011f) / 0.012f, 2.0f));
  float d = skull - lip * smooth_step(0.16f, 0.10f, q.x);
  // The mouth is open a little: a pocket that follows the face at some depth.
  const float pocket = meet(meet(mouth, -(skull + 0.040f), 0.02f), 0.06f - l.z, 0.02f);
  d = carve(d, pocket, 0.012f);
  return kHeadScale * join(d, lobe, 0.035f);
}

}  // namespace

Frame hand_frame() {
  const vec3 along = glm::normalize(vec3(0.56f, -0.80f, 0.20f));
  const vec3 thumb = glm::normalize(vec3(-0.42f, 0.0f, 0.9f));
  const vec3 x = glm::normalize(glm::cross(along, thumb));
  return {mat3(x, along, glm::cross(x, along)), kWrist};
}

vec3 hand_point(const vec3& local) {
  return hand_frame().to_world(kHandScale * local);
}

const std::array<Finger, 4>& fingers() {
  static const std::array<Finger, 4> all = {{
      {"thumb",
       {vec3{0.006f, 0.040f, 0.066f}, vec3{0.020f, 0.088f, 0.112f}, vec3{0.030f, 0.136f, 0.126f}},
       {0.032f, 0.028f, 0.025f}},
      {"index",
       {vec3{0.0f, 0.118f, 0.054f}, vec3{0.012f, 0.178f, 0.068f}, vec3{0.034f, 0.228f, 0.074f}},
       {0.028f, 0.026f, 0.023f}},
      {"middle",
       {vec3{-0.002f, 0.124f, -0.004f}, vec3{0.010f, 0.190f, -0.006f},
        vec3{0.033f, 0.243f, -0.007f}},
       {0.028f, 0.026f, 0.023f}},
      {"pinky",
       {vec3{0.0f, 0.114f, -0.060f}, vec3{0.012f, 0.168f, -0.078f}, vec3{0.032f, 0.210f, -0.087f}},
       {0.026f, 0.024f, 0.021f}},
  }};
  return all;
}

float mouth_opening(const vec3& l) {
  const float x = std::abs(l.x);
  const float line = -0.106f + 3.1f * x * x;
  const float width = 0.122f;
  const float part = std::clamp(1.0f - (x / width) * (x / width), 0.0f, 1.0f);
  const float half = 0.004f + 0.012f * std::sqrt(part);
  const float beyond = std::max(x - width, 0.0f);
  // The curve is steep towards the corners: divide by its slope to get a distance.
  const float slope = 6.2f * x;
  const float dy = std::abs(l.y - line) / std::sqrt(1.0f + slope * slope);
  return std::sqrt(dy * dy + beyond * beyond) - half;
}

float body(const vec3& p) {
  const vec3 q(std::abs(p.x), p.y, p.z);
  float d = torso(p);
  const float legs = join(leg(q), leg(mirror(q)), 0.03f);
  d = join(d, legs, 0.06f);
  d = join(d, arm(q), 0.07f);
  return join(d, head(p), 0.05f);
}

float edge_length(const vec3& p) {
  const vec3 q(std::abs(p.x), p.y, p.z);
  const vec3 l = head_local(q);
  float h = 0.0245f;
  const auto finer = [&](float distance, float near, float edge) {
    h = std::min(h, glm::mix(edge, h, smooth_step(near, near + 0.08f, distance)));
  };
  finer(glm::length(l), 0.22f, 0.0155f);
  finer(glm::length(l - vec3(0.0f, 0.0f, 0.19f)), 0.10f, 0.0105f);
  finer(glm::length(l - kEye), 0.062f, 0.0062f);
  finer(std::abs(mouth_opening(l)) + std::max(0.1f - l.z, 0.0f), 0.014f, 0.0055f);
  finer(glm::length(l - vec3(0.02f, 0.0f, 0.24f)), 0.05f, 0.0080f);
  finer(glm::length(l - 0.5f * (kEarRoot + kEarTip)), 0.10f, 0.0092f);
  static const Frame frame = hand_frame();
  finer(glm::length(frame.to_local(q) / kHandScale - vec3(0.0f, 0.11f, 0.0f)), 0.13f, 0.0115f);
  finer(glm::length(q - vec3(0.265f, 0.04f, 0.25f)), 0.10f, 0.0135f);
  finer(glm::length(q - vec3(0.0f, 0.825f, 0.38f)), 0.03f, 0.0110f);
  return h;
}

}  // namespace bindpose::gen::ogre
