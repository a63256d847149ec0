#include "math/axes_shape.h"

#include <algorithm>
#include <cmath>

namespace bindpose {

AxesShape axes_shape(const mat4& matrix) {
  const glm::dmat3 m{mat3(matrix)};
  AxesShape out;
  double length[3];
  for (int k = 0; k < 3; ++k) length[k] = glm::length(m[k]);
  out.longest = std::max({length[0], length[1], length[2]});
  out.shortest = std::min({length[0], length[1], length[2]});
  if (!(out.shortest > 0.0)) return out;
  const glm::dvec3 x = m[0] / length[0], y = m[1] / length[1], z = m[2] / length[2];
  out.shear =
      std::max({std::abs(glm::dot(x, y)), std::abs(glm::dot(y, z)), std::abs(glm::dot(z, x))});
  out.volume = glm::dot(glm::cross(x, y), z);
  return out;
}

}  // namespace bindpose
