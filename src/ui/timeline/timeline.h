// The timeline: a bar with play, the clip, the moment, speed and base pose, and below it, where
// there is a clip, the ruler with its keys.
#pragma once

#include <optional>

#include "scene/time/curves.h"
#include "scene/time/timeline.h"
#include "ui/base/rect.h"
#include "ui/base/search_list.h"
#include "view/marks/motion.h"

namespace bindpose::ui {

struct Frame;

enum class TimeGrip { None, Time, From, To };  // what the mouse holds on the ruler

struct TimelineState {
  bool resume_after_scrub = false;
  ClipKeys keys;
  JointCurves curves;
  MotionTrails trails;
  GhostPoses ghosts;
  TimeGrip grip = TimeGrip::None;
  std::optional<TimeRange> seen{};  // the part that ruler and curves show; nothing: all
  const Clip* seen_of = nullptr;    // of which clip
  bool hovered = false;             // the mouse is on ruler or curves
  bool panning = false;             // it drags what is seen along
  SearchList picker, fade_picker;   // the clip, the one that it is faded into
  bool open_list = false;           // asked for by a command
  bool open_fade = false;           // likewise
  bool fading = false;              // the slider of the fade is held
  std::optional<vec2> fade_button;  // its corner, in this frame
  bool type_time = false;           // likewise: the field of the moment is typed in

  bool is_held() const { return fading || grip == TimeGrip::From || grip == TimeGrip::To; }
};

// Of the bar and what is below it; pixels. `room`: the height of the window between menus and
// status.
float timeline_height(const Frame& f, float room);
void draw_timeline(Frame& f, const Rect& r);

}  // namespace bindpose::ui
