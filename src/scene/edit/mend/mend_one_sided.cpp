#include "scene/edit/mend/mend_one_sided.h"

#include <algorithm>
#include <utility>

#include "math/numbers.h"
#include "scene/check/check.h"
#include "scene/numerals.h"
#include "scene/pose/symmetry.h"
#include "scene/segment_binding.h"
#include "scene/vertices/vertex_group.h"
#include "scene/weight_problems.h"

namespace bindpose {
namespace {

std::vector<int> forgotten_joints(const Scene& scene) {
  CheckProfile profile = *find_profile("rig");
  for (std::size_t k = 0; k < kRuleCount; ++k) {
    if (k != static_cast<std::size_t>(Rule::OneSided)) profile.severity[k].reset();
  }
  for (const Finding& f : check(scene, profile)) {
    if (f.rule == Rule::OneSided) return f.joints;
  }
  return {};
}

std::string joint_names(const Model& model, const std::vector<int>& joints) {
  constexpr std::size_t kMost = 4;
  std::string out;
  for (std::size_t k = 0; k < std::min(joints.size(), kMost); ++k)
    out += (k == 0 ? "" : ", ") + model.skeleton.name[idx(joints[k])];
  if (joints.size() > kMost) out += " and " + std::to_string(joints.size() - kMost) + " more";
  return out;
}

// Of the made rows those that have one of the joints.
VertexLists rows_with(const Scene& scene, const MendResult& made, const std::vector<int>& joints) {
  VertexLists out(scene.model->meshes.size());
  for (const MeshWeights& w : made.weights) {
    const Influences& in = w.influences;
    for (std::uint32_t v = 0; v < in.vertex_count(); ++v) {
      for (std::size_t e = in.offset[v]; e < in.offset[v + 1]; ++e) {
        if (std::ranges::find(joints, w.joint[in.slot[e]]) == joints.end()) continue;
        out[idx(w.mesh)].push_back(v);
        break;
      }
    }
  }
  return out;
}

}  // namespace

MendResult one_sided_mended(const Scene& scene, const Mend& mend, const BindProgress& progress) {
  MendResult out;
  const std::vector<int> forgotten = forgotten_joints(scene);
  if (forgotten.empty()) {
    out.account = "There is no joint without weight whose other side has some.";
    return out;
  }
  const MirrorPlane plane = rig_mirror(scene).pairs.plane;
  const std::vector<mat4> world = bind_worlds(*scene.model);
  Scene now = scene;
  std::vector<bool> touched(scene.model->meshes.size(), false);
  VertexLists changed(touched.size());
  for (const bool to_left : {false, true}) {
    const double from = to_left ? 0.5 : 0.0;
    std::vector<int> here;
    for (const int j : forgotten) {
      const bool is_left = plane.height(glm::dvec3(vec3(world[idx(j)][3]))) > 0.0;
      if (is_left == to_left) here.push_back(j);
    }
    if (here.empty()) continue;
    Mend mirror{Mend::MirrorPlace};
    mirror.to_left = to_left;
    mirror.all = mend.all;
    const MendResult whole = mended(now, mirror, progress.within(from, from + 0.4));
    VertexLists wanted = rows_with(now, whole, here);
    if (std::ranges::all_of(wanted, [](const auto& list) { return list.empty(); })) continue;
    // The same again for these alone: nothing else moves.
    mirror.all = false;
    Scene chosen = now;
    chosen.selection.vertices = chosen_vertices(std::move(wanted));
    const MendResult made = mended(chosen, mirror, progress.within(from + 0.4, from + 0.5));
    for (const MeshWeights& w : made.weights) touched[idx(w.mesh)] = true;
    out.changed += made.changed;
    if (!made.weights.empty()) apply_delta(edited_delta(now, made.weights), true, now);
  }
  for (std::size_t m = 0; m < touched.size(); ++m) {
    if (!touched[m]) continue;
    const MeshBinding& binding = binding_of(now, m);
    out.weights.push_back({static_cast<int>(m), binding.skin.joint, binding.influences});
  }
  const std::vector<int> left = forgotten_joints(now);
  std::vector<int> given;
  std::ranges::set_difference(forgotten, left, std::back_inserter(given));
  const Model& model = *scene.model;
  if (out.changed > 0) {
    out.account = "Mirrored weights onto " + counted_vertices(out.changed) + " for " +
                  joint_names(model, given.empty() ? forgotten : given) + ".";
  }
  if (!left.empty()) {
    out.account += (out.changed > 0 ? " " : "") + joint_names(model, left) +
                   (left.size() == 1 ? " is" : " are") +
                   " left: no vertex there is surely opposite to what the other side pulls, or "
                   "weights are locked.";
  }
  return out;
}

}  // namespace bindpose
