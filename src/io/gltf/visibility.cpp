#include "io/gltf/visibility.h"

#include "io/assimp/hidden.h"
#include "io/gltf/document.h"
#include "io/gltf/look/texture_info.h"
#include "math/numbers.h"

namespace bindpose {

void hide_gltf_meshes(const ModelFile& file, const FileTree& tree, Model& model) {
  constexpr const char* kNodeVisibility = "KHR_node_visibility";
  if (gltf_text(file).find(kNodeVisibility) == std::string_view::npos) return;
  std::optional<GltfDocument> document = open_gltf(file);
  if (!document) return;
  std::vector<std::uint8_t> hidden(model.skeleton.parent.size(), 0);
  for (std::size_t n = 0; n < gltf_count(*document, "nodes"); ++n) {
    const nlohmann::json& extension =
        gltf_object(gltf_object(gltf_get(*document, "nodes", n), "extensions"), kNodeVisibility);
    const auto visible = extension.find("visible");
    if (visible == extension.end() || *visible != false) continue;
    const auto found = tree.by_name.find(gltf_node_name(*document, n));
    if (found != tree.by_name.end()) hidden[idx(tree.joint[idx(found->second.front())])] = 1;
  }
  for (std::size_t j = 0; j < hidden.size(); ++j) {  // parents first
    const int parent = model.skeleton.parent[j];
    if (parent >= 0 && hidden[idx(parent)] != 0) hidden[j] = 1;
  }
  hide_meshes(hidden, model);
}

}  // namespace bindpose
