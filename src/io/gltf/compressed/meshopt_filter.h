// What EXT_meshopt_compression does to numbers behind the codec.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bindpose {

// The extension's appendix "Filters", in place, rounded to the nearest as it says: the library's
// own are off by one in a thousandth of all numbers, for they take roots by estimate. Directions:
// two signed numbers on an octahedron and the length that stands for one; the fourth stays.
// `stride` 4: bytes, 8: shorts.
void undo_octahedral(std::uint8_t* data, std::size_t count, std::size_t stride);
// Quaternions: three numbers as shorts, scaled by what the fourth says, which names the largest.
void undo_quaternion(std::uint8_t* data, std::size_t count);

}  // namespace bindpose
