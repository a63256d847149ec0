#include <webp/decode.h>

#include <algorithm>

#include "io/files/web_image.h"

namespace bindpose {

bool is_webp(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kRiff = "RIFF", kWebp = "WEBP";
  return bytes.size() >= 12 && std::equal(kRiff.begin(), kRiff.end(), bytes.begin()) &&
         std::equal(kWebp.begin(), kWebp.end(), bytes.begin() + 8);
}

std::string problem_of_size(std::int64_t width, std::int64_t height, int max_side) {
  if (width > 0 && height > 0 && width <= max_side && height <= max_side) return {};
  return "The image has " + std::to_string(width) + " x " + std::to_string(height) +
         " pixels; at most " + std::to_string(max_side) + " a side are read.";
}

std::optional<Image> decode_webp(std::span<const std::uint8_t> bytes, int max_side,
                                 std::string& error) {
  WebPBitstreamFeatures head;
  if (WebPGetFeatures(bytes.data(), bytes.size(), &head) != VP8_STATUS_OK) {
    error = "The WebP image is damaged.";
    return std::nullopt;
  }
  error = head.has_animation != 0 ? "The WebP image is an animation; only still ones are read."
                                  : problem_of_size(head.width, head.height, max_side);
  if (!error.empty()) return std::nullopt;
  Image image;
  image.width = head.width;
  image.height = head.height;
  const std::size_t row = 4 * static_cast<std::size_t>(head.width);
  image.pixels.resize(row * static_cast<std::size_t>(head.height));
  if (WebPDecodeRGBAInto(bytes.data(), bytes.size(), image.pixels.data(), image.pixels.size(),
                         static_cast<int>(row)) == nullptr) {
    error = "The WebP image is damaged.";
    return std::nullopt;
  }
  return image;
}

}  // namespace bindpose
