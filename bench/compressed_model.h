// The generated model as compressed glTF, what it decodes to as a plain file, and the decoding
// alone.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>

namespace bindpose::bench {

struct CompressedModel {
  std::filesystem::path packed, plain;
  std::function<void()> decode;  // all streams, one after the other, by the library alone
};

// Positions of 14 bits, normals of 10, weights of 12, as gltf-transform and Blender have them.
CompressedModel draco_model(std::size_t vertices, int joints);
// Every view of vertices, triangles and matrices as a stream; nothing is quantised.
CompressedModel meshopt_model(std::size_t vertices, int joints);

}  // namespace bindpose::bench
