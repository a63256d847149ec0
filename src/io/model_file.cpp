#include "io/model_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "io/assimp/convert.h"
#include "io/files/file_signature.h"
#include "io/import.h"

namespace bindpose {
namespace {

struct Ending {
  const char* text;
  FileFormat format;
};
constexpr std::array<Ending, 10> kEndings{{{".fbx", FileFormat::Fbx},
                                           {".gltf", FileFormat::Gltf},
                                           {".glb", FileFormat::Glb},
                                           {".dae", FileFormat::Collada},
                                           {".md5mesh", FileFormat::Md5},
                                           {".x", FileFormat::X},
                                           {".obj", FileFormat::Obj},
                                           {".ply", FileFormat::Ply},
                                           {".stl", FileFormat::Stl},
                                           {".bvh", FileFormat::Bvh}}};
constexpr int kOldestFbx = 7100;  // FBX 2011
constexpr std::size_t kHeadBytes = 4096;

std::string lower_extension(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

std::string supported_list() {
  std::string list;
  for (const std::string& ending : supported_extensions()) {
    list += (list.empty() ? "" : " ") + ending;
  }
  return list;
}

FileFormat format_of(const std::filesystem::path& path, const std::string& shown) {
  const std::string ending = lower_extension(path);
  for (const Ending& e : kEndings) {
    if (ending == e.text) return e.format;
  }
  throw ImportError(shown + (ending.empty() ? " has no ending" : " has an unknown ending") +
                    "; these can be opened: " + supported_list() + ".");
}

// Size of the file; throws where it can not be a model.
std::size_t check_file(const std::filesystem::path& path, const std::string& shown) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    throw ImportError(shown + " does not exist; check the path.");
  }
  if (!std::filesystem::is_regular_file(status)) {
    throw ImportError(shown + " is not an ordinary file and was not opened.");
  }
  const auto size = std::filesystem::file_size(path, error);
  if (error || !std::ifstream(path, std::ios::binary)) {
    throw ImportError(shown + " can not be read; check its permissions.");
  }
  if (size == 0) throw ImportError(shown + " is empty; export or copy it again.");
  return static_cast<std::size_t>(size);
}

// The first `size` bytes.
std::vector<std::uint8_t> read_bytes(const std::filesystem::path& path, std::size_t size,
                                     const std::string& shown) {
  std::ifstream in(path, std::ios::binary);
  std::vector<std::uint8_t> bytes(size);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (in.gcount() != static_cast<std::streamsize>(size)) {
    throw ImportError(shown + " could not be read to its end; copy it again.");
  }
  return bytes;
}

const char* ending_of(FileFormat format) {
  const auto found = std::find_if(kEndings.begin(), kEndings.end(),
                                  [&](const Ending& e) { return e.format == format; });
  return found == kEndings.end() ? "" : found->text;
}

// Assimp would say the same in words that only its authors understand.
void check_content(const ModelFile& file, std::size_t size, const std::string& shown) {
  const std::vector<std::uint8_t> bytes =
      read_bytes(file.path, std::min(size, kSignatureBytes), shown);
  const std::string_view head(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (may_be(file.format, head, size)) return;
  const std::string is_not = shown + " is not " + format_noun(file.format);
  if (const auto other = format_by_content(head)) {
    throw ImportError(is_not + " but " + format_noun(*other) + "; let its name end in " +
                      ending_of(*other) + ".");
  }
  throw ImportError(is_not + ": it does not begin like one; export or copy it again.");
}

// Where a GLB's first chunk, the JSON, ends.
std::size_t glb_json_end(const std::filesystem::path& path, std::size_t size,
                         const std::string& shown) {
  constexpr std::size_t kHead = 20;
  if (size < kHead) return size;
  const std::vector<std::uint8_t> head = read_bytes(path, kHead, shown);
  if (!std::equal(head.begin(), head.begin() + 4, "glTF")) return size;  // text, perhaps
  std::size_t length = 0;
  for (std::size_t i = 0; i < 4; ++i) length |= std::size_t{head[12 + i]} << (8 * i);
  return std::min(size, kHead + length);
}

void check_fbx(const ModelFile& file, const std::string& shown) {
  const int version = fbx_version(file.text());
  if (version == 0 || version >= kOldestFbx) return;
  throw ImportError(
      shown + " is FBX version " + std::to_string(version) +
      ", which is too old (7100 and later are read); convert it: save it again as FBX "
      "2013 or later, or as glTF.");
}

// The value of `key` (" id=") in an opening tag, entities replaced; "" when it is not there.
std::string xml_attribute(std::string_view element, std::string_view key) {
  const std::size_t at = element.find(key);
  if (at == element.npos || at + key.size() >= element.size()) return {};
  const char quote = element[at + key.size()];
  const std::string_view rest = element.substr(at + key.size() + 1);
  if (quote != '"' && quote != '\'') return {};
  std::string value(rest.substr(0, rest.find(quote)));
  constexpr std::array<std::pair<std::string_view, char>, 5> kEntities{
      {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}}};
  for (const auto& [entity, character] : kEntities) {
    for (std::size_t i = value.find(entity); i != value.npos; i = value.find(entity, i + 1)) {
      value.replace(i, entity.size(), 1, character);
    }
  }
  return value;
}

}  // namespace

