#include <algorithm>

#include "rig/time/key_times.h"
#include "scene/diff/diff_sides.h"

namespace bindpose {
namespace {

// Of the times that are too many, as evenly as they come.
void thin_out(std::vector<double>& times, std::size_t most) {
  if (times.size() <= most) return;
  for (std::size_t k = 0; k < most; ++k) times[k] = times[k * times.size() / most];
  times.resize(most);
}

}  // namespace

std::vector<double> times_to_compare(const Clip& a, const Clip& b, int samples) {
  constexpr std::size_t kMostKeys = 2000;
  const double end = std::min(a.duration, b.duration);
  std::vector<double> out = key_times(a, {});
  const std::vector<double> of_b = key_times(b, {});
  out.insert(out.end(), of_b.begin(), of_b.end());
  std::erase_if(out, [&](double t) { return t > end; });
  std::ranges::sort(out);
  // The same moment of both, a rounding apart, is one.
  const auto alike = [](double s, double t) { return t - s < kSameMoment; };
  out.erase(std::unique(out.begin(), out.end(), alike), out.end());
  thin_out(out, kMostKeys);
  for (int k = 0; k < samples; ++k) out.push_back(samples > 1 ? end * k / (samples - 1) : 0.0);
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace bindpose
