#include "io/files/image_io.h"

#include <cstdlib>
#include <fstream>
#include <limits>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "io/files/file_writer.h"
#include "io/files/web_image.h"

// Static: Assimp and others bring their own stb with the same names.
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_STDIO
#define STBI_NO_PIC
#define STBI_NO_PNM
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace bindpose {
namespace fs = std::filesystem;
namespace {

struct Free {
  void operator()(unsigned char* p) const { std::free(p); }
};
using Buffer = std::unique_ptr<unsigned char, Free>;

std::vector<std::uint8_t> read_bytes(const fs::path& file, std::string& error) {
  constexpr std::uintmax_t kLargest = std::uintmax_t{1} << 29;
  std::error_code problem;
  if (!fs::is_regular_file(file, problem)) {
    error = "There is no image file " + file.string() + ".";
    return {};
  }
  const std::uintmax_t size = fs::file_size(file, problem);
  if (problem || size > kLargest) {
    error = "The image file " + file.string() + " is larger than 512 MiB; it was not read.";
    return {};
  }
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
  std::ifstream stream(file, std::ios::binary);
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!stream || bytes.empty()) {
    error = "The image file " + file.string() + " is empty or could not be read.";
    return {};
  }
  return bytes;
}

}  // namespace

void write_png(const fs::path& file, const Image& image, std::string_view recipe) {
  const std::vector<std::uint8_t> png = encode_png(image, recipe);
  FileWriter writer(file);
  writer.write(png.data(), png.size());
  writer.commit();
}

std::optional<Image> decode_image(std::span<const std::uint8_t> bytes, int max_side,
                                  std::string& error, ImageKinds kinds) {
  error.clear();
  if (kinds == ImageKinds::All && is_webp(bytes)) return decode_webp(bytes, max_side, error);
  if (kinds == ImageKinds::All && is_avif(bytes)) return decode_avif(bytes, max_side, error);
  if (bytes.empty() || bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    error = "The image has no data, or more than 2 GiB of it.";
    return std::nullopt;
  }
  const int size = static_cast<int>(bytes.size());
  int width = 0;
  int height = 0;
  int channels = 0;
  if (stbi_info_from_memory(bytes.data(), size, &width, &height, &channels) == 0 || width <= 0 ||
      height <= 0) {
    // stb refuses by itself what would not fit 2 GiB, and does not say so.
    error =
        "The image is of no known kind or far too large; PNG, JPEG, WebP, AVIF, TGA, BMP, PSD, GIF "
        "and HDR of "
        "up to " +
        std::to_string(max_side) + " pixels a side can be read.";
    return std::nullopt;
  }
  error = problem_of_size(width, height, max_side);
  if (!error.empty()) return std::nullopt;
  const Buffer data(stbi_load_from_memory(bytes.data(), size, &width, &height, &channels, 4));
  if (!data) {
    const char* reason = stbi_failure_reason();
    error = std::string("The image is damaged (") + (reason ? reason : "unknown reason") + ").";
    return std::nullopt;
  }
  Image image;
  image.width = width;
  image.height = height;
  image.pixels.assign(data.get(), data.get() + 4 * static_cast<std::size_t>(width) *
                                                   static_cast<std::size_t>(height));
  return image;
}

std::optional<Image> read_image(const fs::path& file, int max_side, std::string& error,
                                ImageKinds kinds) {
  error.clear();
  const std::vector<std::uint8_t> bytes = read_bytes(file, error);
  if (bytes.empty()) return std::nullopt;
  std::optional<Image> image = decode_image(bytes, max_side, error, kinds);
  if (image) {
    image->name = file.filename().string();
  } else {
    error = file.filename().string() + ": " + error;
  }
  return image;
}

}  // namespace bindpose
