// When a clip has keys, and how many frames a second it was made with.
#pragma once

#include <span>
#include <vector>

#include "rig/clip.h"

namespace bindpose {

// Keys closer together than this are one moment, in seconds: files keep times as floats.
inline constexpr double kSameMoment = 1e-4;

// Frames a second where neither the file nor its keys tell, and the most that make sense.
inline constexpr double kUsualRate = 30.0;
inline constexpr double kMostRate = 1000.0;

// A rate as a file or a person says it, or 0 where it is none.
inline double sound_rate(double rate) {
  return rate >= 0.01 && rate <= kMostRate ? rate : 0.0;
}

// Times of all keys of these joints (none named: of all joints and morphs) within the clip,
// ascending, each moment once. Seconds. Joints out of range have none.
std::vector<double> key_times(const Clip& clip, std::span<const int> joints);

// A moment before that stays another one when it is kept as a float: where a motion jumps, what it
// leads to before the jump stands there. Seconds, from 0 on.
double just_before(double time);

// Times of the curve's keys, and where it jumps at one or after one the moment on the other side.
void add_key_times(const Curve& curve, std::vector<double>& out);

// When a motion is read that keys cannot say (a file's layers, products of curves): at these times
// of its own keys, in any order, and with `between` 240 times a second from the first to the last,
// at most 20,000 times. Ascending, each once; {0} of no times. Seconds.
std::vector<double> moments_to_bake(std::vector<double> keys, bool between);

// The rate at which all of these times are whole frames: a usual one (30, 24, 25, 60, ...) where
// one fits to a hundredth of a frame, else one key a frame where the keys are evenly spaced, else
// 0. Times ascend; fewer than two tell nothing: 0.
double rate_of(std::span<const double> times);

// The clip's own rate where its file has one, else that of its keys, else kUsualRate.
double frame_rate(const Clip& clip);

}  // namespace bindpose
