#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <limits>
#include <span>
#include <system_error>

#include "io/files/base64.h"
#include "io/files/companion.h"
#include "io/gltf/document.h"

namespace bindpose {
namespace {

using nlohmann::json;

std::vector<std::uint8_t> read_companion(const std::filesystem::path& folder,
                                         const std::string& uri) {
  const auto path = find_linked(folder, uri);
  if (!path) return {};
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(*path, error);
  std::ifstream in(*path, std::ios::binary);
  if (error || !in) return {};
  // At once: byte by byte it would be as long as reading all else of the model.
  std::vector<std::uint8_t> out(static_cast<std::size_t>(size));
  in.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(size));
  out.resize(static_cast<std::size_t>(in.gcount()));
  return out;
}

// Where the elements of an accessor, or of a part of a sparse one, lie.
struct Elements {
  const std::uint8_t* first = nullptr;
  std::size_t stride = 0;
};

// `components` numbers of T of each of `count` elements.
template <typename T>
void numbers_of(const Elements& from, std::size_t count, std::size_t components, bool normalized,
                float* to) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* at = from.first + i * from.stride;
    for (std::size_t k = 0; k < components; ++k, at += sizeof(T)) {
      T value;
      std::memcpy(&value, at, sizeof value);
      *to = static_cast<float>(value);
      if constexpr (std::is_integral_v<T>) {
        if (normalized)
          *to = std::max(*to / static_cast<float>(std::numeric_limits<T>::max()), -1.0f);
      }
      ++to;
    }
  }
}

void read_numbers(const Elements& from, std::size_t count, std::size_t components, int type,
                  bool normalized, float* to) {
  switch (type) {
    case 5120:
      return numbers_of<std::int8_t>(from, count, components, normalized, to);
    case kGltfByte:
      return numbers_of<std::uint8_t>(from, count, components, normalized, to);
    case 5122:
      return numbers_of<std::int16_t>(from, count, components, normalized, to);
    case kGltfShort:
      return numbers_of<std::uint16_t>(from, count, components, normalized, to);
    case kGltfInt:
      return numbers_of<std::uint32_t>(from, count, components, normalized, to);
    default:
      return numbers_of<float>(from, count, components, normalized, to);
  }
}

std::size_t whole_number(const std::uint8_t* at, int type) {
  std::uint32_t value = 0;  // little-endian, as glTF is
  std::memcpy(&value, at, gltf_component_size(type));
  return value;
}

// `count` elements of `packed` bytes each; nothing where they do not lie in the buffer.
std::optional<Elements> elements_of(GltfDocument& document, const json& part, std::size_t packed,
                                    std::size_t count) {
  const auto view_index = gltf_index(part, "bufferView", gltf_count(document, "bufferViews"));
  if (!view_index) return std::nullopt;
  const json& view = gltf_get(document, "bufferViews", *view_index);
  const std::size_t buffers = gltf_count(document, "buffers");
  const auto buffer = gltf_index(view, "buffer", buffers + 1);  // the last one: still collected
  if (!buffer) return std::nullopt;
  const std::size_t stride = gltf_size(view, "byteStride", packed);
  const std::size_t view_start = gltf_size(view, "byteOffset", 0);
  const std::size_t start = gltf_size(part, "byteOffset", 0);
  const std::span<const std::uint8_t> bytes = *buffer == buffers
                                                  ? std::span<const std::uint8_t>(document.extra)
                                                  : gltf_buffer(document, *buffer);
  // Compared so that nothing can overflow: the last element must end inside the buffer.
  if (packed == 0 || count == 0 || stride == 0 || view_start > bytes.size() ||
      start > bytes.size() - view_start) {
    return std::nullopt;
  }
  const std::size_t room = bytes.size() - view_start - start;
  if (room < packed || (room - packed) / stride < count - 1) return std::nullopt;
  return Elements{bytes.data() + view_start + start, stride};
}

// Puts the values of a sparse accessor over those that are there.
bool apply_sparse(GltfDocument& document, const json& sparse, GltfValues& out) {
  const std::size_t count = gltf_size(sparse, "count", 0);
  if (count == 0 || count > out.count || !sparse.contains("indices") ||
      !sparse.contains("values")) {
    return false;
  }
  const int index_type = static_cast<int>(gltf_size(sparse["indices"], "componentType", 0));
  const std::size_t each = gltf_component_size(out.component_type);
  const auto indices =
      elements_of(document, sparse["indices"], gltf_component_size(index_type), count);
  const auto values = elements_of(document, sparse["values"], each * out.components, count);
  if (!indices || !values || index_type == kGltfFloat) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = whole_number(indices->first + i * indices->stride, index_type);
    if (at >= out.count) return false;
    read_numbers({values->first + i * values->stride, values->stride}, 1, out.components,
                 out.component_type, out.normalized, &out.value[at * out.components]);
  }
  return true;
}

}  // namespace

