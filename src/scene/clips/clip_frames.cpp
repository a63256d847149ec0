#include "scene/clips/clip_frames.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace bindpose {

namespace {

constexpr double kUsualRates[] = {24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 100.0, 120.0};

template <typename T>
void add_times(const Keys<T>& keys, std::vector<double>& times) {
  times.insert(times.end(), keys.time.begin(), keys.time.end());
}

void add_times(const Curve& curve, std::vector<double>& times) {
  for (const CurveKey& key : curve.key) times.push_back(key.time);
}

std::vector<double> key_times(const Clip& clip) {
  std::vector<double> times;
  for (const JointTrack& track : clip.tracks) {
    for (const TrackFactor& factor : track.factors) {
      add_times(factor.translation, times);
      add_times(factor.rotation, times);
      add_times(factor.scale, times);
      for (const Curve& curve : factor.curves.axis) add_times(curve, times);
    }
  }
  for (const MorphTrack& morph : clip.morphs) {
    add_times(morph.weight, times);
    add_times(morph.curve, times);
  }
  return times;
}

}  // namespace

double clip_rate(const Clip& clip) {
  const std::vector<double> times = key_times(clip);
  if (times.size() < 2) return 0.0;
  constexpr double kOff = 0.01;  // of a frame: times are stored as floats
  for (const double rate : kUsualRates) {
    const bool fits = std::ranges::all_of(
        times, [rate](double t) { return std::abs(t * rate - std::round(t * rate)) < kOff; });
    if (fits) return rate;
  }
  return 0.0;
}

double frames_a_second(const Clip& clip) {
  const double rate = clip_rate(clip);
  return rate > 0.0 ? rate : kUsualRate;
}

int last_frame(const Clip& clip) {
  return static_cast<int>(std::clamp(std::round(clip.duration * frames_a_second(clip)), 0.0, 1e9));
}

}  // namespace bindpose
