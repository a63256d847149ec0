#include "palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "png.h"

namespace bindpose::gen {
namespace {

constexpr int kSize = 256;
constexpr float kInset = 2.0f;  // pixels kept away from a block's rim, so that filters stay inside

struct Rectangle {
  float x, y, width, height;  // pixels
};

Rectangle rectangle(Block b) {
  switch (b) {
    case Block::Skin:
      return {0, 0, 256, 128};
    case Block::Cloth:
      return {0, 128, 64, 128};
    case Block::Leather:
      return {64, 128, 64, 128};
    case Block::Ivory:
      return {128, 128, 32, 128};
    case Block::Eye:
      return {160, 128, 96, 96};
    case Block::Metal:
      return {160, 224, 96, 32};
  }
  return {0, 0, 0, 0};
}

vec3 skin(float s, float t) {
  static const std::array<Stop, 6> kLight = {{{0.0f, hex(0x4f7f45)},
                                              {0.2f, hex(0x5f9549)},
                                              {kToneMid, hex(0x79ad50)},
                                              {kTonePale, hex(0xc6d084)},
                                              {0.74f, hex(0xd6b07c)},
                                              {1.0f, hex(0xc9786a)}}};
  static const std::array<Stop, 4> kShade = {{{0.0f, hex(0x1b3530)},
                                              {kToneMid, hex(0x234a36)},
                                              {kTonePale, hex(0x5f7040)},
                                              {1.0f, hex(0x4a1620)}}};
  return shaded(along(kLight, s), along(kShade, s), t);
}

// u, v in [-1, 1] around the pupil.
vec3 eye(float u, float v) {
  const float r = std::sqrt(u * u + v * v);
  vec3 c = glm::mix(hex(0xfbf7ee), hex(0xe6d8c8), smooth_step(0.55f, 1.0f, r));
  const vec3 iris =
      glm::mix(hex(0xf0b440), hex(0x9a5a1c), smooth_step(-0.25f, 0.35f, v * -1.0f + 0.1f));
  c = glm::mix(c, hex(0x4a2a12), smooth_step(0.50f, 0.47f, r));
  c = glm::mix(c, iris, smooth_step(0.46f, 0.42f, r));
  c = glm::mix(c, hex(0x17100c), smooth_step(0.27f, 0.24f, r));
  const float glint = std::sqrt((u + 0.16f) * (u + 0.16f) + (v + 0.18f) * (v + 0.18f));
  const float spark = std::sqrt((u - 0.17f) * (u - 0.17f) + (v - 0.20f) * (v - 0.20f));
  c = glm::mix(c, vec3(1.0f), smooth_step(0.125f, 0.095f, glint));
  return glm::mix(c, vec3(1.0f), 0.8f * smooth_step(0.065f, 0.045f, spark));
}

vec3 color(Block b, float s, float t) {
  switch (b) {
    case Block::Skin:
      return skin(s, t);
    case Block::Cloth:
      return shaded(glm::mix(hex(0x8a5a3a), hex(0x5f3d2a), s), hex(0x2a1712), t);
    case Block::Leather:
      return shaded(glm::mix(hex(0x5a3a26), hex(0x7b5434), s), hex(0x1c100b), t);
    case Block::Ivory:
      return shaded(glm::mix(hex(0x9a8360), hex(0xf3e8cc), s), hex(0x57442f), t);
    case Block::Eye:
      return eye(2.0f * s - 1.0f, 1.0f - 2.0f * t);
    case Block::Metal:
      return shaded(glm::mix(hex(0xd9a441), hex(0xf2cf74), s), hex(0x5c3a12), t);
  }
  return vec3(0.0f);
}

}  // namespace

vec3 along(std::span<const Stop> stops, float s) {
  for (std::size_t k = 1; k < stops.size(); ++k) {
    if (s <= stops[k].at) {
      const Stop &a = stops[k - 1], &b = stops[k];
      return glm::mix(a.color, b.color, std::clamp((s - a.at) / (b.at - a.at), 0.0f, 1.0f));
    }
  }
  return stops.back().color;
}

vec3 shaded(const vec3& color, const vec3& shade, float t) {
  return glm::mix(shade, color, smooth_step(-0.15f, 1.0f, t));
}

int PaintBox::add(int width, int height, const Paint& paint) {
  if (x_ + width > size_) {
    x_ = 0;
    y_ += row_;
    row_ = 0;
  }
  if (x_ + width > size_ || y_ + height > size_) {
    throw std::logic_error("the paint box is full");
  }
  block_.push_back({static_cast<float>(x_), static_cast<float>(y_), static_cast<float>(width),
                    static_cast<float>(height), paint});
  x_ += width;
  row_ = std::max(row_, height);
  return static_cast<int>(block_.size()) - 1;
}

vec2 PaintBox::uv(int block, float s, float t) const {
  const Piece& r = block_[static_cast<std::size_t>(block)];
  const float u = r.x + kInset + std::clamp(s, 0.0f, 1.0f) * (r.width - 2.0f * kInset);
  const float v = r.y + r.height - kInset - std::clamp(t, 0.0f, 1.0f) * (r.height - 2.0f * kInset);
  return vec2(u, v) / static_cast<float>(size_);
}

std::vector<std::uint8_t> PaintBox::png() const {
  std::vector<std::uint8_t> rgba(static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_) *
                                 4);
  for (const Piece& r : block_) {
    for (float y = 0.5f; y < r.height; y += 1.0f) {
      for (float x = 0.5f; x < r.width; x += 1.0f) {
        const float s = (x - kInset) / (r.width - 2.0f * kInset);
        const float t = 1.0f - (y - kInset) / (r.height - 2.0f * kInset);
        const vec4 c = r.paint(std::clamp(s, 0.0f, 1.0f), std::clamp(t, 0.0f, 1.0f));
        const auto at = 4 * (static_cast<std::size_t>(r.y + y) * static_cast<std::size_t>(size_) +
                             static_cast<std::size_t>(r.x + x));
        for (int k = 0; k < 4; ++k) {
          rgba[at + static_cast<std::size_t>(k)] =
              static_cast<std::uint8_t>(std::lround(255.0f * std::clamp(c[k], 0.0f, 1.0f)));
        }
      }
    }
  }
  return encode_png(size_, size_, rgba, 4);
}

