#include "io/gltf/compressed/pack.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "io/gltf/compressed/pack_streams.h"
#include "io/gltf/compressed/pack_uses.h"
#include "io/gltf/compressed/pack_values.h"
#include "io/gltf/document.h"

namespace bindpose {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr const char* kExtension = "EXT_meshopt_compression";
constexpr const char* kQuantised = "KHR_mesh_quantization";

class Packer {
 public:
  Packer(OrderedJson& document, std::vector<std::uint8_t>& binary, GlbPacking packing,
         std::size_t most)
      : document_(document), binary_(binary), packing_(packing), most_(most) {}

  void pack() {
    check_views(document_, binary_.size());
    ArrayUses uses = array_uses(document_);
    use_ = std::move(uses.use);
    weights_ = std::move(uses.weights);
    find_owners();
    if (packing_ == GlbPacking::Small) round_weights();
    for (const auto& [view, accessor] : owner_) pack_view(view, accessor);
    for (const auto& [view, users] : shared_) pack_shared(view, users);
    if (streams_.empty()) return;
    rebuild();
    require(kExtension);
    if (needs_quantisation_) require(kQuantised);
  }

 private:
  OrderedJson& accessors() { return document_["accessors"]; }
  void find_owners();
  bool fills(const OrderedJson& view, const OrderedJson& accessor);
  std::vector<float> floats_of(std::size_t view);
  void round_weights(const std::vector<std::size_t>& sets);
  void round_weights();
  std::vector<std::uint8_t> bytes_of(std::size_t view);
  void pack_view(std::size_t view, std::size_t accessor);
  std::optional<PackedValues> rounded(std::size_t accessor, const std::vector<std::uint8_t>& bytes);
  static std::map<std::size_t, std::size_t> names_of_views(const OrderedJson& document);
  void pack_shared(std::size_t view, const std::vector<std::size_t>& users);
  void add_stream(std::size_t view, PackedStream stream, std::size_t decoded);
  void adopt(OrderedJson& accessor, const PackedValues& values);
  void rebuild();
  void require(const char* extension);

