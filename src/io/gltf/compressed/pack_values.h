// Numbers of a glTF document rounded to what the eye does not miss, and as meshoptimizer's filters
// want them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bindpose {

// What becomes of an array before it is encoded.
struct PackedValues {
  std::vector<std::uint8_t> bytes;
  std::size_t stride = 0;
  int component_type = 0;
  bool normalized = false;
  const char* filter = nullptr;        // null: none
  std::vector<float> lowest, highest;  // per component, as they are read again; where asked for
};

// Floats, `components` a vector, as whole numbers of 2^E: within 2^-17 of the largest way between
// two of a component, and within 2^(finest - 1), as far as whole numbers have bits for it (2^-22 of
// the largest of them). They are read as floats again.
PackedValues as_exponential(const std::vector<float>& values, std::size_t components,
                            int finest = 127);
// Unit vectors of three: within .05 degrees. KHR_mesh_quantization.
PackedValues as_octahedral(const std::vector<float>& values);
// Unit quaternions: within 1e-4 radians.
PackedValues as_quaternions(const std::vector<float>& values);
// Weights, four a vertex in each of `sets`, which are of one length: within 1 / 65535 of their
// parts of the vertex's sum; over all sets they add up to 1 again, or to 0 as they did. Empty where
// they would not be the same: a weight outside of [0, 1], or a vertex's sum that is neither 0 nor
// within 1e-4 of 1.
std::vector<PackedValues> as_weights(const std::vector<std::vector<float>>& sets);

}  // namespace bindpose