std::size_t gltf_component_size(int type) {
  switch (type) {
    case 5120:
    case kGltfByte:
      return 1;
    case 5122:
    case kGltfShort:
      return 2;
    case kGltfInt:
    case kGltfFloat:
      return 4;
    default:
      return 0;
  }
}

std::size_t gltf_component_count(const std::string& type) {
  if (type == "SCALAR") return 1;
  if (type == "VEC2") return 2;
  if (type == "VEC3") return 3;
  if (type == "VEC4" || type == "MAT2") return 4;
  if (type == "MAT3") return 9;
  return type == "MAT4" ? 16 : 0;
}

std::size_t gltf_size(const json& object, const char* key, std::size_t otherwise) {
  if (!object.is_object()) return otherwise;
  const auto found = object.find(key);
  return found != object.end() && found->is_number_unsigned() ? found->get<std::size_t>()
                                                              : otherwise;
}

std::span<const std::uint8_t> gltf_buffer(GltfDocument& document, std::size_t index) {
  const json& buffer = gltf_get(document, "buffers", index);
  if (!buffer.is_object() || !buffer.contains("uri")) {
    if (index > 0) return {};
    return {reinterpret_cast<const std::uint8_t*>(document.binary.data()), document.binary.size()};
  }
  if (!buffer["uri"].is_string()) return {};
  const std::string& uri = buffer["uri"].get_ref<const std::string&>();
  if (document.made != nullptr) {
    if (const auto made = document.made->find(uri); made != document.made->end()) {
      return made->second.bytes;
    }
  }
  const auto [known, fresh] = document.loaded.try_emplace(index);
  if (!fresh) return known->second;
  const std::size_t comma = uri.find(',');
  known->second = uri.starts_with("data:") && comma != uri.npos
                      ? base64_decoded(std::string_view(uri).substr(comma + 1))
                      : read_companion(document.folder, uri);
  return known->second;
}

std::span<const std::uint8_t> gltf_bytes(GltfDocument& document, std::size_t buffer,
                                         std::size_t start, std::size_t length) {
  if (buffer >= gltf_count(document, "buffers")) return {};
  const std::span<const std::uint8_t> all = gltf_buffer(document, buffer);
  if (start > all.size() || length > all.size() - start) return {};
  return all.subspan(start, length);
}

std::optional<GltfView> view_accessor(GltfDocument& document, std::size_t index) {
  if (index >= gltf_count(document, "accessors")) return std::nullopt;
  const json& accessor = gltf_get(document, "accessors", index);
  if (!accessor.is_object() || accessor.contains("sparse")) return std::nullopt;
  const json type = accessor.value("type", json());
  if (!type.is_string()) return std::nullopt;
  GltfView view;
  view.component_type = static_cast<int>(gltf_size(accessor, "componentType", 0));
  view.normalized = accessor.value("normalized", json()) == true;
  view.components = gltf_component_count(type.get<std::string>());
  view.count = gltf_size(accessor, "count", 0);
  const std::size_t packed = gltf_component_size(view.component_type) * view.components;
  const auto elements = elements_of(document, accessor, packed, view.count);
  if (!elements) return std::nullopt;
  view.first = elements->first;
  view.stride = elements->stride;
  return view;
}

void read_elements(const GltfView& view, std::size_t first, std::size_t count, float* to) {
  read_numbers({view.first + first * view.stride, view.stride}, count, view.components,
               view.component_type, view.normalized, to);
}

std::optional<std::vector<std::uint8_t>> accessor_bytes(GltfDocument& document, std::size_t index) {
  const auto view = view_accessor(document, index);
  if (!view) return std::nullopt;
  const std::size_t packed = gltf_component_size(view->component_type) * view->components;
  std::vector<std::uint8_t> out(packed * view->count);
  for (std::size_t i = 0; i < view->count; ++i) {
    std::memcpy(out.data() + i * packed, view->first + i * view->stride, packed);
  }
  return out;
}

