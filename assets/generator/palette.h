// One small picture for all of a character's materials. Each has a block of colours in it;
// a vertex picks its colour by the place that its uv names.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "field.h"

namespace bindpose::gen {

struct Stop {
  float at;
  vec3 color;  // sRGB in [0, 1]
};

// The colour at s along stops, which ascend.
vec3 along(std::span<const Stop> stops, float s);

// Shade is not grey: it is deeper and a little warmer or cooler than the colour itself. t: 0 in
// deep shade to 1 in the open.
vec3 shaded(const vec3& color, const vec3& shade, float t);

// A picture of a character's own blocks. s runs to the right, t up; colours are sRGB with alpha.
class PaintBox {
 public:
  using Paint = std::function<vec4(float s, float t)>;
  explicit PaintBox(int size) : size_(size) {}  // pixels a side
  // Places a block in rows from the top; returns its number. Throws std::logic_error when it is
  // full.
  int add(int width, int height, const Paint& paint);
  vec2 uv(int block, float s, float t) const;  // s, t clamped to [0, 1]
  std::vector<std::uint8_t> png() const;

 private:
  struct Piece {
    float x, y, width, height;  // pixels
    Paint paint;
  };
  int size_, x_ = 0, y_ = 0, row_ = 0;
  std::vector<Piece> block_;
};

// The ogre's blocks.
enum class Block { Skin, Cloth, Leather, Ivory, Eye, Metal };

// s: along the block's colours, t: 0 in deep shade to 1 in the open; both clamped to [0, 1].
vec2 palette_uv(Block block, float s, float t);

// Colours along Block::Skin.
inline constexpr float kToneDark = 0.0f, kToneMid = 0.36f, kTonePale = 0.58f, kToneRosy = 0.92f;

std::vector<std::uint8_t> palette_png();

// A picture from a function of u, v in [0, 1] (v down) to sRGB, as PNG.
std::vector<std::uint8_t> paint_png(int size, const std::function<vec3(float, float)>& color);

// sRGB from 0xrrggbb.
vec3 hex(unsigned rgb);

// How open the surface is at p: 1 in the open, 0 in a deep fold (I. Quilez's five samples along n).
float openness(const Field& f, const vec3& p, const vec3& n, float reach);

}  // namespace bindpose::gen
