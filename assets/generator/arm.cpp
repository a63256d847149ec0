// A stylised arm, palm up, along +x. Its rest pose is bent a little, its bind pose is straight.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "ogre/ogre.h"
#include "surfaces.h"

namespace bindpose::gen {
namespace {

// Metres; the arm floats above the ground so that it can be seen from below as well.
constexpr vec3 kBase{-0.36f, 0.42f, 0.0f};
constexpr vec3 kShoulder{0.0f, 0.0f, 0.0f}, kElbow{0.29f, 0.0f, 0.0f}, kWrist{0.545f, 0.0f, 0.0f};
constexpr vec3 kPalmSide{0.0f, 1.0f, 0.0f};

struct Digit {
  const char* name;
  std::array<vec3, 4> joint;  // knuckle, two joints, tip; the thumb has one less
  int bones;
  float radius;
};

// The thumb lies on the -z side: a right hand, palm up.
const std::array<Digit, 5> kDigits = {{
    {"thumb",
     {vec3{0.575f, 0.006f, -0.034f}, vec3{0.614f, 0.014f, -0.064f}, vec3{0.648f, 0.018f, -0.080f},
      vec3{0.648f, 0.018f, -0.080f}},
     2,
     0.0135f},
    {"index",
     {vec3{0.642f, 0.0f, -0.034f}, vec3{0.685f, 0.001f, -0.040f}, vec3{0.711f, 0.002f, -0.043f},
      vec3{0.735f, 0.003f, -0.046f}},
     3,
     0.0112f},
    {"middle",
     {vec3{0.648f, -0.001f, -0.010f}, vec3{0.696f, 0.0f, -0.011f}, vec3{0.725f, 0.001f, -0.0115f},
      vec3{0.750f, 0.002f, -0.012f}},
     3,
     0.0115f},
    {"ring",
     {vec3{0.643f, -0.001f, 0.014f}, vec3{0.687f, 0.0f, 0.018f}, vec3{0.714f, 0.001f, 0.020f},
      vec3{0.738f, 0.002f, 0.022f}},
     3,
     0.0108f},
    {"pinky",
     {vec3{0.632f, -0.002f, 0.036f}, vec3{0.665f, -0.001f, 0.045f}, vec3{0.686f, 0.0f, 0.050f},
      vec3{0.705f, 0.001f, 0.054f}},
     3,
     0.0095f},
}};

// The digits and the palm are drawn at this scale around the wrist.
constexpr float kHandScale = 1.38f;

vec3 hand_point(const vec3& p) {
  return kWrist + kHandScale * (p - kWrist);
}

float hand(const vec3& scaled) {
  const vec3 p = kWrist + (scaled - kWrist) / kHandScale;
  const vec3 middle(0.600f, -0.001f, 0.001f);
  const float palm = rounded_box(p - middle, {0.052f, 0.0165f, 0.044f}, 0.016f);
  float d = join(palm, ellipsoid(p, {0.592f, 0.010f, -0.026f}, {0.032f, 0.015f, 0.018f}), 0.02f);
  d = join(d, ellipsoid(p, {0.590f, 0.009f, 0.026f}, {0.036f, 0.012f, 0.015f}), 0.02f);
  float all = d;
  for (const Digit& g : kDigits) {
    float digit = 1.0f;
    for (int k = 0; k < g.bones; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const float taper = g.radius * (1.0f - 0.07f * static_cast<float>(k));
      digit = std::min(digit, round_cone(p, g.joint[i], g.joint[i + 1], taper, 0.93f * taper));
    }
    // Knuckles are a little thicker than the bones between them.
    digit = join(digit, sphere(p, g.joint[1], 1.05f * g.radius), 0.008f);
    all = join(all, join(d, digit, 0.014f), 0.006f);
  }
  return kHandScale * all;
}

float arm(const vec3& world) {
  const vec3 p = world - kBase;
  float d = ellipsoid(p, {0.0f, 0.004f, 0.0f}, {0.080f, 0.058f, 0.055f});
  d = join(d, round_cone(p, {0.02f, 0.0f, 0.0f}, kElbow, 0.052f, 0.040f), 0.07f);
  d = join(d, ellipsoid(p, {0.150f, 0.022f, 0.0f}, {0.085f, 0.044f, 0.042f}), 0.03f);
  d = join(d, ellipsoid(p, {0.130f, -0.020f, 0.004f}, {0.095f, 0.042f, 0.044f}), 0.03f);
  d = join(d, sphere(p, {0.288f, -0.016f, 0.0f}, 0.030f), 0.02f);
  d = join(d, round_cone(p, kElbow, kWrist, 0.040f, 0.028f), 0.03f);
  d = join(d, ellipsoid(p, {0.365f, 0.006f, -0.012f}, {0.080f, 0.038f, 0.040f}), 0.04f);
  d = join(d, ellipsoid(p, {0.370f, 0.002f, 0.014f}, {0.085f, 0.036f, 0.034f}), 0.04f);
  d = join(d, ellipsoid(p, {0.535f, 0.0f, 0.0f}, {0.045f, 0.025f, 0.034f}), 0.03f);
  return join(d, hand(p), 0.045f);
}

float edge_length(const vec3& world) {
  const vec3 p = world - kBase;
  const float fingers = glm::mix(0.0055f, 0.0105f, smooth_step(0.12f, 0.22f, 0.74f - p.x));
  return fingers;
}

void add_skeleton(Character& c) {
  const auto bone = [&](const std::string& name, int parent, const vec3& a, const vec3& b) {
    return add_joint(c, name, parent, kBase + a, kBase + b, kPalmSide);
  };
  const int upper = bone("upper_arm", -1, kShoulder, kElbow);
  const int forearm = bone("forearm", upper, kElbow, kWrist);
  const int wrist = bone("hand", forearm, kWrist, hand_point(kDigits[2].joint[0]));
  for (const Digit& g : kDigits) {
    int parent = wrist;
    for (int k = 0; k < g.bones; ++k) {
      const auto i = static_cast<std::size_t>(k);
      parent = bone(g.name + std::to_string(k + 1), parent, hand_point(g.joint[i]),
                    hand_point(g.joint[i + 1]));
    }
  }
}

std::vector<Segment> segments(const Character& c) {
  std::vector<Segment> out;
  for (std::size_t j = 0; j < c.joint.size(); ++j) {
    out.push_back({static_cast<int>(j), vec3(c.joint[j].bind[3]), c.joint[j].tail});
  }
  out.push_back({0, kBase - vec3(0.04f, 0.0f, 0.0f), kBase});
  for (const Digit& g : kDigits) {
    out.push_back(
        {find(c, "hand"), kBase + kWrist, kBase + glm::mix(kWrist, hand_point(g.joint[0]), 0.85f)});
  }
  return out;
}

vec3 skin_color(float u, float v) {
  const vec3 warm = glm::mix(hex(0xb9795a), hex(0xe8b899), smooth_step(0.0f, 0.6f, u));
  const vec3 light = glm::mix(warm, hex(0xe59a86), smooth_step(0.6f, 1.0f, u));
  return glm::mix(light, hex(0x5a2a20), smooth_step(0.0f, 1.1f, v));
}

vec2 skin_uv(const Field& f, const vec3& world, const vec3& n) {
  const vec3 p = world - kBase;
  float s = 0.40f + 0.14f * smooth_step(-0.5f, 0.9f, n.y);
  for (const Digit& g : kDigits) {
    const vec3 tip = hand_point(g.joint[static_cast<std::size_t>(g.bones)]);
    const vec3 knuckle = hand_point(g.joint[0]) - vec3(0.0f, 0.017f, 0.0f);
    s += 0.25f * smooth_step(0.034f, 0.008f, glm::length(p - tip));
    s += 0.15f * smooth_step(0.026f, 0.008f, glm::length(p - knuckle));
  }
  s += 0.22f * smooth_step(0.045f, 0.015f, glm::length(p - vec3(0.290f, -0.042f, 0.0f)));
  const float open = 0.5f * openness(f, world, n, 0.05f) + 0.5f * openness(f, world, n, 0.015f);
  return {0.02f + 0.96f * std::clamp(s, 0.0f, 1.0f), 0.98f - 0.96f * std::clamp(open, 0.0f, 1.0f)};
}

// 0: the straight bind pose, 1: elbow and fist closed.
void bend(const Character& c, std::vector<Transform>& local, float elbow, float fist) {
  turn(local, find(c, "upper_arm"), {14.0f * elbow, 0.0f, 0.0f});
  turn(local, find(c, "forearm"), {118.0f * elbow, 0.0f, 0.0f});
  turn(local, find(c, "hand"), {24.0f * fist, 0.0f, 0.0f});
  for (const Digit& g : kDigits) {
    const bool thumb = g.bones == 2;
    for (int k = 0; k < g.bones; ++k) {
      const float degrees = thumb ? 30.0f : 68.0f + 8.0f * static_cast<float>(k);
      const float inward = thumb && k == 0 ? 22.0f : 0.0f;
      turn(local, find(c, g.name + std::to_string(k + 1)), {degrees * fist, 0.0f, -inward * fist});
    }
  }
}

}  // namespace

Character make_arm() {
  Character c;
  c.name = "arm";
  c.material = {{"skin", vec4(1.0f), true, 0.6f}};
  c.texture_png = paint_png(128, skin_color);
  add_skeleton(c);
  const Field field = arm;
  const Box box{kBase + vec3(-0.10f, -0.10f, -0.16f), kBase + vec3(0.88f, 0.10f, 0.12f)};
  const TriangleMesh mesh = surface_of(field, box, 0.0035f, edge_length, false);
  Surface skin = surface_from("arm", 0, mesh, field);
  for (std::size_t v = 0; v < skin.uv.size(); ++v) {
    skin.uv[v] = skin_uv(field, skin.position[v], skin.normal[v]);
  }
  skin.influence = to_influences(
      heat_weights(mesh, field, segments(c), static_cast<int>(c.joint.size()), 1.0f), 8);
  c.surface.push_back(skin);
  const std::vector<Transform> straight = rest_pose(c);
  constexpr float kSeconds = 3.2f;
  c.clip.push_back(
      sample_poses(c, "curl", kSeconds, 30.0f, [&](float t, std::vector<Transform>& l) {
        const float turn_part = 2.0f * std::numbers::pi_v<float> * t / kSeconds;
        const float in = 0.5f - 0.5f * std::cos(turn_part);
        l = straight;
        bend(c, l, 0.16f + 0.84f * in, 0.15f + 0.85f * smooth_step(0.15f, 0.85f, in));
      }));
  std::vector<Transform> relaxed = straight;
  bend(c, relaxed, 0.16f, 0.15f);
  for (std::size_t j = 0; j < c.joint.size(); ++j) c.joint[j].rest = relaxed[j];
  return c;
}

}  // namespace bindpose::gen
