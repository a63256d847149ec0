// Commands of the menu Time: playing, moments, keys, what is played.
#include <algorithm>

#include "scene/time/timeline.h"
#include "ui/commands/command_groups.h"

namespace bindpose::ui {

namespace {

using C = Command;
using K = Key;

bool has_any_clip(const Frame& f) {
  return chosen_clip(f.scene()) != nullptr;
}

bool shows_clip(const Frame& f) {
  return f.scene().pose.base == BasePose::Clip && has_any_clip(f);
}

void show_clip(Frame& f) {
  const BasePose before = f.scene().pose.base;
  if (before == BasePose::Clip) return;
  f.edit(SetBasePose{BasePose::Clip, -1});
  const bool bind = before == BasePose::Bind;
  const std::string key = shortcut_text(f, bind ? Command::BaseBind : Command::BaseRest);
  f.say("The clip is shown. " + (key.empty() ? "The menu Pose" : key) + " shows the " +
        (bind ? "bind" : "rest") + " pose again.");
}

void set_playing(Frame& f, bool playing) {
  Playback playback = f.scene().playback;
  playback.playing = playing;
  f.edit(SetPlayback{playback});
}

double shown_time(const Frame& f) {
  return f.scene().pose.base == BasePose::Clip ? f.scene().pose.time : 0.0;
}

void stop_at(Frame& f, double seconds) {
  show_clip(f);
  set_playing(f, false);
  f.edit(SetTime{std::clamp(seconds, 0.0, chosen_clip(f.scene())->duration)});
}

template <int steps>
void step_frame(Frame& f) {
  stop_at(f, frame_step(shown_time(f), f.state.of_model.timeline.keys.rate(f.scene()), steps));
}

template <int steps>
void step_key(Frame& f) {
  const std::vector<double>& keys = f.state.of_model.timeline.keys.times(f.scene());
  if (const auto key = next_key(keys, shown_time(f), steps)) return stop_at(f, *key);
  if (keys.empty()) {
    return f.say(f.selected() < 0 ? "The clip has no keys."
                                  : "What is selected has no keys in this clip.");
  }
  f.say(steps > 0 ? "There is no later key." : "There is no earlier key.");
}

void play_or_pause(Frame& f) {
  const bool play = f.scene().pose.base != BasePose::Clip || !f.scene().playback.playing;
  show_clip(f);
  set_playing(f, play);
  if (play || f.scene().view.time_unit != TimeUnit::Frames) return;
  // Who counts frames stops at one.
  const double rate = f.state.of_model.timeline.keys.rate(f.scene());
  stop_at(f, nearest_frame(f.scene().pose.time, rate));
}

void next_at_end(Frame& f) {
  Playback playback = f.scene().playback;
  playback.at_end = static_cast<AtEnd>((static_cast<int>(playback.at_end) + 1) % 3);
  f.edit(SetPlayback{playback});
}

std::string at_end_now(const Frame& f) {
  constexpr const char* kWords[] = {": again", ": back and forth", ": stop"};
  return kWords[static_cast<std::size_t>(f.scene().playback.at_end)];
}

// The end that is set keeps the other one where that is on its side of it.
template <bool begins>
void set_range(Frame& f) {
  const double end = chosen_clip(f.scene())->duration, now = f.scene().pose.time;
  TimeRange range = play_range(f.scene());
  if (begins) {
    range = {now, range.to > now ? range.to : end};
  } else {
    range = {range.from < now ? range.from : 0.0, now};
  }
  if (range.to - range.from < kShortestRange) {
    return f.say(begins ? "What is played cannot begin at the end of the clip."
                        : "What is played cannot end where the clip begins.");
  }
  SetRange edit;
  if (range.from > 0.0 || range.to < end) edit.range = range;
  f.edit(edit);
}

void next_unit(Frame& f) {
  ViewSettings v = f.scene().view;
  v.time_unit = v.time_unit == TimeUnit::Frames ? TimeUnit::Seconds : TimeUnit::Frames;
  f.set_view(v);
}

// Rotation first: it is what joints do.
void toggle_curves(Frame& f) {
  ViewSettings v = f.scene().view;
  v.curves = v.curves == CurveShow::Off ? CurveShow::Rotation : CurveShow::Off;
  f.set_view(v);
}

void toggle_trail(Frame& f) {
  ViewSettings v = f.scene().view;
  v.trail = !v.trail;
  f.set_view(v);
  if (!v.trail) return;
  if (f.scene().pose.base != BasePose::Clip)
    return f.say("A joint has a path while a clip is shown.");
  if (f.selected() < 0) f.say("Select a joint to see its path.");
}

void toggle_poses(Frame& f) {
  ViewSettings v = f.scene().view;
  v.poses = !v.poses;
  f.set_view(v);
  if (v.poses && f.scene().pose.base != BasePose::Clip)
    f.say("There are poses before and after while a clip is shown.");
}

const CommandInfo kTimeCommands[] = {
    {.command = C::PlayPause,
     .name = "play",
     .group = "Time",
     .menu = "Time",
     .label = "Play or pause",
     .keys = {{{K::Space}}},
     .text = "playback play|pause",
     .available = has_any_clip,
     .run = play_or_pause},
    {.command = C::StepBack,
     .name = "step-back",
     .group = "Time",
     .menu = "Time",
     .label = "Frame before",
     .keys = {{{K::Comma}, {K::Left}}},
     .repeats = true,
     .text = "time SECONDS",
     .available = has_any_clip,
     .run = step_frame<-1>},
    {.command = C::StepForward,
     .name = "step-forward",
     .group = "Time",
     .menu = "Time",
     .label = "Next frame",
     .keys = {{{K::Period}, {K::Right}}},
     .repeats = true,
     .text = "time SECONDS",
     .available = has_any_clip,
     .run = step_frame<1>},
    {.command = C::PreviousKey,
     .name = "previous-key",
     .group = "Time",
     .menu = "Time",
     .label = "Key before",
     .keys = {{{K::Comma, kShift}}},
     .repeats = true,
     .text = "time SECONDS",
     .available = has_any_clip,
     .run = step_key<-1>},
    {.command = C::NextKey,
     .name = "next-key",
     .group = "Time",
     .menu = "Time",
     .label = "Next key",
     .keys = {{{K::Period, kShift}}},
     .repeats = true,
     .text = "time SECONDS",
     .available = has_any_clip,
     .run = step_key<1>},
    {.command = C::JumpStart,
     .name = "to-start",
     .group = "Time",
     .menu = "Time",
     .label = "To the start",
     .keys = {{{K::Left, kCtrl}, {K::Left, kShift}}},
     .text = "time SECONDS",
     .available = has_any_clip,
     .run =
         [](Frame& f) {
           show_clip(f);
           f.edit(SetTime{play_range(f.scene()).from});
         }},
    {.command = C::JumpEnd,
     .name = "to-end",
     .group = "Time",
     .menu = "Time",
     .label = "To the end",
     .keys = {{{K::Right, kCtrl}, {K::Right, kShift}}},
     .text = "time SECONDS",
     .available = has_any_clip,
     .run = [](Frame& f) { stop_at(f, play_range(f.scene()).to); }},
    {.command = C::GoToTime,
     .name = "go-to-time",
     .group = "Time",
     .menu = "Time",
     .label = "Type a frame or time",
     .keys = {{{K::T, kShift}}},
     .opens_field = true,
     .available = has_any_clip,
     .run = [](Frame& f) { f.state.of_model.timeline.type_time = f.out.wants_next_frame = true; }},
    {.command = C::FindClip,
     .name = "find-clip",
     .group = "Time",
     .menu = "Time",
     .label = "Find a clip",
     .keys = {{{K::F, kCtrl | kShift}}},
     .opens_field = true,
     .available = has_any_clip,
     .run = [](Frame& f) { f.state.of_model.timeline.open_list = f.out.wants_next_frame = true; }},
    {.command = C::FadeClip,
     .name = "fade-clip",
     .group = "Time",
     .menu = "Time",
     .label = "Fade into another clip...",
     .keys = {{{K::F, kAlt}}},
     .opens_field = true,
     .available = [](const Frame& f) { return clip_count(f.scene()) > 1; },
     .is_on = [](const Frame& f) { return f.scene().pose.timeline.fade.has_value(); },
     .run = [](Frame& f) { f.state.of_model.timeline.open_fade = f.out.wants_next_frame = true; }},
    {.command = C::NextAtEnd,
     .name = "at-end",
     .group = "Time",
     .menu = "Time",
     .label = "At the end",
     .keys = {{{K::L, kShift}}},
     .text = "playback play|pause loop|ping-pong|once",
     .available = has_any_clip,
     .more = at_end_now,
     .run = next_at_end},
    {.command = C::RangeStart,
     .name = "range-start",
     .group = "Time",
     .menu = "Time",
     .label = "Play from here",
     .keys = {{{K::Home, kCtrl}}},
     .text = "timeline range FROM TO",
     .available = shows_clip,
     .run = set_range<true>},
    {.command = C::RangeEnd,
     .name = "range-end",
     .group = "Time",
     .menu = "Time",
     .label = "Play to here",
     .keys = {{{K::End, kCtrl}}},
     .text = "timeline range FROM TO",
     .available = shows_clip,
     .run = set_range<false>},
    {.command = C::RangeAll,
     .name = "range-all",
     .group = "Time",
     .menu = "Time",
     .label = "Play all of it",
     .keys = {{{K::P, kAlt}}},
     .text = "timeline range all",
     .available = [](const Frame& f) { return f.scene().pose.timeline.range.has_value(); },
     .run = [](Frame& f) { f.edit(SetRange{}); }},
    {.command = C::TimeUnits,
     .name = "seconds",
     .group = "Time",
     .menu = "Time",
     .label = "Seconds instead of frames",
     .keys = {{{K::T, kCtrl}}},
     .text = "view time seconds|frames",
     .available = has_any_clip,
     .is_on = [](const Frame& f) { return f.scene().view.time_unit == TimeUnit::Seconds; },
     .run = next_unit},
    {.command = C::ToggleCurves,
     .name = "curves",
     .group = "Time",
     .menu = "Time",
     .label = "Curves of the joint",
     .keys = {{{K::C, kShift}}},
     .text = "view curves rotation|off",
     .available = has_any_clip,
     .is_on = [](const Frame& f) { return f.scene().view.curves != CurveShow::Off; },
     .run = toggle_curves},
    {.command = C::ToggleTrail,
     .name = "trail",
     .group = "Time",
     .menu = "Time",
     .label = "Path of the joint",
     .keys = {{{K::T, kAlt}}},
     .text = "view trail on|off",
     .available = has_any_clip,
     .is_on = [](const Frame& f) { return f.scene().view.trail; },
     .run = toggle_trail},
    {.command = C::TogglePoses,
     .name = "poses-around",
     .group = "Time",
     .menu = "Time",
     .label = "Poses before and after",
     .keys = {{{K::O, kAlt}}},
     .text = "view poses on|off",
     .available = has_any_clip,
     .is_on = [](const Frame& f) { return f.scene().view.poses; },
     .run = toggle_poses},
};

}  // namespace

std::span<const CommandInfo> time_commands() {
  return kTimeCommands;
}

}  // namespace bindpose::ui