std::optional<GltfValues> read_accessor(GltfDocument& document, std::size_t index) {
  constexpr std::size_t kMaxZeros = std::size_t{1} << 26;  // that no bytes of the file stand behind
  if (index >= gltf_count(document, "accessors")) return std::nullopt;
  const json& accessor = gltf_get(document, "accessors", index);
  if (!accessor.is_object()) return std::nullopt;
  const auto type = accessor.find("type");
  if (type == accessor.end() || !type->is_string()) return std::nullopt;

  GltfValues out;
  out.component_type = static_cast<int>(gltf_size(accessor, "componentType", 0));
  const auto flag = accessor.find("normalized");
  out.normalized = flag != accessor.end() && flag->is_boolean() && flag->get<bool>();
  out.components = gltf_component_count(type->get<std::string>());
  out.count = gltf_size(accessor, "count", 0);
  const std::size_t each = gltf_component_size(out.component_type);
  const bool sparse = accessor.contains("sparse");
  if (!accessor.contains("bufferView")) {
    if (each == 0 || out.components == 0 || out.count == 0 || out.count > kMaxZeros)
      return std::nullopt;
    out.value.assign(out.count * out.components, 0.0f);
  } else {
    const auto elements = elements_of(document, accessor, each * out.components, out.count);
    if (!elements) return std::nullopt;
    out.value.resize(out.count * out.components);
    read_numbers(*elements, out.count, out.components, out.component_type, out.normalized,
                 out.value.data());
  }
  if (sparse && !apply_sparse(document, accessor["sparse"], out)) return std::nullopt;
  return out;
}

bool holds_only_weights(GltfDocument& document, std::size_t index) {
  const auto view = view_accessor(document, index);
  if (!view || view->component_type != kGltfFloat || view->components != 4) return false;
  for (std::size_t i = 0; i < view->count; ++i) {
    float w[4];
    std::memcpy(w, view->first + i * view->stride, sizeof w);
    if (!(w[0] >= 0.0f && w[1] >= 0.0f && w[2] >= 0.0f && w[3] >= 0.0f)) return false;
  }
  return true;
}

namespace {

// The bytes of one number in that type; returns how many.
std::size_t put_number(float v, int component_type, std::array<std::uint8_t, 4>& bytes) {
  if (component_type == kGltfShort) {
    const auto narrow = static_cast<std::uint16_t>(std::clamp(v, 0.0f, 65535.0f));
    std::memcpy(bytes.data(), &narrow, sizeof narrow);
    return sizeof narrow;
  }
  if (component_type == kGltfInt) {
    const auto whole = static_cast<std::uint32_t>(std::clamp(double{v}, 0.0, 4294967295.0));
    std::memcpy(bytes.data(), &whole, sizeof whole);
    return sizeof whole;
  }
  std::memcpy(bytes.data(), &v, sizeof v);
  return sizeof v;
}

json stored_accessor(GltfDocument& document, const std::vector<float>& value,
                     const std::string& type, std::size_t count, int component_type) {
  // Numbers that are read again are unsigned, as those of a file.
  const auto type_number = static_cast<unsigned>(component_type);
  const std::size_t start = document.extra.size();
  document.extra.reserve(start + value.size() * sizeof(float));
  for (const float v : value) {
    std::array<std::uint8_t, 4> bytes{};
    const auto size = static_cast<std::ptrdiff_t>(put_number(v, component_type, bytes));
    document.extra.insert(document.extra.end(), bytes.begin(), bytes.begin() + size);
  }
  const std::size_t length = document.extra.size() - start;
  document.extra.resize((document.extra.size() + 3) / 4 * 4, 0);
  // The buffer itself is appended when the file is written.
  const std::size_t view = gltf_append(
      document, "bufferViews",
      {{"buffer", gltf_count(document, "buffers")}, {"byteOffset", start}, {"byteLength", length}});
  return {{"bufferView", view}, {"componentType", type_number}, {"count", count}, {"type", type}};
}

}  // namespace

std::size_t add_accessor(GltfDocument& document, const std::vector<float>& value, const char* type,
                         std::size_t count, int component_type) {
  return gltf_append(document, "accessors",
                     stored_accessor(document, value, type, count, component_type));
}

void replace_accessor(GltfDocument& document, std::size_t index, const GltfValues& values,
                      int component_type) {
  const std::string type = gltf_get(document, "accessors", index)["type"].get<std::string>();
  json fresh = stored_accessor(document, values.value, type, values.count, component_type);
  gltf_change(document, "accessors", index) = std::move(fresh);
}

}  // namespace bindpose
