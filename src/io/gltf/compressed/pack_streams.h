// Bytes of a glTF file as streams of meshoptimizer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bindpose {

// One stream as the encoder has it.
struct PackedStream {
  std::vector<unsigned char> data;
  std::size_t count = 0, stride = 0;
  const char* mode = "ATTRIBUTES";
  const char* filter = nullptr;
};

// Triangles whose corners are numbers of `each` bytes, 2 or 4.
PackedStream index_stream(const std::vector<std::uint8_t>& bytes, std::size_t each);
// Rows of `stride` bytes, a multiple of 4 up to 256.
PackedStream vertex_stream(const std::vector<std::uint8_t>& bytes, std::size_t stride);

}  // namespace bindpose
