#include "math/srgb.h"

#include <cmath>

namespace bindpose {

float srgb_to_linear(float value) {
  if (!(value > 0.0f)) return 0.0f;
  return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
}

vec3 srgb_to_linear(const vec3& c) {
  return {srgb_to_linear(c.x), srgb_to_linear(c.y), srgb_to_linear(c.z)};
}

static float to_srgb(float value) {
  if (!(value > 0.0f)) return 0.0f;
  return value <= 0.0031308f ? 12.92f * value : 1.055f * std::pow(value, 1.0f / 2.4f) - 0.055f;
}

vec3 linear_to_srgb(const vec3& c) {
  return {to_srgb(c.x), to_srgb(c.y), to_srgb(c.z)};
}

}  // namespace bindpose
