// Which meshes the file's maker has hidden. Facts: FBX SDK (FbxNode::Visibility,
// VisibilityInheritance, on where the file does not say).
#include <algorithm>

#include "io/assimp/hidden.h"
#include "io/fbx/file.h"
#include "io/text/import_report.h"
#include "math/numbers.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

enum class Sight : std::uint8_t { Always, AtTimes, Never };

// By the model's own Visibility.
Sight own_sight(const FbxTree& tree, const FbxModel& model, std::size_t& budget) {
  bool on = false, off = false;
  for (const std::uint32_t curve : model.visibility) {
    const auto values = fbx_array<double>(tree, fbx_child(tree, curve, "KeyValueFloat"), budget);
    if (!values) continue;
    const bool some_off = std::ranges::find(*values, 0.0) != values->end();
    off = off || some_off;
    on = on || std::ranges::any_of(*values, [](double v) { return v != 0.0; });
  }
  if (!on && !off) return model.hidden ? Sight::Never : Sight::Always;
  if (!off) return Sight::Always;
  return on ? Sight::AtTimes : Sight::Never;
}

std::vector<Sight> sights(const FbxScene& scene) {
  std::size_t budget = std::size_t{1} << 26;  // bytes of curves, far more than files have
  const std::vector<FbxModel>& models = scene.models;
  std::vector<Sight> out(models.size(), Sight::Always);
  std::vector<int> below = scene.roots;  // each model is placed once
  while (!below.empty()) {
    const int m = below.back();
    below.pop_back();
    out[idx(m)] = std::max(out[idx(m)], own_sight(scene.tree, models[idx(m)], budget));
    for (const int child : models[idx(m)].children) {
      if (models[idx(child)].hides_by_parent) out[idx(child)] = out[idx(m)];
      below.push_back(child);
    }
  }
  return out;
}

void note_seen_at_times(const std::vector<std::uint8_t>& joint, Model& model) {
  std::vector<std::string> names;
  for (const Mesh& mesh : model.meshes) {
    const bool told = std::ranges::find(names, mesh.name) != names.end();
    if (joint[idx(mesh.node)] != 0 && !told) names.push_back(mesh.name);
  }
  if (names.empty()) return;
  report(model, Severity::Info, "file",
         counted(names.size(), "mesh comes", "meshes come") + " and " +
             (names.size() == 1 ? "goes" : "go") +
             " in its clips (animated visibility), which is not played: " + enumerated(names, 3) +
             (names.size() == 1 ? " is" : " are") + " shown all the time.");
}

}  // namespace

void hide_fbx_meshes(const FbxFile& fbx, const FileTree& tree, Model& model) {
  const std::vector<Sight> sight = sights(fbx.scene);
  std::vector<std::uint8_t> hidden(model.skeleton.parent.size(), 0), at_times = hidden;
  for (std::size_t m = 0; m < sight.size(); ++m) {
    const int node = fbx.node_of[m];
    if (node < 0) continue;
    const std::size_t joint = idx(tree.joint[idx(node)]);
    if (sight[m] == Sight::Never) hidden[joint] = 1;
    if (sight[m] == Sight::AtTimes) at_times[joint] = 1;
  }
  note_seen_at_times(at_times, model);
  hide_meshes(hidden, model);
}

}  // namespace bindpose
