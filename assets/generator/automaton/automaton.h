// The automaton: parts of metal and enamel that follow one joint each, bellows that bend.
#pragma once

#include "character.h"
#include "palette.h"

namespace bindpose::gen::automaton {

// Left side is +x.
inline constexpr vec3 kAcross{1.0f, 0.0f, 0.0f}, kUp{0.0f, 1.0f, 0.0f}, kFront{0.0f, 0.0f, 1.0f};
inline constexpr vec3 kHips{0.0f, 0.600f, 0.0f}, kWaist{0.0f, 0.690f, 0.0f},
    kChest{0.0f, 0.790f, 0.0f};
inline constexpr vec3 kNeck{0.0f, 1.125f, 0.0f}, kHead{0.0f, 1.215f, 0.0f},
    kCrown{0.0f, 1.520f, 0.0f};
inline constexpr vec3 kEye{0.078f, 1.380f, 0.128f};
inline constexpr float kEyeRadius = 0.058f;
inline constexpr vec3 kShoulder{0.265f, 1.045f, 0.0f}, kElbow{0.345f, 0.850f, -0.012f};
inline constexpr vec3 kWrist{0.400f, 0.640f, 0.020f}, kPalm{0.418f, 0.565f, 0.032f};
inline constexpr vec3 kThigh{0.100f, 0.565f, 0.0f}, kKnee{0.122f, 0.345f, 0.016f};
inline constexpr vec3 kAnkle{0.135f, 0.105f, -0.010f}, kToe{0.145f, 0.035f, 0.125f};
inline constexpr vec3 kKey{0.0f, 0.985f, -0.200f};
inline constexpr vec3 kGear1{-0.030f, 0.975f, 0.232f}, kGear2{0.034f, 0.952f, 0.232f};

enum Materials { kEnamel, kBrass, kSteel, kRubber, kGlow, kGlass };

struct Paints {
  PaintBox box{256};
  int enamel, brass, steel, rubber, eye, glass;
};
Paints paints();

void add_skeleton(Character& c);
void add_parts(Character& c, const Paints& paint);
void add_clips(Character& c);

Character make();

}  // namespace bindpose::gen::automaton
