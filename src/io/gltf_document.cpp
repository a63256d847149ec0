#include "io/gltf_document.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>

#include "io/assimp_convert.h"
#include "io/import.h"

namespace bindpose {
namespace {

using nlohmann::json;

constexpr std::string_view kMagic = "glTF";
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;
constexpr std::uint32_t kBinaryChunk = 0x004E4942;
constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kDataUri = "data:application/octet-stream;base64,";

std::uint32_t read_u32(std::string_view text, std::size_t at) {
  std::array<unsigned char, 4> b{};
  std::memcpy(b.data(), text.data() + at, 4);
  return std::uint32_t{b[0]} | std::uint32_t{b[1]} << 8 | std::uint32_t{b[2]} << 16 |
         std::uint32_t{b[3]} << 24;
}

void put_u32(std::vector<std::uint8_t>& out, std::size_t value) {
  for (int shift = 0; shift < 32; shift += 8) {
    out.push_back(static_cast<std::uint8_t>(value >> shift));
  }
}

std::string base64(const std::vector<std::uint8_t>& bytes) {
  std::string out;
  out.reserve(bytes.size() * 4 / 3 + 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = std::uint32_t{bytes[i]} << 16;
    if (have > 1) group |= std::uint32_t{bytes[i + 1]} << 8;
    if (have > 2) group |= std::uint32_t{bytes[i + 2]};
    for (std::size_t k = 0; k < 4; ++k) {
      out.push_back(k <= have ? kBase64[(group >> (18 - 6 * k)) & 63] : '=');
    }
  }
  return out;
}

std::vector<std::uint8_t> base64_decoded(std::string_view text) {
  static const std::array<int, 256> digit = [] {
    std::array<int, 256> d;
    d.fill(-1);
    for (std::size_t i = 0; i < kBase64.size(); ++i) {
      d[static_cast<unsigned char>(kBase64[i])] = static_cast<int>(i);
    }
    return d;
  }();
  std::vector<std::uint8_t> out;
  out.reserve(text.size() * 3 / 4);
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    const int value = digit[static_cast<unsigned char>(c)];
    if (value < 0) continue;
    group = (group << 6 | static_cast<std::uint32_t>(value)) & 0xFFFFFF;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out.push_back(static_cast<std::uint8_t>(group >> bits));
  }
  return out;
}

struct Chunks {
  std::string_view json;
  std::string_view binary;
};

std::optional<Chunks> split_glb(std::string_view text) {
  constexpr std::size_t kHeader = 12;
  if (!text.starts_with(kMagic) || text.size() < kHeader + 8 || read_u32(text, 4) != 2) return {};
  Chunks chunks;
  std::size_t at = kHeader;
  while (at + 8 <= text.size()) {
    const std::size_t length = read_u32(text, at);
    const std::uint32_t type = read_u32(text, at + 4);
    at += 8;
    if (length > text.size() - at) return {};
    if (type == kJsonChunk && chunks.json.empty()) chunks.json = text.substr(at, length);
    if (type == kBinaryChunk && chunks.binary.empty()) chunks.binary = text.substr(at, length);
    at += (length + 3) / 4 * 4;
  }
  return chunks.json.empty() ? std::nullopt : std::optional(chunks);
}

std::vector<std::uint8_t> read_companion(const std::filesystem::path& folder,
                                         const std::string& uri) {
  const std::filesystem::path relative(uri);
  if (relative.has_root_path()) return {};
  for (const auto& part : relative) {
    if (part == "..") return {};
  }
  std::error_code error;
  const auto path = folder / relative;
  if (!std::filesystem::is_regular_file(path, error)) return {};
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

const std::vector<std::uint8_t>& buffer_bytes(GltfDocument& document, std::size_t index) {
  const auto [known, fresh] = document.loaded.try_emplace(index);
  if (!fresh) return known->second;
  const json& buffer = document.json["buffers"][index];
  if (!buffer.is_object() || !buffer.contains("uri")) {
    if (index == 0) known->second = document.binary;
    return known->second;
  }
  if (!buffer["uri"].is_string()) return known->second;
  const std::string& uri = buffer["uri"].get_ref<const std::string&>();
  const std::size_t comma = uri.find(',');
  known->second = uri.starts_with("data:") && comma != uri.npos
                      ? base64_decoded(std::string_view(uri).substr(comma + 1))
                      : read_companion(document.folder, uri);
  return known->second;
}

std::size_t component_size(int type) {
  switch (type) {
    case 5120:
    case kGltfByte:
      return 1;
    case 5122:
    case kGltfShort:
      return 2;
    case 5125:
    case kGltfFloat:
      return 4;
    default:
      return 0;
  }
}

std::size_t component_count(const std::string& type) {
  if (type == "SCALAR") return 1;
  if (type == "VEC2") return 2;
  if (type == "VEC3") return 3;
  if (type == "VEC4" || type == "MAT2") return 4;
  if (type == "MAT3") return 9;
  return type == "MAT4" ? 16 : 0;
}

template <typename T>
float number(const std::uint8_t* at, bool normalized) {
  T value;
  std::memcpy(&value, at, sizeof value);
  if constexpr (std::is_integral_v<T>) {
    if (normalized) {
      const float most = static_cast<float>(std::numeric_limits<T>::max());
      return std::max(static_cast<float>(value) / most, -1.0f);
    }
  }
  return static_cast<float>(value);
}

float component(const std::uint8_t* at, int type, bool normalized) {
  switch (type) {
    case 5120:
      return number<std::int8_t>(at, normalized);
    case kGltfByte:
      return number<std::uint8_t>(at, normalized);
    case 5122:
      return number<std::int16_t>(at, normalized);
    case kGltfShort:
      return number<std::uint16_t>(at, normalized);
    case 5125:
      return number<std::uint32_t>(at, normalized);
    default:
      return number<float>(at, normalized);
  }
}

std::size_t size_or(const json& object, const char* key, std::size_t otherwise) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_unsigned() ? found->get<std::size_t>()
                                                              : otherwise;
}

}  // namespace

