#include "io/model_file.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <utility>

#include "io/files/file_signature.h"
#include "io/import.h"
#include "io/text/clean_text.h"
#include "math/ascii.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

struct Ending {
  const char* text;
  FileFormat format;
};
constexpr std::array<Ending, 11> kEndings{{{".fbx", FileFormat::Fbx},
                                           {".gltf", FileFormat::Gltf},
                                           {".glb", FileFormat::Glb},
                                           {".vrm", FileFormat::Glb},
                                           {".dae", FileFormat::Collada},
                                           {".md5mesh", FileFormat::Md5},
                                           {".x", FileFormat::X},
                                           {".obj", FileFormat::Obj},
                                           {".ply", FileFormat::Ply},
                                           {".stl", FileFormat::Stl},
                                           {".bvh", FileFormat::Bvh}}};

// What people have besides, and how it becomes something that is read.
struct Foreign {
  std::string_view endings;  // each with a blank behind it
  const char* what;
  const char* way;
  bool begins_like_a_model = false;  // as one that is read
};
constexpr const char* kAsGltf = "export it as glTF (.glb) or FBX";
constexpr Foreign kForeign[] = {
    {".usd .usda .usdc .usdz ", "a USD scene", kAsGltf},
    {".abc ", "an Alembic cache, which has no joints or weights",
     "export the rig that it was made of as glTF (.glb) or FBX"},
    {".blend .blend1 .blend2 ", "a Blender file", "in Blender choose File > Export > glTF 2.0"},
    {".ma .mb ", "a Maya scene", "in Maya choose File > Export All as FBX"},
    {".max ", "a 3ds Max scene", "in 3ds Max choose File > Export as FBX"},
    {".c4d ", "a Cinema 4D scene", kAsGltf},
    {".hip .hiplc .hipnc ", "a Houdini scene", kAsGltf},
    {".uasset ", "an Unreal asset", "in Unreal choose Asset Actions > Export as FBX"},
    {".unitypackage .prefab ", "a Unity package", "export it by Unity's FBX Exporter"},
    {".pmx .pmd ", "an MMD model", "convert it to VRM or glTF (.glb)"},
    {".vrma ", "a VRM animation", "export its clip as glTF (.glb), FBX or BVH", true},
    {".md5anim ", "an MD5 animation", "open the .md5mesh that it belongs to", true},
    {".smd .vta .mdl ", "a Source model", kAsGltf},
    {".3ds ", "an old 3ds Max export without a skeleton", "in 3ds Max choose File > Export as FBX"},
    {".lwo ", "a LightWave object", "in LightWave choose Save > Export > FBX"},
    {".ms3d ", "a MilkShape 3D model", kAsGltf},
    {".b3d ", "a Blitz3D model", kAsGltf},
    {".3mf ", "a 3MF print", kAsGltf},
    {".wrl ", "a VRML scene", kAsGltf},
    {".mtl ", "the materials of an OBJ", "open the .obj beside it"},
    {".zip .rar .7z .gz ", "an archive", "unpack it and open what is in it"}};

// What such files begin with, whatever their names say, and an ending of theirs.
constexpr std::pair<std::string_view, std::string_view> kForeignMarks[] = {
    {"#usda 1.", ".usda "}, {"PXR-USDC", ".usdc "},   {"Ogawa", ".abc "},      {"\x89HDF", ".abc "},
    {"BLENDER", ".blend "}, {"//Maya ASCII", ".ma "}, {"FOR4", ".mb "},        {"FOR8", ".mb "},
    {"PMX ", ".pmx "},      {"Pmd", ".pmd "},         {"PK\x03\x04", ".zip "}, {"Rar!", ".rar "},
    {"7z\xBC\xAF", ".7z "}, {"\x1F\x8B", ".gz "}};

const Foreign* foreign_by_content(std::string_view head) {
  for (const auto& [mark, ending] : kForeignMarks) {
    if (!head.starts_with(mark)) continue;
    for (const Foreign& f : kForeign)
      if (f.endings.find(ending) != std::string_view::npos) return &f;
  }
  return nullptr;
}

