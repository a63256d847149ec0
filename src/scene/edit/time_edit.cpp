#include "scene/edit/time_edit.h"

#include <algorithm>
#include <cmath>

#include "rig/time/key_times.h"
#include "scene/time/timeline.h"

namespace bindpose {

Change write_edit(Scene& scene, const SetTime& e) {
  const Clip* clip = clip_at(scene, scene.pose.clip);
  if (clip == nullptr || !std::isfinite(e.seconds)) return {};
  const double time = std::clamp(e.seconds, 0.0, clip->duration);
  if (time == scene.pose.time) return {};
  scene.pose.time = time;
  return {scene.pose.base == BasePose::Clip ? Change::Pose : Change::View, -1};
}

Change write_edit(Scene& scene, const SetPlayback& e) {
  if (!std::isfinite(e.playback.speed) || e.playback == scene.playback) return {};
  const bool starts = e.playback.playing && !scene.playback.playing;
  scene.playback = e.playback;
  if (e.playback.at_end != AtEnd::PingPong) scene.playback.back = false;
  const Clip* clip = clip_at(scene, scene.pose.clip);
  const bool shown = scene.pose.base == BasePose::Clip && clip != nullptr;
  if (!starts || !shown || e.playback.at_end != AtEnd::Once) return {Change::View, -1};
  // At the end in the direction of play there is nothing left to play: start over.
  const TimeRange range = play_range(scene);
  const bool back = e.playback.speed < 0.0;
  if (back ? scene.pose.time > range.from : scene.pose.time < range.to) return {Change::View, -1};
  scene.pose.time = back ? range.to : range.from;
  return {Change::Pose, -1};
}

Change write_edit(Scene& scene, const SetRate& e) {
  if (!scene.model || (e.rate != 0.0 && sound_rate(e.rate) == 0.0)) return {};
  if (e.rate == scene.pose.timeline.rate) return {};
  scene.pose.timeline.rate = e.rate;
  return {Change::View, -1};
}

Change write_edit(Scene& scene, const SetRange& e) {
  const Clip* clip = clip_at(scene, scene.pose.clip);
  if (clip == nullptr) return {};
  std::optional<TimeRange> range = e.range;
  if (range) {
    if (!std::isfinite(range->from) || !std::isfinite(range->to)) return {};
    range->from = std::clamp(range->from, 0.0, clip->duration);
    range->to = std::clamp(range->to, 0.0, clip->duration);
    if (!fits(scene, range)) return {};
  }
  if (range == scene.pose.timeline.range) return {};
  scene.pose.timeline.range = range;
  return {Change::View, -1};
}

Change write_edit(Scene& scene, const SetFade& e) {
  std::optional<ClipFade> fade = e.fade;
  if (fade) fade->factor = std::clamp(fade->factor, 0.0f, 1.0f);
  if (clip_at(scene, scene.pose.clip) == nullptr || !fits(scene, fade)) return {};
  if (fade == scene.pose.timeline.fade) return {};
  scene.pose.timeline.fade = fade;
  return {scene.pose.base == BasePose::Clip ? Change::Pose : Change::View, -1};
}

void at_start(Pose& pose) {
  pose.time = 0.0;
  pose.timeline.range.reset();
  pose.timeline.fade.reset();
}

Edit parse_playback(EditReader& in) {
  SetPlayback edit{};
  edit.playback.playing = in.word("a state of playback", words::kPlay);
  if (!in.done()) edit.playback.at_end = in.word("a way to play", words::kAtEnd);
  if (!in.done()) edit.playback.speed = in.number<double>("the speed, 1 for the clip's own");
  return edit;
}

namespace {

SetFade parse_fade(EditReader& in) {
  if (in.take_word("off")) return SetFade{};
  ClipFade fade{in.clip()};
  fade.factor = in.number<float>("a factor from 0, the clip that is shown, to 1, the other one");
  if (fade.factor < 0.0f || fade.factor > 1.0f) {
    throw EditFailure{"A fade is from 0, the clip that is shown, to 1, the other one."};
  }
  if (!in.done()) fade.by = in.word("which moments belong together", words::kFadeBy);
  return SetFade{fade};
}

}  // namespace

Edit parse_timeline(EditReader& in) {
  const std::string part = in.choice("a part of the timeline", {"rate", "range", "fade"});
  if (part == "fade") return parse_fade(in);
  if (part == "rate") {
    if (in.take_word("own")) return SetRate{0.0};
    const auto rate = in.number<double>("frames a second, or own");
    if (sound_rate(rate) > 0.0) return SetRate{rate};
    throw EditFailure{"A rate lies between 0.01 and 1000 frames a second."};
  }
  if (in.take_word("all")) return SetRange{};
  TimeRange range;
  range.from = in.number<double>("the second where the range begins, or all");
  range.to = in.number<double>("the second where the range ends");
  if (range.to - range.from >= kShortestRange) return SetRange{range};
  throw EditFailure{"A range ends after it begins; expected two times in seconds, the later last."};
}

std::string text_of(const SetTime& e) {
  return "time " + words::number(e.seconds);
}

std::string text_of(const SetPlayback& e) {
  return "playback " + std::string(words::word_of(words::kPlay, e.playback.playing)) + " " +
         std::string(words::word_of(words::kAtEnd, e.playback.at_end)) + " " +
         words::number(e.playback.speed);
}

std::string text_of(const SetRate& e) {
  return "timeline rate " + (e.rate > 0.0 ? words::number(e.rate) : "own");
}

std::string text_of(const SetRange& e) {
  if (!e.range) return "timeline range all";
  return "timeline range " + words::number(e.range->from) + " " + words::number(e.range->to);
}

std::string text_of(const SetFade& e, const std::string& into) {
  if (!e.fade) return "timeline fade off";
  const std::string text = "timeline fade " + into + " " + words::number(e.fade->factor);
  if (e.fade->by == FadeBy::Phase) return text;
  return text + " " + std::string(words::word_of(words::kFadeBy, e.fade->by));
}

bool Document::advancing() const {
  const Playback& playback = scene_.playback;
  return playback.playing && playback.speed != 0.0 && scene_.pose.base == BasePose::Clip &&
         clip_at(scene_, scene_.pose.clip) != nullptr;
}

Change Document::advance(double dt) {
  Pose& pose = scene_.pose;
  Playback& playback = scene_.playback;
  const Clip* clip = clip_at(scene_, pose.clip);
  if (!playback.playing || pose.base != BasePose::Clip || clip == nullptr) return {};
  const double step = dt * playback.speed;
  if (!std::isfinite(step) || step == 0.0) return {};
  const Moment before{pose.time, playback.back, true};
  const Moment after = played(before, step, play_range(scene_), playback.at_end);
  pose.time = after.time;
  playback.back = after.back;
  playback.playing = after.goes_on;
  if (after.time != before.time) return {Change::Pose, -1};
  return {playback.playing ? Change::None : Change::View, -1};
}

}  // namespace bindpose
