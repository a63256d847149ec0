#include "io/files/image_alpha.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace bindpose {
namespace {

constexpr std::uint8_t kClear = 8, kWhole = 247;  // up to and from here on it counts as that

// Whether the alpha says anything: else a picture of greys does by its colours.
bool alpha_varies(const Image& image) {
  for (std::size_t i = 3; i < image.pixels.size(); i += 4) {
    if (image.pixels[i] < kWhole) return true;
  }
  return false;
}

// Each pixel's coverage into its alpha.
void coverage_into_alpha(Image& image) {
  if (alpha_varies(image)) return;
  for (std::size_t i = 0; i + 3 < image.pixels.size(); i += 4) {
    const std::uint8_t* p = &image.pixels[i];
    // Weights of sRGB's luma, which sum to 256: greys stay as they are.
    image.pixels[i + 3] = static_cast<std::uint8_t>((54u * p[0] + 183u * p[1] + 19u * p[2]) / 256u);
  }
}

// Two neighbours on one axis, and how much of the second.
struct Between {
  std::size_t first = 0, second = 0;
  float part = 0.0f;
};

// Where the middle of pixel `at` of `to` lies among `from` pixels.
Between between(std::size_t at, std::size_t to, std::size_t from) {
  const float place =
      (static_cast<float>(at) + 0.5f) * static_cast<float>(from) / static_cast<float>(to) - 0.5f;
  const float low = std::max(place, 0.0f);
  const std::size_t first = std::min(static_cast<std::size_t>(low), from - 1);
  return {first, std::min(first + 1, from - 1), low - static_cast<float>(first)};
}

// The channels [first, last) of `from`, as large as `to`.
void put_channels(const Image& from, std::size_t first, std::size_t last, Image& to) {
  const auto width = static_cast<std::size_t>(to.width),
             height = static_cast<std::size_t>(to.height);
  const auto fw = static_cast<std::size_t>(from.width), fh = static_cast<std::size_t>(from.height);
  for (std::size_t y = 0; y < height; ++y) {
    const Between v = between(y, height, fh);
    for (std::size_t x = 0; x < width; ++x) {
      const Between u = between(x, width, fw);
      for (std::size_t c = first; c < last; ++c) {
        const auto at = [&](std::size_t px, std::size_t py) {
          return static_cast<float>(from.pixels[4 * (py * fw + px) + c]);
        };
        const float top = at(u.first, v.first) * (1 - u.part) + at(u.second, v.first) * u.part;
        const float low = at(u.first, v.second) * (1 - u.part) + at(u.second, v.second) * u.part;
        to.pixels[4 * (y * width + x) + c] =
            static_cast<std::uint8_t>(top * (1 - v.part) + low * v.part + 0.5f);
      }
    }
  }
}

bool holds(const Image& a, const Image& b) {
  return a.width >= b.width && a.height >= b.height;
}

}  // namespace

Image with_coverage(std::optional<Image> color, Image coverage) {
  coverage_into_alpha(coverage);
  if (!color) {
    for (std::size_t i = 0; i + 3 < coverage.pixels.size(); i += 4) {
      std::fill_n(&coverage.pixels[i], 3, std::uint8_t{255});
    }
    return coverage;
  }
  if (holds(*color, coverage)) {
    put_channels(coverage, 3, 4, *color);
    return std::move(*color);
  }
  if (holds(coverage, *color)) {
    put_channels(*color, 0, 3, coverage);
    return coverage;
  }
  Image out;
  out.width = std::max(color->width, coverage.width);
  out.height = std::max(color->height, coverage.height);
  out.pixels.resize(4 * static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
  put_channels(*color, 0, 3, out);
  put_channels(coverage, 3, 4, out);
  return out;
}

bool lets_through_softly(const Image& image) {
  std::size_t between = 0, covered = 0;
  for (std::size_t i = 3; i < image.pixels.size(); i += 4) {
    const std::uint8_t a = image.pixels[i];
    covered += a > kClear ? 1 : 0;
    between += a > kClear && a < kWhole ? 1 : 0;
  }
  return 10 * between > covered;
}

void invert_first_channel(Image& image) {
  for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
    image.pixels[i] = static_cast<std::uint8_t>(255 - image.pixels[i]);
  }
}

}  // namespace bindpose
