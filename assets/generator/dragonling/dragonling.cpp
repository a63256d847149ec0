#include "dragonling/dragonling.h"

#include <algorithm>
#include <cmath>

#include "surfaces.h"

namespace bindpose::gen::dragonling {
namespace {

vec3 skin_color(float s, float t) {
  static const Stop light[] = {{0.0f, hex(0x2a2f8c)},  {0.2f, hex(0x3050c4)},
                               {0.42f, hex(0x3d86e6)}, {0.62f, hex(0x63c3ee)},
                               {0.8f, hex(0xd8f1e4)},  {1.0f, hex(0xfff2cf)}};
  static const Stop shade[] = {
      {0.0f, hex(0x110d3c)}, {0.42f, hex(0x182c74)}, {0.7f, hex(0x35668e)}, {1.0f, hex(0xa67f52)}};
  return shaded(along(light, s), along(shade, s), t);
}

vec3 eye_color(float s, float t) {
  const float u = 2.0f * s - 1.0f, v = 1.0f - 2.0f * t;
  const float r = std::sqrt(u * u + v * v);
  vec3 c = glm::mix(hex(0xfffdf5), hex(0xe2e2ea), smooth_step(0.66f, 1.0f, r));
  const vec3 iris = glm::mix(hex(0xffd34a), hex(0xd8661a), smooth_step(0.35f, -0.45f, v));
  c = glm::mix(c, hex(0x5a2208), smooth_step(0.645f, 0.61f, r));
  c = glm::mix(c, iris, smooth_step(0.605f, 0.55f, r));
  const float slit = std::hypot(u / 0.185f, v / 0.47f);
  c = glm::mix(c, hex(0x1a0b10), smooth_step(1.07f, 0.95f, slit));
  const float glint = std::hypot(u + 0.20f, v + 0.25f), spark = std::hypot(u - 0.22f, v - 0.24f);
  c = glm::mix(c, vec3(1.0f), smooth_step(0.155f, 0.12f, glint));
  return glm::mix(c, vec3(1.0f), 0.85f * smooth_step(0.08f, 0.055f, spark));
}

// s: across a field between two fingers, t: from the wrist out. Thick by the bones, thin between.
vec4 wing_color(float s, float t) {
  const float middle = 4.0f * s * (1.0f - s);
  const float out = 1.0f - t;
  vec3 c = glm::mix(hex(0xb23a6e), hex(0xff8f4a), smooth_step(0.15f, 0.95f, t));
  c = glm::mix(c, hex(0xffc46b),
               0.75f * smooth_step(0.3f, 1.0f, middle) * smooth_step(0.35f, 0.9f, t));
  c = glm::mix(c, hex(0x5d2470), 0.75f * smooth_step(0.28f, 0.0f, middle));
  c = glm::mix(c, hex(0x7c2a68), 0.8f * smooth_step(0.965f, 1.0f, t));
  // Veins leave the bones on either side and bend outwards.
  float vein = 0.0f;
  for (int k = 0; k < 6; ++k) {
    const float start = 0.14f + 0.15f * static_cast<float>(k);
    for (const float x : {s, 1.0f - s}) {
      const float line = start + 0.55f * x - 0.35f * x * x;
      vein = std::max(
          vein, smooth_step(0.014f, 0.004f, std::abs(t - line)) * smooth_step(0.62f, 0.25f, x));
    }
  }
  c = glm::mix(c, hex(0x8e2a5a), 0.6f * vein);
  const float alpha =
      glm::mix(0.95f, 0.66f, smooth_step(0.10f, 0.85f, middle) * smooth_step(0.02f, 0.3f, t));
  return vec4(c, std::max({alpha, 0.92f * smooth_step(0.045f, 0.0f, out), 0.85f * vein}));
}

}  // namespace

Paints paints() {
  Paints p;
  p.skin = p.box.add(256, 96, [](float s, float t) { return vec4(skin_color(s, t), 1.0f); });
  p.gold = p.box.add(96, 96, [](float s, float t) {
    return vec4(shaded(glm::mix(hex(0xd6452f), hex(0xffc85c), s), hex(0x6a1c2c), t), 1.0f);
  });
  p.ivory = p.box.add(96, 96, [](float s, float t) {
    return vec4(shaded(glm::mix(hex(0x8d7358), hex(0xfff3d8), s), hex(0x4a3626), t), 1.0f);
  });
  p.wing = p.box.add(256, 256, wing_color);
  p.eye = p.box.add(128, 128, [](float s, float t) { return vec4(eye_color(s, t), 1.0f); });
  return p;
}

vec2 skin_uv(const Paints& paint, const vec3& p, const vec3& normal) {
  static const Field field = body;
  const float open =
      0.5f * openness(field, p, normal, 0.10f) + 0.5f * openness(field, p, normal, 0.03f);
  float t = smooth_step(0.0f, 0.95f, open);
  const vec3 q(std::abs(p.x), p.y, p.z), l = q - kSkull;
  const float side = p.x < 0.0f ? -1.0f : 1.0f;
  float s = 0.40f;
  const auto toward = [&](float goal, float amount) { s += (goal - s) * amount; };
  toward(0.10f, 0.85f * smooth_step(0.25f, 0.95f, normal.y) * smooth_step(0.10f, 0.35f, p.y));
  // The underside, in bands: throat, chest and belly, and under the tail.
  const float under =
      smooth_step(0.02f, 0.45f, -normal.y + 0.75f * normal.z * smooth_step(-0.1f, 0.15f, p.z)) *
      smooth_step(0.135f, 0.06f, q.x);
  const bool trunk = l.z < 0.02f || p.y < 0.76f;
  if (trunk && (p.y > 0.22f || p.z < -0.42f)) {
    const float band =
        0.5f +
        0.5f * std::cos((p.z < 0.05f ? p.z : 0.05f + 0.6f * (p.z - 0.05f) + 0.9f * (p.y - 0.45f)) *
                        105.0f);
    toward(glm::mix(0.99f, 0.84f, band), under);
    t *= 1.0f - 0.30f * under * smooth_step(0.75f, 1.0f, band);
  }
  // Spots down the flanks and the tail.
  for (int k = 0; k < 15; ++k) {
    const float z = 0.16f - 0.085f * static_cast<float>(k);
    const float height = k < 7 ? 0.545f - 0.02f * static_cast<float>(k % 2) : 0.0f;
    vec3 at(k < 7 ? 0.115f : 0.06f, height, z);
    if (k >= 7) {
      const std::size_t b = std::min<std::size_t>(static_cast<std::size_t>(k - 6), kTailBones - 1);
      at = tail()[b] + vec3(0.75f, 0.55f, 0.0f) * tail_radius(static_cast<float>(b) / kTailBones);
    }
    const float size = k < 7 ? 0.030f : 0.024f - 0.0012f * static_cast<float>(k - 7);
    toward(0.0f, 0.85f * smooth_step(size, 0.5f * size, glm::length(q - at)));
  }
  // The face: a pale muzzle, dark around the eyes, freckles.
  if (l.z > -0.02f && p.y > 0.74f) {
    toward(0.60f, 0.7f * smooth_step(0.15f, 0.06f, glm::length(l - vec3(0.0f, -0.055f, 0.20f))));
    toward(0.90f, 0.85f * smooth_step(-0.080f, -0.105f, l.y) * smooth_step(0.0f, 0.08f, l.z));
    toward(0.12f, 0.7f * smooth_step(0.090f, 0.070f, glm::length(l - kEye)) *
                      smooth_step(-0.01f, 0.02f, l.y));
    for (const vec3& f : {vec3(0.085f, -0.045f, 0.150f), vec3(0.105f, -0.035f, 0.115f),
                          vec3(0.108f, -0.060f, 0.125f)}) {
      toward(0.22f, 0.8f * smooth_step(0.014f, 0.006f, glm::length(l - f)));
    }
  }
  const float in_ear = smooth_step(0.10f, 0.05f, glm::length(l - 0.5f * (kEarRoot + kEarTip))) *
                       smooth_step(0.1f, 0.6f, normal.z + 0.3f * side * normal.x) *
                       smooth_step(0.13f, 0.17f, l.x);
  toward(0.72f, 0.8f * in_ear);
  // Feet darken towards the ground, the end of the tail and the wings' arms as well.
  toward(0.14f, 0.7f * smooth_step(0.16f, 0.04f, p.y) * smooth_step(-0.5f, -0.3f, p.z));
  toward(0.08f, 0.9f * smooth_step(0.14f, 0.07f,
                                   glm::length(p - tail().back() - vec3(0.0f, 0.04f, -0.03f))));
  toward(0.12f, 0.85f * smooth_step(0.62f, 0.70f, p.y) * smooth_step(0.12f, 0.2f, q.x) *
                    smooth_step(0.2f, 0.12f, p.z));
  const float groove = smooth_step(0.004f, -0.002f, mouth(p)) * smooth_step(0.05f, 0.09f, l.z);
  t *= 1.0f - 0.75f * groove;
  return paint.box.uv(paint.skin, s, t);
}

Character make() {
  Character c;
  c.name = "dragonling";
  c.compact = true;
  c.material = {{"scales", vec4(1.0f), true, 0.34f},
                {"crest", vec4(1.0f), true, 0.45f},
                {"horn", vec4(1.0f), true, 0.28f},
                {"eye", vec4(1.0f), true, 0.06f},
                {"wing skin", vec4(1.0f), true, 0.42f}};
  c.material[kMembrane].alpha = Alpha::Blend;
  c.material[kMembrane].double_sided = true;
  const Paints paint = paints();
  c.texture_png = paint.box.png();
  add_skeleton(c);
  const Field field = body;
  const Box box{{0.0f, -0.02f, -1.60f}, {0.52f, 1.20f, 0.78f}};
  const TriangleMesh mesh = surface_of(field, box, 0.0085f, edge_length, true);
  auto dense = heat_weights(mesh, field, heat_segments(c), static_cast<int>(c.joint.size()), 1.0f);
  make_symmetric(dense, mesh, mirror_joints(c));
  Surface skin = surface_from("dragonling_body", kSkin, mesh, field);
  for (std::size_t v = 0; v < skin.position.size(); ++v) {
    skin.uv[v] = skin_uv(paint, skin.position[v], skin.normal[v]);
  }
  soften(mesh, skin.uv, 1);
  skin.influence = to_influences(dense, 4);
  c.surface.push_back(skin);
  add_parts(c, paint, mesh, skin.influence);
  add_wings(c, paint);
  add_clips(c);
  return c;
}

}  // namespace bindpose::gen::dragonling
