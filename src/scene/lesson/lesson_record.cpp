// A scene as the edits of a step: for a view that is recorded.
#include <algorithm>

#include "scene/lesson/lesson_plan.h"

namespace bindpose {
namespace {

// Weights from distances first, then those that were written vertex by vertex.
std::vector<std::string> weight_edits_of(const Scene& scene) {
  std::vector<std::string> lines;
  if (scene.reach) lines.push_back(to_text(SetInfluences{nullptr, {}, scene.reach}, *scene.model));
  std::vector<VertexRef> written;
  for (const WeightLog::Entry& e : scene.weights.recent) {
    const VertexRef at{e.mesh, static_cast<std::uint32_t>(e.vertex)};
    if (e.vertex >= 0 && std::ranges::find(written, at) == written.end()) written.push_back(at);
  }
  for (const VertexRef& at : written) {
    const auto& [in, skin] = binding_of(scene, static_cast<std::size_t>(at.mesh));
    SetWeights edit{at, {}};
    for (std::uint32_t k = in.offset[at.vertex]; k < in.offset[at.vertex + 1]; ++k) {
      edit.row.push_back({skin.joint[in.slot[k]], in.weight[k] * in.raw_weight_sum[at.vertex]});
    }
    lines.push_back(to_text(edit, *scene.model));
  }
  return lines;
}

}  // namespace

std::vector<std::string> edits_of(const Scene& scene) {
  std::vector<std::string> lines = weight_edits_of(scene);
  const Model& model = *scene.model;
  const Pose& pose = scene.pose;
  if (pose.base != BasePose::Rest) {
    lines.push_back(to_text(SetBasePose{pose.base, pose.clip}, model));
  }
  if (pose.base == BasePose::Clip) lines.push_back(to_text(SetTime{pose.time}, model));
  for (std::size_t j = 0; j < pose.user_local.size(); ++j) {
    if (pose.user_local[j] == mat4(1.0f)) continue;
    lines.push_back(to_text(SetUserLocal{static_cast<int>(j), pose.user_local[j]}, model));
  }
  for (std::size_t c = 0; c < pose.user_morph.size(); ++c) {
    if (!pose.user_morph[c]) continue;
    lines.push_back(to_text(SetMorph{static_cast<int>(c), *pose.user_morph[c]}, model));
  }
  ViewSettings view = scene.view;
  view.dark = ViewSettings{}.dark;
  if (!(view == ViewSettings{})) lines.push_back(to_text(SetView{view}, model));
  if (!scene.selection.pinned_vertex.empty()) {
    lines.push_back(to_text(SetPinnedVertex{scene.selection.pinned_vertex}, model));
  }
  if (scene.selection.joint >= 0) {
    lines.push_back(to_text(SetSelection{scene.selection.joint, scene.selection.also}, model));
  }
  if (scene.selection.vertices.kind != VertexGroup::None) {
    lines.push_back(to_text(SelectVertices{scene.selection.vertices}, model));
  }
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    if (!is_hidden(scene, m)) continue;
    lines.push_back(to_text(ShowMesh{static_cast<int>(m), false}, model));
  }
  return lines;
}

}  // namespace bindpose
