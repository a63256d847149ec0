// PNG out, PNG/JPEG/... in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/model.h"

namespace bindpose {

// Throws std::runtime_error with one sentence when the image has no pixels. `recipe`: the command
// that draws it again, kept as the PNG's "Comment" beside its "Software"; left out where it is
// empty, longer than kLongestRecipe, or no UTF-8.
std::vector<std::uint8_t> encode_png(const Image& image, std::string_view recipe = {});
inline constexpr std::size_t kLongestRecipe = 1u << 16;
// Throws std::runtime_error with one sentence when the file cannot be written; the file is then as
// it was.
void write_png(const std::filesystem::path& file, const Image& image, std::string_view recipe = {});

// With loss; quality from 0 to 100. Throws likewise.
std::vector<std::uint8_t> encode_webp(const Image& image, float quality);

// Which files are pictures: those that stb reads, or WebP and AVIF (web_image.h) as well.
enum class ImageKinds { Common, All };

// RGBA. The size is checked before anything is decoded. Nothing and a sentence in `error` on
// failure.
std::optional<Image> decode_image(std::span<const std::uint8_t> bytes, int max_side,
                                  std::string& error, ImageKinds kinds = ImageKinds::Common);
std::optional<Image> read_image(const std::filesystem::path& file, int max_side, std::string& error,
                                ImageKinds kinds = ImageKinds::Common);

}  // namespace bindpose
