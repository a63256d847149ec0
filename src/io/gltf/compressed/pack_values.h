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

// Floats, `components` a vector, as whole numbers of 2^E: within 2^-17 of the largest of them. They
// are read as floats again.
PackedValues as_exponential(const std::vector<float>& values, std::size_t components);
// Unit vectors of three: within .05 degrees. KHR_mesh_quantization.
PackedValues as_octahedral(const std::vector<float>& values);
// Unit quaternions: within 1e-4 radians.
PackedValues as_quaternions(const std::vector<float>& values);
// Weights, four a vertex: within 1 / 65535; where their sum is 1 it stays 1.
PackedValues as_weights(const std::vector<float>& values);

}  // namespace bindpose
