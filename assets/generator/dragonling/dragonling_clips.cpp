#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "dragonling/dragonling.h"
#include "poser.h"

namespace bindpose::gen::dragonling {
namespace {

constexpr float kTurn = 2.0f * std::numbers::pi_v<float>;

quat bind_facing(const Character& c, const std::string& joint) {
  return glm::normalize(
      glm::quat_cast(mat3(c.joint[static_cast<std::size_t>(find(c, joint))].bind)));
}

// Puts a paw where it belongs: `by` from its place in the bind pose, its toes down by degrees.
void place_front(const Character& c, Poser& p, bool left, const vec3& by, float toes) {
  const std::string s = left ? ".L" : ".R";
  const vec3 home = left ? kWrist : mirror(kWrist);
  p.reach("upper_arm" + s, "forearm" + s, "forepaw" + s, home + by);
  p.face("forepaw" + s,
         glm::angleAxis(glm::radians(toes), kAcross) * bind_facing(c, "forepaw" + s));
}

void place_hind(const Character& c, Poser& p, bool left, const vec3& by, float toes) {
  const std::string s = left ? ".L" : ".R";
  const quat lean = glm::angleAxis(glm::radians(toes), kAcross);
  const vec3 ball = left ? kBall : mirror(kBall), hock = left ? kHock : mirror(kHock);
  p.reach("thigh" + s, "shin" + s, "metatarsus" + s, ball + by + lean * (hock - ball));
  p.face("metatarsus" + s, lean * bind_facing(c, "metatarsus" + s));
  p.face("hindpaw" + s,
         glm::angleAxis(glm::radians(0.5f * toes), kAcross) * bind_facing(c, "hindpaw" + s));
}

// Down: degrees below the bind pose; fold: 0 spread as in the bind pose, 1 laid together.
void wings(Poser& p, float down, float fold, float lag, float sweep) {
  p.both_world("wing_arm", kFront, -down);
  p.both_world("wing_arm", kUp, 20.0f * fold + sweep);
  p.both_world("wing_forearm", kFront, -0.35f * lag + 12.0f * fold);
  p.both_world("wing_forearm", kUp, 12.0f * fold);
  const float gather[3] = {-30.0f, -10.0f, 6.0f};
  for (int f = 0; f < 3; ++f) {
    const std::string name = "wing_finger" + std::to_string(f + 1);
    p.both_world(name + "a", kFront, gather[f] * fold - 0.30f * lag);
    p.both_world(name + "a", kUp, (26.0f - 9.0f * static_cast<float>(f)) * fold);
    p.both_world(name + "b", kFront, -0.45f * lag - 8.0f * fold);
  }
}

void sway_tail(Poser& p, float phase, float side, float lift) {
  for (int k = 1; k <= kTailBones; ++k) {
    const float s = static_cast<float>(k) / kTailBones;
    const float wave = side * (0.35f + 0.9f * s) * std::sin(phase - 3.6f * s);
    p.own("tail" + std::to_string(k),
          {lift * (0.4f + 0.6f * std::sin(phase * 2.0f - 4.0f * s)), 0.0f, wave});
  }
}

void blink(Poser& p, float t, std::initializer_list<float> at) {
  float shut = 0.0f;
  for (const float when : at) shut = std::max(shut, smooth_step(0.12f, 0.03f, std::abs(t - when)));
  p.both("eyelid", {-84.0f * shut, 0.0f, 0.0f});
}

// A step: where a paw is at `phase` of its cycle, from 0 to 1. On the ground for `stance` of it.
struct Step {
  float along, up, swing;
};
Step step(float phase, float stance, float stride, float height) {
  const float x = phase - std::floor(phase);
  if (x < stance) return {stride * (0.5f - x / stance), 0.0f, 0.0f};
  const float s = (x - stance) / (1.0f - stance);
  const float eased = s - std::sin(kTurn * s) / kTurn;
  return {stride * (eased - 0.5f), height * std::sin(0.5f * kTurn * s), std::sin(0.5f * kTurn * s)};
}

void walk(const Character& c, Poser& p, float t, float duration) {
  const float phase = kTurn * t / duration, x = t / duration;
  p.move("hips", {0.010f * std::sin(phase), 0.0f, 0.0f});
  p.move("hips", {0.0f, -0.016f + 0.010f * std::cos(2.0f * phase), 0.0f});
  p.own("hips", {1.2f * std::sin(2.0f * phase), 0.0f, 4.0f * std::sin(phase)});
  p.own("spine", {-1.5f * std::sin(2.0f * phase + 0.6f), 0.0f, -4.0f * std::sin(phase)});
  p.own("chest", {1.5f * std::sin(2.0f * phase + 1.2f), 2.5f * std::sin(phase + 1.0f),
                  -3.0f * std::sin(phase)});
  p.own("neck1", {3.0f * std::sin(2.0f * phase + 0.5f), 3.0f * std::sin(phase), 0.0f});
  p.own("head", {-4.0f * std::sin(2.0f * phase + 0.2f), 3.0f * std::sin(phase),
                 4.0f * std::sin(phase + 0.8f)});
  sway_tail(p, phase, 6.5f, 1.5f);
  wings(p, 6.0f + 4.0f * std::sin(2.0f * phase), 0.75f, 6.0f * std::sin(2.0f * phase - 0.8f), 0.0f);
  p.both("ear", {7.0f * std::sin(2.0f * phase - 0.7f), 0.0f, 0.0f});
  for (const bool left : {true, false}) {
    const float half = left ? 0.0f : 0.5f;
    const Step hind = step(x + half, 0.62f, 0.20f, 0.070f);
    const Step front = step(x + half + 0.28f, 0.62f, 0.20f, 0.075f);
    place_hind(c, p, left, {0.0f, hind.up, hind.along}, 30.0f * hind.swing);
    place_front(c, p, left, {0.0f, front.up, front.along}, 42.0f * front.swing);
  }
  blink(p, t, {0.45f});
}

// Crouches, leaps, hovers on four strokes and lands again.
void take_off(const Character& c, Poser& p, float t, float duration) {
  const float air =
      smooth_step(0.62f, 0.95f, t) * smooth_step(duration - 0.42f, duration - 0.75f, t);
  const float crouch = smooth_step(0.0f, 0.42f, t) * smooth_step(0.78f, 0.55f, t) +
                       0.8f * smooth_step(duration - 0.60f, duration - 0.38f, t) *
                           smooth_step(duration, duration - 0.32f, t);
  constexpr float kBeat = 0.56f;
  const float beat = kTurn * (t - 0.62f) / kBeat;
  const float stroke = std::sin(beat), late = std::sin(beat - 0.9f);
  const float up = 0.46f * air + 0.045f * air * std::sin(beat - 1.9f);
  const vec3 rise(0.0f, up - 0.105f * crouch, 0.02f * crouch);
  p.move("hips", rise);
  p.own("hips", {-13.0f * air - 5.0f * crouch, 0.0f, 0.0f});
  p.own("spine", {3.0f * air * late, 0.0f, 0.0f});
  p.own("neck1", {-6.0f * crouch + 9.0f * air, 0.0f, 0.0f});
  p.own("neck2", {-4.0f * crouch + 4.0f * air - 2.0f * air * late, 0.0f, 0.0f});
  p.own("head", {8.0f * crouch + 5.0f * air + 3.0f * air * late, 0.0f, 0.0f});
  sway_tail(p, beat * 0.5f, 4.0f * air, -3.0f * air);
  for (int k = 1; k <= 4; ++k)
    p.own("tail" + std::to_string(k), {5.0f * air - 3.0f * crouch, 0.0f, 0.0f});
  const float ready =
      smooth_step(0.15f, 0.55f, t) * smooth_step(duration - 0.1f, duration - 0.5f, t);
  const float flap =
      smooth_step(0.55f, 0.75f, t) * smooth_step(duration - 0.35f, duration - 0.6f, t);
  wings(p, -12.0f * ready * (1.0f - flap) + flap * (28.0f + 42.0f * stroke), 0.55f * (1.0f - ready),
        34.0f * flap * late, flap * (-6.0f + 12.0f * std::cos(beat)));
  p.both("ear", {-10.0f * crouch + 9.0f * air * late, 0.0f, 0.0f});
  for (const bool left : {true, false}) {
    const float kick = air * std::sin(beat * 0.5f + (left ? 0.0f : 1.4f));
    place_hind(c, p, left, vec3(0.0f, air * (up + 0.02f), air * (-0.10f + 0.02f * kick)),
               46.0f * air);
    place_front(c, p, left, vec3(0.0f, air * (up + 0.13f + 0.01f * kick), air * 0.02f),
                62.0f * air);
  }
  blink(p, t, {0.22f, duration - 0.3f});
}

}  // namespace

void add_clips(Character& c) {
  constexpr float kWalk = 1.2f, kFly = 3.6f;
  c.clip.push_back(
      sample_poses(c, "walk", kWalk, 25.0f, [&](float t, std::vector<Transform>& local) {
        Poser p(c, local);
        walk(c, p, t, kWalk);
      }));
  c.clip.push_back(
      sample_poses(c, "take_off", kFly, 20.0f, [&](float t, std::vector<Transform>& local) {
        Poser p(c, local);
        take_off(c, p, t, kFly);
      }));
}

}  // namespace bindpose::gen::dragonling
