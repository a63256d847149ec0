// What kind of file a model is, finer than by its ending: each kind is damaged about as often,
// however many files there are of it.
#pragma once

#include <cctype>
#include <cstdint>
#include <cstring>
#include <string>

namespace bindpose::fuzz {

// "FBX 7 binary", "glTF compressed", ...
inline std::string kind_of(const std::string& bytes, const std::string& ending) {
  const auto has = [&](const char* word) { return bytes.find(word) != bytes.npos; };
  if (ending == ".fbx" && bytes.starts_with("Kaydara")) {
    constexpr std::size_t kVersionAt = 23;
    std::uint32_t version = 0;
    if (bytes.size() >= kVersionAt + 4) std::memcpy(&version, bytes.data() + kVersionAt, 4);
    return version < 7000 ? "FBX before 7, binary" : "FBX 7, binary";
  }
  if (ending == ".fbx") return has("FBXVersion: 7") ? "FBX 7, text" : "FBX before 7, text";
  if (ending == ".vrm") return "VRM";
  if (ending == ".gltf" || ending == ".glb") {
    if (has("\"KHR_draco_mesh_compression\"") || has("\"EXT_meshopt_compression\"")) {
      return "glTF, compressed";
    }
    if (ending == ".glb") return "glTF, binary";
    return has("\"version\": \"1.") ? "glTF 1" : "glTF, text";
  }
  std::string name = ending.empty() ? ending : ending.substr(1);
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

}  // namespace bindpose::fuzz
