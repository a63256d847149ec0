#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "dragonling/dragonling.h"
#include "shapes.h"
#include "surfaces.h"

namespace bindpose::gen::dragonling {
namespace {

// The upper outline of the body, from the head to the tail: height above z where the field ends.
vec3 on_back(const vec3& from, const vec3& up) {
  vec3 p = from;
  for (int k = 0; k < 60; ++k) p -= 0.8f * body(p) * up;
  return p;
}

void add_crest(Character& c, const Paints& paint, const TriangleMesh& mesh,
               const WeightRows& weight) {
  Surface all;
  all.name = "crest";
  all.material = kGold;
  const auto plate = [&](const vec3& from, const vec3& up, const vec3& ahead, float size) {
    const vec3 at = on_back(from, up);
    const vec3 lean = glm::normalize(up - 0.55f * ahead);
    const Frame frame{mat3(vec3(1.0f, 0.0f, 0.0f), lean, glm::cross(vec3(1.0f, 0.0f, 0.0f), lean)),
                      at};
    Surface one = ball("plate", kGold, frame, {0.24f * size, size, 0.62f * size}, 12, 8);
    for (std::size_t v = 0; v < one.position.size(); ++v) {
      const float h = glm::dot(one.position[v] - at, lean) / size;
      // Narrower towards the tip.
      const vec3 l = frame.to_local(one.position[v]);
      const float keep = h > 0.0f ? 1.0f - 0.55f * h * h : 1.0f;
      one.position[v] = frame.to_world(
          {l.x * keep, l.y, l.z * keep - 0.25f * size * std::max(h, 0.0f) * std::max(h, 0.0f)});
      if (l.x == 0.0f || std::abs(one.position[v].x) < 1e-6f) one.position[v].x = 0.0f;
      one.uv[v] = paint.box.uv(paint.gold, smooth_step(-0.1f, 0.95f, h),
                               0.5f + 0.5f * smooth_step(-0.1f, 0.5f, h));
    }
    const std::vector<vec3> where{at};
    one.influence.assign(one.position.size(), transfer_weights(where, mesh, weight, 4).front());
    append(all, one);
  };
  plate(kSkull + vec3(0.0f, 0.20f, 0.02f), kUp, glm::normalize(vec3(0.0f, -0.1f, 1.0f)), 0.050f);
  plate(kSkull + vec3(0.0f, 0.18f, -0.09f), glm::normalize(vec3(0.0f, 0.75f, -0.65f)),
        glm::normalize(vec3(0.0f, 0.65f, 0.75f)), 0.054f);
  for (int k = 0; k < 3; ++k) {
    const vec3 at = glm::mix(kHead, kNeck, 0.25f + 0.42f * static_cast<float>(k));
    const vec3 ahead =
        glm::normalize(kHead - kNeck + vec3(0.0f, -0.12f * static_cast<float>(k) * 0.5f, 0.0f));
    const vec3 up = glm::normalize(glm::cross(ahead, vec3(1.0f, 0.0f, 0.0f)));
    plate(at + 0.16f * up, up, ahead, 0.056f);
  }
  for (int k = 0; k < 5; ++k) {
    const float z = 0.03f - 0.085f * static_cast<float>(k);
    plate({0.0f, 0.72f, z}, kUp, kFront, 0.060f - 0.002f * static_cast<float>(k));
  }
  for (std::size_t k = 1; k < kTailBones; ++k) {
    const vec3 back = glm::normalize(tail()[k + 1] - tail()[k]);
    const vec3 up = glm::normalize(glm::cross(vec3(1.0f, 0.0f, 0.0f), back));
    const float r = tail_radius(static_cast<float>(k) / kTailBones);
    plate(glm::mix(tail()[k - 1], tail()[k], 0.75f) + 1.6f * r * up, up, -back,
          0.050f - 0.0030f * static_cast<float>(k));
  }
  c.surface.push_back(all);
}

Surface cone(const Paints& paint, const vec3& root, const vec3& bend, const vec3& tip, float radius,
             int around) {
  std::vector<vec3> point;
  std::vector<float> size;
  constexpr int kSteps = 7;
  for (int k = 0; k < kSteps; ++k) {
    const float s = static_cast<float>(k) / (kSteps - 1);
    point.push_back(glm::mix(glm::mix(root, bend, s), glm::mix(bend, tip, s), s));
    size.push_back(radius * (0.12f + 0.88f * std::pow(1.0f - s, 0.8f)));
  }
  Surface s = tube("horn", kIvory, point, size, around);
  for (vec2& uv : s.uv) {
    const float ring = 0.5f + 0.5f * std::cos(uv.y * 36.0f);
    uv = paint.box.uv(paint.ivory, 0.15f + 0.85f * smooth_step(0.0f, 0.9f, uv.y),
                      0.80f + 0.2f * ring);
  }
  return s;
}

void add_horns(Character& c, const Paints& paint) {
  const int head = find(c, "head"), snout = find(c, "snout");
  const auto add = [&](const std::string& name, Surface s, int joint) {
    s.influence = rigid_weights(s.position.size(), joint);
    add_pair(c, s, name);
  };
  add("horn",
      cone(paint, kSkull + vec3(0.075f, 0.125f, -0.055f), kSkull + vec3(0.105f, 0.26f, -0.075f),
           kSkull + vec3(0.135f, 0.285f, -0.215f), 0.034f, 14),
      head);
  add("fang",
      cone(paint, kSkull + vec3(0.058f, -0.070f, 0.212f), kSkull + vec3(0.061f, -0.090f, 0.222f),
           kSkull + vec3(0.060f, -0.115f, 0.220f), 0.0105f, 9),
      snout);
}

void add_claws(Character& c, const Paints& paint) {
  Surface left;
  left.material = kIvory;
  const auto foot = [&](const vec3& tip, float size, const std::string& joint) {
    for (const float side : {-1.0f, 0.0f, 1.0f}) {
      const vec3 toe(tip.x + 0.036f * side * size, 0.030f * size,
                     tip.z - 0.012f * std::abs(side) * size);
      const vec3 out = glm::normalize(vec3(0.22f * side, 0.0f, 1.0f));
      Surface claw = cone(paint, toe + 0.012f * out + vec3(0.0f, 0.006f, 0.0f),
                          toe + 0.040f * out + vec3(0.0f, 0.008f, 0.0f),
                          toe + 0.050f * out + vec3(0.0f, -0.024f, 0.0f), 0.0135f, 8);
      claw.influence = rigid_weights(claw.position.size(), find(c, joint));
      append(left, claw);
    }
  };
  foot(kFingers, 1.0f, "forepaw.L");
  foot(kToes, 1.06f, "hindpaw.L");
  Surface thumb = cone(paint, kWingWrist, kWingWrist + vec3(0.01f, 0.055f, 0.045f),
                       kWingWrist + vec3(0.035f, 0.075f, 0.085f), 0.018f, 8);
  thumb.influence = rigid_weights(thumb.position.size(), find(c, "wing_forearm.L"));
  append(left, thumb);
  add_pair(c, left, "claws");
}

using Mix = std::map<int, float>;

void add_to(Mix& mix, int joint, float weight) {
  if (weight > 0.0f) mix[joint] += weight;
}

std::vector<Influence> four_of(const Mix& mix) {
  std::vector<Influence> row;
  for (const auto& [joint, w] : mix) row.push_back({joint, w});
  std::sort(row.begin(), row.end(), [](const Influence& a, const Influence& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
  });
  if (row.size() > 4) row.resize(4);
  double sum = 0.0;
  for (const Influence& i : row) sum += static_cast<double>(i.weight);
  for (Influence& i : row) i.weight = static_cast<float>(static_cast<double>(i.weight) / sum);
  return row;
}

// A spoke of the wing: fingers 0 to 2, and 3, which runs along the body.
vec3 spoke(std::size_t f, float v) {
  if (f == 3) return glm::mix(kWingRoot, kFlank, v);
  const vec3 a = kWingWrist, b = kWingFinger[f][0], d = kWingFinger[f][1];
  // Through the middle joint, with a soft bend.
  const vec3 ends = glm::mix(a, d, v), handle = 2.0f * b - 0.5f * (a + d);
  const vec3 bent = (1.0f - v) * (1.0f - v) * a + 2.0f * v * (1.0f - v) * handle + v * v * d;
  return glm::mix(ends, bent, 0.92f);
}

void spoke_mix(const Character& c, std::size_t f, float v, float weight, Mix& mix) {
  if (f == 3) {
    const float back = smooth_step(0.25f, 1.0f, v);
    add_to(mix, find(c, "chest"), weight * (1.0f - back));
    add_to(mix, find(c, "spine"), weight * back);
    return;
  }
  const std::string name = "wing_finger" + std::to_string(f + 1);
  const float out = smooth_step(0.36f, 0.64f, v), in = 1.0f - smooth_step(0.0f, 0.16f, v);
  add_to(mix, find(c, "wing_forearm.L"), weight * in);
  add_to(mix, find(c, name + "a.L"), weight * (1.0f - in) * (1.0f - out));
  add_to(mix, find(c, name + "b.L"), weight * (1.0f - in) * out);
}

// Along the arm from the wrist to the shoulder.
vec3 arm_line(float w) {
  return w < 0.5f ? glm::mix(kWingWrist, kWingElbow, 2.0f * w)
                  : glm::mix(kWingElbow, kWingRoot, 2.0f * w - 1.0f);
}

Surface panel(const Character& c, const Paints& paint, std::size_t f) {
  Surface s;
  s.material = kMembrane;
  const int across = f == 2 ? 18 : 12;
  constexpr int kAlong = 18;
  for (int i = 0; i <= across; ++i) {
    const float w = static_cast<float>(i) / static_cast<float>(across);
    const float between = 4.0f * w * (1.0f - w);
    for (int k = 0; k <= kAlong; ++k) {
      const float part = static_cast<float>(k) / kAlong;
      const float first = f == 2 ? 0.0f : 0.045f;
      const float v = (first + (1.0f - first) * part) * (1.0f - 0.17f * between * part);
      vec3 p = glm::mix(spoke(f, v), spoke(f + 1, v), w);
      Mix mix;
      spoke_mix(c, f, v, 1.0f - w, mix);
      spoke_mix(c, f + 1, v, w, mix);
      if (f == 2) {
        const float near = (1.0f - v) * (1.0f - v);
        p += (arm_line(w) - glm::mix(kWingWrist, kWingRoot, w)) * near;
        for (auto& [joint, weight] : mix) weight *= 1.0f - near * between;
        const float upper = smooth_step(0.35f, 0.65f, w);
        add_to(mix, find(c, "wing_forearm.L"), near * between * (1.0f - upper));
        add_to(mix, find(c, "wing_arm.L"), near * between * upper);
      }
      // The skin billows a little.
      p.z -= 0.030f * between * std::sin(3.14159f * std::min(part, 1.0f));
      s.position.push_back(p);
      s.uv.push_back(paint.box.uv(paint.wing, w, part));
      s.influence.push_back(four_of(mix));
    }
  }
  const auto at = [&](int i, int k) { return static_cast<std::uint32_t>(i * (kAlong + 1) + k); };
  for (int i = 0; i < across; ++i) {
    for (int k = 0; k < kAlong; ++k) {
      s.triangle.insert(s.triangle.end(), {at(i, k), at(i, k + 1), at(i + 1, k)});
      s.triangle.insert(s.triangle.end(), {at(i + 1, k), at(i, k + 1), at(i + 1, k + 1)});
    }
  }
  s.normal.assign(s.position.size(), vec3(0.0f));
  for (std::size_t t = 0; t < s.triangle.size(); t += 3) {
    const vec3 &a = s.position[s.triangle[t]], &b = s.position[s.triangle[t + 1]],
               &d = s.position[s.triangle[t + 2]];
    const vec3 n = glm::cross(b - a, d - a);
    for (std::size_t k = 0; k < 3; ++k) s.normal[s.triangle[t + k]] += n;
  }
  for (vec3& n : s.normal) n = glm::normalize(n);
  return s;
}

}  // namespace

void add_parts(Character& c, const Paints& paint, const TriangleMesh& mesh,
               const WeightRows& weight) {
  Surface eye =
      eyeball(kEyes, kSkull + kEye, kEyeRadius, glm::normalize(vec3(0.16f, 0.02f, 1.0f)), 1.35f);
  for (vec2& uv : eye.uv) uv = paint.box.uv(paint.eye, uv.x, uv.y);
  eye.influence = rigid_weights(eye.position.size(), find(c, "eye.L"));
  add_pair(c, eye, "eyeball");
  Surface lid =
      eyelid(kSkin, kSkull + kEye, kEyeRadius, glm::normalize(vec3(0.05f, 0.62f, -0.64f)));
  for (vec2& uv : lid.uv) {
    const float rim = smooth_step(0.35f, 0.52f, uv.y) * smooth_step(0.72f, 0.54f, uv.y);
    uv = paint.box.uv(paint.skin, glm::mix(0.14f, 0.02f, rim), glm::mix(0.95f, 0.5f, rim));
  }
  lid.influence = rigid_weights(lid.position.size(), find(c, "eyelid.L"));
  add_pair(c, lid, "lid");
  add_crest(c, paint, mesh, weight);
  add_horns(c, paint);
  add_claws(c, paint);
}

void add_wings(Character& c, const Paints& paint) {
  Surface bones;
  bones.material = kSkin;
  for (std::size_t f = 0; f < 3; ++f) {
    std::vector<vec3> point;
    std::vector<float> radius;
    constexpr int kSteps = 15;
    for (int k = 0; k < kSteps; ++k) {
      const float v = static_cast<float>(k) / (kSteps - 1);
      point.push_back(spoke(f, v));
      radius.push_back(0.0155f - 0.0105f * v);
    }
    Surface bone = tube("finger", kSkin, point, radius, 8);
    for (std::size_t v = 0; v < bone.uv.size(); ++v) {
      Mix mix;
      spoke_mix(c, f, bone.uv[v].y, 1.0f, mix);
      bone.influence.push_back(four_of(mix));
      bone.uv[v] = paint.box.uv(paint.skin, glm::mix(0.12f, 0.04f, bone.uv[v].y), 0.85f);
    }
    append(bones, bone);
  }
  add_pair(c, bones, "wing_bones");
  Surface skin;
  skin.material = kMembrane;
  for (std::size_t f = 0; f < 3; ++f) append(skin, panel(c, paint, f));
  add_pair(c, skin, "wing");
}

}  // namespace bindpose::gen::dragonling
