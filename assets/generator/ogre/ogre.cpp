#include "ogre/ogre.h"

#include <cmath>

#include "ogre/ogre_plan.h"

namespace bindpose::gen::ogre {
namespace {

float near(const vec3& p, const vec3& center, float radius) {
  return smooth_step(radius, 0.35f * radius, glm::length(p - center));
}

// Darker freckles on back, shoulders and crown.
constexpr struct {
  vec3 at;
  float radius;
} kSpots[] = {
    {{0.05f, 0.19f, 0.10f}, 0.034f}, {{0.11f, 0.20f, 0.04f}, 0.026f},
    {{0.02f, 0.23f, 0.04f}, 0.026f}, {{0.13f, 0.16f, -0.08f}, 0.036f},
    {{0.05f, 0.20f, -0.12f}, 0.04f},
};
constexpr struct {
  vec3 at;
  float radius;
} kBodySpots[] = {
    {{0.42f, 1.29f, 0.02f}, 0.045f},  {{0.46f, 1.22f, 0.06f}, 0.030f},
    {{0.36f, 1.32f, -0.06f}, 0.040f}, {{0.48f, 1.20f, -0.06f}, 0.045f},
    {{0.54f, 1.12f, 0.0f}, 0.030f},   {{0.20f, 1.25f, -0.22f}, 0.06f},
    {{0.08f, 1.12f, -0.24f}, 0.05f},  {{0.24f, 1.08f, -0.20f}, 0.05f},
    {{0.68f, 0.93f, 0.03f}, 0.032f},  {{0.70f, 0.90f, -0.06f}, 0.036f},
};

float tone(const vec3& p, const vec3& n) {
  const vec3 q(std::abs(p.x), p.y, p.z);
  const vec3 l = head_local(q);
  float t = kToneMid;
  const auto toward = [&](float goal, float amount) { t += (goal - t) * amount; };
  toward(0.10f, 0.75f * smooth_step(0.35f, -0.75f, n.z));
  const vec3 front = (p - vec3(0.0f, 0.86f, 0.36f)) / vec3(0.27f, 0.30f, 0.30f);
  const float belly = smooth_step(1.05f, 0.45f, glm::length(front));
  toward(kTonePale, 0.8f * belly);
  const float muzzle = smooth_step(
      0.19f, 0.10f, glm::length((l - vec3(0.0f, -0.09f, 0.17f)) * vec3(0.9f, 1.4f, 1.0f)));
  toward(kTonePale, 0.45f * muzzle);
  static const Frame frame = hand_frame();
  const vec3 h = frame.to_local(q) / kHandScale;
  if (h.y > 0.0f && glm::length(h) < 0.32f) {
    toward(kTonePale, 0.6f * smooth_step(0.0f, 0.03f, h.y) *
                          smooth_step(0.1f, 0.8f,
                                      glm::dot(n * vec3(p.x < 0.0f ? -1.0f : 1.0f, 1.0f, 1.0f),
                                               frame.axes[0])));
    for (const Finger& f : fingers()) toward(kToneRosy, 0.35f * near(h, f.joint[2], 0.05f));
  }
  for (const auto& s : kSpots) toward(0.05f, 0.55f * near(l, s.at, s.radius * 1.3f));
  for (const auto& s : kBodySpots) toward(0.05f, 0.6f * near(q, s.at, s.radius * 1.5f));
  toward(kToneRosy, 0.80f * near(l, {0.0f, -0.005f, 0.285f}, 0.095f));
  toward(kToneRosy, 0.75f * near(l, {0.150f, -0.030f, 0.170f}, 0.080f));
  toward(kToneRosy, 0.30f * near(q, {0.265f, 0.06f, 0.29f}, 0.09f));
  toward(kToneRosy, 0.30f * near(q, {0.195f, 0.37f, 0.15f}, 0.09f));
  const vec3 ear = 0.5f * (kEarRoot + kEarTip);
  toward(kToneRosy,
         0.6f * smooth_step(0.12f, 0.05f, glm::length(l - ear)) * smooth_step(0.3f, 0.8f, n.z));
  if (l.z > 0.05f) {
    const float m = mouth_opening(l);
    toward(0.97f, 0.8f * smooth_step(0.026f, 0.014f, m) * smooth_step(0.05f, 0.1f, l.z));
  }
  return t;
}

}  // namespace

vec2 skin_uv(const vec3& p, const vec3& normal) {
  static const Field field = body;
  const float open =
      0.55f * openness(field, p, normal, 0.12f) + 0.45f * openness(field, p, normal, 0.035f);
  float s = tone(p, normal), t = smooth_step(0.0f, 0.95f, open);
  const vec3 l = head_local(p);
  if (l.z > 0.05f && glm::length(l) < 0.3f) {
    const float within = smooth_step(0.006f, -0.004f, mouth_opening(l));
    s = glm::mix(s, 1.0f, within);
    t *= 1.0f - 0.75f * within;
  }
  return palette_uv(Block::Skin, s, t);
}

Character make() {
  Character c;
  c.name = "ogre";
  c.material = {{"skin", vec4(1.0f), true, 0.65f},   {"cloth", vec4(1.0f), true, 0.9f},
                {"leather", vec4(1.0f), true, 0.6f}, {"ivory", vec4(1.0f), true, 0.35f},
                {"eye", vec4(1.0f), true, 0.15f},    {"metal", vec4(1.0f), true, 0.3f}};
  c.texture_png = palette_png();
  add_skeleton(c);
  const Field field = body;
  const Box box{{0.0f, -0.02f, -0.45f}, {1.08f, 1.96f, 0.52f}};
  const TriangleMesh mesh = surface_of(field, box, 0.0065f, edge_length, true);
  auto dense = heat_weights(mesh, field, heat_segments(c), static_cast<int>(c.joint.size()), 1.0f);
  make_symmetric(dense, mesh, mirror_joints(c));
  Surface skin;
  skin.name = "ogre_body";
  skin.position = mesh.position;
  skin.normal = field_normals(mesh, field);
  for (std::size_t v = 0; v < skin.position.size(); ++v) {
    skin.uv.push_back(skin_uv(skin.position[v], skin.normal[v]));
  }
  soften(mesh, skin.uv);
  for (const Triangle& t : mesh.triangle) {
    for (const int v : t) skin.triangle.push_back(static_cast<std::uint32_t>(v));
  }
  skin.influence = to_influences(dense, 4);
  c.surface.push_back(skin);
  add_parts(c, mesh, skin.influence);
  add_clips(c);
  return c;
}

}  // namespace bindpose::gen::ogre
