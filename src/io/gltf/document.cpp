#include "io/gltf/document.h"

#include <array>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "io/gltf/attributes.h"
#include "io/import_error.h"
#include "io/text/clean_text.h"

namespace bindpose {
namespace {

using nlohmann::json;

constexpr std::string_view kMagic = "glTF";
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;
constexpr std::uint32_t kBinaryChunk = 0x004E4942;
constexpr const char* kMended = ".bindpose-mended";  // in ModelFile::made

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

// Finds where the values of the root object and the elements of its arrays begin and end. Does not
// judge what is inside; whoever reads an element does.
class JsonSplitter {
 public:
  static constexpr std::size_t kSound = static_cast<std::size_t>(-1);

  explicit JsonSplitter(std::string_view text) : text_(text) {}

  // The offset where it can not go on, or kSound.
  std::size_t split_root(GltfDocument& out) {
    skip_space();
    if (!take('{')) return at_;
    skip_space();
    if (take('}')) return kSound;
    do {
      skip_space();
      const std::string_view key = value();
      skip_space();
      if (key.size() < 2 || key.front() != '"' || !take(':')) return at_;
      skip_space();
      if (!split_member(std::string(key.substr(1, key.size() - 2)), out)) return at_;
      skip_space();
    } while (take(','));
    return take('}') ? kSound : at_;
  }

 private:
  bool split_member(const std::string& key, GltfDocument& out) {
    const std::size_t start = at_;
    const std::string_view whole = value();
    if (whole.empty()) return false;
    out.member.emplace_back(key, whole);
    const std::size_t end = at_;
    at_ = start;
    const bool objects = take('[') && (skip_space(), peek() == '{') && !out.array.contains(key);
    if (objects) {
      GltfArray& array = out.array[key];
      do {
        skip_space();
        array.element.push_back({value(), std::nullopt, false});
        skip_space();
      } while (!array.element.back().text.empty() && take(','));
      if (array.element.back().text.empty() || at_ + 1 != end) return false;
    }
    at_ = end;
    return true;
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void skip_space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
      ++at_;
    }
  }
  bool skip_string() {
    const std::size_t start = at_++;
    while ((at_ = text_.find('"', at_)) != text_.npos) {
      std::size_t backslashes = 0;
      while (at_ - backslashes > start + 1 && text_[at_ - backslashes - 1] == '\\') ++backslashes;
      ++at_;
      if (backslashes % 2 == 0) return true;
    }
    at_ = text_.size();
    return false;
  }
  // The next value, "" where there is none or it does not end.
  std::string_view value() {
    const std::size_t start = at_;
    std::size_t depth = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') {
        if (!skip_string()) return {};
      } else if (c == '{' || c == '[') {
        ++depth;
        ++at_;
        continue;
      } else if (depth > 0) {
        ++at_;
        if (c == '}' || c == ']') --depth;
        if (depth > 0 || (c != '}' && c != ']')) continue;
      } else {
        while (at_ < text_.size() && std::strchr(",:]} \n\r\t", text_[at_]) == nullptr) ++at_;
      }
      if (depth == 0) return text_.substr(start, at_ - start);
    }
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Bytes that are no UTF-8 become question marks: Assimp takes them as they are, so that what is not
// looked at here would reach it unmended.
json parsed(std::string_view text) {
  json value = json::parse(text, nullptr, false);
  if (!value.is_discarded()) return value;
  std::string plain(text);
  for (char& c : plain) {
    if (static_cast<unsigned char>(c) >= 0x80) c = '?';
  }
  value = json::parse(plain, nullptr, false);
  return value.is_discarded() ? json(nullptr) : value;
}

}  // namespace

std::string gltf_json(const GltfDocument& document) {
  const auto dump_array = [&](const GltfArray& array) {
    std::string text = "[";
    for (const GltfArray::Element& e : array.element) {
      if (text.size() > 1) text += ',';
      text += e.changed ? gltf_dump(*e.json) : std::string(e.text);
    }
    return text + "]";
  };
  std::string out = "{";
  std::map<std::string_view, bool> written;
  for (const auto& [key, text] : document.member) {
    const auto array = document.array.find(key);
    if (out.size() > 1) out += ',';
    out += '"' + key + "\":";
    out += array == document.array.end() ? std::string(text) : dump_array(array->second);
    written[key] = true;
  }
  for (const auto& [key, array] : document.array) {
    if (written[key] || array.element.empty()) continue;
    out += ",\"" + key + "\":" + dump_array(array);
  }
  return out + "}";
}

const json& gltf_array(const json& object, const char* key) {
  static const json empty = json::array();
  if (!object.is_object()) return empty;
  const auto found = object.find(key);
  return found != object.end() && found->is_array() ? *found : empty;
}

