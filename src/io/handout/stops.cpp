// Where a handout's sliders stop.
#include <algorithm>
#include <cmath>

#include "io/handout/handout.h"

namespace bindpose {
namespace {

// Stops of all sliders together, and of one among others.
constexpr std::size_t kMostPositions = 800, kMostOfOne = 121;

std::vector<double> stops_of(const LessonSlider& slider, std::size_t most) {
  const double range = slider.high - slider.low;
  std::vector<double> out{slider.low, slider.high, slider.start};
  double between = slider_step(slider);
  for (const double factor : {2.0, 2.5, 2.0, 2.0, 2.5, 2.0, 2.0, 2.5, 2.0}) {
    if (range / between + 1.0 <= static_cast<double>(most) + 1e-9) break;
    between *= factor;
  }
  // Multiples of a round number, as the slider in the window has them.
  for (double n = std::ceil(slider.low / between); n * between < slider.high; n += 1.0) {
    const double value = n * between;
    const auto same = [&](double known) { return std::abs(known - value) < 1e-6 * range; };
    if (std::ranges::none_of(out, same)) out.push_back(value);
  }
  std::ranges::sort(out);
  const auto gone = std::ranges::unique(out);
  out.erase(gone.begin(), gone.end());
  return out;
}

}  // namespace

HandoutStops handout_stops(const LessonStep& step) {
  HandoutStops stops;
  const auto n = static_cast<double>(step.sliders.size());
  const std::size_t most =
      step.sliders.size() < 2
          ? kMostOfOne
          : std::max<std::size_t>(
                static_cast<std::size_t>(std::pow(double(kMostPositions), 1.0 / n)), 3);
  for (const LessonSlider& slider : step.sliders)
    stops.slider.push_back(stops_of(slider, most > 3 ? most - 2 : 1));
  return stops;
}

std::size_t HandoutStops::count() const {
  std::size_t n = 1;
  for (const auto& s : slider) n *= s.size();
  return n;
}

std::vector<double> HandoutStops::at(std::size_t position) const {
  std::vector<double> out;
  for (const auto& s : slider) {
    out.push_back(s[position % s.size()]);
    position /= s.size();
  }
  return out;
}

std::size_t HandoutStops::start(const LessonStep& step) const {
  std::size_t position = 0, stride = 1;
  for (std::size_t k = 0; k < slider.size(); ++k) {
    const auto found = std::ranges::find(slider[k], step.sliders[k].start);
    position += stride * static_cast<std::size_t>(found - slider[k].begin());
    stride *= slider[k].size();
  }
  return position;
}

}  // namespace bindpose
