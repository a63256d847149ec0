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
  TimelineState& state = f.state.of_model.timeline;
  scale.rate = state.keys.rate(f.scene());
  const bool fits = state.seen_of == clip && state.seen && state.seen->to <= scale.duration;
  if (!fits) state.seen.reset();
  state.seen_of = clip;
  scale.from = state.seen ? state.seen->from : 0.0;
  scale.span = state.seen ? std::max(state.seen->to - state.seen->from, 1e-6) : scale.duration;
  return scale;
}

namespace {

// Within the clip; nothing where that is all of it.
std::optional<TimeRange> part_of(const TimeScale& scale, double from, double span) {
  constexpr double kLeastFrames = 4.0;
  span = std::max({span, kLeastFrames / scale.rate, scale.duration * 1e-5});
  if (!(span < scale.duration)) return std::nullopt;
  from = std::clamp(from, 0.0, scale.duration - span);
  return TimeRange{from, from + span};
}

}  // namespace

void look_closer(Frame& f, const TimeScale& scale) {
  TimelineState& state = f.state.of_model.timeline;
  const ImGuiIO& io = ImGui::GetIO();
  const bool over = ImGui::IsItemHovered();
  state.hovered = state.hovered || over;
  const double a_pixel = scale.span / static_cast<double>(scale.width);
  if (over && ImGui::IsMouseClicked(ImGuiMouseButton_Middle)) state.panning = true;
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Middle)) state.panning = false;
  if (over && io.MouseWheel != 0.0f && !io.KeyShift) {
    constexpr double kStep = 0.8;  // of what is seen, a notch
    const double at = std::clamp(scale.time(io.MousePos.x), 0.0, scale.duration);
    const double span = scale.span * std::pow(kStep, static_cast<double>(io.MouseWheel));
    state.seen = part_of(scale, at - (at - scale.from) * span / scale.span, span);
  } else if (over && (io.MouseWheel != 0.0f || io.MouseWheelH != 0.0f)) {
    const auto notches = static_cast<double>(io.MouseWheel + io.MouseWheelH);
    state.seen = part_of(scale, scale.from - 0.1 * notches * scale.span, scale.span);
  } else if (state.panning && over && io.MouseDelta.x != 0.0f) {
    state.seen =
        part_of(scale, scale.from - static_cast<double>(io.MouseDelta.x) * a_pixel, scale.span);
  }
  const double now = f.scene().pose.time;
  const bool outside = state.seen && (now < state.seen->from || now > state.seen->to);
  if (outside && f.scene().playback.playing && !state.panning) {
    state.seen = part_of(scale, now, scale.span);
  }
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
