// Names of nodes: as Assimp has them, and told apart.
#include <set>

#include "io/gltf/document.h"

namespace bindpose {
namespace {

using nlohmann::json;

// Nodes that some skin names first, otherwise in file order.
std::vector<std::size_t> joints_first(GltfDocument& document) {
  const std::size_t count = gltf_count(document, "nodes");
  std::vector<bool> is_joint(count, false);
  for (std::size_t s = 0; s < gltf_count(document, "skins"); ++s) {
    for (const json& joint : gltf_array(gltf_get(document, "skins", s), "joints")) {
      if (joint.is_number_unsigned() && joint.get<std::size_t>() < count) {
        is_joint[joint.get<std::size_t>()] = true;
      }
    }
  }
  std::vector<std::size_t> order;
  for (const bool wanted : {true, false}) {
    for (std::size_t n = 0; n < count; ++n) {
      if (is_joint[n] == wanted) order.push_back(n);
    }
  }
  return order;
}

}  // namespace

std::string gltf_node_name(GltfDocument& document, std::size_t node) {
  const json& object = gltf_get(document, "nodes", node);
  const json name = object.is_object() ? object.value("name", json()) : json();
  if (name.is_string() && !name.get_ref<const std::string&>().empty()) return name;
  return "nodes[" + std::to_string(node) + "]";
}

std::vector<std::string> gltf_unique_names(GltfDocument& document) {
  const std::size_t count = gltf_count(document, "nodes");
  std::vector<std::string> name(count);
  for (std::size_t n = 0; n < count; ++n) name[n] = gltf_node_name(document, n);
  const std::set<std::string> all(name.begin(), name.end());
  if (all.size() == count) return name;
  std::set<std::string> taken;
  for (const std::size_t n : joints_first(document)) {
    if (taken.insert(name[n]).second) continue;
    std::string fresh;
    int suffix = 2;
    do fresh = name[n] + "#" + std::to_string(suffix++);
    while (all.contains(fresh) || !taken.insert(fresh).second);
    name[n] = fresh;
  }
  return name;
}

}  // namespace bindpose
