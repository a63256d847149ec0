// A glTF file taken apart at its seams: enough to look things up, change a few and add some,
// without parsing the rest. Animations are most of many files' JSON and are never parsed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <list>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "io/model_file.h"

namespace bindpose {

// One array of the root object ("nodes", "accessors", ...), element by element as text; those that
// were looked at also as JSON.
struct GltfArray {
  struct Element {
    std::string_view text;
    std::optional<nlohmann::json> json;
    bool changed = false;
  };
  std::vector<Element> element;
};

struct GltfDocument {
  // The root's members in file order. Arrays of objects are in `array`, everything else is text.
  std::vector<std::pair<std::string, std::string_view>> member;
  std::map<std::string, GltfArray> array;
  std::string_view binary;  // GLB's binary chunk; views into the file's bytes, as all text here
  std::filesystem::path folder;
  std::map<std::size_t, std::vector<std::uint8_t>> loaded;  // buffers decoded so far
  std::vector<std::uint8_t> extra;                          // what add_accessor() collected
  const std::map<std::string, MadeBuffer>* made = nullptr;  // ModelFile::made
  std::list<std::string> own_text;                          // of set_gltf_member()
};

// Component types, unsigned.
constexpr int kGltfByte = 5121, kGltfShort = 5123, kGltfInt = 5125, kGltfFloat = 5126;

// The file's JSON, a GLB's without its buffers; empty where a GLB is cut short.
std::string_view gltf_text(const ModelFile& file);

// The binary chunk of a GLB's bytes, which may be empty; nothing where they are no whole GLB.
std::optional<std::string_view> glb_binary(std::string_view bytes);

// Nothing when it is glTF 1 or not to be taken apart (then Assimp shall say why). Throws
// ImportError when the JSON is broken. The document refers to file.bytes and file.made.
std::optional<GltfDocument> open_gltf(const ModelFile& file);

// The document becomes file.bytes, the collected accessors a buffer of their own in file.made. The
// document is not to be used any more.
void write_gltf(GltfDocument& document, ModelFile& file);

// A GLB of a JSON text and one buffer, which may be empty. Throws std::length_error beyond the 4
// GiB that the format can hold.
std::vector<std::uint8_t> glb_bytes(std::string json, std::span<const std::uint8_t> binary);

// Its JSON: what was not changed is the file's own text, letter by letter.
std::string gltf_json(const GltfDocument& document);

// A member of the root that is no array of objects, parsed; null when it is not there.
nlohmann::json gltf_member(const GltfDocument& document, std::string_view key);

// Another value for a member of the root that is there. An empty array takes it away, for glTF
// knows none.
void set_gltf_member(GltfDocument& document, std::string_view key, const nlohmann::json& value);

// Elements of a root array: how many, one to read (null where its text is no JSON), one to change
// (an object; counts as changed), and a new one at the end, whose index is returned.
std::size_t gltf_count(const GltfDocument& document, const char* array);
const nlohmann::json& gltf_get(GltfDocument& document, const char* array, std::size_t index);
nlohmann::json& gltf_change(GltfDocument& document, const char* array, std::size_t index);
std::size_t gltf_append(GltfDocument& document, const char* array, nlohmann::json element);

// What Assimp calls a node: its name, or "nodes[3]".
std::string gltf_node_name(GltfDocument& document, std::size_t node);

// The same for all nodes, with a number behind names that another node has, too: the plain name
// stays with the joint of a skin, else with the first.
std::vector<std::string> gltf_unique_names(GltfDocument& document);

// The array object[key], or an empty one.
const nlohmann::json& gltf_array(const nlohmann::json& object, const char* key);
// A text member, or "" where there is none.
std::string gltf_text(const nlohmann::json& object, const char* key);
// object[key] as an index below `size`.
std::optional<std::size_t> gltf_index(const nlohmann::json& object, const char* key,
                                      std::size_t size);

// Bytes of a component type, how many components a type ("VEC3") has; 0 for what there is not.
std::size_t gltf_component_size(int type);
std::size_t gltf_component_count(const std::string& type);
// object[key] as a whole number, or what stands in for it.
std::size_t gltf_size(const nlohmann::json& object, const char* key, std::size_t otherwise);

// Accessor `index`: all components as numbers, normalised integers mapped to [0, 1] or [-1, 1].
struct GltfValues {
  int component_type = 0;
  bool normalized = false;
  std::size_t components = 0;  // per element
  std::size_t count = 0;
  std::vector<float> value;  // components * count
};
// Nothing when it is out of range or its buffer can not be read. Sparse ones come dense, those
// without a view as zeros.
std::optional<GltfValues> read_accessor(GltfDocument& document, std::size_t index);

// The same as it lies in its buffer, for reading piece by piece: element i begins at
// first + i stride. Nothing for what read_accessor() does not read, and for sparse ones.
struct GltfView {
  const std::uint8_t* first = nullptr;
  std::size_t stride = 0;
  int component_type = 0;
  bool normalized = false;
  std::size_t components = 0;
  std::size_t count = 0;
};
std::optional<GltfView> view_accessor(GltfDocument& document, std::size_t index);
// `count` elements from the one at `first` on, which are there, as read_accessor() reads them.
void read_elements(const GltfView& view, std::size_t first, std::size_t count, float* to);

// The bytes of a buffer; none where it can not be read.
std::span<const std::uint8_t> gltf_buffer(GltfDocument& document, std::size_t index);
// `length` bytes of a buffer from `start` on; none where they do not lie in it.
std::span<const std::uint8_t> gltf_bytes(GltfDocument& document, std::size_t buffer,
                                         std::size_t start, std::size_t length);
// The bytes of an accessor's elements, one behind the other. Nothing for what read_accessor() does
// not read, and for sparse ones.
std::optional<std::vector<std::uint8_t>> accessor_bytes(GltfDocument& document, std::size_t index);

// Whether it is four floats an element and none is negative or not a number: true only where that
// is certain.
bool holds_only_weights(GltfDocument& document, std::size_t index);

// A new accessor; `type` is "VEC4", "MAT4", ... Component type: float, unsigned short or int.
std::size_t add_accessor(GltfDocument& document, const std::vector<float>& value, const char* type,
                         std::size_t count, int component_type);
// Other numbers behind the same index, dense and not normalised.
void replace_accessor(GltfDocument& document, std::size_t index, const GltfValues& values,
                      int component_type);

}  // namespace bindpose
