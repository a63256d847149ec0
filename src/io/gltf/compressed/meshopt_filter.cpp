#include "io/gltf/compressed/meshopt_filter.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace bindpose {
namespace {

template <typename T>
T rounded(double v) {
  return static_cast<T>(v >= 0.0 ? v + 0.5 : v - 0.5);
}

template <typename T>
void undo_octahedral_as(std::uint8_t* data, std::size_t count) {
  constexpr double kMost = std::numeric_limits<T>::max();
  for (std::size_t i = 0; i < count; ++i, data += 4 * sizeof(T)) {
    T v[4];
    std::memcpy(v, data, sizeof v);
    const double one = v[2] == 0 ? 1.0 : double(v[2]);  // 0 is no length
    double x = double(v[0]) / one, y = double(v[1]) / one;
    const double z = 1.0 - std::abs(x) - std::abs(y);
    const double fold = std::max(-z, 0.0);
    x -= x >= 0.0 ? fold : -fold;
    y -= y >= 0.0 ? fold : -fold;
    const double scale = kMost / std::sqrt(x * x + y * y + z * z);
    v[0] = rounded<T>(x * scale);
    v[1] = rounded<T>(y * scale);
    v[2] = rounded<T>(z * scale);
    std::memcpy(data, v, sizeof v);
  }
}

}  // namespace

void undo_octahedral(std::uint8_t* data, std::size_t count, std::size_t stride) {
  if (stride == 4) {
    undo_octahedral_as<std::int8_t>(data, count);
  } else {
    undo_octahedral_as<std::int16_t>(data, count);
  }
}

void undo_quaternion(std::uint8_t* data, std::size_t count) {
  constexpr double kMost = 32767.0;
  const double part = std::sqrt(0.5);  // the three that are not the largest are no larger
  for (std::size_t i = 0; i < count; ++i, data += 8) {
    std::int16_t v[4];
    std::memcpy(v, data, sizeof v);
    const double scale = part / double(v[3] | 3);
    const double a = double(v[0]) * scale, b = double(v[1]) * scale, c = double(v[2]) * scale;
    const double largest = std::sqrt(std::max(0.0, 1.0 - a * a - b * b - c * c));
    const auto at = static_cast<unsigned>(v[3]) & 3u;
    const auto stored = [](double x) {
      return rounded<std::int16_t>(std::clamp(x, -1.0, 1.0) * kMost);
    };
    v[(at + 1) & 3u] = stored(a);
    v[(at + 2) & 3u] = stored(b);
    v[(at + 3) & 3u] = stored(c);
    v[at] = stored(largest);
    std::memcpy(data, v, sizeof v);
  }
}

}  // namespace bindpose
