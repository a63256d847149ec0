#include "scene/check_curve.h"

#include <cmath>

namespace bindpose {

std::string check_curve(const Curve& curve) {
  for (std::size_t k = 0; k < curve.key.size(); ++k) {
    const CurveKey& key = curve.key[k];
    if (!std::isfinite(key.time)) return " has a time that is not finite.";
    if (k > 0 && key.time < curve.key[k - 1].time) return " has times that go back.";
    const float sum = key.value + key.arriving.x + key.arriving.y + key.leaving.x + key.leaving.y;
    if (!std::isfinite(sum)) return " has a value that is not finite.";
  }
  return {};
}

}  // namespace bindpose
