// One clip faded into another: what is shown at a time lies between the two.
#pragma once

#include <span>

#include "rig/clip.h"

namespace bindpose {

// Which moment of the other clip belongs to one of the first.
enum class FadeBy {
  Phase,  // the same part of its length: a step of a walk meets the step of a run, as the blend
          // spaces of game engines do
  Time    // the same second; a shorter clip holds its end
};

// A motion that is one clip, or two with a factor between them. The clips must outlive it.
struct FadedClip {
  const Clip* clip = nullptr;  // whose time it is
  const Clip* into = nullptr;  // null: `clip` alone
  float factor = 0.0f;         // 0: `clip` exactly, 1: `into` exactly; within [0, 1]
  FadeBy by = FadeBy::Phase;
};

// The moment of `into` that belongs to `time` of `clip`, both in seconds within their lengths. A
// clip without length has but its start. There is an `into`.
double time_in_other(const FadedClip& motion, double time);

// Between L_j(t) of both, by blended() of rig/pose/blend.h: the turn by slerp the short way round,
// stretch (shear included) and shift linearly. Where both are the same it is that one.
mat4 faded(const mat4& local, const mat4& into, float factor);

// As sample_clip() and sample_morphs() of one clip: L_j of all joints, #J; m_k of the channels that
// either clip moves, linearly, #C. `time` is clamped to the first clip.
void sample_clip(const FadedClip& motion, const Skeleton& skeleton, double time,
                 std::span<mat4> base_local);
void sample_morphs(const FadedClip& motion, double time, std::span<float> weight);

}  // namespace bindpose
