#include <cmath>
#include <numbers>
#include <string>

#include "automaton/automaton.h"
#include "field.h"
#include "poser.h"

namespace bindpose::gen::automaton {
namespace {

constexpr float kTurn = 2.0f * std::numbers::pi_v<float>;

quat bind_facing(const Character& c, const std::string& joint) {
  return glm::normalize(
      glm::quat_cast(mat3(c.joint[static_cast<std::size_t>(find(c, joint))].bind)));
}

// Whole turns of the key, and gears that turn by whole teeth in a loop: 12 and 8 of them.
void clockwork(Poser& p, float x, float key_turns, float teeth) {
  p.own("key", {0.0f, 360.0f * key_turns * x, 0.0f});
  p.own("gear1", {0.0f, 30.0f * teeth * x, 0.0f});
  p.own("gear2", {0.0f, -45.0f * teeth * x, 0.0f});
}

void stand_on(const Character& c, Poser& p, bool left, const vec3& by, float toes) {
  const std::string s = left ? ".L" : ".R";
  const vec3 home = left ? kAnkle : mirror(kAnkle);
  p.reach("thigh" + s, "shin" + s, "foot" + s, home + by);
  p.face("foot" + s, glm::angleAxis(glm::radians(toes), kAcross) * bind_facing(c, "foot" + s));
}

void fist(Poser& p, const std::string& side, float closed) {
  for (const char* digit : {"thumb", "index", "pinky"}) {
    p.own(digit + std::string("1") + side, {38.0f * closed, 0.0f, 0.0f});
    p.own(digit + std::string("2") + side, {52.0f * closed, 0.0f, 0.0f});
  }
}

void blink(Poser& p, float t, float at) {
  const float shut = smooth_step(0.12f, 0.03f, std::abs(t - at));
  p.both("eyelid", {-80.0f * shut, 0.0f, 0.0f});
}

// On the spot, knees high, with the jolt of a machine.
void march(const Character& c, Poser& p, float t, float duration) {
  const float x = t / duration, phase = kTurn * x;
  const auto lift = [](float a) { return std::pow(std::max(std::sin(a), 0.0f), 1.25f); };
  const float left = lift(phase), right = lift(phase + 0.5f * kTurn);
  p.move("hips", {-0.016f * std::sin(phase), -0.020f + 0.016f * std::abs(std::sin(phase)), 0.0f});
  p.own("hips", {0.0f, 5.0f * std::sin(phase), 2.0f * std::sin(phase)});
  p.own("waist", {-2.0f, -5.0f * std::sin(phase), -2.5f * std::sin(phase)});
  p.own("chest", {2.0f * std::cos(2.0f * phase), -5.0f * std::sin(phase), -2.0f * std::sin(phase)});
  p.own("neck", {0.0f, 3.0f * std::sin(phase), 2.0f * std::sin(phase)});
  p.own("head", {-2.5f * std::cos(2.0f * phase + 0.5f), 3.0f * std::sin(phase),
                 3.0f * std::sin(phase - 0.4f)});
  p.own("antenna1", {9.0f * std::cos(2.0f * phase + 1.0f), 0.0f, 10.0f * std::sin(phase - 0.8f)});
  p.own("antenna2", {14.0f * std::cos(2.0f * phase + 0.2f), 0.0f, 14.0f * std::sin(phase - 1.5f)});
  stand_on(c, p, true, {0.0f, 0.135f * left, 0.075f * left}, 16.0f * left);
  stand_on(c, p, false, {0.0f, 0.135f * right, 0.075f * right}, 16.0f * right);
  for (const bool is_left : {true, false}) {
    const std::string s = is_left ? ".L" : ".R";
    const float swing = std::sin(phase) * (is_left ? -1.0f : 1.0f);
    p.world("upper_arm" + s, kAcross, -34.0f * swing);
    p.world("forearm" + s, kAcross, -58.0f - 22.0f * swing);
    fist(p, s, 1.0f);
  }
  clockwork(p, x, 1.0f, 4.0f);
  blink(p, t, 0.35f);
}

void wave(const Character& c, Poser& p, float t, float duration) {
  const float x = t / duration, phase = kTurn * x;
  const float raise = smooth_step(0.0f, 0.6f, t) * smooth_step(duration, duration - 0.6f, t);
  const float swing =
      smooth_step(0.4f, 0.75f, t) * smooth_step(duration - 0.4f, duration - 0.8f, t);
  const float beat = std::sin(kTurn * 1.55f * (t - 0.5f)),
              late = std::sin(kTurn * 1.55f * (t - 0.5f) - 0.9f);
  p.move("hips",
         {0.018f * raise, -0.012f * raise - 0.004f * (1.0f - std::cos(2.0f * phase)), 0.0f});
  p.own("hips", {0.0f, 4.0f * raise, -2.0f * raise});
  p.own("waist", {0.0f, 3.0f * raise, 7.0f * raise + 1.5f * swing * beat});
  p.own("chest", {-3.0f * raise, 4.0f * raise, 5.0f * raise + 2.0f * swing * beat});
  p.own("neck", {0.0f, 0.0f, -6.0f * raise});
  p.own("head", {-4.0f * raise, -6.0f * raise, -11.0f * raise - 3.0f * swing * late});
  p.own("antenna1", {4.0f * std::sin(2.0f * phase), 0.0f, 12.0f * swing * late});
  p.own("antenna2", {6.0f * std::sin(2.0f * phase - 0.7f), 0.0f,
                     20.0f * swing * std::sin(kTurn * 1.55f * (t - 0.5f) - 1.8f)});
  p.world("shoulder.L", kFront, 6.0f * raise);
  p.world("upper_arm.L", kFront, 82.0f * raise);
  p.world("forearm.L", kFront, 62.0f * raise + 20.0f * swing * beat);
  p.own("forearm.L", {0.0f, -35.0f * raise, 0.0f});
  p.world("hand.L", kFront, 22.0f * swing * late);
  fist(p, ".L", 0.25f - 0.35f * raise);
  p.world("upper_arm.R", kAcross, 8.0f * std::sin(phase));
  p.world("forearm.R", kAcross, -16.0f - 6.0f * std::sin(phase + 0.6f));
  fist(p, ".R", 0.35f);
  stand_on(c, p, true, vec3(0.0f), 0.0f);
  stand_on(c, p, false, vec3(0.0f), 0.0f);
  clockwork(p, x, 2.0f, 8.0f);
  blink(p, t, 1.0f);
}

}  // namespace

void add_clips(Character& c) {
  constexpr float kMarch = 1.2f, kWave = 3.0f;
  c.clip.push_back(
      sample_poses(c, "wave", kWave, 20.0f, [&](float t, std::vector<Transform>& local) {
        Poser p(c, local);
        wave(c, p, t, kWave);
      }));
  c.clip.push_back(
      sample_poses(c, "march", kMarch, 30.0f, [&](float t, std::vector<Transform>& local) {
        Poser p(c, local);
        march(c, p, t, kMarch);
      }));
}

}  // namespace bindpose::gen::automaton
