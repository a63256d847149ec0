#include "octopus/octopus.h"

#include <algorithm>
#include <cmath>

#include "math/geometry.h"
#include "palette.h"
#include "shapes.h"
#include "surfaces.h"
#include "weights.h"

namespace bindpose::gen::octopus {
namespace {

constexpr vec3 kFront{0.0f, 0.0f, 1.0f};
constexpr vec3 kUp{0.0f, 1.0f, 0.0f};

enum Materials { kSkin, kSucker, kEyes };

struct Blocks {
  int skin, spot, sucker, eye;
};

vec3 skin_color(float s, float t) {
  static const Stop light[] = {{0.0f, hex(0x7a2f8f)},  {0.22f, hex(0xb8407f)},
                               {0.45f, hex(0xee6352)}, {0.68f, hex(0xff9466)},
                               {0.86f, hex(0xffd2a8)}, {1.0f, hex(0xfff0dc)}};
  static const Stop shade[] = {
      {0.0f, hex(0x2a1050)}, {0.45f, hex(0x701a48)}, {0.75f, hex(0x9c3a48)}, {1.0f, hex(0xb4644f)}};
  return shaded(along(light, s), along(shade, s), t);
}

vec3 eye_color(float s, float t) {
  const float u = 2.0f * s - 1.0f, v = 1.0f - 2.0f * t;
  const float r = std::sqrt(u * u + v * v);
  vec3 c = glm::mix(hex(0xfffdf5), hex(0xe9dcd2), smooth_step(0.62f, 1.0f, r));
  const vec3 iris = glm::mix(hex(0x37d6c4), hex(0x0e6f8c), smooth_step(0.35f, -0.4f, v));
  c = glm::mix(c, hex(0x0a3446), smooth_step(0.585f, 0.555f, r));
  c = glm::mix(c, iris, smooth_step(0.545f, 0.49f, r));
  // A pupil that lies down, as an octopus has it.
  const float bar = std::pow(
      std::pow(std::abs(u) / 0.40f, 2.6f) + std::pow(std::abs(v) / 0.27f, 2.6f), 1.0f / 2.6f);
  c = glm::mix(c, hex(0x0b0c1c), smooth_step(1.06f, 0.96f, bar));
  const float glint = std::hypot(u + 0.19f, v + 0.22f), spark = std::hypot(u - 0.22f, v - 0.20f);
  c = glm::mix(c, vec3(1.0f), smooth_step(0.15f, 0.12f, glint));
  return glm::mix(c, vec3(1.0f), 0.85f * smooth_step(0.075f, 0.05f, spark));
}

Blocks paint(PaintBox& box) {
  Blocks b{};
  b.skin = box.add(256, 96, [](float s, float t) { return vec4(skin_color(s, t), 1.0f); });
  b.spot = box.add(64, 64, [](float s, float t) {
    return vec4(shaded(glm::mix(hex(0x4b2a86), hex(0x33c7c9), s), hex(0x1d0c45), t), 1.0f);
  });
  b.sucker = box.add(64, 64, [](float s, float t) {
    return vec4(shaded(glm::mix(hex(0xd8655f), hex(0xfff1e2), s), hex(0x7d2b3d), t), 1.0f);
  });
  b.eye = box.add(96, 96, [](float s, float t) { return vec4(eye_color(s, t), 1.0f); });
  return b;
}

// Where a point lies on an arm: the arm's number, 0 to 1 along it, and the sine of how far it is
// turned to the back of the arm; arm -1 on the head.
struct OnArm {
  int arm = -1;
  float along = 0.0f, back = 0.0f;
};

OnArm on_arm(const vec3& q, const vec3& n) {
  OnArm out;
  float best = 1.35f;
  for (int a = 0; a < kArms; ++a) {
    const Arm& arm = arms()[static_cast<std::size_t>(a)];
    for (std::size_t k = 0; k + 1 < arm.joint.size(); ++k) {
      const float s = closest_on_segment(q, arm.joint[k], arm.joint[k + 1]);
      const float r = glm::mix(arm.radius[k], arm.radius[k + 1], s);
      const float off = glm::length(q - glm::mix(arm.joint[k], arm.joint[k + 1], s)) / r;
      if (off < best) {
        best = off;
        out = {a, (static_cast<float>(k) + s) / kBones,
               glm::dot(n, glm::normalize(glm::mix(arm.back[k], arm.back[k + 1], s)))};
      }
    }
  }
  return out;
}

constexpr struct {
  vec3 at;
  float radius;
} kSpots[] = {{{0.0f, 1.00f, -0.08f}, 0.055f},   {{0.105f, 0.955f, -0.02f}, 0.042f},
              {{0.05f, 0.90f, 0.10f}, 0.032f},   {{0.17f, 0.86f, 0.07f}, 0.050f},
              {{0.0f, 0.80f, 0.165f}, 0.040f},   {{0.095f, 0.755f, 0.17f}, 0.030f},
              {{0.245f, 0.75f, 0.02f}, 0.040f},  {{0.20f, 0.93f, -0.16f}, 0.050f},
              {{0.275f, 0.80f, -0.13f}, 0.045f}, {{0.10f, 1.0f, -0.22f}, 0.045f},
              {{0.0f, 0.90f, -0.36f}, 0.06f},    {{0.15f, 0.82f, -0.36f}, 0.05f},
              {{0.25f, 0.66f, -0.27f}, 0.045f},  {{0.10f, 0.66f, -0.42f}, 0.05f},
              {{0.275f, 0.64f, -0.08f}, 0.032f}, {{0.0f, 0.52f, -0.38f}, 0.045f},
              {{0.17f, 0.52f, -0.31f}, 0.04f},   {{0.035f, 0.68f, 0.165f}, 0.020f},
              {{0.165f, 0.68f, 0.115f}, 0.026f}};

vec2 skin_uv(const PaintBox& box, const Blocks& b, const Field& field, const vec3& p,
             const vec3& n) {
  const vec3 q(std::abs(p.x), p.y, p.z), m(p.x < 0.0f ? -n.x : n.x, n.y, n.z);
  const float open = 0.5f * openness(field, p, n, 0.10f) + 0.5f * openness(field, p, n, 0.03f);
  float t = smooth_step(0.0f, 0.95f, open);
  float s = 0.45f;
  const auto toward = [&](float goal, float amount) { s += (goal - s) * amount; };
  toward(0.10f, 0.9f * smooth_step(0.52f, 1.0f, p.y + 0.35f * -p.z));
  toward(0.66f, 0.75f * smooth_step(0.25f, 0.05f, glm::length(p - vec3(0.0f, 0.33f, 0.22f))));
  toward(0.78f, 0.55f * smooth_step(0.10f, 0.03f, glm::length(q - vec3(0.0f, 0.25f, 0.21f))));
  toward(0.26f, 0.75f * smooth_step(0.075f, 0.02f, glm::length(q - vec3(0.165f, 0.305f, 0.19f))));
  const OnArm arm = on_arm(q, m);
  if (arm.arm >= 0) {
    const float fade = smooth_step(0.0f, 0.16f, arm.along);
    const float top = glm::mix(0.40f, 0.14f, smooth_step(0.25f, 1.0f, arm.along));
    const float under = 0.90f;
    const float side = glm::mix(top, under, smooth_step(0.15f, -0.45f, arm.back));
    toward(side, fade);
    // Bands across the back.
    const float band = std::sin(arm.along * 62.0f) * smooth_step(0.25f, 0.7f, arm.back);
    toward(0.62f, 0.55f * fade * smooth_step(0.35f, 0.9f, band));
  } else if (p.y < 0.15f) {
    toward(0.9f, smooth_step(-0.1f, -0.6f, n.y));
  }
  const float within = smooth_step(0.004f, -0.003f, mouth(p)) * smooth_step(0.10f, 0.14f, p.z);
  s = glm::mix(s, 0.2f, within);
  t *= 1.0f - 0.85f * within;
  for (const auto& spot : kSpots) {
    const float d = glm::length(q - spot.at) / (spot.radius * 1.15f);
    toward(0.60f, 0.8f * smooth_step(1.60f, 1.15f, d));
    toward(0.0f, smooth_step(1.18f, 0.68f, d));
  }
  return box.uv(b.skin, s, t);
}

void add_skeleton(Character& c) {
  const int root = add_joint(c, "root", -1, vec3(0.0f), {0.0f, 0.2f, 0.0f}, kFront);
  const int trunk = add_joint(c, "body", root, {0.0f, 0.16f, 0.0f}, {0.0f, 0.34f, 0.03f}, kFront);
  const int head = add_joint(c, "head", trunk, {0.0f, 0.34f, 0.03f}, {0.0f, 0.52f, 0.0f}, kFront);
  const int mantle =
      add_joint(c, "mantle", head, {0.0f, 0.52f, 0.0f}, {0.0f, 0.78f, -0.14f}, kFront);
  add_joint(c, "mantle_tip", mantle, {0.0f, 0.78f, -0.14f}, {0.0f, 1.02f, -0.25f}, kFront);
  for (const bool left : {true, false}) {
    const auto at = [&](const vec3& p) { return left ? p : mirror(p); };
    const std::string side = left ? ".L" : ".R";
    add_joint(c, "eye" + side, head, at(kEye), at(kEye + vec3(0.02f, 0.0f, 0.11f)), kUp);
    add_joint(c, "eyelid" + side, head, at(kEye), at(kEye + vec3(0.02f, 0.06f, 0.09f)), kUp);
    add_joint(c, "siphon" + side, head, at({0.19f, 0.342f, -0.018f}), at({0.285f, 0.385f, 0.005f}),
              kUp);
  }
  for (const Arm& arm : arms()) {
    for (const bool left : {true, false}) {
      const auto at = [&](const vec3& p) { return left ? p : mirror(p); };
      int parent = trunk;
      for (std::size_t k = 0; k < kBones; ++k) {
        parent = add_joint(c, arm.name + std::to_string(k + 1) + (left ? ".L" : ".R"), parent,
                           at(arm.joint[k]), at(arm.joint[k + 1]), at(arm.back[k]));
      }
    }
  }
}

std::vector<Segment> segments(const Character& c) {
  std::vector<Segment> out;
  for (std::size_t j = 1; j < c.joint.size(); ++j) {
    const Joint& joint = c.joint[j];
    if (joint.name.starts_with("eye")) continue;
    vec3 from(joint.bind[3]);
    // The roots of the arms stand deep in the body, which is not theirs.
    if (joint.name.starts_with("arm") && joint.name[joint.name.size() - 3] == '1') {
      from = glm::mix(from, joint.tail, 0.4f);
    }
    out.push_back({static_cast<int>(j), from, joint.tail});
  }
  const auto pair = [&](const std::string& name, const vec3& a, const vec3& b) {
    out.push_back({find(c, name), a, b});
    out.push_back({find(c, name), mirror(a), mirror(b)});
  };
  pair("head", {0.0f, 0.40f, 0.02f}, {0.13f, 0.42f, 0.10f});
  pair("head", {0.0f, 0.32f, 0.06f}, {0.10f, 0.31f, 0.16f});
  pair("mantle", {0.0f, 0.66f, -0.10f}, {0.14f, 0.66f, -0.10f});
  for (const Arm& arm : arms())
    pair("body", {0.0f, 0.15f, 0.0f}, glm::mix(arm.joint[0], arm.joint[1], 0.2f));
  return out;
}

void add_suckers(Character& c, const TriangleMesh& mesh, const WeightRows& weight,
                 const PaintBox& box, const Blocks& b) {
  const Field field = body;
  Surface all;
  all.name = "suckers.L";
  all.material = kSucker;
  for (const Arm& arm : arms()) {
    float at = 0.23f;
    for (int k = 0; at < 0.97f; ++k) {
      const float place = at * kBones;
      const auto bone = static_cast<std::size_t>(place);
      const float s = place - static_cast<float>(bone);
      const float r = glm::mix(arm.radius[bone], arm.radius[bone + 1], s);
      const vec3 center = glm::mix(arm.joint[bone], arm.joint[bone + 1], s);
      const vec3 ahead = glm::normalize(arm.joint[bone + 1] - arm.joint[bone]);
      vec3 back = glm::mix(arm.back[bone], arm.back[bone + 1], s);
      back = glm::normalize(back - glm::dot(back, ahead) * ahead);
      const vec3 side = glm::cross(ahead, back);
      const vec3 out = glm::normalize(-back + (k % 2 == 0 ? 0.50f : -0.50f) * side);
      vec3 p = center + r * out;
      for (int round = 0; round < 4; ++round) p -= out * field(p);
      const float size = 0.50f * r + 0.0015f;
      const vec2 cup[] = {{0.0f, -0.4f * size},
                          {size, 0.0f},
                          {0.70f * size, 0.24f * size},
                          {0.36f * size, 0.02f * size},
                          {0.0f, -0.05f * size}};
      Surface one = lathe("sucker", kSucker, frame_along(p, out, ahead), cup, 7, 170.0f);
      for (vec2& uv : one.uv)
        uv = box.uv(b.sucker, smooth_step(0.93f, 0.70f, uv.y),
                    glm::mix(1.0f, 0.45f, smooth_step(0.72f, 0.92f, uv.y)));
      const std::vector<vec3> where{p};
      one.influence.assign(one.position.size(), transfer_weights(where, mesh, weight, 4).front());
      append(all, one);
      at += 1.50f * size / (kBones * glm::length(arm.joint[1] - arm.joint[0]));
    }
  }
  add_pair(c, all, "suckers");
}

// What the mantle adds when it is full of water.
Morph puff(const Surface& skin, const char* name, const vec3& by) {
  Morph m;
  m.name = name;
  for (std::size_t v = 0; v < skin.position.size(); ++v) {
    const vec3& p = skin.position[v];
    const float amount = smooth_step(0.50f, 0.72f, p.y + 0.25f * (0.1f - p.z));
    const vec3 d = (p - vec3(0.0f, 0.62f, -0.08f)) * by * amount;
    m.position.push_back(d);
    const vec3 n = glm::normalize(skin.normal[v] / (vec3(1.0f) + by * amount));
    m.normal.push_back(amount > 0.0f ? n - skin.normal[v] : vec3(0.0f));
  }
  return m;
}

}  // namespace

Character make() {
  Character c;
  c.name = "octopus";
  c.compact = true;
  c.material = {{"wet skin", vec4(1.0f), true, 0.24f},
                {"suckers", vec4(1.0f), true, 0.38f},
                {"eye", vec4(1.0f), true, 0.08f}};
  PaintBox box(256);
  const Blocks b = paint(box);
  c.texture_png = box.png();
  add_skeleton(c);
  const Field field = body;
  const Box around{{0.0f, -0.02f, -1.10f}, {1.20f, 1.10f, 1.10f}};
  const TriangleMesh mesh = surface_of(field, around, 0.0085f, edge_length, true);
  auto dense = heat_weights(mesh, field, segments(c), static_cast<int>(c.joint.size()), 1.0f);
  make_symmetric(dense, mesh, mirror_joints(c));
  Surface skin = surface_from("octopus_body", kSkin, mesh, field);
  for (std::size_t v = 0; v < skin.position.size(); ++v) {
    skin.uv[v] = skin_uv(box, b, field, skin.position[v], skin.normal[v]);
  }
  soften(mesh, skin.uv, 1);
  skin.influence = to_influences(dense, 4);
  skin.morph.push_back(puff(skin, "breathe_in", {0.16f, 0.06f, 0.16f}));
  c.surface.push_back(skin);
  Surface eye = eyeball(kEyes, kEye, kEyeRadius, glm::normalize(vec3(0.10f, 0.0f, 1.0f)), 1.35f);
  for (vec2& uv : eye.uv) uv = box.uv(b.eye, uv.x, uv.y);
  eye.influence = rigid_weights(eye.position.size(), find(c, "eye.L"));
  add_pair(c, eye, "eyeball");
  Surface lid = eyelid(kSkin, kEye, kEyeRadius, glm::normalize(vec3(0.05f, 0.62f, -0.55f)));
  for (vec2& uv : lid.uv) {
    const float rim = smooth_step(0.35f, 0.52f, uv.y) * smooth_step(0.72f, 0.54f, uv.y);
    uv = box.uv(b.skin, glm::mix(0.42f, 0.12f, rim), glm::mix(0.95f, 0.6f, rim));
  }
  lid.influence = rigid_weights(lid.position.size(), find(c, "eyelid.L"));
  add_pair(c, lid, "lid");
  add_suckers(c, mesh, skin.influence, box, b);
  add_clips(c);
  return c;
}

}  // namespace bindpose::gen::octopus
