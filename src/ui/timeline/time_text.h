// Moments as the timeline writes them, and where it has them.
#pragma once

#include <algorithm>
#include <string>

#include "ui/base/rect.h"
#include "ui/frame.h"

namespace bindpose::ui {

// Seconds of the chosen clip along a width: what ruler and curves have in common.
struct TimeScale {
  float left = 0.0f, width = 1.0f;  // pixels
  double duration = 1.0;            // seconds, above 0
  double from = 0.0, span = 1.0;    // what is seen of it; span above 0
  double rate = 30.0;               // frames a second

  float x(double time) const {
    // Far outside is outside, however far: pixels are floats.
    const double part = std::clamp((time - from) / span, -100.0, 100.0);
    return left + width * static_cast<float>(part);
  }
  double time(float at) const { return from + static_cast<double>((at - left) / width) * span; }
  double zoom() const { return duration / span; }
};
// Within `r`, with room at both ends for what is held there.
TimeScale time_scale(Frame& f, const Rect& r);

// The wheel over the last item zooms about the mouse, with Shift it goes along, as the middle
// button dragged does; while the clip plays what is seen follows. Once for each item of the
// timeline.
void look_closer(Frame& f, const TimeScale& scale);

// Frames or seconds, as the view counts: "12", "12.4" between two frames; "0.40".
std::string time_text(const Frame& f, double time, double rate);
// What is counted: "frame", "s".
double in_units(const Frame& f, double time, double rate);
double from_units(const Frame& f, double value, double rate);

// "24 fps", "29.97 fps"
std::string rate_text(double rate);

}  // namespace bindpose::ui
