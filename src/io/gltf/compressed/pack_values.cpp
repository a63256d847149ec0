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

}  // namespace

PackedValues as_exponential(const std::vector<float>& values, std::size_t components) {
  constexpr int kBits = 17;
  constexpr int kLowest = -100;  // of the exponent, which has 8 bits
  PackedValues out{{}, components * sizeof(float), kFloatType, false, "EXPONENTIAL", {}, {}};
  int above = 0;  // most < 2^above
  std::frexp(largest(values), &above);
  const int exponent = std::max(above - kBits, kLowest);
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

PackedValues as_weights(const std::vector<float>& values) {
  constexpr float kOne = 65535.0f, kSameSum = 1e-4f;
  PackedValues out{{}, 8, kUnsignedShortType, true, nullptr, {}, {}};
  out.bytes.resize(values.size() * sizeof(std::uint16_t));
  for (std::size_t i = 0; i + 3 < values.size(); i += 4) {
    long whole[4], sum = 0;
    float stored = 0.0f;
    std::size_t most = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      whole[k] = std::lround(std::clamp(values[i + k], 0.0f, 1.0f) * kOne);
      sum += whole[k];
      stored += values[i + k];
      if (whole[k] > whole[most]) most = k;
    }
    if (std::abs(stored - 1.0f) < kSameSum) whole[most] += 65535 - sum;
    for (std::size_t k = 0; k < 4; ++k) {
      const auto narrow = static_cast<std::uint16_t>(std::clamp(whole[k], 0l, 65535l));
      std::memcpy(out.bytes.data() + 2 * (i + k), &narrow, sizeof narrow);
    }
  }
  return out;
}

}  // namespace bindpose
