#include "png.h"

#include <cstdlib>
#include <stdexcept>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace bindpose::gen {

std::vector<std::uint8_t> encode_png(int width, int height, std::span<const std::uint8_t> pixels,
                                     int channels) {
  int length = 0;
  unsigned char* png =
      stbi_write_png_to_mem(pixels.data(), channels * width, width, height, channels, &length);
  if (png == nullptr) throw std::runtime_error("the texture could not be packed as PNG");
  std::vector<std::uint8_t> out(png, png + length);
  std::free(png);
  return out;
}

std::vector<std::uint8_t> zlib_compress(std::span<const std::uint8_t> bytes) {
  std::vector<std::uint8_t> copy(bytes.begin(), bytes.end());  // stb takes no const pointer
  int length = 0;
  unsigned char* packed =
      stbi_zlib_compress(copy.data(), static_cast<int>(copy.size()), &length, 8);
  if (packed == nullptr) throw std::runtime_error("an array could not be compressed");
  std::vector<std::uint8_t> out(packed, packed + length);
  std::free(packed);
  return out;
}

}  // namespace bindpose::gen
