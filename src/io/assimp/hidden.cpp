#include "io/assimp/hidden.h"

#include <algorithm>

#include "io/text/import_report.h"
#include "math/numbers.h"
#include "scene/numerals.h"

namespace bindpose {

void hide_meshes(const std::vector<std::uint8_t>& joint, Model& model) {
  std::vector<std::string> names;
  std::size_t seen = 0;
  for (Mesh& mesh : model.meshes) {
    mesh.hidden = joint[idx(mesh.node)] != 0;
    if (!mesh.hidden) ++seen;
    const bool told = std::ranges::find(names, mesh.name) != names.end();
    if (mesh.hidden && !told) names.push_back(mesh.name);
  }
  if (names.empty()) return;
  if (seen == 0) {
    for (Mesh& mesh : model.meshes) mesh.hidden = false;
    report(model, Severity::Info, "file", "It hides all its meshes; they are shown nevertheless.");
    return;
  }
  report(model, Severity::Info, "file",
         counted(names.size(), "mesh is", "meshes are") +
             " hidden in the file and so here: " + enumerated(names, 3) +
             "; the eye in the list of meshes shows " + (names.size() == 1 ? "it." : "them."));
}

}  // namespace bindpose
