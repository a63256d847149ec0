// Two bones in a capsule: the textbook's picture of bending and twisting.
#include <cmath>
#include <numbers>

#include "ogre/ogre.h"

namespace bindpose::gen {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr float kHeight = 2.0f, kRadius = 0.25f;
constexpr int kAround = 40, kCapRings = 9, kSideRings = 36;

// Height of the middle joint's blend: half of it above, half below.
constexpr float kBlend = 0.55f;

struct Ring {
  float y, radius, slope;  // slope: y of the normal
};

std::vector<Ring> profile() {
  std::vector<Ring> rings;
  for (int k = 0; k < kCapRings; ++k) {
    const float a = 0.5f * kPi * (1.0f - static_cast<float>(k) / static_cast<float>(kCapRings));
    rings.push_back({kRadius * (1.0f - std::sin(a)), kRadius * std::cos(a), -std::sin(a)});
  }
  for (int k = 0; k <= kSideRings; ++k) {
    const float s = static_cast<float>(k) / static_cast<float>(kSideRings);
    rings.push_back({kRadius + s * (kHeight - 2.0f * kRadius), kRadius, 0.0f});
  }
  for (int k = kCapRings - 1; k >= 0; --k) {
    const Ring r = rings[static_cast<std::size_t>(k)];
    rings.push_back({kHeight - r.y, r.radius, -r.slope});
  }
  rings.front().radius = rings.back().radius = 0.0f;
  return rings;
}

std::vector<Influence> influences(float y) {
  const float upper = smooth_step(0.5f * (kHeight - kBlend), 0.5f * (kHeight + kBlend), y);
  if (upper <= 0.0f) return {{0, 1.0f}};
  if (upper >= 1.0f) return {{1, 1.0f}};
  std::vector<Influence> row = {{0, 1.0f - upper}, {1, upper}};
  if (upper > 0.5f) std::swap(row[0], row[1]);
  return row;
}

// At a pole each triangle takes the copy of one of its sides: one copy is left over.
bool is_idle(int ring, int a, int last) {
  return (ring == 0 && a == kAround) || (ring == last && a == 0);
}

Surface tube() {
  Surface s;
  s.name = "capsule";
  const std::vector<Ring> rings = profile();
  const int last = static_cast<int>(rings.size()) - 1;
  for (int k = 0; k <= last; ++k) {
    const Ring& r = rings[static_cast<std::size_t>(k)];
    for (int a = 0; a <= kAround; ++a) {
      if (is_idle(k, a, last)) continue;
      // The seam's two copies of a point are equal to the last bit.
      const float part = static_cast<float>(a % kAround) / static_cast<float>(kAround);
      const vec3 out(std::sin(2.0f * kPi * part), 0.0f, std::cos(2.0f * kPi * part));
      s.position.push_back(r.radius * out + vec3(0.0f, r.y, 0.0f));
      s.normal.push_back(std::sqrt(1.0f - r.slope * r.slope) * out + vec3(0.0f, r.slope, 0.0f));
      s.uv.emplace_back(static_cast<float>(a) / static_cast<float>(kAround), 1.0f - r.y / kHeight);
      s.influence.push_back(influences(r.y));
    }
  }
  const auto at = [last](int ring, int a) {
    const int idle = (ring > 0 ? 1 : 0) + (ring == last ? 1 : 0);  // those before it
    return static_cast<std::uint32_t>(ring * (kAround + 1) + a - idle);
  };
  for (int r = 0; r < last; ++r) {
    for (int a = 0; a < kAround; ++a) {
      if (r > 0) s.triangle.insert(s.triangle.end(), {at(r, a), at(r, a + 1), at(r + 1, a + 1)});
      if (r + 1 < last) {
        s.triangle.insert(s.triangle.end(), {at(r, a), at(r + 1, a + 1), at(r + 1, a)});
      }
    }
  }
  return s;
}

// A soft chequer that shows how the surface stretches, and one line that shows the twist.
vec3 pattern(float u, float v) {
  const float x = std::sin(2.0f * kPi * 8.0f * u), y = std::sin(2.0f * kPi * 10.0f * v);
  const float check = smooth_step(-0.12f, 0.12f, x * y);
  const vec3 ground = glm::mix(hex(0xe9e2d3), hex(0xcfc4ae), check);
  const float line = smooth_step(0.030f, 0.024f, std::abs(u - 0.0625f));
  return glm::mix(ground, hex(0xd0613c), line);
}

}  // namespace

Character make_capsule() {
  Character c;
  c.name = "capsule";
  c.material = {{"capsule", vec4(1.0f), true, 0.6f}};
  c.texture_png = paint_png(256, pattern);
  const vec3 front(0.0f, 0.0f, 1.0f), middle(0.0f, 0.5f * kHeight, 0.0f);
  add_joint(c, "lower", -1, vec3(0.0f), middle, front);
  add_joint(c, "upper", 0, middle, vec3(0.0f, kHeight, 0.0f), front);
  c.surface.push_back(tube());
  constexpr float kSeconds = 4.0f, kRate = 30.0f;
  const auto there_and_back = [](float t) {
    return 0.5f - 0.5f * std::cos(2.0f * kPi * t / kSeconds);
  };
  c.clip.push_back(
      sample_poses(c, "bend", kSeconds, kRate, [&](float t, std::vector<Transform>& l) {
        turn(l, 1, {0.0f, 0.0f, -120.0f * there_and_back(t)});
      }));
  c.clip.push_back(
      sample_poses(c, "twist", kSeconds, kRate, [&](float t, std::vector<Transform>& l) {
        turn(l, 1, {0.0f, 180.0f * there_and_back(t), 0.0f});
      }));
  return c;
}

}  // namespace bindpose::gen
