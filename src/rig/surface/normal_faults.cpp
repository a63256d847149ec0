#include "rig/surface/normal_faults.h"

#include <algorithm>
#include <cmath>

namespace bindpose {

float doubtful_normals(std::span<const vec3> position, std::span<const vec3> normal,
                       std::span<const std::uint32_t> triangle) {
  const std::size_t count = triangle.size() / 3;
  const std::size_t step = std::max<std::size_t>(1, count / kNormalSamples);
  double area = 0.0, doubtful = 0.0;
  for (std::size_t t = 0; t < count; t += step) {
    const std::uint32_t* corner = &triangle[3 * t];
    const glm::dvec3 a(position[corner[0]]), b(position[corner[1]]), c(position[corner[2]]);
    const glm::dvec3 face = glm::cross(b - a, c - a);
    const double twice = glm::length(face);
    if (!(twice > 0.0) || !std::isfinite(twice)) continue;
    double least = 1.0, most = -1.0, sum = 0.0;
    for (int k = 0; k < 3; ++k) {
      const double sine = glm::dot(glm::dvec3(normal[corner[k]]), face) / twice;
      least = std::min(least, sine);
      most = std::max(most, sine);
      sum += sine;
    }
    area += twice;
    const bool apart = least < -double{kNormalApart} && most > double{kNormalApart};
    if (apart || std::abs(sum / 3.0) < double{kNormalLeast}) doubtful += twice;
  }
  return area > 0.0 ? static_cast<float>(doubtful / area) : 0.0f;
}

}  // namespace bindpose
