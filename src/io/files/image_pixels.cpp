#include "io/files/image_pixels.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace bindpose {

Image shrunk(const Image& image, int n) {
  if (n <= 1) return image;
  Image out;
  out.name = image.name;
  out.width = image.width / n;
  out.height = image.height / n;
  const auto row = 4 * static_cast<std::size_t>(out.width);
  const auto step = static_cast<std::size_t>(n);
  const auto count = static_cast<std::uint32_t>(n) * static_cast<std::uint32_t>(n);
  out.pixels.resize(row * static_cast<std::size_t>(out.height));
  std::vector<std::uint32_t> sum(row);
  for (std::size_t y = 0; y < static_cast<std::size_t>(out.height); ++y) {
    std::ranges::fill(sum, 0u);
    for (std::size_t dy = 0; dy < step; ++dy) {
      const std::uint8_t* from =
          image.pixels.data() + 4 * static_cast<std::size_t>(image.width) * (y * step + dy);
      for (std::size_t x = 0; x < row; x += 4) {
        for (std::size_t dx = 0; dx < step; ++dx, from += 4) {
          for (std::size_t k = 0; k < 4; ++k) sum[x + k] += from[k];
        }
      }
    }
    for (std::size_t x = 0; x < row; ++x) {
      out.pixels[y * row + x] = static_cast<std::uint8_t>((sum[x] + count / 2) / count);
    }
  }
  return out;
}

void make_straight(Image& image) {
  for (std::size_t i = 0; i + 3 < image.pixels.size(); i += 4) {
    const unsigned alpha = image.pixels[i + 3];
    if (alpha == 0 || alpha == 255) continue;
    for (std::size_t k = i; k < i + 3; ++k) {
      image.pixels[k] =
          static_cast<std::uint8_t>(std::min(255u, (255u * image.pixels[k] + alpha / 2) / alpha));
    }
  }
}

}  // namespace bindpose
