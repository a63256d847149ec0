// Arrays as NumPy saves them, format 1.0 to 3.0
// (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace bindpose {

struct NpyArray {
  std::vector<std::size_t> shape;
  std::vector<double> value;  // the last index runs fastest, however the file has it
};

// Numbers of 1 to 8 bytes, half floats among them, either byte order. Throws std::runtime_error
// with one sentence that begins with `subject`: no such file, larger than `most` bytes, cut off,
// objects or complex numbers in it.
NpyArray read_npy(const std::filesystem::path& file, const std::string& subject,
                  std::uintmax_t most);

// Little-endian doubles, or 32-bit integers. The shape's product is the number of values.
void write_npy(const std::filesystem::path& file, std::span<const std::size_t> shape,
               std::span<const double> value);
void write_npy(const std::filesystem::path& file, std::span<const std::size_t> shape,
               std::span<const std::int32_t> value);

}  // namespace bindpose
