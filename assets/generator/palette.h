// One small picture for all of a character's materials. Each material has a block of colours in it;
// a vertex picks its colour by the place that its uv names.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "field.h"

namespace bindpose::gen {

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
