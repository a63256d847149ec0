#include <avif/avif.h>
#include <dlfcn.h>

#include <algorithm>
#include <memory>

#include "io/files/web_image.h"

namespace bindpose {
namespace {

// What is called of the library (third_party/avif.cmake says why it is not linked).
struct AvifLibrary {
  decltype(&avifDecoderCreate) create = nullptr;
  decltype(&avifDecoderDestroy) destroy = nullptr;
  decltype(&avifDecoderSetIOMemory) set_memory = nullptr;
  decltype(&avifDecoderParse) parse = nullptr;
  decltype(&avifDecoderNextImage) next = nullptr;
  decltype(&avifRGBImageSetDefaults) set_defaults = nullptr;
  decltype(&avifImageYUVToRGB) to_rgb = nullptr;
  decltype(&avifResultToString) words = nullptr;
  bool whole = true;

  template <typename F>
  void find(void* library, const char* name, F& function) {
    function = reinterpret_cast<F>(library == nullptr ? nullptr : dlsym(library, name));
    whole = whole && function != nullptr;
  }
};

const AvifLibrary& avif() {
  static const AvifLibrary library = [] {
    AvifLibrary out;
    void* const file = dlopen(BINDPOSE_AVIF_NAME, RTLD_NOW | RTLD_LOCAL);
    out.find(file, "avifDecoderCreate", out.create);
    out.find(file, "avifDecoderDestroy", out.destroy);
    out.find(file, "avifDecoderSetIOMemory", out.set_memory);
    out.find(file, "avifDecoderParse", out.parse);
    out.find(file, "avifDecoderNextImage", out.next);
    out.find(file, "avifRGBImageSetDefaults", out.set_defaults);
    out.find(file, "avifImageYUVToRGB", out.to_rgb);
    out.find(file, "avifResultToString", out.words);
    return out;
  }();
  return library;
}

}  // namespace

bool is_avif(std::span<const std::uint8_t> bytes) {
  // The first box lists what the file is: "avif" first, or behind a more general name.
  constexpr std::size_t kHead = 64;
  const std::string_view head(reinterpret_cast<const char*>(bytes.data()),
                              std::min(bytes.size(), kHead));
  return head.size() >= 12 && head.substr(4, 4) == "ftyp" && head.find("avif") != head.npos;
}

bool can_read_avif() {
  return avif().whole;
}

std::optional<Image> decode_avif(std::span<const std::uint8_t> bytes, int max_side,
                                 std::string& error) {
  const AvifLibrary& library = avif();
  if (!library.whole) {
    error = std::string("AVIF images need the library ") + BINDPOSE_AVIF_NAME +
            ", which is not installed here.";
    return std::nullopt;
  }
  const std::unique_ptr<avifDecoder, decltype(library.destroy)> decoder(library.create(),
                                                                        library.destroy);
  const auto failed = [&](avifResult result) {
    if (result == AVIF_RESULT_OK) return false;
    error = std::string("The AVIF image is damaged or too large (") + library.words(result) + ").";
    return true;
  };
  const auto side = static_cast<std::uint32_t>(std::clamp(max_side, 1, 16384));
  decoder->imageSizeLimit = side * side;
  decoder->imageDimensionLimit = side;
  decoder->ignoreExif = decoder->ignoreXMP = AVIF_TRUE;
  if (failed(library.set_memory(decoder.get(), bytes.data(), bytes.size())) ||
      failed(library.parse(decoder.get()))) {
    return std::nullopt;
  }
  error = problem_of_size(decoder->image->width, decoder->image->height, max_side);
  if (!error.empty() || failed(library.next(decoder.get()))) return std::nullopt;
  Image image;
  image.width = static_cast<int>(decoder->image->width);
  image.height = static_cast<int>(decoder->image->height);
  error = problem_of_size(image.width, image.height, max_side);  // the frame's own word
  if (!error.empty()) return std::nullopt;
  const std::size_t row = 4 * static_cast<std::size_t>(image.width);
  image.pixels.resize(row * static_cast<std::size_t>(image.height));
  avifRGBImage rgb;
  library.set_defaults(&rgb, decoder->image);
  rgb.format = AVIF_RGB_FORMAT_RGBA;
  rgb.depth = 8;
  rgb.pixels = image.pixels.data();
  rgb.rowBytes = static_cast<std::uint32_t>(row);
  if (failed(library.to_rgb(decoder->image, &rgb))) return std::nullopt;
  return image;
}

}  // namespace bindpose
