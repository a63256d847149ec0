#include <cmath>
#include <numbers>

#include "ogre/ogre.h"
#include "rigs/rigs.h"

namespace bindpose::gen::rigs {
namespace {

constexpr float kLimbRadius = 0.25f, kBlendWidth = 0.55f;
constexpr vec3 kLimbFront{0.0f, 0.0f, 1.0f};

float there_and_back(float t, float seconds) {
  return 0.5f - 0.5f * std::cos(2.0f * std::numbers::pi_v<float> * t / seconds);
}

Character limb(const char* name, unsigned color) {
  Character c;
  c.name = name;
  c.material = {{"skin", vec4(hex(color), 1.0f), false, 0.6f}};
  c.compact = true;
  return c;
}

constexpr vec3 on_axis(float y) {
  return {0.0f, y, 0.0f};
}

// What has to be added to the points before skinning, so that at this bend of `upper` each comes to
// lie as far from the elbow as it was.
Morph corrective(const Character& c, const Surface& s, float degrees) {
  std::vector<Transform> local = rest_pose(c);
  turn(local, 1, {0.0f, 0.0f, degrees});
  const std::vector<mat4> world = world_matrices(c, local);
  const glm::dvec3 elbow(world[1][3]);
  Morph morph{"corrective", {}, {}};
  for (std::size_t v = 0; v < s.position.size(); ++v) {
    glm::dmat4 m(0.0);
    for (const Influence& i : s.influence[v]) {
      const auto j = static_cast<std::size_t>(i.joint);
      m += double(i.weight) * glm::dmat4(world[j]) * glm::inverse(glm::dmat4(c.joint[j].bind));
    }
    const glm::dvec3 p(s.position[v]);
    const bool blended = s.influence[v].size() > 1;
    const glm::dvec3 linear(m * glm::dvec4(p, 1.0));
    const double now = glm::length(linear - elbow), then = glm::length(p - elbow);
    const glm::dvec3 wanted = elbow + (linear - elbow) * (now > 0.0 ? then / now : 1.0);
    const glm::dvec3 before(glm::inverse(m) * glm::dvec4(wanted, 1.0));
    morph.position.push_back(blended ? vec3(before - p) : vec3(0.0f));
  }
  return morph;
}

}  // namespace

Character make_wrist() {
  Character c = limb("wrist", 0xe0c8a8);
  constexpr float kHalf = 0.7f, kWrist = 1.4f, kTip = 2.0f;
  add_joint(c, "forearm", -1, on_axis(0.0f), on_axis(kWrist), kLimbFront);
  add_joint(c, "twist", 0, on_axis(kHalf), on_axis(kWrist), kLimbFront);
  add_joint(c, "hand", 0, on_axis(kWrist), on_axis(kTip), kLimbFront);
  c.surface.push_back(round_tube("skin", capsule_rings(kTip, kLimbRadius, 5, 30), 32, [](float y) {
    return y < 0.5f * (kHalf + kWrist) ? blend(0, 1, kHalf, kBlendWidth, y)
                                       : blend(1, 2, kWrist, kBlendWidth, y);
  }));
  return c;
}

Character make_elbow() {
  Character c = limb("elbow", 0xe0b8a0);
  constexpr float kElbow = 1.0f, kTip = 2.0f, kBend = 90.0f, kSeconds = 4.0f;
  add_joint(c, "lower", -1, on_axis(0.0f), on_axis(kElbow), kLimbFront);
  add_joint(c, "upper", 0, on_axis(kElbow), on_axis(kTip), kLimbFront);
  Surface s = round_tube("skin", capsule_rings(kTip, kLimbRadius, 5, 30), 32,
                         [](float y) { return blend(0, 1, kElbow, kBlendWidth, y); });
  s.morph.push_back(corrective(c, s, kBend));
  c.surface.push_back(std::move(s));
  c.clip.push_back(
      sample_poses(c, "bend", kSeconds, 30.0f, [&](float t, std::vector<Transform>& l) {
        turn(l, 1, {0.0f, 0.0f, kBend * there_and_back(t, kSeconds)});
      }));
  sample_morphs(c.clip.back(), 0,
                [&](float t) { return std::vector<float>{there_and_back(t, kSeconds)}; });
  return c;
}

}  // namespace bindpose::gen::rigs
