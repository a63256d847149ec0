// A glTF file as JSON with its buffers: enough to look things up and to add accessors.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "io/import_file.h"

namespace bindpose {

struct GltfDocument {
  nlohmann::json json;
  std::vector<std::uint8_t> binary;  // GLB's binary chunk
  std::filesystem::path folder;
  std::map<std::size_t, std::vector<std::uint8_t>> loaded;  // buffers decoded so far
  std::vector<std::uint8_t> extra;                          // what add_accessor() collected
};

constexpr int kGltfByte = 5121, kGltfShort = 5123, kGltfFloat = 5126;  // component types

// Nothing when it is glTF 1 or not to be taken apart (then Assimp shall say why). Throws
// ImportError when the JSON is broken.
std::optional<GltfDocument> open_gltf(const ModelFile& file);

// The file's bytes again, the collected accessors in a buffer of their own.
std::vector<std::uint8_t> write_gltf(GltfDocument& document, bool binary);

// The array `key`, or an empty one.
const nlohmann::json& gltf_array(const nlohmann::json& object, const char* key);
// object[key] as an index below `size`.
std::optional<std::size_t> gltf_index(const nlohmann::json& object, const char* key,
                                      std::size_t size);

// Accessor `index`: all components as numbers, normalised integers mapped to [0, 1] or [-1, 1].
struct GltfValues {
  int component_type = 0;
  bool normalized = false;
  std::size_t components = 0;  // per element
  std::size_t count = 0;
  std::vector<float> value;  // components * count
};
// Nothing when it is out of range, sparse, or its buffer can not be read.
std::optional<GltfValues> read_accessor(GltfDocument& document, std::size_t index);

// A new accessor; `type` is "VEC4", "MAT4", ... Component type: float or unsigned short.
std::size_t add_accessor(GltfDocument& document, const std::vector<float>& value, const char* type,
                         std::size_t count, int component_type);

}  // namespace bindpose
