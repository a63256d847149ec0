#include "io/gltf/compressed/pack.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "io/gltf/compressed/pack_values.h"
#include "io/gltf/document.h"

namespace bindpose {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kExtension = "EXT_meshopt_compression";
constexpr const char* kQuantised = "KHR_mesh_quantization";

enum class Use { Unknown, Triangles, Position, Normal, Coordinates, Weights, Turns, Other };

std::size_t number(const Json& object, const char* key, std::size_t otherwise) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<std::size_t>() : otherwise;
}

// object[key], or an empty one of its kind.
const Json& part(const Json& object, const char* key, Json::value_t kind) {
  static const Json no_array = Json::array(), no_object = Json::object();
  const Json& none = kind == Json::value_t::array ? no_array : no_object;
  if (!object.is_object()) return none;
  const auto found = object.find(key);
  return found != object.end() && found->type() == kind ? *found : none;
}
const Json& list(const Json& object, const char* key) {
  return part(object, key, Json::value_t::array);
}

// One stream as the encoder has it.
struct PackedStream {
  std::vector<unsigned char> data;
  std::size_t count = 0, stride = 0;
  const char* mode = "ATTRIBUTES";
  const char* filter = nullptr;
};

class Packer {
 public:
  Packer(Json& document, std::vector<std::uint8_t>& binary, GlbPacking packing)
      : document_(document), binary_(binary), packing_(packing) {}

  void pack() {
    find_uses();
    find_owners();
    for (const auto& [view, accessor] : owner_) pack_view(view, accessor);
    if (streams_.empty()) return;
    rebuild();
    require(kExtension);
    if (needs_quantisation_) require(kQuantised);
  }

 private:
  Json& accessors() { return document_["accessors"]; }
  void use(const Json& place, const char* key, Use as);
  void find_uses();
  void find_owners();
  void pack_view(std::size_t view, std::size_t accessor);
  std::optional<PackedValues> rounded(std::size_t accessor, const std::vector<std::uint8_t>& bytes);
  void adopt(Json& accessor, const PackedValues& values);
  void rebuild();
  void require(const char* extension);

  Json& document_;
  std::vector<std::uint8_t>& binary_;
  GlbPacking packing_;
  std::map<std::size_t, Use> use_;
  std::map<std::size_t, std::size_t> owner_;  // view -> its only accessor
  std::map<std::size_t, PackedStream> streams_;
  bool needs_quantisation_ = false;
};

// What is used in two ways is packed as it is.
void Packer::use(const Json& place, const char* key, Use as) {
  const std::size_t accessor = number(place, key, accessors().size());
  if (accessor >= accessors().size()) return;
  const auto [at, fresh] = use_.try_emplace(accessor, as);
  if (!fresh && at->second != as) at->second = Use::Other;
}

void Packer::find_uses() {
  constexpr std::size_t kModeTriangles = 4;
  for (const Json& mesh : list(document_, "meshes")) {
    for (const Json& primitive : list(mesh, "primitives")) {
      const bool triangles = number(primitive, "mode", kModeTriangles) == kModeTriangles;
      use(primitive, "indices", triangles ? Use::Triangles : Use::Unknown);
      for (const auto& [name, value] :
           part(primitive, "attributes", Json::value_t::object).items()) {
        use(primitive["attributes"], name.c_str(),
            name == "POSITION"              ? Use::Position
            : name == "NORMAL"              ? Use::Normal
            : name.starts_with("TEXCOORD_") ? Use::Coordinates
            : name.starts_with("WEIGHTS_")  ? Use::Weights
                                            : Use::Other);
      }
      for (const Json& target : list(primitive, "targets")) {
        for (const auto& [name, value] : target.items()) {
          use(target, name.c_str(), name == "POSITION" ? Use::Position : Use::Other);
        }
      }
    }
  }
  for (const Json& skin : list(document_, "skins")) {
    use(skin, "inverseBindMatrices", Use::Other);
  }
  for (const Json& animation : list(document_, "animations")) {
    const Json& samplers = list(animation, "samplers");
    for (const Json& sampler : samplers) use(sampler, "input", Use::Other);
    for (const Json& channel : list(animation, "channels")) {
      const std::size_t s = number(channel, "sampler", samplers.size());
      if (s >= samplers.size()) continue;
      const bool turns = channel.contains("target") &&
                         channel["target"].value("path", "") == "rotation" &&
                         samplers[s].value("interpolation", "LINEAR") != "CUBICSPLINE";
      use(samplers[s], "output", turns ? Use::Turns : Use::Other);
    }
  }
}

