#include "io/film/palette.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace bindpose {
namespace {

constexpr int kColorBits = 6, kDropped = 8 - kColorBits;
constexpr std::size_t kKnown = std::size_t{1} << 16;

// The mean of a bin, and what it weighs.
struct Swatch {
  std::array<float, 3> color{};
  float weight = 0.0f;
};

struct ColorBox {
  std::size_t begin = 0, end = 0;  // of the swatches
  std::array<float, 3> mean{};
  int axis = 0;         // along which it varies most
  float spread = 0.0f;  // weight times variance along it; 0: it is one colour
};

ColorBox box_of(const std::vector<Swatch>& swatches, std::size_t begin, std::size_t end) {
  std::array<double, 3> sum{}, squares{};
  double weight = 0.0;
  for (std::size_t i = begin; i < end; ++i) {
    const Swatch& s = swatches[i];
    weight += static_cast<double>(s.weight);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto c = static_cast<double>(s.color[k]), w = static_cast<double>(s.weight);
      sum[k] += w * c;
      squares[k] += w * c * c;
    }
  }
  ColorBox box{begin, end, {}, 0, 0.0f};
  for (std::size_t k = 0; k < 3; ++k) {
    box.mean[k] = static_cast<float>(sum[k] / weight);
    const double spread = end - begin > 1 ? squares[k] - sum[k] * sum[k] / weight : 0.0;
    if (spread > static_cast<double>(box.spread)) {
      box.spread = static_cast<float>(spread);
      box.axis = static_cast<int>(k);
    }
  }
  return box;
}

std::vector<std::array<float, 3>> cut(std::vector<Swatch>& swatches, std::size_t most) {
  std::vector<ColorBox> boxes{box_of(swatches, 0, swatches.size())};
  while (boxes.size() < most) {
    const auto widest = std::ranges::max_element(boxes, {}, &ColorBox::spread);
    if (!(widest->spread > 1e-3f)) break;
    const ColorBox box = *widest;
    const auto axis = static_cast<std::size_t>(box.axis);
    const auto middle =
        std::partition(swatches.begin() + static_cast<std::ptrdiff_t>(box.begin),
                       swatches.begin() + static_cast<std::ptrdiff_t>(box.end),
                       [&](const Swatch& s) { return s.color[axis] <= box.mean[axis]; });
    const auto at = static_cast<std::size_t>(middle - swatches.begin());
    if (at == box.begin || at == box.end) {
      widest->spread = 0.0f;  // rounding: one colour after all
      continue;
    }
    *widest = box_of(swatches, box.begin, at);
    boxes.push_back(box_of(swatches, at, box.end));
  }
  std::vector<std::array<float, 3>> colors;
  for (const ColorBox& box : boxes) colors.push_back(box.mean);
  return colors;
}

float squared_distance(const std::array<float, 3>& a, const std::array<float, 3>& b) {
  const float r = a[0] - b[0], g = a[1] - b[1], c = a[2] - b[2];
  return r * r + g * g + c * c;
}

void settle_colors(const std::vector<Swatch>& swatches, std::vector<std::array<float, 3>>& colors) {
  constexpr int kRounds = 4;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::array<double, 4>> sum(colors.size());
    for (const Swatch& s : swatches) {
      std::size_t best = 0;
      float least = std::numeric_limits<float>::max();
      for (std::size_t c = 0; c < colors.size(); ++c) {
        const float d = squared_distance(s.color, colors[c]);
        if (d >= least) continue;
        least = d;
        best = c;
      }
      const auto w = static_cast<double>(s.weight);
      for (std::size_t k = 0; k < 3; ++k) sum[best][k] += w * static_cast<double>(s.color[k]);
      sum[best][3] += w;
    }
    for (std::size_t c = 0; c < colors.size(); ++c) {
      if (!(sum[c][3] > 0.0)) continue;
      for (std::size_t k = 0; k < 3; ++k) colors[c][k] = static_cast<float>(sum[c][k] / sum[c][3]);
    }
  }
}

// B. Bayer 1973, 8 by 8: 0 to 63.
int bayer(int x, int y) {
  int value = 0;
  for (int bit = 0; bit < 3; ++bit) {
    const int a = (x >> bit) & 1, b = (y >> bit) & 1;
    value = value * 4 + 2 * (a ^ b) + b;
  }
  return value;
}

