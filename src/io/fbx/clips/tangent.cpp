#include "io/fbx/clips/tangent.h"

#include <algorithm>
#include <cmath>

namespace bindpose {
namespace {

double slope_before(const FbxNeighbours& at) {
  return (at.value - at.value_before) / (at.time - at.time_before);
}
double slope_after(const FbxNeighbours& at) {
  return (at.value_after - at.value) / (at.time_after - at.time);
}

// What a bias of more than 500 percent adds.
double excess(double bias, double sign) {
  const double over = std::abs(bias) / 100.0 - 5.0;
  return over > 0.0 ? over * over * 40.0 * (sign > 0.0 ? 1.0 : -1.0) : 0.0;
}

// The slope where neither handle goes beyond the neighbouring values.
double without_overshoot(const FbxNeighbours& at, double slope) {
  const double sign = slope >= 0.0 ? 1.0 : -1.0;
  const double reach_left = at.weight_left * (at.time - at.time_before);
  const double reach_right = at.weight_right * (at.time_after - at.time);
  double most_left = 0.0;
  double most_right = 0.0;
  if (reach_left > 0.0) most_left = sign * (at.value - at.value_before) / reach_left;
  if (reach_right > 0.0) most_right = sign * (at.value_after - at.value) / reach_right;
  const double most = std::min(std::max(most_left, 0.0), std::max(most_right, 0.0));
  return sign * std::min(std::abs(slope), most);
}

double inner_slope(const FbxNeighbours& at, double bias, std::uint32_t flags) {
  if ((flags & fbx_key::kClamp) != 0 &&
      (at.value_before == at.value || at.value_after == at.value)) {
    return 0.0;
  }
  double slope = (at.value_after - at.value_before) / (at.time_after - at.time_before);
  if ((flags & fbx_key::kTimeIndependent) == 0) {
    const double left = slope_before(at);
    const double right = slope_after(at);
    const double part = (at.time - at.time_before) / (at.time_after - at.time_before);
    slope = 0.5 * slope + 0.5 * (left * (1.0 - part) + right * part);
    constexpr double kLeastBias = 0.0001;
    const double lean = std::abs(bias) / 100.0;
    if (lean > kLeastBias) {
      const double target = bias > 0.0 ? right : left;
      const double way = target - slope;
      constexpr double kLeastWay = 0.00001;
      slope += way * lean + excess(bias, std::abs(way) > kLeastWay ? way : bias);
    }
  }
  return (flags & fbx_key::kClampProgressive) != 0 ? without_overshoot(at, slope) : slope;
}

double end_slope(const FbxNeighbours& at, double bias, std::uint32_t flags) {
  const double other = at.before ? at.value_before : at.value_after;
  if ((flags & fbx_key::kClampProgressive) != 0) return 0.0;
  if ((flags & fbx_key::kClamp) != 0 && other == at.value) return 0.0;
  const double slope = at.before ? slope_before(at) : slope_after(at);
  return (flags & fbx_key::kTimeIndependent) != 0 ? slope : slope + excess(bias, bias);
}

}  // namespace

double fbx_auto_slope(const FbxNeighbours& at, double bias, std::uint32_t flags) {
  if (at.before && at.after) return inner_slope(at, bias, flags);
  return at.before || at.after ? end_slope(at, bias, flags) : 0.0;
}

FbxSlopes fbx_tcb_slopes(const FbxNeighbours& at, double tension, double continuity, double bias) {
  const double left = at.before ? slope_before(at) : 0.0;
  const double right = at.after ? slope_after(at) : 0.0;
  const double factor = (at.before && at.after ? 0.5 : 1.0) * (1.0 - tension);
  return {factor * ((1.0 + bias) * (1.0 - continuity) * left +
                    (1.0 - bias) * (1.0 + continuity) * right),
          factor * ((1.0 + bias) * (1.0 + continuity) * left +
                    (1.0 - bias) * (1.0 - continuity) * right)};
}

}  // namespace bindpose
