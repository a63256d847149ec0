#include "scene/time/timeline.h"

#include <algorithm>
#include <cmath>

#include "rig/time/key_times.h"

namespace bindpose {
namespace {

constexpr double kOfAFrame = 1e-3;  // closer than this a time is at the frame

Moment turned_round(const Moment& now, double step, const TimeRange& range) {
  const double length = range.to - range.from;
  // Unrolled: forth is 0 to length, back is length to twice that.
  const double place = now.time - range.from;
  double phase = std::fmod((now.back ? 2.0 * length - place : place) + step, 2.0 * length);
  if (phase < 0.0) phase += 2.0 * length;
  const bool back = phase > length;
  return {range.from + (back ? 2.0 * length - phase : phase), back, true};
}

}  // namespace

const Clip* chosen_clip(const Scene& scene) {
  const Clip* chosen = clip_at(scene, scene.pose.clip);
  return chosen != nullptr ? chosen : clip_at(scene, 0);
}

TimeRange play_range(const Scene& scene) {
  const Clip* clip = chosen_clip(scene);
  if (clip == nullptr) return {};
  const TimeRange all{0.0, std::max(clip->duration, 0.0)};
  const auto& own = scene.pose.timeline.range;
  if (!own || clip != clip_at(scene, scene.pose.clip)) return all;
  return {std::clamp(own->from, all.from, all.to), std::clamp(own->to, all.from, all.to)};
}

bool fits(const Scene& scene, const std::optional<TimeRange>& range) {
  if (!range) return true;
  const Clip* clip = clip_at(scene, scene.pose.clip);
  return clip != nullptr && range->from >= 0.0 && range->to <= clip->duration &&
         range->to - range->from >= kShortestRange;
}

bool fits(const Scene& scene, const std::optional<ClipFade>& fade) {
  if (!fade) return true;
  return clip_at(scene, scene.pose.clip) != nullptr && clip_at(scene, fade->into) != nullptr &&
         fade->into != scene.pose.clip && fade->factor >= 0.0f && fade->factor <= 1.0f;
}

void keep_fitting(Scene& scene) {
  Timeline& timeline = scene.pose.timeline;
  if (!fits(scene, timeline.range)) timeline.range.reset();
  if (!fits(scene, timeline.fade)) timeline.fade.reset();
}

double tick_step(double least, double unit) {
  double decade = unit;
  while (decade * 10.0 <= least && decade < 1e12) decade *= 10.0;
  for (const double times : {1.0, 2.0, 5.0}) {
    if (decade * times >= least * (1.0 - 1e-9)) return decade * times;
  }
  return decade * 10.0;
}

int parts_of_step(double step, double unit) {
  const double units = step / unit;
  if (units < 1.5) return 1;
  const double lead = units / std::pow(10.0, std::floor(std::log10(units) + 1e-9));
  return lead > 1.5 && lead < 3.0 ? 2 : 5;
}

Moment played(Moment now, double step, const TimeRange& range, AtEnd at_end) {
  const double length = range.to - range.from;
  if (now.time < range.from || now.time > range.to) {
    const bool backwards = (step < 0.0) != now.back;
    now.time = backwards ? range.to : range.from;
  }
  if (at_end == AtEnd::Once || !(length > 0.0)) {
    const double time = now.time + step;
    const bool inside = time > range.from && time < range.to;
    return {std::clamp(time, range.from, range.to), false, inside || at_end != AtEnd::Once};
  }
  if (at_end == AtEnd::PingPong) return turned_round(now, step, range);
  double place = now.time - range.from + step;
  if (place < 0.0 || place > length) place = std::fmod(place, length);
  if (place < 0.0) place += length;
  return {range.from + place, false, true};
}

double frame_step(double time, double rate, int steps) {
  const double frame = time * rate, near = std::round(frame);
  if (std::abs(frame - near) < kOfAFrame) return (near + steps) / rate;
  return (steps > 0 ? std::floor(frame) + steps : std::ceil(frame) + steps) / rate;
}

double nearest_frame(double time, double rate) {
  return std::round(time * rate) / rate;
}

std::optional<double> next_key(const std::vector<double>& keys, double time, int steps) {
  if (steps > 0) {
    const auto after = std::ranges::upper_bound(keys, time + kSameMoment);
    return after == keys.end() ? std::nullopt : std::optional(*after);
  }
  const auto from = std::ranges::lower_bound(keys, time - kSameMoment);
  return from == keys.begin() ? std::nullopt : std::optional(*std::prev(from));
}

double shown_rate(const Scene& scene, const Clip& clip) {
  const double own = scene.pose.timeline.rate;
  return own > 0.0 ? own : frame_rate(clip);
}

int last_frame(const Clip& clip, double rate) {
  return static_cast<int>(std::clamp(std::round(clip.duration * rate), 0.0, 1e9));
}

void ClipKeys::renew(const Scene& scene) {
  const Clip* clip = chosen_clip(scene);
  std::vector<int> joints = scene.selection.also;
  if (scene.selection.joint >= 0) joints.push_back(scene.selection.joint);
  const bool same_clip =
      known_ && clip == clip_ && model_ == model_id(scene) && added_ == scene.added_clips;
  if (!same_clip) {
    rate_ = clip == nullptr ? kUsualRate : frame_rate(*clip);
    model_ = model_id(scene);
    added_ = scene.added_clips;
    clip_ = clip;
    known_ = true;
  }
  if (!same_clip || joints != joints_) times_known_ = false;
  joints_ = std::move(joints);
}

const std::vector<double>& ClipKeys::times(const Scene& scene) {
  renew(scene);
  if (!times_known_) times_ = clip_ == nullptr ? std::vector<double>() : key_times(*clip_, joints_);
  times_known_ = true;
  return times_;
}

double ClipKeys::rate(const Scene& scene) {
  const double own = scene.pose.timeline.rate;
  if (own > 0.0) return own;
  renew(scene);
  return rate_;
}

}  // namespace bindpose
