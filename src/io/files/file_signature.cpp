#include "io/files/file_signature.h"

#include <algorithm>
#include <cctype>

#include "io/text/utf8.h"

namespace bindpose {
namespace {

constexpr std::string_view kBinaryFbx = "Kaydara FBX Binary";
constexpr std::string_view kGlb = "glTF";
constexpr std::string_view kXFile = "xof ";
constexpr std::string_view kMd5 = "MD5Version";
constexpr std::string_view kBvh = "HIERARCHY";
constexpr std::string_view kCollada = "<COLLADA";
constexpr std::size_t kNearBytes = 4096;  // text formats show themselves within these

std::string_view without_blanks(std::string_view text) {
  return text.substr(text_start(text));
}

bool starts_with_ply(std::string_view head) {
  constexpr std::string_view kPly = "ply";
  return head.size() >= kPly.size() && std::equal(kPly.begin(), kPly.end(), head.begin(),
                                                  [](char p, char c) { return (c | 32) == p; });
}

// A comment or a node: "; FBX 7.3.0 project file", "FBXHeaderExtension:  {".
bool is_fbx_line(std::string_view line) {
  line = without_blanks(line);
  if (line.starts_with(';')) return true;
  const auto in_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '|';
  };
  const auto end = std::find_if_not(line.begin(), line.end(), in_name);
  return end != line.begin() && end != line.end() && *end == ':';
}

bool may_be_fbx(std::string_view head) {
  if (head.starts_with(kBinaryFbx)) return true;
  head = head.substr(0, kNearBytes);
  if (head.find('\0') != head.npos) return false;
  while (!head.empty()) {
    const std::size_t end = std::min(head.find('\n'), head.size());
    if (is_fbx_line(head.substr(0, end))) return true;
    head.remove_prefix(std::min(end + 1, head.size()));
  }
  return false;
}

bool is_utf16(std::string_view head) {
  return head.substr(0, 4).find('\0') != head.npos;
}

// Text with a zero or a few, and blanks, behind its last line, as some programs write it.
bool only_ends_in_zeros(std::string_view head, std::size_t size) {
  const std::size_t zero = head.find('\0');
  constexpr std::size_t kFew = 16;
  if (head.size() < size || zero == 0 || zero == head.npos || head.size() - zero > kFew) {
    return false;
  }
  return head.find_first_not_of(std::string_view("\0 \t\r\n", 5), zero) == head.npos;
}

// The header of a binary STL: 80 bytes of anything, then how many triangles of 50 bytes follow.
bool may_be_stl(std::string_view head, std::size_t size) {
  constexpr std::size_t kCountAt = 80, kHeader = 84, kTriangle = 50;
  if (without_blanks(head).starts_with("solid")) return true;
  if (head.size() < kHeader) return false;
  std::size_t count = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    count |= std::size_t{static_cast<unsigned char>(head[kCountAt + i])} << (8 * i);
  }
  return count <= (size - kHeader) / kTriangle;
}

}  // namespace

bool may_be(FileFormat format, std::string_view head, std::size_t size) {
  const std::string_view near = head.substr(0, kNearBytes);
  switch (format) {
    case FileFormat::Fbx:
      return may_be_fbx(head);
    case FileFormat::Gltf:
      return without_blanks(head).starts_with('{');
    case FileFormat::Glb:
      return head.starts_with(kGlb) || without_blanks(head).starts_with('{');
    case FileFormat::Collada:
      return head.find(kCollada) != head.npos || is_utf16(head);
    case FileFormat::Md5:
      return near.find(kMd5) != near.npos;
    case FileFormat::X:
      return head.starts_with(kXFile);
    case FileFormat::Obj:
      return near.find('\0') == near.npos || has_utf16_mark(head) || only_ends_in_zeros(head, size);
    case FileFormat::Ply:
      return starts_with_ply(without_blanks(head));
    case FileFormat::Stl:
      return may_be_stl(head, size);
    case FileFormat::Bvh:
      return near.find(kBvh) != near.npos;
  }
  return true;
}

std::optional<FileFormat> format_by_content(std::string_view head) {
  const std::string_view text = without_blanks(head);
  if (head.starts_with(kBinaryFbx) || text.starts_with("; FBX")) return FileFormat::Fbx;
  if (head.starts_with(kGlb)) return FileFormat::Glb;
  if (head.starts_with(kXFile)) return FileFormat::X;
  if (head.starts_with("ply\n") || head.starts_with("ply\r")) return FileFormat::Ply;
  if (text.starts_with(kMd5)) return FileFormat::Md5;
  if (text.starts_with(kBvh)) return FileFormat::Bvh;
  if (text.starts_with('<') && text.find(kCollada) != text.npos) return FileFormat::Collada;
  if (text.starts_with('{') && text.find("\"asset\"") != text.npos) return FileFormat::Gltf;
  return std::nullopt;
}

const char* format_noun(FileFormat format) {
  switch (format) {
    case FileFormat::Fbx:
      return "an FBX file";
    case FileFormat::Gltf:
      return "a glTF file";
    case FileFormat::Glb:
      return "a binary glTF file";
    case FileFormat::Collada:
      return "a Collada file";
    case FileFormat::Md5:
      return "an MD5 mesh";
    case FileFormat::X:
      return "a DirectX file";
    case FileFormat::Obj:
      return "a Wavefront OBJ file";
    case FileFormat::Ply:
      return "a PLY file";
    case FileFormat::Stl:
      return "an STL file";
    case FileFormat::Bvh:
      return "a BVH file";
  }
  return "a model";
}

}  // namespace bindpose