  OrderedJson& document_;
  std::vector<std::uint8_t>& binary_;
  GlbPacking packing_;
  std::size_t most_;
  std::size_t decoded_ = 0;  // bytes of all streams
  std::map<std::size_t, ArrayUse> use_;
  std::set<std::vector<std::size_t>> weights_;  // of each primitive: accessors of all its sets
  std::map<std::size_t, PackedValues> rounded_weights_;     // by accessor
  std::map<std::size_t, std::size_t> owner_;                // view -> its only accessor
  std::map<std::size_t, std::vector<std::size_t>> shared_;  // view -> all its accessors
  std::map<std::size_t, PackedStream> streams_;
  bool needs_quantisation_ = false;
};

void Packer::find_owners() {
  std::map<std::size_t, std::size_t> users;
  for (std::size_t a = 0; a < accessors().size(); ++a) {
    const OrderedJson& accessor = accessors()[a];
    const std::size_t views = document_["bufferViews"].size();
    const std::size_t view = sound_number(accessor, "bufferView", views);
    if (view < views) {
      ++users[view];
      owner_[view] = a;
      shared_[view].push_back(a);
    }
    if (!accessor.contains("sparse")) continue;
    for (const char* part : {"indices", "values"}) {
      if (accessor["sparse"].contains(part)) {
        users[sound_number(accessor["sparse"][part], "bufferView", views)] += 2;
      }
    }
    users[view] += 2;
  }
  for (const OrderedJson& image : list_of(document_, "images")) {
    if (image.contains("bufferView")) users[sound_number(image, "bufferView", 0)] += 2;
  }
  // Whatever else names a view, an extension say, may mean its bytes as they lie.
  std::map<std::size_t, std::size_t> named = names_of_views(document_);
  std::erase_if(shared_, [&](const auto& entry) {
    const auto& [view, accessors] = entry;
    return users[view] != accessors.size() || named[view] != accessors.size() ||
           document_["bufferViews"][view].contains("extensions");
  });
  std::erase_if(owner_, [&](const auto& entry) {
    const OrderedJson& view = document_["bufferViews"][entry.first];
    return users[entry.first] != 1 || !use_.contains(entry.second) ||
           use_[entry.second] == ArrayUse::Unknown || view.contains("extensions") ||
           !fills(view, accessors()[entry.second]);
  });
  std::erase_if(shared_, [&](const auto& entry) { return owner_.contains(entry.first); });
}

// How often each view is named, anywhere. However deep the file is nested.
std::map<std::size_t, std::size_t> Packer::names_of_views(const OrderedJson& document) {
  std::map<std::size_t, std::size_t> named;
  std::vector<const OrderedJson*> left{&document};
  while (!left.empty()) {
    const OrderedJson& at = *left.back();
    left.pop_back();
    if (at.is_object()) {
      const auto view = at.find("bufferView");
      if (view != at.end() && view->is_number_unsigned()) ++named[view->get<std::size_t>()];
    }
    for (const OrderedJson& part : at) {
      if (part.is_structured()) left.push_back(&part);
    }
  }
  return named;
}

// A view in which several arrays lie, beside or behind each other, as exporters interleave the
// attributes of a mesh or put all of one kind together: one stream of it as it is.
void Packer::pack_shared(std::size_t view, const std::vector<std::size_t>& users) {
  constexpr std::size_t kWords = 220;  // what a stream takes in the JSON
  OrderedJson& v = document_["bufferViews"][view];
  std::vector<std::uint8_t> bytes = bytes_of(view);
  const std::size_t plain_size = bytes.size();
  const std::size_t type = sound_number(accessors()[users.front()], "componentType", 0);
  const std::size_t each = type == kGltfInt ? 4 : type == kGltfShort ? 2 : 0;
  const bool triangles = each > 0 && std::ranges::all_of(users, [&](std::size_t a) {
                           const OrderedJson& accessor = accessors()[a];
                           return use_.contains(a) && use_[a] == ArrayUse::Triangles &&
                                  sound_number(accessor, "componentType", 0) == type &&
                                  sound_number(accessor, "count", 0) % 3 == 0 &&
                                  sound_number(accessor, "byteOffset", 0) % (3 * each) == 0;
                         });
  PackedStream best;
  if (triangles && plain_size % (3 * each) == 0) {
    best = index_stream(bytes, each);
  } else {
    const std::size_t stride = sound_number(v, "byteStride", 0);
    if (stride > 0) bytes.resize((bytes.size() + stride - 1) / stride * stride, 0);
    const std::vector<std::size_t> strides =
        stride > 0 ? std::vector{stride} : std::vector<std::size_t>{4, 8, 12, 16};
    for (const std::size_t s : strides) {
      if (s % 4 != 0 || s > 256 || bytes.size() % s != 0) continue;
      PackedStream stream = vertex_stream(bytes, s);
      if (best.data.empty() || stream.data.size() < best.data.size()) best = std::move(stream);
    }
  }
  if (best.data.empty() || best.data.size() + kWords >= plain_size) return;
  v["byteLength"] = bytes.size();
  add_stream(view, std::move(best), bytes.size());
}

// Whether its elements are all that the view has, one behind the other.
bool Packer::fills(const OrderedJson& view, const OrderedJson& accessor) {
  const std::size_t type = sound_number(accessor, "componentType", 0);
  const std::size_t each = type > kGltfFloat ? 0
                                             : gltf_component_size(static_cast<int>(type)) *
                                                   gltf_component_count(accessor.value("type", ""));
  const std::size_t count = sound_number(accessor, "count", 0),
                    length = sound_number(view, "byteLength", 0);
  return each > 0 && count > 0 && length % each == 0 && length / each == count &&
         sound_number(view, "byteStride", each) == each &&
         sound_number(accessor, "byteOffset", 0) == 0;
}

std::vector<std::uint8_t> Packer::bytes_of(std::size_t view) {
  const OrderedJson& v = document_["bufferViews"][view];
  const auto bytes = std::span(binary_).subspan(sound_number(v, "byteOffset", 0),
                                                sound_number(v, "byteLength", 0));
  return {bytes.begin(), bytes.end()};
}

std::vector<float> Packer::floats_of(std::size_t view) {
  const std::vector<std::uint8_t> bytes = bytes_of(view);
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

// The sets of one primitive together.
void Packer::round_weights(const std::vector<std::size_t>& sets) {
  std::vector<std::vector<float>> values;
  for (const std::size_t a : sets) {
    const auto owned = std::find_if(owner_.begin(), owner_.end(),
                                    [&](const auto& entry) { return entry.second == a; });
    if (owned == owner_.end() || use_[a] != ArrayUse::Weights ||
        sound_number(accessors()[a], "componentType", 0) != kGltfFloat ||
        accessors()[a].value("type", "") != "VEC4") {
      return;
    }
    values.push_back(floats_of(owned->first));
  }
  std::vector<PackedValues> packed = as_weights(values);
  for (std::size_t s = 0; s < packed.size(); ++s) rounded_weights_[sets[s]] = std::move(packed[s]);
}

// A set that stands beside others in another primitive has no one rounding.
void Packer::round_weights() {
  std::map<std::size_t, std::size_t> users;
  for (const std::vector<std::size_t>& sets : weights_) {
    for (const std::size_t a : sets) ++users[a];
  }
  for (const std::vector<std::size_t>& sets : weights_) {
    if (std::all_of(sets.begin(), sets.end(), [&](std::size_t a) { return users[a] == 1; })) {
      round_weights(sets);
    }
  }
}

std::optional<PackedValues> Packer::rounded(std::size_t accessor,
                                            const std::vector<std::uint8_t>& bytes) {
  const OrderedJson& a = accessors()[accessor];
  if (packing_ != GlbPacking::Small || sound_number(a, "componentType", 0) != kGltfFloat) {
    return std::nullopt;
  }
  if (const auto known = rounded_weights_.find(accessor); known != rounded_weights_.end()) {
    return known->second;
  }
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  if (!std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); })) {
    return std::nullopt;
  }
  const std::string type = a.value("type", "");
  switch (use_[accessor]) {
    case ArrayUse::Position:
      return as_exponential(values, gltf_component_count(type));
    case ArrayUse::Coordinates:  // a tenth of a pixel of 1,000, however often a texture is laid
      return as_exponential(values, gltf_component_count(type), -12);
    case ArrayUse::Normal:
      if (type == "VEC3") return as_octahedral(values);
      break;
    case ArrayUse::Turns:
      if (type == "VEC4") return as_quaternions(values);
      break;
    default:
      break;
  }
  return std::nullopt;
}