const json& gltf_array(const json& object, const char* key) {
  static const json empty = json::array();
  if (!object.is_object()) return empty;
  const auto found = object.find(key);
  return found != object.end() && found->is_array() ? *found : empty;
}

std::optional<std::size_t> gltf_index(const json& object, const char* key, std::size_t size) {
  if (!object.is_object()) return std::nullopt;
  const std::size_t index = size_or(object, key, size);
  return index < size ? std::optional(index) : std::nullopt;
}

std::optional<GltfDocument> open_gltf(const ModelFile& file) {
  GltfDocument document;
  document.folder = file.path.parent_path();
  std::string_view text = file.text();
  if (text.starts_with(kMagic)) {
    const auto chunks = split_glb(text);
    if (!chunks) return std::nullopt;
    text = chunks->json;
    document.binary.assign(chunks->binary.begin(), chunks->binary.end());
  }
  try {
    document.json = json::parse(text);
  } catch (const json::parse_error& e) {
    throw ImportError("\"" + clean_text(file.path.string()) +
                      "\" is not a sound glTF file: its JSON breaks off or is wrong at byte " +
                      std::to_string(e.byte) + "; export or copy it again.");
  }
  const json& root = document.json;
  if (!root.is_object() || !root.contains("asset") || !root["asset"].is_object()) return {};
  const auto version = root["asset"].find("version");
  const bool two = version != root["asset"].end() && version->is_string() &&
                   version->get_ref<const std::string&>().starts_with("2");
  return two ? std::optional(std::move(document)) : std::nullopt;
}

std::vector<std::uint8_t> write_gltf(GltfDocument& document, bool binary) {
  if (!document.extra.empty()) {
    document.json["buffers"].push_back({{"byteLength", document.extra.size()},
                                        {"uri", std::string(kDataUri) + base64(document.extra)}});
  }
  std::string text = document.json.dump(-1, ' ', false, json::error_handler_t::replace);
  if (!binary) return {text.begin(), text.end()};
  text.resize((text.size() + 3) / 4 * 4, ' ');
  const std::size_t data = (document.binary.size() + 3) / 4 * 4;
  std::vector<std::uint8_t> out(kMagic.begin(), kMagic.end());
  put_u32(out, 2);
  put_u32(out, 12 + 8 + text.size() + (data > 0 ? 8 + data : 0));
  put_u32(out, text.size());
  put_u32(out, kJsonChunk);
  out.insert(out.end(), text.begin(), text.end());
  if (data > 0) {
    put_u32(out, data);
    put_u32(out, kBinaryChunk);
    out.insert(out.end(), document.binary.begin(), document.binary.end());
    out.resize(out.size() + data - document.binary.size(), 0);
  }
  return out;
}

