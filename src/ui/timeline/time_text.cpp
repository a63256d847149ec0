#include "ui/timeline/time_text.h"

#include <algorithm>
#include <cmath>

#include "ui/base/widgets.h"

namespace bindpose::ui {

TimeScale time_scale(Frame& f, const Rect& r) {
  const Clip* clip = chosen_clip(f.scene());
  TimeScale scale;
  scale.left = r.lo.x + f.px(20);
  scale.width = std::max(1.0f, r.size().x - f.px(40));
  scale.duration = clip == nullptr ? 1.0 : std::max(clip->duration, 1e-6);
  scale.rate = f.state.of_model.timeline.keys.rate(f.scene());
  return scale;
}

double in_units(const Frame& f, double time, double rate) {
  return f.scene().view.time_unit == TimeUnit::Frames ? time * rate : time;
}

double from_units(const Frame& f, double value, double rate) {
  return f.scene().view.time_unit == TimeUnit::Frames ? value / rate : value;
}

std::string time_text(const Frame& f, double time, double rate) {
  if (f.scene().view.time_unit == TimeUnit::Seconds) return number(time, 2);
  const double frame = time * rate;
  return number(frame, std::abs(frame - std::round(frame)) < 0.05 ? 0 : 1);
}

std::string rate_text(double rate) {
  const bool whole = std::abs(rate - std::round(rate)) < 0.005;
  return number(rate, whole ? 0 : 2) + " fps";
}

}  // namespace bindpose::ui
