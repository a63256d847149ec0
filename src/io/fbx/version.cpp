#include "io/fbx/version.h"

#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>

#include "io/import_error.h"
#include "io/text/clean_text.h"

namespace bindpose {
namespace {

constexpr int kOldest = 7100;  // FBX 2011
constexpr std::size_t kHeadBytes = 4096;

}  // namespace

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

void check_fbx_version(const ModelFile& file) {
  const int version = fbx_version(file.text());
  if (version == 0 || version >= kOldest) return;
  throw ImportError(
      quoted_path(file.path) + " is FBX version " + std::to_string(version) +
      ", which is too old (7100 and later are read); convert it: save it again as FBX "
      "2013 or later, or as glTF.");
}

bool fbx_has_clip(std::string_view text) {
  constexpr std::string_view kBinary("\0\1AnimStack", 11);
  for (const std::string_view key : {kBinary, std::string_view("\"AnimStack::")}) {
    if (memmem(text.data(), text.size(), key.data(), key.size()) != nullptr) return true;
  }
  return false;
}

}  // namespace bindpose
