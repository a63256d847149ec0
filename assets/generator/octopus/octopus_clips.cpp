#include <cmath>
#include <numbers>

#include "octopus/octopus.h"
#include "poser.h"

namespace bindpose::gen::octopus {
namespace {

constexpr float kTurn = 2.0f * std::numbers::pi_v<float>;

std::string joint_of(const Arm& arm, int bone) {
  return arm.name + std::to_string(bone);
}

// 1 while the lids are shut, around the times given.
float blink(float t, std::initializer_list<float> at) {
  float shut = 0.0f;
  for (const float when : at) {
    shut = std::max(shut, smooth_step(0.13f, 0.03f, std::abs(t - when)));
  }
  return shut;
}

// It sits and thinks: the tips of the arms roll and unroll one after the other.
void curl(Poser& p, float t, float duration) {
  const float phase = kTurn * t / duration;
  for (int a = 0; a < kArms; ++a) {
    const Arm& arm = arms()[static_cast<std::size_t>(a)];
    for (const bool left : {true, false}) {
      const std::string side = left ? ".L" : ".R";
      const float own = phase + 1.7f * static_cast<float>(a) + (left ? 0.0f : 2.4f);
      const float roll = 0.5f + 0.5f * std::sin(own);
      for (int k = 4; k <= kBones; ++k) {
        const float s = static_cast<float>(k - 3) / static_cast<float>(kBones - 3);
        const float lag = std::sin(own - 0.9f * s);
        const float up =
            (5.0f + 25.0f * s) * (0.25f + 0.75f * (0.5f + 0.5f * lag)) * (0.3f + 0.7f * roll);
        const float sway = 6.0f * std::sin(own - 1.6f * s + 1.0f);
        const float mirror_sign = left ? 1.0f : -1.0f;
        // About the lateral axis it rolls; about the back's it sways over the ground.
        p.own(joint_of(arm, k) + side, {up, 0.0f, mirror_sign * sway});
      }
    }
  }
  p.move("head", {0.0f, 0.010f * std::sin(2.0f * phase), 0.0f});
  p.own("head", {2.5f * std::sin(2.0f * phase - 0.4f), 9.0f * std::sin(phase),
                 4.0f * std::sin(phase + 0.6f)});
  p.own("mantle", {4.0f * std::sin(2.0f * phase - 0.9f), 0.0f, -5.0f * std::sin(phase + 0.1f)});
  p.own("mantle_tip", {6.0f * std::sin(2.0f * phase - 1.5f), 0.0f, -8.0f * std::sin(phase - 0.5f)});
  const float look = 12.0f * std::sin(phase + 0.5f);
  for (const char* eye : {"eye.L", "eye.R"}) {
    p.own(eye, {-4.0f * std::sin(2.0f * phase), 0.0f, -look});
  }
  const float shut = blink(t, {1.1f, 2.75f, 3.0f});
  p.both("eyelid", {-88.0f * shut, 0.0f, 0.0f});
  p.both("siphon", {6.0f * std::sin(2.0f * phase), 0.0f, 8.0f * std::sin(2.0f * phase + 1.0f)});
}

// Jets upwards: the arms open wide, close at once and stream behind.
void swim(Poser& p, float t, float duration) {
  const float phase = kTurn * t / duration;
  // 0: closed, 1: wide open; it opens slowly and closes fast.
  const auto opened = [](float x) { return 0.5f - 0.5f * std::cos(x + 0.55f * std::sin(x)); };
  for (int a = 0; a < kArms; ++a) {
    const Arm& arm = arms()[static_cast<std::size_t>(a)];
    for (const bool left : {true, false}) {
      const std::string side = left ? ".L" : ".R";
      const float mirror_sign = left ? 1.0f : -1.0f;
      for (int k = 1; k <= kBones; ++k) {
        const float s = static_cast<float>(k - 1) / static_cast<float>(kBones - 1);
        const float open = opened(phase - 1.5f * s - 0.10f * static_cast<float>(a));
        // The bind pose lies on the ground; closed, all arms hang down.
        float up = k == 1 ? glm::mix(-13.0f, 20.0f, open) : glm::mix(-17.5f, 1.0f, open);
        if (k >= 2 && k <= 4) up += glm::mix(-12.0f, -4.0f, open);
        if (k >= 6) up += glm::mix(-14.0f, -26.0f, open);
        const float sway =
            5.0f * std::sin(phase - 2.2f * s + 1.3f * static_cast<float>(a) + (left ? 0.0f : 0.9f));
        p.own(joint_of(arm, k) + side, {up, 0.0f, mirror_sign * sway});
      }
    }
  }
  const float drive = std::sin(phase + 0.35f * std::sin(phase));
  p.move("body", {0.0f, 0.78f - 0.13f * std::cos(phase - 2.1f), 0.0f});
  p.own("body", {-10.0f + 3.0f * drive, 0.0f, 2.5f * std::sin(phase)});
  p.own("mantle", {-4.0f + 5.0f * std::sin(phase - 0.6f), 0.0f, 0.0f});
  p.own("mantle_tip", {-5.0f + 9.0f * std::sin(phase - 1.3f), 0.0f, 3.0f * std::sin(phase)});
  const float squeeze = std::cos(phase - 0.2f);
  p.grow("mantle", {1.0f - 0.05f * squeeze, 1.0f + 0.06f * squeeze, 1.0f - 0.05f * squeeze});
  p.own("head", {4.0f - 2.0f * drive, 0.0f, 0.0f});
  const float shut = blink(t, {1.5f});
  p.both("eyelid", {-88.0f * shut, 0.0f, 0.0f});
}

}  // namespace

void add_clips(Character& c) {
  constexpr float kCurl = 4.0f, kSwim = 2.4f;
  c.clip.push_back(
      sample_poses(c, "curl", kCurl, 15.0f, [&](float t, std::vector<Transform>& local) {
        Poser p(c, local);
        curl(p, t, kCurl);
      }));
  sample_morphs(c.clip.back(), 0, [&](float t) {
    return std::vector<float>{0.5f - 0.5f * std::cos(2.0f * kTurn * t / kCurl)};
  });
  c.clip.push_back(
      sample_poses(c, "swim", kSwim, 20.0f, [&](float t, std::vector<Transform>& local) {
        Poser p(c, local);
        swim(p, t, kSwim);
      }));
  sample_morphs(c.clip.back(), 0, [&](float t) {
    const float phase = kTurn * t / kSwim;
    return std::vector<float>{0.5f - 0.5f * std::cos(phase + 0.6f)};
  });
}

}  // namespace bindpose::gen::octopus
