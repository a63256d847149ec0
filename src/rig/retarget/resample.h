// Keys for motion that keys do not hold: products of tracks, curves of angles.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "rig/clip.h"

namespace bindpose {

// Fills #N transforms for a time in seconds. May jump at a knot, nowhere else.
using MotionAt = std::function<void(double time, std::span<Transform> out)>;

struct ResampledKeys {
  Keys<vec3> translation;
  Keys<quat> rotation;
  Keys<vec3> scale;
};

// Cubic keys (glTF's) that follow the motion to `tolerance` (of quaternions' and factors' entries;
// for places of the larger of 1 and their size), wherever 15 divisions of the span between two
// knots can do that: each piece is the cubic through four points of the motion, halved where it
// misses the middle and the quarters. One key where nothing moves. knots: ascending, at least one;
// the first and last are the motion's ends. At a knot the motion may have a corner or a jump.
std::vector<ResampledKeys> resample(const MotionAt& motion, std::size_t count,
                                    std::span<const double> knots, double tolerance = 2e-6);

// Sorted, without those outside of [0, duration] and those closer than a microsecond, with both
// ends and, between, `a_second` times a second; fewer where 200,000, or 2 million for the `count`
// that are followed together, are not enough, and then without `times` where they alone are more.
std::vector<double> knots_of(std::vector<double> times, double duration, double a_second = 60.0,
                             std::size_t count = 1);

// All key times of a track.
void add_key_times(const JointTrack& track, std::vector<double>& times);

}  // namespace bindpose
