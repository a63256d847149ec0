// Pictures as WebP and AVIF, which some glTF files have. Their decoders are large: models are read
// in a process of their own, and only there such a picture is decoded.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "scene/model.h"

namespace bindpose {

bool is_webp(std::span<const std::uint8_t> bytes);
bool is_avif(std::span<const std::uint8_t> bytes);

// Whether the library that decodes AVIF can be loaded.
bool can_read_avif();

// RGBA, straight alpha. The size is compared with `max_side` before anything is decoded; of several
// frames AVIF gives the first, WebP none. Nothing and a sentence in `error` on failure.
std::optional<Image> decode_webp(std::span<const std::uint8_t> bytes, int max_side,
                                 std::string& error);
std::optional<Image> decode_avif(std::span<const std::uint8_t> bytes, int max_side,
                                 std::string& error);

// "The image has 9 x 9 pixels; at most 8 a side are read.", or "" for a size that is read.
std::string problem_of_size(std::int64_t width, std::int64_t height, int max_side);

}  // namespace bindpose