std::array<float, 3> as_floats(const Rgb& c) {
  return {static_cast<float>(c[0]), static_cast<float>(c[1]), static_cast<float>(c[2])};
}

}  // namespace

ColorCount::ColorCount() : bins_(std::size_t{1} << (3 * kColorBits)) {}

void ColorCount::add(const Image& image) {
  for (std::size_t i = 0; i + 3 < image.pixels.size(); i += 4) {
    const std::uint8_t* p = &image.pixels[i];
    if (p[3] < 128) continue;
    const auto bin = (static_cast<std::size_t>(p[0] >> kDropped) << (2 * kColorBits)) |
                     (static_cast<std::size_t>(p[1] >> kDropped) << kColorBits) |
                     static_cast<std::size_t>(p[2] >> kDropped);
    ++bins_[bin].count;
    for (std::size_t k = 0; k < 3; ++k) bins_[bin].sum[k] += p[k];
  }
}

std::vector<Rgb> ColorCount::palette(int most) const {
  std::vector<Swatch> swatches;
  for (const Bin& bin : bins_) {
    if (bin.count == 0) continue;
    Swatch s;
    const auto count = static_cast<double>(bin.count);
    for (std::size_t k = 0; k < 3; ++k)
      s.color[k] = static_cast<float>(static_cast<double>(bin.sum[k]) / count);
    s.weight = static_cast<float>(std::sqrt(count));
    swatches.push_back(s);
  }
  if (swatches.empty()) return {Rgb{0, 0, 0}};
  auto colors = cut(swatches, static_cast<std::size_t>(std::clamp(most, 1, 256)));
  settle_colors(swatches, colors);
  std::vector<Rgb> out;
  for (const auto& c : colors) {
    Rgb color{};
    for (std::size_t k = 0; k < 3; ++k)
      color[k] = static_cast<std::uint8_t>(std::clamp(std::lround(c[k]), 0L, 255L));
    out.push_back(color);
  }
  return out;
}

Ditherer::Ditherer(std::vector<Rgb> palette) : palette_(std::move(palette)), known_(kKnown) {}

// The nearest colour, and the one that leaves the least error when mixed in. A coarse grain is an
// error, too: colours far apart are mixed only where that helps.
Ditherer::Mix Ditherer::mix(const Rgb& color) const {
  constexpr float kGrain = 0.12f;
  const std::array<float, 3> x = as_floats(color);
  Mix out;
  float least = std::numeric_limits<float>::max();
  for (std::size_t c = 0; c < palette_.size(); ++c) {
    const float d = squared_distance(x, as_floats(palette_[c]));
    if (d >= least) continue;
    least = d;
    out.first = static_cast<std::uint8_t>(c);
  }
  out.second = out.first;
  if (least < 0.5f) return out;
  const std::array<float, 3> a = as_floats(palette_[out.first]);
  for (std::size_t c = 0; c < palette_.size(); ++c) {
    const std::array<float, 3> b = as_floats(palette_[c]);
    const float apart = squared_distance(a, b);
    if (apart < 0.5f) continue;
    float along = 0.0f;
    for (std::size_t k = 0; k < 3; ++k) along += (x[k] - a[k]) * (b[k] - a[k]);
    const float part = std::clamp(along / apart, 0.0f, 0.5f);
    std::array<float, 3> mixed{};
    for (std::size_t k = 0; k < 3; ++k) mixed[k] = a[k] + part * (b[k] - a[k]);
    const float error = squared_distance(x, mixed) + kGrain * part * (1.0f - part) * apart;
    if (error >= least) continue;
    least = error;
    out.second = static_cast<std::uint8_t>(c);
    out.part = static_cast<std::uint8_t>(std::lround(64.0f * part));
  }
  return out;
}

std::uint8_t Ditherer::index(const Rgb& color, int x, int y) {
  const std::uint32_t code = static_cast<std::uint32_t>(color[0]) << 16 |
                             static_cast<std::uint32_t>(color[1]) << 8 | color[2];
  Mix& known = known_[(code * 2654435761u) >> 16];
  if (known.color != code) {
    known = mix(color);
    known.color = code;
  }
  return bayer(x, y) < known.part ? known.second : known.first;
}

}  // namespace bindpose