std::optional<GltfValues> read_accessor(GltfDocument& document, std::size_t index) {
  const json& accessors = gltf_array(document.json, "accessors");
  if (index >= accessors.size() || !accessors[index].is_object()) return std::nullopt;
  const json& accessor = accessors[index];
  const json& views = gltf_array(document.json, "bufferViews");
  const auto view = gltf_index(accessor, "bufferView", views.size());
  if (!view || accessor.contains("sparse")) return std::nullopt;
  const auto buffer =
      gltf_index(views[*view], "buffer", gltf_array(document.json, "buffers").size());
  const auto type = accessor.find("type");
  if (!buffer || type == accessor.end() || !type->is_string()) return std::nullopt;

  GltfValues out;
  out.component_type = static_cast<int>(size_or(accessor, "componentType", 0));
  const auto flag = accessor.find("normalized");
  out.normalized = flag != accessor.end() && flag->is_boolean() && flag->get<bool>();
  out.components = component_count(type->get<std::string>());
  out.count = size_or(accessor, "count", 0);
  const std::size_t each = component_size(out.component_type);
  const std::size_t packed = each * out.components;
  const std::size_t stride = size_or(views[*view], "byteStride", packed);
  const std::size_t view_start = size_or(views[*view], "byteOffset", 0);
  const std::size_t start = size_or(accessor, "byteOffset", 0);
  const std::vector<std::uint8_t>& bytes = buffer_bytes(document, *buffer);
  // Compared so that nothing can overflow: the last element must end inside the buffer.
  if (packed == 0 || out.count == 0 || stride == 0 || view_start > bytes.size() ||
      start > bytes.size() - view_start) {
    return std::nullopt;
  }
  const std::size_t room = bytes.size() - view_start - start;
  if (room < packed || (room - packed) / stride < out.count - 1) return std::nullopt;

  out.value.reserve(out.count * out.components);
  for (std::size_t i = 0; i < out.count; ++i) {
    const std::uint8_t* element = bytes.data() + view_start + start + i * stride;
    for (std::size_t k = 0; k < out.components; ++k) {
      out.value.push_back(component(element + k * each, out.component_type, out.normalized));
    }
  }
  return out;
}

std::size_t add_accessor(GltfDocument& document, const std::vector<float>& value, const char* type,
                         std::size_t count, int component_type) {
  json& root = document.json;
  const std::size_t start = document.extra.size();
  for (const float v : value) {
    std::array<std::uint8_t, 4> bytes{};
    std::size_t size = sizeof v;
    if (component_type == kGltfShort) {
      const auto narrow = static_cast<std::uint16_t>(std::clamp(v, 0.0f, 65535.0f));
      size = sizeof narrow;
      std::memcpy(bytes.data(), &narrow, size);
    } else {
      std::memcpy(bytes.data(), &v, size);
    }
    document.extra.insert(document.extra.end(), bytes.begin(),
                          bytes.begin() + static_cast<std::ptrdiff_t>(size));
  }
  const std::size_t length = document.extra.size() - start;
  document.extra.resize((document.extra.size() + 3) / 4 * 4, 0);
  if (!gltf_array(root, "buffers").is_array() || !root.contains("buffers")) {
    root["buffers"] = json::array();
  }
  for (const char* key : {"bufferViews", "accessors"}) {
    if (!root.contains(key)) root[key] = json::array();
  }
  root["bufferViews"].push_back(
      {{"buffer", root["buffers"].size()}, {"byteOffset", start}, {"byteLength", length}});
  root["accessors"].push_back({{"bufferView", root["bufferViews"].size() - 1},
                               {"componentType", component_type},
                               {"count", count},
                               {"type", type}});
  return root["accessors"].size() - 1;
}

}  // namespace bindpose
