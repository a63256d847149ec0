#include "math/bounds.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace bindpose {

// Four points at a time are twelve numbers, of which every third belongs to the same axis:
// compilers make minima and maxima of whole registers of that.
void add_points(Box& box, std::span<const vec3> points) {
  constexpr std::size_t kAtOnce = 4, kNumbers = 3 * kAtOnce;
  static_assert(sizeof(vec3) == 3 * sizeof(float));
  std::array<float, kNumbers> lo, hi;
  for (std::size_t k = 0; k < kNumbers; ++k) {
    lo[k] = box.lo[static_cast<int>(k % 3)];
    hi[k] = box.hi[static_cast<int>(k % 3)];
  }
  std::size_t i = 0;
  for (; i + kAtOnce <= points.size(); i += kAtOnce) {
    const float* p = &points[i].x;
    // 0, or not a number where one of them is not finite.
    float off = 0.0f;
    for (std::size_t k = 0; k < kNumbers; ++k) off += p[k] - p[k];
    if (off != 0.0f) {
      for (std::size_t k = 0; k < kAtOnce; ++k) box.add(points[i + k]);
      continue;
    }
    for (std::size_t k = 0; k < kNumbers; ++k) {
      lo[k] = p[k] < lo[k] ? p[k] : lo[k];
      hi[k] = p[k] > hi[k] ? p[k] : hi[k];
    }
  }
  for (std::size_t k = 0; k < kNumbers; ++k) {
    const auto axis = static_cast<int>(k % 3);
    box.lo[axis] = std::min(box.lo[axis], lo[k]);
    box.hi[axis] = std::max(box.hi[axis], hi[k]);
  }
  for (; i < points.size(); ++i) box.add(points[i]);
}

}  // namespace bindpose