void Packer::adopt(OrderedJson& accessor, const PackedValues& values) {
  accessor["componentType"] = static_cast<unsigned>(values.component_type);
  if (values.normalized) accessor["normalized"] = true;
  for (const auto& [key, bounds] : {std::pair("min", &values.lowest), {"max", &values.highest}}) {
    if (!accessor.contains(key)) continue;
    accessor.erase(key);
    for (const float bound : *bounds) accessor[key].push_back(bound);
  }
}

void Packer::pack_view(std::size_t view, std::size_t accessor) {
  OrderedJson& v = document_["bufferViews"][view];
  std::vector<std::uint8_t> bytes = bytes_of(view);
  const std::size_t plain_size = bytes.size();
  PackedStream out;
  out.count = sound_number(accessors()[accessor], "count", 0);
  out.stride = plain_size / out.count;
  std::optional<PackedValues> values;
  if (use_[accessor] == ArrayUse::Triangles) {
    if ((out.stride != 2 && out.stride != 4) || out.count % 3 != 0) return;
    out = index_stream(bytes, out.stride);
  } else {
    values = rounded(accessor, bytes);
    if (values) {
      bytes = values->bytes;
      out.stride = values->stride;
    }
    if (out.stride == 0 || out.stride % 4 != 0 || out.stride > 256) return;
    out = vertex_stream(bytes, out.stride);
    if (values) out.filter = values->filter;
  }
  if (out.data.empty() || out.data.size() >= plain_size) return;
  if (values) {
    adopt(accessors()[accessor], *values);
    needs_quantisation_ = needs_quantisation_ || use_[accessor] == ArrayUse::Normal;
    v["byteLength"] = bytes.size();
    v.erase("byteStride");  // of the numbers as they were
    if (out.stride != gltf_component_size(values->component_type) *
                          gltf_component_count(accessors()[accessor].value("type", ""))) {
      v["byteStride"] = out.stride;
    }
  }
  add_stream(view, std::move(out), bytes.size());
}

void Packer::add_stream(std::size_t view, PackedStream stream, std::size_t decoded) {
  decoded_ += (decoded + 3) / 4 * 4;
  if (decoded_ > most_) {
    throw std::runtime_error(
        "The file cannot be compressed, for its arrays are more than the 1 GiB that Bindpose reads "
        "of a compressed file; export it without compression.");
  }
  streams_[view] = std::move(stream);
}

// The binary part anew: what stays plain and the streams; the views of these lie one behind the
// other in a buffer that is only there by its size.
void Packer::rebuild() {
  std::vector<std::uint8_t> fresh;
  std::size_t decoded = 0;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> known;  // views of the same bytes
  const auto append = [&](const auto& bytes) {
    fresh.resize((fresh.size() + 3) / 4 * 4, 0);
    const std::size_t at = fresh.size();
    fresh.insert(fresh.end(), bytes.begin(), bytes.end());
    return at;
  };
  for (std::size_t i = 0; i < document_["bufferViews"].size(); ++i) {
    OrderedJson& view = document_["bufferViews"][i];
    const auto stream = streams_.find(i);
    const std::size_t start = sound_number(view, "byteOffset", 0),
                      length = sound_number(view, "byteLength", 0);
    if (stream == streams_.end()) {
      const auto [at, is_new] = known.try_emplace({start, length}, 0);
      if (is_new) at->second = append(std::span(binary_).subspan(start, length));
      view["byteOffset"] = at->second;
      continue;
    }
    const PackedStream& s = stream->second;
    OrderedJson packed = {{"buffer", 0},
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
  document_["buffers"] = OrderedJson::array(
      {{{"byteLength", binary_.size()}},
       {{"byteLength", decoded}, {"extensions", {{kExtension, {{"fallback", true}}}}}}});
}

void Packer::require(const char* extension) {
  for (const char* list : {"extensionsUsed", "extensionsRequired"}) {
    OrderedJson& names = document_[list];
    if (!names.is_array()) names = OrderedJson::array();
    if (std::find(names.begin(), names.end(), extension) == names.end()) names.push_back(extension);
  }
}

}  // namespace

void pack_gltf(OrderedJson& document, std::vector<std::uint8_t>& binary, GlbPacking packing,
               std::size_t most) {
  if (packing == GlbPacking::None || !document.contains("accessors") ||
      !document.contains("bufferViews")) {
    return;
  }
  try {
    Packer(document, binary, packing, most).pack();
  } catch (const nlohmann::json::exception&) {
    refuse_unsound();
  }
}

}  // namespace bindpose
