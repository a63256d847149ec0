#include "io/numbers/tables_readme.h"

#include <algorithm>

#include "io/text/clean_text.h"
#include "scene/lesson/transcript.h"
#include "scene/numerals.h"

namespace bindpose {

namespace {

struct TableLine {
  const char* key;
  const char* shape;
  const char* says;
};
constexpr TableLine kTableLines[] = {
    {"parent", "#J",
     "p(j): the parent of joint j by its index, -1 at a root; in `parent.csv` by its name, nothing "
     "at a root. Parents stand before their children"},
    {"L", "#J x 4 x 4", "L_j: joint j as its parent sees it, in the base pose"},
    {"Ul", "#J x 4 x 4", "Ul_j: what was added to the pose, in the joint's own frame"},
    {"W", "#J x 4 x 4", "W_j = W_p(j) L_j Ul_j: joint to world; at a root W_j = L_j Ul_j"},
    {"B", "#S x 4 x 4", "B_j: joint to world when its mesh was bound"},
    {"B_inverse", "#S x 4 x 4", "B_j^-1"},
    {"T", "#S x 4 x 4", "T_j = W_j B_j^-1: moves points from the bind pose to this pose"},
    {"vertices", "#V x 3", "v_i: the vertices in the bind pose"},
    {"weights", "lists",
     "w_ij: how much the joint of a slot pulls on a vertex; those of a vertex add up to 1"},
    {"vertices_posed", "#V x 3", "v'_i = sum_j w_ij T_j v_i: the vertices in this pose"},
};

std::string listed(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& w : words) out += (out.empty() ? "" : ", ") + w;
  return out;
}

}  // namespace

std::string compare_line(const Scene& scene, const std::filesystem::path& folder) {
  const std::filesystem::path own = folder.filename().empty() ? folder : folder.filename();
  std::string line = "bindpose compare " + quoted_for_shell(scene.model->name) + " " +
                     quoted_for_shell(own.string());
  if (scene.view.method != Deformer::File)
    line += " --method " + std::string(info_of(scene.view.method).key);
  if (scene.view.weights == WeightUse::Raw) line += " --raw-weights";
  return line;
}

std::string tables_readme(const Scene& scene, const TablesOptions& options) {
  const Model& model = *scene.model;
  const auto left_out = [&](const char* key) {
    return std::ranges::find(options.without, key) != options.without.end();
  };
  std::size_t slots = 0;
  for (const BoundMesh& b : bound_meshes(scene)) slots += b.skin.joint.size();
  std::string out = "# Tables of " + clean_text(model.name) + "\n\n";
  out += counted(model.skeleton.parent.size(), "joint", "joints") + " (#J), " +
         counted(slots, "slot", "slots") + " (#S), " +
         counted(vertex_count(model), "vertex", "vertices") + " (#V); lengths are in " +
         length_unit(metres_a_unit(model)) + ".\n\n";
  out +=
      "Column vectors: a point is moved by T v, and its translation is the last column of a "
      "matrix. Matrices are "
      "written row after row, in `.npy` as [joint, row, column]. Indices count from 0.\n\n"
      "| array | shape | meaning |\n|---|---|---|\n";
  for (const TableLine& line : kTableLines) {
    out += std::string("| `") + line.key + "`" + (left_out(line.key) ? " (left out)" : "") + " | " +
           line.shape + " | " + line.says + " |\n";
  }
  out +=
      "\nA **slot** is a joint in the skin of one mesh: B_j, and with it T_j, belongs to both. "
      "`slots.csv` says which "
      "mesh and which joint each is (`slot_joint.npy`: the joint's index), `joints.csv` has the "
      "joints' names. "
      "A mesh without a skin has one slot, its node. Vertices count through all meshes.\n\n"
      "Weights: in `weights.csv` a line for each, with its vertex and its slot; as `.npy` three "
      "lists of one length, "
      "`weight_vertex`, `weight_slot`, `weight`; in `tables.json` a list for each vertex, slot and "
      "weight in turns. "
      "A vertex without weights follows the node of its mesh.\n";
  if (!options.without.empty()) {
    out += "\n**Left out, for you to compute: " + listed(options.without) +
           ".** `left_out.json` says so to `bindpose compare`, which asks for all of them" +
           (left_out("weights") || left_out("vertices")
                ? " (and does not judge weights and vertices of the bind pose)"
                : "") +
           ".\n";
  }
  const Deformer method = deformer_of(scene, scene.view.method);
  if (method != Deformer::Linear && !left_out("vertices_posed")) {
    out += "\nHere `vertices_posed` were not moved by that sum: " +
           (method == Deformer::File ? std::string("each mesh's file says by what")
                                     : in_sentence(method)) +
           " moved them.\n";
  }
  if (scene.view.weights == WeightUse::Raw)
    out += "\nThey were moved with the weights as they are stored, which need not add up to 1.\n";
  if (!scene.edited.binding.empty()) {
    out +=
        "\nThe weights were edited: they are not the file's. Who compares posed vertices has to "
        "give the same weights (`--weights`).\n";
  }
  out += "\n`pose.json` is the pose that these arrays are of.\n";
  if (!options.program_line.empty()) {
    out +=
        "\nAre your numbers right? Save them as `W.npy`, `W.csv` or `W.json` (or T, or any other "
        "of the names above) and ask:\n\n    " +
        options.program_line +
        "\n\nIt says to which tolerance they are right, or which joint is the first that is not, "
        "and which usual mistake "
        "explains it.\n";
  }
  return out;
}

}  // namespace bindpose