const std::vector<std::string>& supported_extensions() {
  static const std::vector<std::string> endings = [] {
    std::vector<std::string> list;
    for (const Ending& e : kEndings) list.emplace_back(e.text);
    return list;
  }();
  return endings;
}

ModelFile read_model_file(const std::filesystem::path& path) {
  const std::string shown = "\"" + clean_text(path.string()) + "\"";
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw ImportError(shown + " is a folder; name a model file in it.");
  }
  ModelFile file;
  file.path = path;
  file.format = format_of(path, shown);
  const std::size_t size = check_file(path, shown);
  check_content(file, size, shown);
  std::size_t wanted = 0;
  switch (file.format) {
    case FileFormat::Fbx:
    case FileFormat::Gltf:
    case FileFormat::Collada:
      wanted = size;
      break;
    case FileFormat::Glb:
      wanted = glb_json_end(path, size, shown);
      break;
    default:
      break;
  }
  file.bytes = read_bytes(path, wanted, shown);
  file.whole = wanted == size;
  if (file.format == FileFormat::Fbx) check_fbx(file, shown);
  return file;
}

bool stays_below(const std::filesystem::path& relative) {
  if (relative.empty() || relative.has_root_path()) return false;
  if (std::find(relative.begin(), relative.end(), "..") != relative.end()) return false;
  return relative.native().size() < 2 || relative.native()[1] != ':';
}

void read_rest(ModelFile& file) {
  if (file.whole) return;
  const std::string shown = "\"" + clean_text(file.path.string()) + "\"";
  file.bytes = read_bytes(file.path, check_file(file.path, shown), shown);
  file.whole = true;
}

int fbx_version(std::string_view text) {
  constexpr std::string_view kBinary = "Kaydara FBX Binary  ";
  constexpr std::size_t kVersionAt = 23;
  if (text.starts_with(kBinary)) {
    if (text.size() < kVersionAt + 4) return 0;
    const auto byte = [&](std::size_t i) {
      return static_cast<std::uint32_t>(static_cast<unsigned char>(text[kVersionAt + i]));
    };
    const std::uint32_t version = byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
    return version < 1'000'000 ? static_cast<int>(version) : 0;
  }
  constexpr std::string_view kKey = "FBXVersion:";
  const std::string_view head = text.substr(0, kHeadBytes);
  const std::size_t at = head.find(kKey);
  if (at == std::string_view::npos) return 0;
  const char* first = head.data() + at + kKey.size();
  const char* last = head.data() + head.size();
  while (first != last && *first == ' ') ++first;
  int version = 0;
  std::from_chars(first, last, version);
  return version;
}

bool fbx_has_clip(std::string_view text) {
  constexpr std::string_view kBinary("\0\1AnimStack", 11);
  for (const std::string_view key : {kBinary, std::string_view("\"AnimStack::")}) {
    if (memmem(text.data(), text.size(), key.data(), key.size()) != nullptr) return true;
  }
  return false;
}

std::unordered_map<std::string, std::string> collada_node_names(std::string_view text) {
  constexpr std::string_view kOpen = "<node ";
  std::unordered_map<std::string, std::string> names;
  for (std::size_t at = text.find(kOpen); at != text.npos; at = text.find(kOpen, at + 1)) {
    const std::string_view element = text.substr(at, text.find('>', at) - at);
    const std::string id = xml_attribute(element, " id=");
    const std::string name = xml_attribute(element, " name=");
    if (!id.empty() && !name.empty()) names.try_emplace(id, name);
  }
  return names;
}

double collada_metres(std::string_view text) {
  const std::string_view head = text.substr(0, 4 * kHeadBytes);
  const std::size_t unit = head.find("<unit");
  if (unit == head.npos) return 1.0;
  const std::string_view element = head.substr(unit, head.find('>', unit) - unit);
  const std::size_t meter = element.find("meter=");
  if (meter == element.npos || meter + 7 >= element.size()) return 1.0;
  const double metres = std::strtod(std::string(element.substr(meter + 7)).c_str(), nullptr);
  return std::isfinite(metres) && metres > 0.0 ? metres : 1.0;
}

}  // namespace bindpose
