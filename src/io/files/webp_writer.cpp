// encode_webp: small pictures for pages, whose readers all know WebP.
#include <webp/encode.h>

#include <stdexcept>

#include "io/files/image_io.h"

namespace bindpose {
namespace {

// Of seven; the library's own choice is 4, which takes twice as long for pictures of lessons and
// makes them a twenty-fifth smaller, at the same distance from what was drawn.
constexpr int kMethod = 2;

struct Encoded {
  Encoded() {
    WebPMemoryWriterInit(&bytes);
    sound = WebPPictureInit(&picture) != 0;
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = &bytes;
  }
  ~Encoded() {
    WebPPictureFree(&picture);
    WebPMemoryWriterClear(&bytes);
  }
  Encoded(const Encoded&) = delete;
  Encoded& operator=(const Encoded&) = delete;

  WebPPicture picture;
  WebPMemoryWriter bytes;
  bool sound = false;
};

bool encode(const Image& image, float quality, Encoded& out) {
  WebPConfig config;
  if (!out.sound || WebPConfigPreset(&config, WEBP_PRESET_DEFAULT, quality) == 0) return false;
  config.method = kMethod;
  out.picture.width = image.width;
  out.picture.height = image.height;
  return WebPPictureImportRGBA(&out.picture, image.pixels.data(), 4 * image.width) != 0 &&
         WebPEncode(&config, &out.picture) != 0;
}

}  // namespace

std::vector<std::uint8_t> encode_webp(const Image& image, float quality) {
  const bool sound = image.width > 0 && image.height > 0 && image.width <= WEBP_MAX_DIMENSION &&
                     image.height <= WEBP_MAX_DIMENSION &&
                     image.pixels.size() == 4 * static_cast<std::size_t>(image.width) *
                                                static_cast<std::size_t>(image.height);
  Encoded out;
  if (!sound || !encode(image, quality, out)) {
    throw std::runtime_error("The image " + image.name + " could not be written as WebP.");
  }
  return {out.bytes.mem, out.bytes.mem + out.bytes.size};
}

}  // namespace bindpose
