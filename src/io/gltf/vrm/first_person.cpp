#include "io/gltf/vrm/first_person.h"

#include <algorithm>
#include <string>
#include <vector>

#include "io/gltf/look/texture_info.h"
#include "io/text/import_report.h"
#include "math/ascii.h"
#include "math/numbers.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using nlohmann::json;

// "firstPersonOnly" of VRM 1, "FirstPersonOnly" of VRM 0, in small letters.
std::string person_of(const json& annotation) {
  std::string out = gltf_text(annotation, "type");
  if (out.empty()) out = gltf_text(annotation, "firstPersonFlag");
  return in_lower_case(out);
}

// VRM 1 names a node, VRM 0 a mesh, which several nodes may show.
bool is_of_node(GltfDocument& document, const json& annotation, std::size_t node) {
  const auto named = gltf_index(annotation, "node", gltf_count(document, "nodes"));
  if (named) return *named == node;
  const std::size_t meshes = gltf_count(document, "meshes");
  const auto mesh = gltf_index(annotation, "mesh", meshes);
  return mesh && gltf_index(gltf_get(document, "nodes", node), "mesh", meshes) == mesh;
}

}  // namespace

void hide_first_person(GltfDocument& document, const FileTree& tree, const json& vrm,
                       Model& model) {
  std::vector<std::uint8_t> first(model.skeleton.parent.size(), 0);
  std::size_t third = 0;  // nodes that first person would not show
  const json& annotations = gltf_array(gltf_object(vrm, "firstPerson"), "meshAnnotations");
  for (std::size_t n = 0; !annotations.empty() && n < gltf_count(document, "nodes"); ++n) {
    for (const json& annotation : annotations) {
      if (!annotation.is_object() || !is_of_node(document, annotation, n)) continue;
      const std::string person = person_of(annotation);
      third += person == "thirdpersononly";
      if (person != "firstpersononly") continue;
      const auto found = tree.by_name.find(gltf_node_name(document, n));
      if (found != tree.by_name.end()) first[idx(tree.joint[idx(found->second.front())])] = 1;
    }
  }
  std::vector<std::string> names;
  std::size_t seen = 0;
  for (const Mesh& mesh : model.meshes) {
    const bool hides = first[idx(mesh.node)] != 0;
    seen += !hides && !mesh.hidden;
    if (hides && std::ranges::find(names, mesh.name) == names.end()) names.push_back(mesh.name);
  }
  if (seen > 0) {
    for (Mesh& mesh : model.meshes) mesh.hidden = mesh.hidden || first[idx(mesh.node)] != 0;
  }
  if (!names.empty()) {
    report(model, Severity::Info, "file",
           counted(names.size(), "mesh is", "meshes are") + " for first person alone (" +
               enumerated(names, 3) + ") and " +
               (seen > 0 ? "hidden; the eye in the list of meshes shows " +
                               std::string(names.size() == 1 ? "it." : "them.")
                         : "shown nevertheless, for there is no other."));
  }
  if (third > 0) {
    report(model, Severity::Info, "file",
           counted(third, "mesh is", "meshes are") +
               " left out where the character looks at itself (thirdPersonOnly); the view here is "
               "that of others.");
  }
}

}  // namespace bindpose