std::optional<std::size_t> gltf_index(const json& object, const char* key, std::size_t size) {
  if (!object.is_object()) return std::nullopt;
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  const std::size_t index = found->get<std::size_t>();
  return index < size ? std::optional(index) : std::nullopt;
}

std::string_view gltf_text(const ModelFile& file) {
  const std::string_view text = file.text();
  if (!text.starts_with(kMagic)) return text;
  const auto chunks = split_glb(text);
  return chunks ? chunks->json : std::string_view();
}

std::optional<std::string_view> glb_binary(std::string_view bytes) {
  const auto chunks = split_glb(bytes);
  return chunks ? std::optional(chunks->binary) : std::nullopt;
}

std::optional<GltfDocument> open_gltf(const ModelFile& file) {
  GltfDocument document;
  document.folder = file.path.parent_path();
  document.made = &file.made;
  std::string_view text = file.text();
  if (text.starts_with(kMagic)) {
    const auto chunks = split_glb(text);
    if (!chunks) return std::nullopt;
    text = chunks->json;
    document.binary = chunks->binary;
  }
  const std::size_t broken_at = JsonSplitter(text).split_root(document);
  if (broken_at != JsonSplitter::kSound) {
    throw ImportError(quoted_path(file.path) +
                      " is not a sound glTF file: its JSON breaks off or is wrong at byte " +
                      std::to_string(broken_at) + "; export or copy it again.");
  }
  const json asset = gltf_member(document, "asset");
  if (!asset.is_object()) return std::nullopt;
  const auto version = asset.find("version");
  const bool two = version != asset.end() && version->is_string() &&
                   version->get_ref<const std::string&>().starts_with("2");
  return two ? std::optional(std::move(document)) : std::nullopt;
}

json gltf_member(const GltfDocument& document, std::string_view key) {
  for (const auto& [name, text] : document.member) {
    if (name == key) return parsed(text);
  }
  return nullptr;
}

std::size_t gltf_count(const GltfDocument& document, const char* array) {
  const auto found = document.array.find(array);
  return found == document.array.end() ? 0 : found->second.element.size();
}

const json& gltf_get(GltfDocument& document, const char* array, std::size_t index) {
  GltfArray::Element& element = document.array[array].element[index];
  if (!element.json) element.json = parsed(element.text);
  return *element.json;
}

json& gltf_change(GltfDocument& document, const char* array, std::size_t index) {
  gltf_get(document, array, index);
  GltfArray::Element& element = document.array[array].element[index];
  element.changed = true;
  return *element.json;
}

std::size_t gltf_append(GltfDocument& document, const char* array, json element) {
  std::vector<GltfArray::Element>& all = document.array[array].element;
  all.push_back({{}, std::move(element), true});
  return all.size() - 1;
}

void set_gltf_member(GltfDocument& document, std::string_view key, const json& value) {
  if (value.is_array() && value.empty()) {
    std::erase_if(document.member, [&](const auto& member) { return member.first == key; });
    return;
  }
  for (auto& [name, text] : document.member) {
    if (name == key) text = document.own_text.emplace_back(value.dump());
  }
}

void write_gltf(GltfDocument& document, ModelFile& file) {
  if (!document.extra.empty()) {
    gltf_append(document, "buffers", {{"byteLength", document.extra.size()}, {"uri", kMended}});
    const auto kept = std::make_shared<const std::vector<std::uint8_t>>(std::move(document.extra));
    file.made[kMended] = {*kept, kept};
  }
  std::string text = gltf_json(document);
  if (!file.text().starts_with(kMagic)) {
    file.bytes.assign(text.begin(), text.end());
    return;
  }
  file.bytes = glb_bytes(
      std::move(text),
      {reinterpret_cast<const std::uint8_t*>(document.binary.data()), document.binary.size()});
}

std::vector<std::uint8_t> glb_bytes(std::string text, std::span<const std::uint8_t> binary) {
  text.resize((text.size() + 3) / 4 * 4, ' ');
  const std::size_t data = (binary.size() + 3) / 4 * 4;
  const std::size_t size = 12 + 8 + text.size() + (data > 0 ? 8 + data : 0);
  if (size > std::numeric_limits<std::uint32_t>::max()) throw std::length_error("GLB");
  std::vector<std::uint8_t> out(kMagic.begin(), kMagic.end());
  out.reserve(size);
  put_u32(out, 2);
  put_u32(out, size);
  put_u32(out, text.size());
  put_u32(out, kJsonChunk);
  out.insert(out.end(), text.begin(), text.end());
  if (data > 0) {
    put_u32(out, data);
    put_u32(out, kBinaryChunk);
    out.insert(out.end(), binary.begin(), binary.end());
    out.resize(size, 0);
  }
  return out;
}

std::string gltf_text(const json& object, const char* key) {
  if (!object.is_object()) return {};
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace bindpose
