#include "render/ground.h"

#include <cmath>

namespace bindpose {

float ground_height(const Box& rest) {
  if (rest.empty()) return 0.0f;
  const float height = rest.hi.y - rest.lo.y;
  return std::abs(rest.lo.y) > 0.02f * height ? rest.lo.y : 0.0f;
}

GridSpacing grid_spacing(float model_size) {
  if (!(model_size > 0.0f) || !std::isfinite(model_size)) model_size = 1.0f;
  const float wanted = 0.5f * model_size;
  const float decade = std::pow(10.0f, std::floor(std::log10(wanted)));
  if (wanted >= 5.0f * decade) return {5.0f * decade, decade};
  if (wanted >= 2.0f * decade) return {2.0f * decade, 0.5f * decade};
  return {decade, 0.2f * decade};
}

}  // namespace bindpose
