#include "rig/time/key_times.h"

#include <algorithm>
#include <cmath>

namespace bindpose {
namespace {

constexpr std::size_t kEnough = 20'000;  // moments that a rate is found from

void add(const Curve& curve, std::vector<double>& out) {
  for (const CurveKey& key : curve.key) out.push_back(key.time);
}

void add(const JointTrack& track, std::vector<double>& out) {
  for (const TrackFactor& f : track.factors) {
    for (const auto* time : {&f.translation.time, &f.rotation.time, &f.scale.time}) {
      out.insert(out.end(), time->begin(), time->end());
    }
    for (const Curve& curve : f.curves.axis) add(curve, out);
  }
}

// Sorted, each moment once: a long recording has the same times in every track, so tracks are
// merged one by one.
void merge(std::vector<double>& all, std::vector<double>& more) {
  std::ranges::sort(more);
  const auto middle = static_cast<std::ptrdiff_t>(all.size());
  all.insert(all.end(), more.begin(), more.end());
  std::inplace_merge(all.begin(), all.begin() + middle, all.end());
  const auto same = [](double a, double b) { return b - a < kSameMoment; };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  more.clear();
}

bool all_whole(std::span<const double> times, double rate) {
  constexpr double kHundredth = 0.01, kOfFloats = 2e-7;  // of a frame; times are floats in files
  return std::ranges::all_of(times, [&](double t) {
    const double frame = t * rate;
    return std::abs(frame - std::round(frame)) <= kHundredth + kOfFloats * std::abs(frame);
  });
}

}  // namespace

std::vector<double> key_times(const Clip& clip, std::span<const int> joints) {
  std::vector<double> out, more;
  const auto wanted = [&](int joint) {
    return joints.empty() || std::ranges::find(joints, joint) != joints.end();
  };
  for (const JointTrack& track : clip.tracks) {
    if (!wanted(track.joint)) continue;
    add(track, more);
    merge(out, more);
  }
  for (const MorphTrack& morph : clip.morphs) {
    if (!joints.empty()) break;
    more = morph.weight.time;
    add(morph.curve, more);
    merge(out, more);
  }
  std::erase_if(out,
                [&](double t) { return !(t > -kSameMoment && t < clip.duration + kSameMoment); });
  for (double& t : out) t = std::clamp(t, 0.0, std::max(clip.duration, 0.0));
  return out;
}

double just_before(double time) {
  constexpr double kBeforeJump = 1e-5, kFloatsApart = 3e-7;
  return time - std::max(kBeforeJump, time * kFloatsApart);
}

void add_key_times(const Curve& curve, std::vector<double>& out) {
  add(curve, out);
  for (std::size_t k = 0; k + 1 < curve.key.size(); ++k) {
    const CurveKey &from = curve.key[k], &to = curve.key[k + 1];
    const double before = just_before(to.time);
    if (from.value == to.value || !(before > from.time)) continue;
    if (from.segment == Segment::Step) out.push_back(before);
    if (from.segment == Segment::StepToNext) out.push_back(from.time + (to.time - before));
  }
}

std::vector<double> moments_to_bake(std::vector<double> keys, bool between) {
  constexpr double kPerSecond = 240.0, kMostSteps = 20000.0;
  if (keys.empty()) return {0.0};
  const auto [first, last] = std::minmax_element(keys.begin(), keys.end());
  const double from = *first, length = *last - from;
  const double steps = between ? std::min(std::ceil(length * kPerSecond), kMostSteps) : 0.0;
  for (double i = 1.0; i < steps; i += 1.0) keys.push_back(from + length * i / steps);
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

double rate_of(std::span<const double> times) {
  constexpr double kUsual[] = {
      30.0, 24.0, 25.0, 60.0, 50.0, 48.0, 120.0, 100.0, 24000.0 / 1001.0, 30000.0 / 1001.0};
  const std::span<const double> some = times.first(std::min(times.size(), kEnough));
  if (some.size() < 2) return 0.0;
  for (const double rate : kUsual) {
    if (all_whole(some, rate)) return rate;
  }
  double shortest = some[1] - some[0];
  for (std::size_t k = 1; k + 1 < some.size(); ++k) {
    shortest = std::min(shortest, some[k + 1] - some[k]);
  }
  // The mean over whole frames is exact where one interval of floats is not.
  const double frames = std::round((some.back() - some.front()) / shortest);
  const double rate = frames / (some.back() - some.front());
  return rate >= 1.0 && rate <= kMostRate && all_whole(some, rate) ? rate : 0.0;
}

double frame_rate(const Clip& clip) {
  if (clip.rate > 0.0) return clip.rate;
  const double found = rate_of(key_times(clip, {}));
  return found > 0.0 ? found : kUsualRate;
}

}  // namespace bindpose
