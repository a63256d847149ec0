// Time as the timeline has it: which clip, what is played of it, frames, keys.
#pragma once

#include <optional>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

// A range is no shorter, in seconds.
inline constexpr double kShortestRange = 1e-3;

// The clip that time is of: Pose::clip, or the first where none was chosen. Null: there is none.
const Clip* chosen_clip(const Scene& scene);

// What is played of it: the user's range within the clip, or all of it; 0 to 0 without a clip.
TimeRange play_range(const Scene& scene);
// Whether a range is one of Pose::clip: of some length, and not beyond it. Nothing is.
bool fits(const Scene& scene, const std::optional<TimeRange>& range);
// Whether a fade is one from Pose::clip into another clip of the scene. Nothing is.
bool fits(const Scene& scene, const std::optional<ClipFade>& fade);
// Takes range and fade away where they do not fit.
void keep_fitting(Scene& scene);

// Frames a second that the clip is counted in: the user's, else its own. Goes over all keys where
// the file names none: not for every frame (ClipKeys).
double shown_rate(const Scene& scene, const Clip& clip);
// The number of a clip's last frame; frame n is at n / rate seconds. A rate above 0.
int last_frame(const Clip& clip, double rate);

// Distance of numbered marks: the smallest of 1, 2, 5, 10, ... times `unit` that is `least` or
// more; and into how many parts shorter marks divide it, none finer than `unit`. Both above 0.
double tick_step(double least, double unit);
int parts_of_step(double step, double unit);

// Where playing is: `back` on the way back of AtEnd::PingPong.
struct Moment {
  double time = 0.0;  // seconds
  bool back = false;
  bool goes_on = true;
};
// After `step` seconds more of playing (negative: backwards). Who stands outside of the range
// enters it at its beginning, in the direction of play. Loop: the end is the beginning. PingPong:
// turns round at both ends. Once: stops at the end. A range without length stops nothing but Once.
Moment played(Moment now, double step, const TimeRange& range, AtEnd at_end);

// The whole frame `steps` (not 0) whole frames on from `time`: from between two frames a step goes
// to the next one on that side. Frame 0 is the clip's start. Seconds, not clamped.
double frame_step(double time, double rate, int steps);
// The nearest whole frame's time.
double nearest_frame(double time, double rate);

// The key after (before, where `steps` is -1) that moment; nothing where there is none. Times
// ascend.
std::optional<double> next_key(const std::vector<double>& keys, double time, int steps);

// What costs time to find out, kept as long as clip and selection are the same.
class ClipKeys {
 public:
  // Key times of the selected joints; of all joints and morphs where none is selected. Of
  // chosen_clip(). References are good until the next call.
  const std::vector<double>& times(const Scene& scene);
  // Frames a second: the user's, else the clip's (rig/time/key_times.h); kUsualRate without a clip.
  double rate(const Scene& scene);

 private:
  void renew(const Scene& scene);

  ModelId model_;
  std::vector<std::shared_ptr<const AddedClip>> added_;  // held: no other clip takes their address
  const Clip* clip_ = nullptr;
  std::vector<int> joints_;
  std::vector<double> times_;
  double rate_ = 0.0;
  bool known_ = false, times_known_ = false;
};

}  // namespace bindpose
