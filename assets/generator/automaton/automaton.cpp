#include "automaton/automaton.h"

#include <cmath>
#include <string>

#include "field.h"

namespace bindpose::gen::automaton {
namespace {

vec3 eye_color(float s, float t) {
  const float u = 2.0f * s - 1.0f, v = 1.0f - 2.0f * t, r = std::hypot(u, v);
  vec3 c = glm::mix(hex(0x6a2a08), hex(0x1c0d06), smooth_step(0.62f, 0.85f, r));
  c = glm::mix(c, hex(0xff8a1e), smooth_step(0.60f, 0.52f, r));
  c = glm::mix(c, hex(0xffd873), smooth_step(0.52f, 0.34f, r));
  c = glm::mix(c, hex(0x2a0f06), smooth_step(0.25f, 0.21f, r));
  const float glint = std::hypot(u + 0.20f, v + 0.24f);
  return glm::mix(c, hex(0xfffbe8), smooth_step(0.13f, 0.10f, glint));
}

}  // namespace

Paints paints() {
  Paints p;
  p.enamel = p.box.add(128, 64, [](float s, float t) {
    static const Stop light[] = {{0.0f, hex(0x12706f)},  {0.45f, hex(0x1f9a92)},
                                 {0.55f, hex(0xf0e2c2)}, {0.85f, hex(0xfaf1dc)},
                                 {0.9f, hex(0xd8432f)},  {1.0f, hex(0xd8432f)}};
    static const Stop shade[] = {{0.0f, hex(0x062a33)},
                                 {0.5f, hex(0x0a3a42)},
                                 {0.55f, hex(0x6b4a32)},
                                 {0.85f, hex(0x7a5a3e)},
                                 {1.0f, hex(0x4a0e12)}};
    return vec4(shaded(along(light, s), along(shade, s), t), 1.0f);
  });
  p.brass = p.box.add(64, 64, [](float s, float t) {
    return vec4(shaded(glm::mix(hex(0xc98a3c), hex(0xf3cf7c), s), hex(0x3c1f0a), t), 1.0f);
  });
  p.steel = p.box.add(64, 64, [](float s, float t) {
    return vec4(shaded(glm::mix(hex(0x8b929c), hex(0xdfe4ea), s), hex(0x1b1e26), t), 1.0f);
  });
  p.rubber = p.box.add(64, 64, [](float s, float t) {
    return vec4(shaded(glm::mix(hex(0x2b2430), hex(0x6a4a44), s), hex(0x0c0a10), t), 1.0f);
  });
  p.eye = p.box.add(96, 96, [](float s, float t) { return vec4(eye_color(s, t), 1.0f); });
  p.glass = p.box.add(
      32, 32, [](float, float t) { return vec4(hex(0xd8f4ff), glm::mix(0.32f, 0.12f, t)); });
  return p;
}

void add_skeleton(Character& c) {
  const int root = add_joint(c, "root", -1, vec3(0.0f), {0.0f, 0.2f, 0.0f}, kFront);
  const int hips = add_joint(c, "hips", root, kHips, kWaist, kFront);
  const int waist = add_joint(c, "waist", hips, kWaist, kChest, kFront);
  const int chest = add_joint(c, "chest", waist, kChest, kNeck, kFront);
  const int neck = add_joint(c, "neck", chest, kNeck, kHead, kFront);
  const int head = add_joint(c, "head", neck, kHead, kCrown, kFront);
  const int antenna =
      add_joint(c, "antenna1", head, kCrown, kCrown + vec3(0.0f, 0.07f, 0.0f), kFront);
  add_joint(c, "antenna2", antenna, kCrown + vec3(0.0f, 0.07f, 0.0f),
            kCrown + vec3(0.0f, 0.15f, 0.0f), kFront);
  add_joint(c, "key", chest, kKey, kKey - 0.16f * kFront, kUp);
  add_joint(c, "gear1", chest, kGear1, kGear1 + 0.05f * kFront, kUp);
  add_joint(c, "gear2", chest, kGear2, kGear2 + 0.05f * kFront, kUp);
  for (const bool left : {true, false}) {
    const auto at = [&](const vec3& p) { return left ? p : mirror(p); };
    const auto bone = [&](const std::string& name, int parent, const vec3& a, const vec3& b,
                          const vec3& front) {
      return add_joint(c, name + (left ? ".L" : ".R"), parent, at(a), at(b), at(front));
    };
    bone("eye", head, kEye, kEye + 0.08f * kFront, kUp);
    bone("eyelid", head, kEye, kEye + vec3(0.0f, 0.04f, 0.06f), kUp);
    const int shoulder = bone("shoulder", chest, {0.15f, 1.045f, 0.0f}, kShoulder, kFront);
    const int upper = bone("upper_arm", shoulder, kShoulder, kElbow, kFront);
    const int forearm = bone("forearm", upper, kElbow, kWrist, kFront);
    const int hand = bone("hand", forearm, kWrist, kPalm, kFront);
    const vec3 down = glm::normalize(kPalm - kWrist);
    const struct {
      const char* name;
      vec3 from, middle;
    } digits[] = {{"thumb", {-0.038f, 0.012f, 0.022f}, {-0.052f, -0.028f, 0.040f}},
                  {"index", {0.004f, -0.022f, 0.034f}, {0.012f, -0.075f, 0.044f}},
                  {"pinky", {0.006f, -0.022f, -0.030f}, {0.014f, -0.072f, -0.036f}}};
    for (const auto& d : digits) {
      const vec3 a = kPalm + d.from, b = kPalm + d.middle;
      const int first = bone(std::string(d.name) + "1", hand, a, b, -kAcross);
      bone(std::string(d.name) + "2", first, b,
           b + 0.055f * glm::normalize(down + vec3(-0.12f, 0.0f, 0.0f)), -kAcross);
    }
    const int thigh = bone("thigh", hips, kThigh, kKnee, kFront);
    const int shin = bone("shin", thigh, kKnee, kAnkle, kFront);
    bone("foot", shin, kAnkle, kToe, kUp);
  }
}

Character make() {
  Character c;
  c.name = "automaton";
  c.compact = true;
  c.material = {
      {"enamel", vec4(1.0f), true, 0.18f, 0.0f}, {"brass", vec4(1.0f), true, 0.26f, 1.0f},
      {"steel", vec4(1.0f), true, 0.42f, 1.0f},  {"rubber", vec4(1.0f), true, 0.85f, 0.0f},
      {"lamp", vec4(1.0f), true, 0.10f, 0.0f},   {"glass", vec4(1.0f), true, 0.03f, 0.0f}};
  c.material[kGlow].emissive = vec3(0.95f);
  c.material[kGlass].alpha = Alpha::Blend;
  const Paints paint = paints();
  c.texture_png = paint.box.png();
  add_skeleton(c);
  add_parts(c, paint);
  add_clips(c);
  return c;
}

}  // namespace bindpose::gen::automaton