void Packer::find_owners() {
  std::map<std::size_t, std::size_t> users;
  for (std::size_t a = 0; a < accessors().size(); ++a) {
    const Json& accessor = accessors()[a];
    const std::size_t views = document_["bufferViews"].size();
    const std::size_t view = number(accessor, "bufferView", views);
    if (view < views) {
      ++users[view];
      owner_[view] = a;
    }
    if (!accessor.contains("sparse")) continue;
    for (const char* part : {"indices", "values"}) {
      if (accessor["sparse"].contains(part)) {
        users[number(accessor["sparse"][part], "bufferView", views)] += 2;
      }
    }
    users[view] += 2;
  }
  std::erase_if(owner_, [&](const auto& entry) {
    const Json& view = document_["bufferViews"][entry.first];
    const Json& accessor = accessors()[entry.second];
    const std::size_t each =
        gltf_component_size(static_cast<int>(number(accessor, "componentType", 0))) *
        gltf_component_count(accessor.value("type", ""));
    const std::size_t stride = number(view, "byteStride", each);
    return users[entry.first] != 1 || !use_.contains(entry.second) ||
           use_[entry.second] == Use::Unknown || view.contains("extensions") || each == 0 ||
           stride != each || number(accessor, "byteOffset", 0) != 0 ||
           number(view, "byteLength", 0) != each * number(accessor, "count", 0) ||
           number(view, "byteOffset", 0) + number(view, "byteLength", 0) > binary_.size();
  });
}

std::optional<PackedValues> Packer::rounded(std::size_t accessor,
                                            const std::vector<std::uint8_t>& bytes) {
  const Json& a = accessors()[accessor];
  if (packing_ != GlbPacking::Small || number(a, "componentType", 0) != kGltfFloat) {
    return std::nullopt;
  }
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  if (!std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); })) {
    return std::nullopt;
  }
  const std::string type = a.value("type", "");
  switch (use_[accessor]) {
    case Use::Position:
    case Use::Coordinates:
      return as_exponential(values, gltf_component_count(type));
    case Use::Normal:
      if (type == "VEC3") return as_octahedral(values);
      break;
    case Use::Weights:
      if (type == "VEC4") return as_weights(values);
      break;
    case Use::Turns:
      if (type == "VEC4") return as_quaternions(values);
      break;
    default:
      break;
  }
  return std::nullopt;
}

void Packer::adopt(Json& accessor, const PackedValues& values) {
  accessor["componentType"] = values.component_type;
  if (values.normalized) accessor["normalized"] = true;
  for (const auto& [key, bounds] : {std::pair("min", &values.lowest), {"max", &values.highest}}) {
    if (!accessor.contains(key)) continue;
    accessor.erase(key);
    for (const float bound : *bounds) accessor[key].push_back(bound);
  }
}