std::string supported_list() {
  std::string list;
  for (const std::string& ending : supported_extensions()) {
    list += (list.empty() ? "" : " ") + ending;
  }
  return list;
}

const char* ending_of(FileFormat format) {
  const auto found = std::find_if(kEndings.begin(), kEndings.end(),
                                  [&](const Ending& e) { return e.format == format; });
  return found == kEndings.end() ? "" : found->text;
}

std::string let_it_end_in(FileFormat format) {
  return std::string(format_noun(format)) + "; let its name end in " + ending_of(format) + ".";
}

// Throws where a file with the ending of such a program is one that is read.
void check_ending(const Foreign& f, const std::filesystem::path& path, const std::string& shown) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error) || f.begins_like_a_model) return;
  std::string head(kSignatureBytes, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  const auto format = format_by_content(head);
  if (format) throw ImportError(shown + " is not " + f.what + " but " + let_it_end_in(*format));
}

FileFormat format_of(const std::filesystem::path& path, const std::string& shown) {
  const std::string ending = lower_extension(path);
  for (const Ending& e : kEndings) {
    if (ending == e.text) return e.format;
  }
  for (const Foreign& f : kForeign) {
    if (ending.empty() || f.endings.find(ending + " ") == std::string_view::npos) continue;
    check_ending(f, path, shown);
    throw ImportError(shown + " is " + f.what + " and can not be read; " + f.way + ".");
  }
  std::error_code error;
  if (ending.empty() && !std::filesystem::exists(path, error))
    throw ImportError(shown + " does not exist; check the path.");
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

// Assimp would say the same in words that only its authors understand.
void check_content(const ModelFile& file, std::size_t size, const std::string& shown) {
  const std::vector<std::uint8_t> bytes =
      read_bytes(file.path, std::min(size, kSignatureBytes), shown);
  const std::string_view head(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (head.starts_with("version https://git-lfs.github.com/spec")) {
    throw ImportError(shown + " is a pointer of Git LFS and not the file itself; fetch that by " +
                      "\"git lfs pull\" in its folder.");
  }
  const std::string is_not = shown + " is not " + format_noun(file.format);
  if (const Foreign* foreign = foreign_by_content(head)) {
    throw ImportError(is_not + " but " + foreign->what + " and can not be read; " + foreign->way +
                      ".");
  }
  if (may_be(file.format, head, size)) return;
  const auto other = format_by_content(head);
  if (const std::size_t zero = head.find('\0'); other == file.format && zero != head.npos) {
    throw ImportError(shown + " is damaged: byte " + std::to_string(zero) +
                      " of it is a zero, which no text has; copy or export it again.");
  }
  if (other && other != file.format) {
    throw ImportError(is_not + " but " + let_it_end_in(*other));
  }
  throw ImportError(is_not + ": it does not begin like one; export or copy it again.");
}

std::size_t word_at(const std::vector<std::uint8_t>& bytes, std::size_t at) {
  std::size_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value |= std::size_t{bytes[at + i]} << (8 * i);
  return value;
}

// Whether all chunks of a GLB are there, whatever its head says of the whole; of the padding behind
// the last, bytes may be missing. Where the JSON speaks of buffers, a second chunk has to follow.
bool has_whole_chunks(const std::vector<std::uint8_t>& bytes) {
  constexpr std::size_t kHead = 12, kChunkHead = 8, kPadding = 3;
  if (bytes.size() < kHead || word_at(bytes, 4) != 2) return false;
  std::size_t at = kHead, chunks = 0, json_end = kHead;
  while (at + kChunkHead <= bytes.size()) {
    const std::size_t length = word_at(bytes, at);
    at += kChunkHead;
    if (length > bytes.size() - at) return false;
    if (++chunks == 1) json_end = at + length;
    at += (length + kPadding) / 4 * 4;
  }
  const std::string_view head(reinterpret_cast<const char*>(bytes.data()), json_end);
  if (chunks < 2 && head.find("\"buffers\"") != head.npos) return false;
  return at >= bytes.size() && at <= bytes.size() + kPadding;
}

// A head that promises a few bytes more than the file has, though nothing of it is missing, is set
// right. Where more are missing, whole chunks may be.
bool mend_length(ModelFile& file) {
  constexpr std::size_t kFew = 32;
  const std::size_t said = word_at(file.bytes, 8);
  if (said - file.bytes.size() > kFew || !has_whole_chunks(file.bytes)) return false;
  file.mended = "It says that it has " + grouped(said) + " bytes, and there are " +
                grouped(file.bytes.size()) + "; all its parts are there.";
  file.bytes.resize((file.bytes.size() + 3) / 4 * 4, 0);
  for (std::size_t i = 0; i < 4; ++i) {
    file.bytes[8 + i] = static_cast<std::uint8_t>(file.bytes.size() >> (8 * i));
  }
  return true;
}

// Where a GLB's first chunk, the JSON, ends; all of it where its head promises more than there is.
std::size_t glb_json_end(const std::filesystem::path& path, std::size_t size, bool& broken,
                         const std::string& shown) {
  constexpr std::size_t kHead = 20;
  const std::vector<std::uint8_t> head = read_bytes(path, std::min(size, kHead), shown);
  constexpr std::string_view kGlbStart = "glTF";
  if (size < kGlbStart.size() || !std::equal(kGlbStart.begin(), kGlbStart.end(), head.begin()))
    return size;  // text, perhaps
  if (size < kHead) {
    throw ImportError(shown + " breaks off after " + std::to_string(size) +
                      " bytes, before anything of the model; copy or export it again.");
  }
  broken = word_at(head, 8) > size;
  return broken ? size : std::min(size, kHead + word_at(head, 12));
}

}  // namespace

std::string lower_extension(const std::filesystem::path& path) {
  return in_lower_case(path.extension().string());
}

const std::vector<std::string>& supported_extensions() {
  static const std::vector<std::string> endings = [] {
    std::vector<std::string> list;
    for (const Ending& e : kEndings) list.emplace_back(e.text);
    return list;
  }();
  return endings;
}

ModelFile read_model_file(const std::filesystem::path& path) {
  const std::string shown = quoted_path(path);
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
  bool broken = false;
  switch (file.format) {
    case FileFormat::Fbx:
    case FileFormat::Gltf:
    case FileFormat::Collada:
      wanted = size;
      break;
    case FileFormat::Glb:
      wanted = glb_json_end(path, size, broken, shown);
      break;
    default:
      break;
  }
  file.bytes = read_bytes(path, wanted, shown);
  file.whole = wanted == size;
  // Readers of JSON know no mark in front of it.
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  const bool json = file.format == FileFormat::Gltf || file.format == FileFormat::Glb;
  if (json && file.whole && file.text().starts_with(kMark))
    file.bytes.erase(file.bytes.begin(), file.bytes.begin() + std::ptrdiff_t{kMark.size()});
  // A download or a copy that broke off.
  if (broken && !mend_length(file)) {
    throw ImportError(shown + " breaks off: it says that it has " +
                      grouped(word_at(file.bytes, 8)) + " bytes, and there are " + grouped(size) +
                      "; copy or export it again.");
  }
  return file;
}

bool stays_below(const std::filesystem::path& relative) {
  if (relative.empty() || relative.has_root_path()) return false;
  if (std::find(relative.begin(), relative.end(), "..") != relative.end()) return false;
  return relative.native().size() < 2 || relative.native()[1] != ':';
}

void read_rest(ModelFile& file) {
  if (file.whole) return;
  const std::string shown = quoted_path(file.path);
  file.bytes = read_bytes(file.path, check_file(file.path, shown), shown);
  file.whole = true;
}

}  // namespace bindpose
