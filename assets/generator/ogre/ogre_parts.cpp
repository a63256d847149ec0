#include <algorithm>
#include <cmath>
#include <string>

#include "ogre/ogre.h"
#include "ogre/ogre_plan.h"
#include "surfaces.h"

namespace bindpose::gen::ogre {
namespace {

enum Materials { kSkin, kCloth, kLeather, kIvory, kEyes, kMetal };

void add_both(Character& c, Surface left, const std::string& base, const std::string& joint) {
  left.name = base + ".L";
  left.influence = rigid_weights(left.position.size(), find(c, joint + ".L"));
  Surface right = reflected(left, base + ".R");
  right.influence = rigid_weights(right.position.size(), find(c, joint + ".R"));
  c.surface.push_back(left);
  c.surface.push_back(right);
}

void add_eyes(Character& c) {
  const Frame frame{mat3(1.0f), head_point(kEye)};
  Surface eye = ball("eye", kEyes, frame, vec3(kEyeRadius * kHeadScale), 26, 16);
  const vec3 gaze = glm::normalize(vec3(0.02f, 0.02f, 1.0f));
  const vec3 right = glm::normalize(glm::cross(vec3(0.0f, 1.0f, 0.0f), gaze));
  const vec3 up = glm::cross(gaze, right);
  Surface left = eye;
  for (std::size_t v = 0; v < eye.normal.size(); ++v) {
    const vec3& n = eye.normal[v];
    const vec2 across(glm::dot(n, right), glm::dot(n, up));
    const float angle = std::acos(std::clamp(glm::dot(n, gaze), -1.0f, 1.0f));
    const float r = std::min(angle / 1.5f, 1.0f) * 0.5f;
    const float length = std::max(glm::length(across), 1e-6f);
    left.uv[v] = palette_uv(Block::Eye, 0.5f + r * across.x / length, 0.5f + r * across.y / length);
  }
  add_both(c, left, "eyeball", "eye");
  // The glints sit on the same side in both eyes: the light does not mirror.
  Surface& mirrored_eye = c.surface.back();
  for (std::size_t v = 0; v < eye.normal.size(); ++v) {
    const vec3 n = mirrored_eye.normal[v];
    const vec3 g = mirror(gaze);
    const vec3 r2 = glm::normalize(glm::cross(vec3(0.0f, 1.0f, 0.0f), g));
    const vec2 across(glm::dot(n, r2), glm::dot(n, glm::cross(g, r2)));
    const float angle = std::acos(std::clamp(glm::dot(n, g), -1.0f, 1.0f));
    const float r = std::min(angle / 1.5f, 1.0f) * 0.5f;
    const float length = std::max(glm::length(across), 1e-6f);
    mirrored_eye.uv[v] =
        palette_uv(Block::Eye, 0.5f + r * across.x / length, 0.5f + r * across.y / length);
  }
}

// A tapering horn along a bent line; colours go from root to tip.
Surface horn(const vec3& root, const vec3& middle, const vec3& tip, float radius, float cell) {
  const Field f = [=](const vec3& p) {
    const float low = round_cone(p, root, middle, radius, 0.74f * radius);
    return join(low, round_cone(p, middle, tip, 0.74f * radius, 0.25f * radius), 0.25f * radius);
  };
  Box box;
  for (const vec3& p : {root, middle, tip}) {
    box.add(p - 1.3f * radius);
    box.add(p + 1.3f * radius);
  }
  const TriangleMesh mesh = surface_of(
      f, box, cell, [=](const vec3&) { return 1.4f * cell; }, false);
  Surface s = surface_from("horn", kIvory, mesh, f);
  const vec3 axis = tip - root;
  for (std::size_t v = 0; v < s.uv.size(); ++v) {
    const float along = glm::dot(s.position[v] - root, axis) / glm::dot(axis, axis);
    s.uv[v] = palette_uv(Block::Ivory, 0.15f + 0.9f * along, 0.75f + 0.25f * along);
  }
  return s;
}

void add_horns(Character& c) {
  Surface tusk = horn(head_point({0.082f, -0.116f, 0.166f}), head_point({0.088f, -0.089f, 0.203f}),
                      head_point({0.088f, -0.056f, 0.217f}), 0.0175f, 0.0042f);
  add_both(c, tusk, "tusk", "eye");
  Surface top = horn(head_point({0.095f, 0.195f, 0.01f}), head_point({0.135f, 0.255f, 0.0f}),
                     head_point({0.132f, 0.318f, 0.028f}), 0.040f, 0.009f);
  add_both(c, top, "horn", "eye");
  const int jaw = find(c, "jaw"), head = find(c, "head");
  for (std::size_t k = c.surface.size() - 4; k < c.surface.size(); ++k) {
    const bool lower = c.surface[k].name.starts_with("tusk");
    c.surface[k].influence = rigid_weights(c.surface[k].position.size(), lower ? jaw : head);
  }
}

Frame nail_frame(const vec3& at, const vec3& along, const vec3& out) {
  const vec3 z = glm::normalize(out - glm::dot(out, along) * along);
  return {mat3(glm::cross(along, z), along, z), at};
}

void add_nails(Character& c) {
  Surface left;
  left.name = "nails.L";
  left.material = kIvory;
  const auto add = [&](const Frame& f, const vec3& radii, int joint) {
    Surface nail = ball("nail", kIvory, f, radii, 10, 6);
    for (vec2& uv : nail.uv) uv = palette_uv(Block::Ivory, 0.62f, 0.8f);
    nail.influence = rigid_weights(nail.position.size(), joint);
    append(left, nail);
  };
  const Frame hand = hand_frame();
  for (const Finger& f : fingers()) {
    const vec3 tip = hand_point(f.joint[2]);
    const vec3 along = glm::normalize(tip - hand_point(f.joint[1]));
    const vec3 back = -hand.axes[0];
    const float r = kHandScale * f.radius[2];
    const Frame frame = nail_frame(tip + 0.35f * r * along, along, back);
    const Frame placed{frame.axes, frame.origin + 0.80f * r * frame.axes[2]};
    add(placed, {0.62f * r, 0.72f * r, 0.26f * r}, find(c, std::string(f.name) + "2.L"));
  }
  const int toe = find(c, "toe.L");
  const struct {
    vec3 at;
    float r;
  } toes[] = {{{0.190f, 0.052f, 0.252f}, 0.054f},
              {{0.268f, 0.046f, 0.262f}, 0.046f},
              {{0.332f, 0.040f, 0.228f}, 0.041f}};
  for (const auto& t : toes) {
    const vec3 along = glm::normalize(vec3(0.15f + 1.2f * (t.at.x - 0.25f), -0.35f, 1.0f));
    const Frame frame = nail_frame(t.at + 0.5f * t.r * along, along, {0.0f, 1.0f, 0.0f});
    const Frame placed{frame.axes, frame.origin + 0.72f * t.r * frame.axes[2]};
    add(placed, {0.58f * t.r, 0.50f * t.r, 0.24f * t.r}, toe);
  }
  Surface right = reflected(left, "nails.R");
  const std::vector<int> partner = mirror_joints(c);
  for (auto& row : right.influence) {
    for (Influence& i : row) i.joint = partner[static_cast<std::size_t>(i.joint)];
  }
  c.surface.push_back(left);
  c.surface.push_back(right);
}

// Body without arms and head: what clothes are cut from.
float waist_line(const vec3& p) {
  return 0.725f - 0.10f * p.z;
}

float trousers(const vec3& p) {
  const vec3 q(std::abs(p.x), p.y, p.z);
  const float angle = std::atan2(p.z, q.x - 0.18f);
  const float hem =
      0.425f + 0.012f * std::sin(5.0f * angle) + 0.006f * std::sin(9.0f * angle + 1.0f);
  const float slab = std::max(p.y - waist_line(p), hem - p.y);
  // Looser towards the hem.
  const float loose = 0.013f + 0.012f * smooth_step(0.62f, 0.44f, p.y);
  return meet(body(p) - loose, slab, 0.018f);
}

// Rounded like a sausage, so that its rims sink into the cloth.
float belt(const vec3& p) {
  return meet(body(p) - 0.030f, std::abs(p.y - waist_line(p)) - 0.036f, 0.045f);
}

void add_clothes(Character& c, const TriangleMesh& body_mesh, const WeightRows& weight) {
  const Field everything = [](const vec3& p) { return std::min({body(p), trousers(p), belt(p)}); };
  const auto add = [&](const std::string& name, int material, Block block, const Field& f,
                       const Box& box, float cell, float edge) {
    // What lies inside the body is never seen.
    const Field length = [=](const vec3& p) { return body(p) < -0.03f ? 3.0f * edge : edge; };
    const TriangleMesh mesh = surface_of(f, box, cell, length, true);
    Surface s = surface_from(name, material, mesh, f);
    for (std::size_t v = 0; v < s.uv.size(); ++v) {
      const vec3& p = s.position[v];
      const float open = openness(everything, p, s.normal[v], 0.10f);
      const float hem = smooth_step(0.47f, 0.43f, p.y);
      s.uv[v] = palette_uv(block, block == Block::Cloth ? hem : 0.4f, glm::mix(0.4f, 1.0f, open));
    }
    s.influence = transfer_weights(s.position, body_mesh, weight, 4);
    c.surface.push_back(s);
  };
  const Box low{{0.0f, 0.38f, -0.36f}, {0.42f, 0.80f, 0.46f}};
  add("trousers", kCloth, Block::Cloth, trousers, low, 0.008f, 0.019f);
  add("belt", kLeather, Block::Leather, belt, low, 0.008f, 0.0155f);
}

void add_buckle(Character& c, const TriangleMesh& body_mesh, const WeightRows& weight) {
  vec3 at(0.0f, 0.0f, 0.45f);
  for (int k = 0; k < 60; ++k) {
    at.y = waist_line(at);
    at.z -= 0.8f * (body(at) - 0.024f);
  }
  const vec3 out = glm::normalize(gradient(body, at));
  const vec3 side(1.0f, 0.0f, 0.0f);
  const Frame frame{mat3(side, glm::cross(out, side), out), at};
  Surface s = ball("buckle", kMetal, frame, {0.052f, 0.046f, 0.016f}, 24, 10);
  for (std::size_t v = 0; v < s.uv.size(); ++v) {
    s.uv[v] = palette_uv(Block::Metal, 0.5f + 0.5f * s.normal[v].y, 0.9f);
  }
  const std::vector<vec3> one{at};
  s.influence.assign(s.position.size(), transfer_weights(one, body_mesh, weight, 4).front());
  c.surface.push_back(s);
}

}  // namespace

void add_parts(Character& c, const TriangleMesh& body_mesh, const WeightRows& weight) {
  add_eyes(c);
  add_horns(c);
  add_nails(c);
  add_clothes(c, body_mesh, weight);
  add_buckle(c, body_mesh, weight);
}

}  // namespace bindpose::gen::ogre
