#include "io/gltf/channels.h"

#include "io/text/import_report.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using nlohmann::json;

bool uses_pointers(const GltfDocument& document) {
  for (const json& name : gltf_member(document, "extensionsUsed"))
    if (name == "KHR_animation_pointer") return true;
  return false;
}

bool is_pointer(const json& channel) {
  return channel.is_object() && gltf_text(channel.value("target", json()), "path") == "pointer";
}

}  // namespace

bool leave_out_pointers(GltfDocument& document, Model& model) {
  if (!uses_pointers(document)) return false;
  std::size_t left_out = 0;
  std::vector<bool> empty(gltf_count(document, "animations"), false);
  for (std::size_t a = 0; a < empty.size(); ++a) {
    json kept = json::array();
    const json& channels = gltf_array(gltf_get(document, "animations", a), "channels");
    for (const json& channel : channels)
      if (!is_pointer(channel)) kept.push_back(channel);
    if (kept.size() == channels.size()) continue;
    left_out += channels.size() - kept.size();
    empty[a] = kept.empty();
    gltf_change(document, "animations", a)["channels"] = std::move(kept);
  }
  if (left_out == 0) return false;
  GltfArray& all = document.array["animations"];
  for (std::size_t a = empty.size(); a-- > 0;)
    if (empty[a]) all.element.erase(all.element.begin() + static_cast<std::ptrdiff_t>(a));
  if (all.element.empty()) set_gltf_member(document, "animations", json::array());
  report(model, Severity::Warning, "file",
         counted(left_out, "channel of its clips moves", "channels of its clips move") +
             " what is no joint and no morph (KHR_animation_pointer); left out.");
  return true;
}

}  // namespace bindpose
