// What the generator needs of stb: PNG and zlib.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace bindpose::gen {

// pixels: channels * width * height, first row on top; 3 channels (RGB) or 4 (and alpha).
std::vector<std::uint8_t> encode_png(int width, int height, std::span<const std::uint8_t> pixels,
                                     int channels);

std::vector<std::uint8_t> zlib_compress(std::span<const std::uint8_t> bytes);

}  // namespace bindpose::gen
