#include "io/assimp/display.h"

#include <cmath>

namespace bindpose {
namespace {

constexpr double kLeastScale = 1e-9;
constexpr double kMaxScale = 1e9;

}  // namespace

mat4 display_scale(double metres) {
  const bool sane = std::isfinite(metres) && metres >= kLeastScale && metres <= kMaxScale;
  mat4 out(sane ? static_cast<float>(metres) : 1.0f);
  out[3][3] = 1.0f;
  return out;
}

}  // namespace bindpose
