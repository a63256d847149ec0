#include <cmath>
#include <numbers>
#include <string>

#include "ogre/ogre.h"
#include "ogre/ogre_plan.h"
#include "poser.h"

namespace bindpose::gen::ogre {
namespace {

constexpr float kTurn = 2.0f * std::numbers::pi_v<float>;
constexpr vec3 kForward{0.0f, 0.0f, 1.0f};

// How the ogre stands when it does nothing: arms lowered, elbows and fingers loose.
void stand(Poser& p) {
  p.both_world("upper_arm", kForward, -17.0f);
  p.both("upper_arm", {6.0f, 0.0f, 0.0f});
  p.both("forearm", {16.0f, 0.0f, 0.0f});
  for (const Finger& f : fingers()) {
    const float curl = std::string(f.name) == "thumb" ? 8.0f : 16.0f;
    p.both(std::string(f.name) + "1", {curl, 0.0f, 0.0f});
    p.both(std::string(f.name) + "2", {1.3f * curl, 0.0f, 0.0f});
  }
}

void breathe(Poser& p, float phase) {
  const float in = 0.5f - 0.5f * std::cos(phase);
  const float late = 0.5f - 0.5f * std::cos(phase - 0.5f);
  p.grow("belly", {1.0f + 0.035f * late, 1.0f + 0.06f * late, 1.0f + 0.035f * late});
  p.own("spine", {-1.5f * in, 0.0f, 0.0f});
  p.own("chest", {-2.5f * in, 0.0f, 0.0f});
  p.own("neck", {2.5f * in, 0.0f, 0.0f});
  p.both_world("shoulder", kForward, 3.5f * in);
  p.both_world("upper_arm", kForward, -1.5f * in);
}

void sway(Poser& p, float phase) {
  const float side = std::sin(phase);
  p.move("hips", {0.012f * side, -0.004f * (1.0f - std::cos(2.0f * phase)), 0.0f});
  p.own("hips", {0.0f, 0.0f, 1.2f * side});
  p.own("thigh.L", {0.0f, 0.0f, 2.3f * side});
  p.own("thigh.R", {0.0f, 0.0f, 2.3f * side});
  p.own("foot.L", {0.0f, -1.1f * side, 0.0f});
  p.own("foot.R", {0.0f, -1.1f * side, 0.0f});
  p.own("spine", {0.0f, 1.5f * std::sin(phase - 0.6f), -1.4f * side});
  p.own("head", {1.2f * std::sin(2.0f * phase), 5.0f * std::sin(phase - 1.0f), -2.0f * side});
  p.both("ear", {4.0f * std::sin(2.0f * phase - 1.2f), 0.0f, 0.0f});
  p.both("forearm", {2.0f * std::sin(phase - 0.8f), 0.0f, 0.0f});
}

void idle(Poser& p, float t, float duration) {
  const float phase = kTurn * t / duration;
  stand(p);
  sway(p, phase);
  breathe(p, 2.0f * phase);
}

void wave(Poser& p, float t, float duration) {
  stand(p);
  const float raise = smooth_step(0.0f, 0.55f, t) * smooth_step(duration, duration - 0.6f, t);
  const float swing =
      smooth_step(0.35f, 0.7f, t) * smooth_step(duration - 0.4f, duration - 0.75f, t);
  const float beat = kTurn * 1.6f * (t - 0.5f);
  p.world("shoulder.R", kForward, -16.0f * raise);
  p.world("upper_arm.R", kForward, -78.0f * raise);
  p.own("upper_arm.R", {10.0f * raise, 30.0f * raise, 0.0f});
  p.world("forearm.R", kForward, -62.0f * raise);
  p.own("forearm.R", {0.0f, 58.0f * raise, 0.0f});
  p.own("hand.R", {0.0f, 24.0f * raise, 0.0f});
  p.world("forearm.R", kForward, 17.0f * swing * std::sin(beat));
  p.world("hand.R", kForward, 14.0f * swing * std::sin(beat - 0.7f));
  for (const Finger& f : fingers()) {
    if (std::string(f.name) == "thumb") continue;
    p.own(std::string(f.name) + "1.R", {-18.0f * raise, 0.0f, 0.0f});
    p.own(std::string(f.name) + "2.R", {-16.0f * raise, 0.0f, 0.0f});
  }
  p.own("spine", {0.0f, 0.0f, -3.0f * raise});
  p.own("chest", {-2.0f * raise, 4.0f * raise, -2.0f * raise});
  p.own("head", {0.0f, 4.0f * raise, (9.0f + 2.0f * swing * std::sin(beat)) * raise});
  p.own("jaw", {-5.0f * raise, 0.0f, 0.0f});
  p.both("ear", {0.0f, 0.0f, 8.0f * raise});
  breathe(p, kTurn * t / duration);
}

}  // namespace

void add_clips(Character& c) {
  constexpr float kIdle = 4.0f, kWave = 2.8f, kRate = 30.0f;
  c.clip.push_back(
      sample_poses(c, "idle", kIdle, 15.0f, [&](float t, std::vector<Transform>& local) {
        Poser p(c, local);
        idle(p, t, kIdle);
      }));
  c.clip.push_back(
      sample_poses(c, "wave", kWave, kRate, [&](float t, std::vector<Transform>& local) {
        Poser p(c, local);
        wave(p, t, kWave);
      }));
}

}  // namespace bindpose::gen::ogre
