// A few colours that stand for many: one palette for a whole film, and each pixel by the two of its
// colours that mix to it best.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "scene/model.h"

namespace bindpose {

using Rgb = std::array<std::uint8_t, 3>;

// Counts colours, at 6 bits a channel with their means.
class ColorCount {
 public:
  ColorCount();
  // Pixels whose alpha is below 128 do not count.
  void add(const Image& image);
  // At most `most` (1 to 256) colours; at least one. By cutting the box of colours with the largest
  // variance at its mean (after P. Heckbert, "Color image quantization for frame buffer display",
  // SIGGRAPH 1982, and M. Orchard and C. Bouman, 1991), then k-means. A colour weighs by the root
  // of how often it is there: a large background must not take what a small figure needs.
  std::vector<Rgb> palette(int most) const;

 private:
  struct Bin {
    std::uint64_t count = 0;
    std::array<std::uint64_t, 3> sum{};
  };
  std::vector<Bin> bins_;
};

// Ordered dither: which of two colours a pixel gets hangs on its place and its colour alone, so
// that nothing flickers where nothing moves.
class Ditherer {
 public:
  explicit Ditherer(std::vector<Rgb> palette);
  // The index of the colour for a pixel at (x, y).
  std::uint8_t index(const Rgb& color, int x, int y);

 private:
  struct Mix {
    std::uint32_t color = ~0u;  // that it is for
    std::uint8_t first = 0, second = 0;
    std::uint8_t part = 0;  // of the second, in 64ths: 0 to 32
  };
  Mix mix(const Rgb& color) const;

  std::vector<Rgb> palette_;
  std::vector<Mix> known_;
};

}  // namespace bindpose
