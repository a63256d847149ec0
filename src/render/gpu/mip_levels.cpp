#include "render/gpu/mip_levels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace bindpose {
namespace {

constexpr int kAlphas = 256;

// The least alpha that a cutoff leaves.
int least_left(float cutoff) {
  return static_cast<int>(std::ceil(std::clamp(cutoff, 0.0f, 1.0f) * 255.0f));
}

std::array<std::size_t, kAlphas> count_alphas(const Image& image) {
  std::array<std::size_t, kAlphas> count{};
  for (std::size_t i = 3; i < image.pixels.size(); i += 4) ++count[image.pixels[i]];
  return count;
}

}  // namespace

Image halved(const Image& image, bool covers) {
  Image out;
  out.name = image.name;
  out.width = std::max(image.width / 2, 1);
  out.height = std::max(image.height / 2, 1);
  out.pixels.resize(4 * static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
  const auto texel = [&](int x, int y) -> const std::uint8_t* {
    x = std::min(x, image.width - 1);
    y = std::min(y, image.height - 1);
    const auto i = static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                   static_cast<std::size_t>(x);
    return image.pixels.data() + 4 * i;
  };
  std::uint8_t* next = out.pixels.data();
  for (int y = 0; y < out.height; ++y)
    for (int x = 0; x < out.width; ++x, next += 4) {
      const std::uint8_t* p[] = {texel(2 * x, 2 * y), texel(2 * x + 1, 2 * y),
                                 texel(2 * x, 2 * y + 1), texel(2 * x + 1, 2 * y + 1)};
      const unsigned a = p[0][3], b = p[1][3], c = p[2][3], d = p[3][3], sum = a + b + c + d;
      if (!covers || (a == b && c == d && a == c) || sum == 0) {
        for (int k = 0; k < 3; ++k)
          next[k] = static_cast<std::uint8_t>((p[0][k] + p[1][k] + p[2][k] + p[3][k] + 2) / 4);
      } else {
        for (int k = 0; k < 3; ++k)
          next[k] = static_cast<std::uint8_t>(
              (a * p[0][k] + b * p[1][k] + c * p[2][k] + d * p[3][k] + sum / 2) / sum);
      }
      next[3] = static_cast<std::uint8_t>((sum + 2) / 4);
    }
  return out;
}

double covered_part(const Image& image, float cutoff) {
  const std::array<std::size_t, kAlphas> count = count_alphas(image);
  std::size_t left = 0, all = 0;
  for (int a = 0; a < kAlphas; ++a) {
    const std::size_t n = count[static_cast<std::size_t>(a)];
    all += n;
    if (a >= least_left(cutoff)) left += n;
  }
  return all > 0 ? static_cast<double>(left) / static_cast<double>(all) : 0.0;
}

void keep_covered_part(Image& image, double part, float cutoff) {
  const std::size_t all = image.pixels.size() / 4;
  if (all == 0 || !(part > 0.0 && part < 1.0) || !(cutoff > 0.0f && cutoff <= 1.0f)) return;
  // The alpha that has to become the cutoff.
  const std::array<std::size_t, kAlphas> count = count_alphas(image);
  std::size_t left = 0;
  int threshold = kAlphas - 1;
  double nearest = 2.0;
  for (int a = kAlphas - 1; a > 0; --a) {
    left += count[static_cast<std::size_t>(a)];
    const double off = std::abs(static_cast<double>(left) / static_cast<double>(all) - part);
    if (off >= nearest) continue;
    nearest = off;
    threshold = a;
  }
  const int least = least_left(cutoff);
  std::array<std::uint8_t, kAlphas> scaled{};
  for (int a = 0; a < kAlphas; ++a) {
    const int value = std::min((a * least + threshold / 2) / threshold, 255);
    // Rounded, but never over the cutoff from below nor the other way.
    const int kept = a >= threshold ? std::max(value, least) : std::min(value, least - 1);
    scaled[static_cast<std::size_t>(a)] = static_cast<std::uint8_t>(kept);
  }
  for (std::size_t i = 3; i < image.pixels.size(); i += 4)
    image.pixels[i] = scaled[image.pixels[i]];
}

}  // namespace bindpose
