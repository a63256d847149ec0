#include "io/gltf/extensions.h"

#include <algorithm>

#include "io/import_error.h"
#include "io/text/clean_text.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

// Honoured, or without a part in what is shown.
constexpr std::string_view kHarmless[] = {
    "KHR_mesh_quantization", "KHR_texture_transform", "KHR_lights_punctual", "KHR_xmp_json_ld",
    "KHR_materials_", "ADOBE_materials_", "KHR_technique", "KHR_node_visibility",
    "KHR_node_selectability", "KHR_node_hoverability", "FB_ngon_encoding", "VRM",
    // decoded
    "KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression",
    // pictures: picture.h says which are not read
    "KHR_texture_basisu", "GOOGLE_texture_basis", "KHR_texture_ktx", "EXT_texture_webp",
    "EXT_texture_avif", "MSFT_texture_dds"};

bool starts_with_one_of(std::string_view name, const auto& list) {
  return std::any_of(std::begin(list), std::end(list),
                     [&](std::string_view entry) { return name.starts_with(entry); });
}

}  // namespace

void check_required_extensions(const GltfDocument& document, const ModelFile& file) {
  std::vector<std::string> names;
  for (const nlohmann::json& entry : gltf_member(document, "extensionsRequired")) {
    if (!entry.is_string()) continue;
    const std::string name = clean_text(entry.get_ref<const std::string&>());
    const bool known = std::ranges::find(names, name) != names.end();
    if (!known && !starts_with_one_of(name, kHarmless)) names.push_back(name);
  }
  if (names.empty()) return;
  const bool one = names.size() == 1;
  throw ImportError(quoted_path(file.path) + " needs the glTF extension" + (one ? " " : "s ") +
                    enumerated(names) + ", which " + (one ? "is" : "are") +
                    " not read; export it again without " + (one ? "that extension." : "those."));
}

}  // namespace bindpose
