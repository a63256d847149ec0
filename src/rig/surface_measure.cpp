#include "rig/surface_measure.h"

#include <algorithm>

namespace bindpose {

double largest_stretch(std::span<const vec3> before, std::span<const vec3> after,
                       std::span<const std::uint32_t> triangle) {
  double largest = 0.0;
  for (std::size_t k = 0; k + 2 < triangle.size(); k += 3) {
    for (std::size_t e = 0; e < 3; ++e) {
      const std::uint32_t a = triangle[k + e], b = triangle[k + (e + 1) % 3];
      const double length = glm::distance(glm::dvec3(before[a]), glm::dvec3(before[b]));
      if (!(length > 0.0)) continue;
      largest =
          std::max(largest, glm::distance(glm::dvec3(after[a]), glm::dvec3(after[b])) / length);
    }
  }
  return largest;
}

}  // namespace bindpose
