#include "io/gltf/compressed/pack_values.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace bindpose {
namespace {

constexpr int kFloatType = 5126, kShortType = 5122, kUnsignedShortType = 5123;

float largest(const std::vector<float>& values) {
  float most = 0.0f;
  for (const float v : values) most = std::max(most, std::abs(v));
  return most;
}

// Between the least and the greatest of each component.
float widest(const std::vector<float>& values, std::size_t components) {
  float most = 0.0f;
  for (std::size_t c = 0; c < std::min(components, values.size()); ++c) {
    float low = values[c], high = values[c];
    for (std::size_t i = c; i < values.size(); i += components) {
      low = std::min(low, values[i]);
      high = std::max(high, values[i]);
    }
    most = std::max(most, high - low);
  }
  return most;
}

constexpr int kLowest = -100;  // of the exponent, which has 8 bits

// The least e with x < 2^e.
int power_above(float x) {
  int above = 0;
  std::frexp(x, &above);
  return x > 0.0f ? above : kLowest;
}

}  // namespace

PackedValues as_exponential(const std::vector<float>& values, std::size_t components, int finest) {
  constexpr int kBits = 17;
  constexpr int kWholeBits = 22;  // below 2^23, rounded up too
  PackedValues out{{}, components * sizeof(float), kFloatType, false, "EXPONENTIAL", {}, {}};
  // What is wide is no farther off than what is far from 0: no digit of a float is made up.
  const int fine = std::min(power_above(widest(values, components)) - kBits, finest);
  const int exponent = std::max({fine, power_above(largest(values)) - kWholeBits, kLowest});
  out.bytes.resize(values.size() * sizeof(float));
  out.lowest.assign(components, std::numeric_limits<float>::max());
  out.highest.assign(components, std::numeric_limits<float>::lowest());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto whole =
        static_cast<std::int32_t>(std::lround(std::ldexp(double{values[i]}, -exponent)));
    const std::uint32_t word = static_cast<std::uint32_t>(exponent) << 24 |
                               (static_cast<std::uint32_t>(whole) & 0xffffffu);
    std::memcpy(out.bytes.data() + i * sizeof word, &word, sizeof word);
    const auto back = static_cast<float>(std::ldexp(double(whole), exponent));
    out.lowest[i % components] = std::min(out.lowest[i % components], back);
    out.highest[i % components] = std::max(out.highest[i % components], back);
  }
  return out;
}

PackedValues as_octahedral(const std::vector<float>& values) {
  constexpr int kBits = 12;
  PackedValues out{{}, 8, kShortType, true, "OCTAHEDRAL", {}, {}};
  const std::size_t count = values.size() / 3;
  std::vector<float> four(4 * count, 0.0f);
  for (std::size_t i = 0; i < count; ++i) {
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(3 * i), 3,
                four.begin() + static_cast<std::ptrdiff_t>(4 * i));
  }
  out.bytes.resize(8 * count);
  meshopt_encodeFilterOct(out.bytes.data(), count, out.stride, kBits, four.data());
  return out;
}

PackedValues as_quaternions(const std::vector<float>& values) {
  constexpr int kBits = 16;
  PackedValues out{{}, 8, kShortType, true, "QUATERNION", {}, {}};
  const std::size_t count = values.size() / 4;
  out.bytes.resize(8 * count);
  meshopt_encodeFilterQuat(out.bytes.data(), count, out.stride, kBits, values.data());
  return out;
}

std::vector<PackedValues> as_weights(const std::vector<std::vector<float>>& sets) {
  constexpr double kSameSum = 1e-4;
  constexpr std::uint16_t kOne = 65535;
  const std::size_t size = sets.empty() ? 0 : sets.front().size();
  std::vector<PackedValues> out;
  for (const std::vector<float>& set : sets) {
    if (set.size() != size || size % 4 != 0) return {};
    out.push_back({std::vector<std::uint8_t>(size * sizeof(std::uint16_t)),
                   8,
                   kUnsignedShortType,
                   true,
                   nullptr,
                   {},
                   {}});
  }
  std::vector<double> part(4 * sets.size(), 0.0);
  std::vector<std::size_t> order(part.size(), 0);
  std::vector<std::uint16_t> whole(part.size(), 0);
  for (std::size_t v = 0; v < size; v += 4) {
    double sum = 0.0;
    for (std::size_t k = 0; k < part.size(); ++k) {
      part[k] = double{sets[k / 4][v + k % 4]};
      if (!(part[k] >= 0.0 && part[k] <= 1.0)) return {};
      sum += part[k];
    }
    if (sum > 0.0 && std::abs(sum - 1.0) > kSameSum) return {};
    // All downwards; what is left goes to those that lost most.
    std::size_t left = sum > 0.0 ? kOne : 0;
    for (std::size_t k = 0; k < part.size(); ++k) {
      if (sum > 0.0) part[k] *= double{kOne} / sum;
      whole[k] = static_cast<std::uint16_t>(std::min(std::floor(part[k]), double{kOne}));
      part[k] -= static_cast<double>(whole[k]);
      left -= std::min<std::size_t>(whole[k], left);
      order[k] = k;
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return part[a] > part[b]; });
    for (std::size_t k = 0; k < std::min(left, order.size()); ++k) ++whole[order[k]];
    for (std::size_t k = 0; k < part.size(); ++k) {
      std::memcpy(out[k / 4].bytes.data() + 2 * (v + k % 4), &whole[k], sizeof whole[k]);
    }
  }
  return out;
}

}  // namespace bindpose
