#include "io/gltf/look/picture.h"

#include <map>

#include "io/files/web_image.h"
#include "io/text/import_report.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using nlohmann::json;

constexpr const char* kWebp = "EXT_texture_webp";
constexpr const char* kAvif = "EXT_texture_avif";
constexpr const char* kUnread[] = {"KHR_texture_basisu", "GOOGLE_texture_basis", "KHR_texture_ktx",
                                   "MSFT_texture_dds"};

bool is_read(const std::string& extension) {
  return extension == kWebp || (extension == kAvif && can_read_avif());
}

}  // namespace

bool choose_pictures(GltfDocument& document, Model& model) {
  std::map<std::string, std::size_t> without;  // extension -> textures with no other picture
  bool changed = false;
  const std::size_t images = gltf_count(document, "images");
  for (std::size_t t = 0; t < gltf_count(document, "textures"); ++t) {
    if (document.array["textures"].element[t].text.find("_texture_") == std::string::npos) continue;
    const json texture = gltf_get(document, "textures", t);
    if (!texture.is_object() || !texture.contains("extensions")) continue;
    const json& extensions = texture["extensions"];
    if (!extensions.is_object()) continue;
    std::string unread;
    for (const char* name : kUnread) {
      if (extensions.contains(name)) unread = name;
    }
    if (extensions.contains(kAvif) && !can_read_avif()) unread = kAvif;
    for (const auto& [name, value] : extensions.items()) {
      const auto source = gltf_index(value, "source", images);
      if (!is_read(name) || !source) continue;
      json& chosen = gltf_change(document, "textures", t);
      chosen["source"] = *source;
      chosen.erase("extensions");
      changed = true;
      unread.clear();
      break;
    }
    if (!unread.empty() && !texture.contains("source")) ++without[unread];
  }
  for (const auto& [extension, count] : without) {
    report(model, Severity::Warning, "file",
           counted(count, "texture is", "textures are") + " stored by " + extension +
               " alone, which is not read; what they cover is shown without. Export them as PNG, "
               "JPEG or WebP beside it.");
  }
  return changed;
}

}  // namespace bindpose
