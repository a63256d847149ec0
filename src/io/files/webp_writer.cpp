// encode_webp: small pictures for pages, whose readers all know WebP.
#include <webp/encode.h>

#include <stdexcept>

#include "io/files/image_io.h"

namespace bindpose {

std::vector<std::uint8_t> encode_webp(const Image& image, float quality) {
  const bool sound = image.width > 0 && image.height > 0 && image.width <= WEBP_MAX_DIMENSION &&
                     image.height <= WEBP_MAX_DIMENSION &&
                     image.pixels.size() == 4 * static_cast<std::size_t>(image.width) *
                                                static_cast<std::size_t>(image.height);
  std::uint8_t* bytes = nullptr;
  const std::size_t size = sound ? WebPEncodeRGBA(image.pixels.data(), image.width, image.height,
                                                  4 * image.width, quality, &bytes)
                                 : 0;
  if (size == 0) {
    throw std::runtime_error("The image " + image.name + " could not be written as WebP.");
  }
  std::vector<std::uint8_t> out(bytes, bytes + size);
  WebPFree(bytes);
  return out;
}

}  // namespace bindpose
