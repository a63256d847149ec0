// One compressed stream of a glTF file on its way to plain bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "io/gltf/document.h"

namespace bindpose {

// Of all that one file may decode to.
inline constexpr std::size_t kMostDecoded = std::size_t{1} << 30;
inline constexpr const char* kTooLarge =
    "it would give more than the 1 GiB that is read of a compressed file";

struct DecodeJob {
  const char* extension = "";
  std::string place;                      // "mesh 3, part 1": where the stream is used
  std::size_t compressed = 0, bytes = 0;  // of the stream, and at most what comes out
  bool has_plain = false;  // the file has the same uncompressed: what older programs read
  std::string problem;     // what is wrong, as the middle of a sentence; then there is no decode

  // Writes `bytes` bytes; "" or what is wrong. Runs beside others on a thread of its own.
  std::function<std::string(std::span<std::uint8_t> out)> decode;
  // Puts what was decoded, which lies at `start` of a buffer, in the place of the stream.
  std::function<void(std::size_t buffer, std::size_t start)> adopt;
  // Takes the stream away: the plain data stand.
  std::function<void()> drop;
};

}  // namespace bindpose
