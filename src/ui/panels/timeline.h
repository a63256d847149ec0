// The timeline: play, the clip, time, speed, the base pose.
#pragma once

#include "ui/base/rect.h"

namespace bindpose::ui {

struct Frame;

struct TimelineState {
  bool resume_after_scrub = false;
};

void draw_timeline(Frame& f, const Rect& r);

}  // namespace bindpose::ui
