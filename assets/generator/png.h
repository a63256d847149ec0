// What the generator needs of stb: PNG and zlib.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace bindpose::gen {

// rgb: 3 * width * height, first row on top.
std::vector<std::uint8_t> encode_png(int width, int height, std::span<const std::uint8_t> rgb);

std::vector<std::uint8_t> zlib_compress(std::span<const std::uint8_t> bytes);

}  // namespace bindpose::gen