vec2 palette_uv(Block block, float s, float t) {
  const Rectangle r = rectangle(block);
  const float u = r.x + kInset + std::clamp(s, 0.0f, 1.0f) * (r.width - 2.0f * kInset);
  const float v = r.y + r.height - kInset - std::clamp(t, 0.0f, 1.0f) * (r.height - 2.0f * kInset);
  return vec2(u, v) / static_cast<float>(kSize);
}

vec3 hex(unsigned rgb) {
  return vec3(static_cast<float>(rgb >> 16 & 255u), static_cast<float>(rgb >> 8 & 255u),
              static_cast<float>(rgb & 255u)) /
         255.0f;
}

std::vector<std::uint8_t> paint_png(int size, const std::function<vec3(float, float)>& color) {
  std::vector<std::uint8_t> rgb;
  rgb.reserve(static_cast<std::size_t>(size) * static_cast<std::size_t>(size) * 3);
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const float side = static_cast<float>(size);
      const vec3 c =
          color((static_cast<float>(x) + 0.5f) / side, (static_cast<float>(y) + 0.5f) / side);
      for (int k = 0; k < 3; ++k) {
        rgb.push_back(
            static_cast<std::uint8_t>(std::lround(255.0f * std::clamp(c[k], 0.0f, 1.0f))));
      }
    }
  }
  return encode_png(size, size, rgb, 3);
}

std::vector<std::uint8_t> palette_png() {
  return paint_png(kSize, [](float u, float v) {
    const vec2 pixel = static_cast<float>(kSize) * vec2(u, v);
    for (const Block b :
         {Block::Skin, Block::Cloth, Block::Leather, Block::Ivory, Block::Eye, Block::Metal}) {
      const Rectangle r = rectangle(b);
      const vec2 in = pixel - vec2(r.x, r.y);
      if (in.x < 0.0f || in.y < 0.0f || in.x >= r.width || in.y >= r.height) continue;
      const float s = (in.x - kInset) / (r.width - 2.0f * kInset);
      const float t = 1.0f - (in.y - kInset) / (r.height - 2.0f * kInset);
      return color(b, std::clamp(s, 0.0f, 1.0f), std::clamp(t, 0.0f, 1.0f));
    }
    return vec3(0.0f);
  });
}

float openness(const Field& f, const vec3& p, const vec3& n, float reach) {
  float hidden = 0.0f, weight = 1.0f;
  for (int k = 1; k <= 5; ++k) {
    const float h = reach * static_cast<float>(k) / 5.0f;
    hidden += weight * std::max(h - f(p + h * n), 0.0f) / h;
    weight *= 0.7f;
  }
  return std::clamp(1.0f - hidden / 2.0f, 0.0f, 1.0f);
}

}  // namespace bindpose::gen
