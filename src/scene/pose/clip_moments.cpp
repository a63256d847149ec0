#include "scene/pose/clip_moments.h"

#include <algorithm>
#include <cmath>

namespace bindpose {
namespace {

constexpr double kASecond = 15.0, kAtLeast = 24.0, kFewest = 4.0;

}  // namespace

std::vector<ClipMoment> clip_moments(const Scene& scene, double most) {
  std::vector<double> wanted;
  double all = 0.0;
  for (int clip = 0; clip < clip_count(scene); ++clip) {
    wanted.push_back(
        std::max(kAtLeast, std::ceil(kASecond * clip_at(scene, clip)->duration) + 1.0));
    all += wanted.back();
  }
  const double part = std::min(1.0, most / std::max(all, 1.0));
  std::vector<ClipMoment> out;
  for (int clip = 0; clip < static_cast<int>(wanted.size()); ++clip) {
    const double duration = clip_at(scene, clip)->duration;
    const int count =
        static_cast<int>(std::max(kFewest, part * wanted[static_cast<std::size_t>(clip)]));
    for (int k = 0; k < count; ++k) out.push_back({clip, duration * k / (count - 1)});
  }
  return out;
}

}  // namespace bindpose
