#include "io/fbx/version.h"

#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>

#include "io/fbx/tree/tree.h"
#include "io/import_error.h"
#include "io/text/clean_text.h"

namespace bindpose {
namespace {

constexpr int kOldest = 3000;  // FBX of 2001
constexpr int kToday = 7100;   // FBX 2011, from which on Assimp reads them
constexpr std::size_t kVersionHeadBytes = 4096;

}  // namespace

int fbx_version(std::string_view text) {
  constexpr std::string_view kBinary = "Kaydara FBX Binary  ";
  constexpr std::size_t kVersionAt = 23;
  if (text.starts_with(kBinary)) {
    if (text.size() < kVersionAt + 4) return 0;
    const auto version = fbx_raw<std::uint32_t>(text.data() + kVersionAt, fbx_is_big_endian(text));
    return version < 1'000'000 ? static_cast<int>(version) : 0;
  }
  constexpr std::string_view kKey = "FBXVersion:";
  const std::string_view head = text.substr(0, kVersionHeadBytes);
  const std::size_t at = head.find(kKey);
  if (at == std::string_view::npos) return 0;
  const char* first = head.data() + at + kKey.size();
  const char* last = head.data() + head.size();
  while (first != last && *first == ' ') ++first;
  int version = 0;
  std::from_chars(first, last, version);
  return version;
}

void check_fbx_version(const ModelFile& file) {
  const int version = fbx_version(file.text());
  if (version == 0 || version >= kOldest) return;
  throw ImportError(
      quoted_path(file.path) + " is FBX version " + std::to_string(version) +
      ", which is too old (3000 and later are read); convert it: save it again as FBX "
      "2013 or later, or as glTF.");
}

bool fbx_is_todays(std::string_view text) {
  const int version = fbx_version(text);
  return (version == 0 || version >= kToday) && !fbx_is_big_endian(text);
}

bool fbx_has_clip(std::string_view text) {
  constexpr std::string_view kBinary("\0\1AnimStack", 11);
  for (const std::string_view key : {kBinary, std::string_view("\"AnimStack::")}) {
    if (memmem(text.data(), text.size(), key.data(), key.size()) != nullptr) return true;
  }
  return false;
}

}  // namespace bindpose