void Packer::pack_view(std::size_t view, std::size_t accessor) {
  Json& v = document_["bufferViews"][view];
  const auto first = binary_.begin() + static_cast<std::ptrdiff_t>(number(v, "byteOffset", 0));
  std::vector<std::uint8_t> bytes(first,
                                  first + static_cast<std::ptrdiff_t>(number(v, "byteLength", 0)));
  PackedStream out;
  out.count = number(accessors()[accessor], "count", 0);
  out.stride = bytes.size() / std::max<std::size_t>(out.count, 1);
  if (use_[accessor] == Use::Triangles) {
    if ((out.stride != 2 && out.stride != 4) || out.count % 3 != 0) return;
    std::vector<unsigned> index(out.count, 0u);
    for (std::size_t i = 0; i < out.count; ++i) {
      std::memcpy(&index[i], bytes.data() + i * out.stride, out.stride);
    }
    meshopt_encodeIndexVersion(1);  // that of the extension
    out.mode = "TRIANGLES";
    out.data.resize(meshopt_encodeIndexBufferBound(
        out.count, index.empty() ? 0 : 1 + *std::max_element(index.begin(), index.end())));
    out.data.resize(
        meshopt_encodeIndexBuffer(out.data.data(), out.data.size(), index.data(), out.count));
  } else {
    const auto values = rounded(accessor, bytes);
    if (values) {
      bytes = values->bytes;
      out.stride = values->stride;
      out.filter = values->filter;
    }
    if (out.stride == 0 || out.stride % 4 != 0 || out.stride > 256) return;
    meshopt_encodeVertexVersion(0);
    out.data.resize(meshopt_encodeVertexBufferBound(out.count, out.stride));
    out.data.resize(meshopt_encodeVertexBuffer(out.data.data(), out.data.size(), bytes.data(),
                                               out.count, out.stride));
    if (!values && out.data.size() >= bytes.size()) return;
    if (values) {
      adopt(accessors()[accessor], *values);
      needs_quantisation_ = needs_quantisation_ || use_[accessor] == Use::Normal;
      v["byteLength"] = bytes.size();
      if (out.stride != gltf_component_size(values->component_type) *
                            gltf_component_count(accessors()[accessor].value("type", ""))) {
        v["byteStride"] = out.stride;
      }
    }
  }
  if (out.data.empty()) return;
  streams_[view] = std::move(out);
}

// The binary part anew: what stays plain and the streams; the views of these lie one behind the
// other in a buffer that is only there by its size.
void Packer::rebuild() {
  std::vector<std::uint8_t> fresh;
  std::size_t decoded = 0;
  const auto append = [&](const auto& bytes) {
    fresh.resize((fresh.size() + 3) / 4 * 4, 0);
    const std::size_t at = fresh.size();
    fresh.insert(fresh.end(), bytes.begin(), bytes.end());
    return at;
  };
  for (std::size_t i = 0; i < document_["bufferViews"].size(); ++i) {
    Json& view = document_["bufferViews"][i];
    const auto stream = streams_.find(i);
    const std::size_t start = number(view, "byteOffset", 0), length = number(view, "byteLength", 0);
    if (stream == streams_.end()) {
      const std::size_t end = std::min(start + length, binary_.size());
      view["byteOffset"] =
          append(std::span(binary_).subspan(std::min(start, end), end - std::min(start, end)));
      continue;
    }
    const PackedStream& s = stream->second;
    Json packed = {{"buffer", 0},
                   {"byteOffset", append(s.data)},
                   {"byteLength", s.data.size()},
                   {"byteStride", s.stride},
                   {"count", s.count},
                   {"mode", s.mode}};
    if (s.filter != nullptr) packed["filter"] = s.filter;
    view["buffer"] = 1;
    view["byteOffset"] = decoded;
    view["extensions"][kExtension] = std::move(packed);
    decoded += (length + 3) / 4 * 4;
  }
  binary_ = std::move(fresh);
  document_["buffers"] = Json::array(
      {{{"byteLength", binary_.size()}},
       {{"byteLength", decoded}, {"extensions", {{kExtension, {{"fallback", true}}}}}}});
}

void Packer::require(const char* extension) {
  for (const char* list : {"extensionsUsed", "extensionsRequired"}) {
    Json& names = document_[list];
    if (!names.is_array()) names = Json::array();
    if (std::find(names.begin(), names.end(), extension) == names.end()) names.push_back(extension);
  }
}

}  // namespace

void pack_gltf(Json& document, std::vector<std::uint8_t>& binary, GlbPacking packing) {
  if (packing == GlbPacking::None || !document.contains("accessors") ||
      !document.contains("bufferViews")) {
    return;
  }
  Packer(document, binary, packing).pack();
}

}  // namespace bindpose
