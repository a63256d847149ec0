#include "io/files/image_pixels.h"

#include <algorithm>
#include <cmath>
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

Image normals_of_heights(const Image& heights, bool wraps_u, bool wraps_v) {
  constexpr float kHighest = 1.0f / 128.0f;
  const int width = heights.width, height = heights.height;
  Image out;
  out.name = heights.name;
  out.width = width;
  out.height = height;
  out.pixels.resize(heights.pixels.size());
  const auto height_at = [&](int x, int y) {
    const std::uint8_t* p =
        heights.pixels.data() + 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                                     static_cast<std::size_t>(x));
    return (0.2126f * static_cast<float>(p[0]) + 0.7152f * static_cast<float>(p[1]) +
            0.0722f * static_cast<float>(p[2])) /
           255.0f;
  };
  const float scale = kHighest * static_cast<float>(width);  // to pixels
  // Along a line of n pixels about the k-th: to the next and from the last, fewer at an end.
  struct Span {
    int from, to;
    float length;
  };
  const auto span = [](int k, int n, bool wraps) {
    if (wraps) return Span{(k + n - 1) % n, (k + 1) % n, 2.0f};
    const Span s{std::max(k - 1, 0), std::min(k + 1, n - 1), 0.0f};
    return Span{s.from, s.to, static_cast<float>(std::max(s.to - s.from, 1))};
  };
  for (int y = 0; y < height; ++y) {
    const Span v = span(y, height, wraps_v);
    for (int x = 0; x < width; ++x) {
      const Span u = span(x, width, wraps_u);
      const float along = scale * (height_at(u.to, y) - height_at(u.from, y)) / u.length;
      const float down = scale * (height_at(x, v.to) - height_at(x, v.from)) / v.length;
      const vec3 n = glm::normalize(vec3(-along, down, 1.0f));  // rows go down, green up
      std::uint8_t* p =
          out.pixels.data() + 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                                   static_cast<std::size_t>(x));
      for (int k = 0; k < 3; ++k)
        p[k] = static_cast<std::uint8_t>(std::lround(127.5f + 127.5f * n[k]));
      p[3] = 255;
    }
  }
  return out;
}

Image halved(const Image& from) {
  Image out;
  out.name = from.name;
  out.width = std::max(1, from.width / 2);
  out.height = std::max(1, from.height / 2);
  out.pixels.resize(4 * static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
  for (int y = 0; y < out.height; ++y) {
    for (int x = 0; x < out.width; ++x) {
      for (std::size_t c = 0; c < 4; ++c) {
        unsigned sum = 2;
        for (const auto& [dx, dy] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}}) {
          const auto sx = static_cast<std::size_t>(std::min(2 * x + dx, from.width - 1));
          const auto sy = static_cast<std::size_t>(std::min(2 * y + dy, from.height - 1));
          sum += from.pixels[4 * (sy * static_cast<std::size_t>(from.width) + sx) + c];
        }
        const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(out.width) +
                        static_cast<std::size_t>(x);
        out.pixels[4 * at + c] = static_cast<std::uint8_t>(sum / 4);
      }
    }
  }
  return out;
}

}  // namespace bindpose
