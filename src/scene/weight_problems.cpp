#include "scene/weight_problems.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "math/numbers.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

bool concerns(const Influences& in, std::size_t i, const VertexGroup& group) {
  const std::size_t count = in.offset[i + 1] - in.offset[i];
  switch (group.kind) {
    case VertexGroup::Unweighted:
      return count == 0;
    case VertexGroup::Sum:
      return count > 0 && !(std::abs(in.raw_weight_sum[i] - 1.0f) <= kSumTolerance);
    case VertexGroup::Influences:
      return count > static_cast<std::size_t>(std::max(group.n, 0));
    default:
      return false;
  }
}

void add_listed(const ReportEntry& entry, VertexLists& out) {
  if (entry.mesh < 0 || static_cast<std::size_t>(entry.mesh) >= out.size()) return;
  std::vector<std::uint32_t>& list = out[static_cast<std::size_t>(entry.mesh)];
  list.insert(list.end(), entry.vertex.begin(), entry.vertex.end());
  std::ranges::sort(list);
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

// The mesh that an entry of the report speaks of as a whole, or -1.
int whole_mesh(const Model& model, const VertexGroup& group) {
  const auto entry = static_cast<std::size_t>(std::max(group.n, 0));
  if (group.kind != VertexGroup::Report || entry >= model.report.size()) return -1;
  const ReportEntry& r = model.report[entry];
  return r.vertex.empty() && r.mesh < static_cast<int>(model.meshes.size()) ? r.mesh : -1;
}

// "412 vertices of body", or "of 3 meshes".
std::string chosen_title(const Model& model, const VertexLists& lists, const std::string& n) {
  std::size_t meshes = 0, last = 0;
  for (std::size_t m = 0; m < lists.size(); ++m) {
    if (!lists[m].empty()) ++meshes, last = m;
  }
  if (meshes != 1) return n + " of " + std::to_string(meshes) + " meshes";
  return n + " of " + model.meshes[last].name;
}

}  // namespace

VertexLists vertices_of(const Scene& scene, const VertexGroup& group) {
  const Model& model = *scene.model;
  VertexLists out(model.meshes.size());
  if (group.kind == VertexGroup::Report) {
    const auto entry = static_cast<std::size_t>(std::max(group.n, 0));
    if (entry < model.report.size()) add_listed(model.report[entry], out);
    if (const int mesh = whole_mesh(model, group); mesh >= 0) {
      auto& list = out[static_cast<std::size_t>(mesh)];
      list.resize(model.meshes[static_cast<std::size_t>(mesh)].position.size());
      std::iota(list.begin(), list.end(), 0u);
    }
    return out;
  }
  if (group.kind == VertexGroup::Chosen) {
    if (group.chosen && group.chosen->size() == out.size()) out = *group.chosen;
    return out;
  }
  if (group.kind == VertexGroup::Broken) {
    for (const ReportEntry& entry : model.report) {
      if (entry.kind == ReportKind::BrokenWeights) add_listed(entry, out);
    }
    for (std::size_t m = 0; m < out.size(); ++m) {
      if (has_own_weights(scene, m)) out[m].clear();
    }
    return out;
  }
  for (std::size_t m = 0; m < out.size(); ++m) {
    const auto& [in, skin] = binding_of(scene, m);
    if (!skin.skinned) continue;
    for (std::size_t i = 0; i < model.meshes[m].position.size(); ++i) {
      if (concerns(in, i, group)) out[m].push_back(static_cast<std::uint32_t>(i));
    }
  }
  return out;
}

WeightProblems weight_problems(const Scene& scene, int limit) {
  WeightProblems problems;
  for (const auto& [mesh, in, skin] : bound_meshes(scene)) {
    if (!skin.skinned) continue;
    for (std::size_t i = 0; i < mesh.position.size(); ++i) {
      problems.unweighted += concerns(in, i, {VertexGroup::Unweighted, 0});
      problems.sum_off += concerns(in, i, {VertexGroup::Sum, 0});
      problems.over_limit += concerns(in, i, {VertexGroup::Influences, limit});
    }
  }
  problems.broken = count_of(vertices_of(scene, {VertexGroup::Broken, 0}));
  problems.without_weight = joints_without_weight(scene);
  return problems;
}

std::vector<int> joints_without_weight(const Scene& scene) {
  std::vector<int> out;
  if (scene.model->meshes.empty()) return out;  // nothing could follow its joints
  const JointFlags& flags = joint_flags(scene);
  std::vector<std::uint8_t> moves = flags.has_weight;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    if (binding_of(scene, m).skin.skinned) continue;
    int j = scene.model->meshes[m].node;
    while (j >= 0 && flags.is_joint[idx(j)] == 0) j = scene.model->skeleton.parent[idx(j)];
    if (j >= 0) moves[idx(j)] = 1;
  }
  for (std::size_t j = 0; j < flags.is_joint.size(); ++j) {
    if (flags.is_joint[j] != 0 && moves[j] == 0) out.push_back(static_cast<int>(j));
  }
  return out;
}

std::string title_of(const Scene& scene, const VertexGroup& group) {
  const Model& model = *scene.model;
  const std::string n = counted_vertices(count_of(vertices_of(scene, group)));
  switch (group.kind) {
    case VertexGroup::Unweighted:
      return n + " without weights";
    case VertexGroup::Sum:
      return n + " with a stored sum other than 1";
    case VertexGroup::Broken:
      return n + " with a weight left out";
    case VertexGroup::Influences:
      return n + " with more than " + counted_influences(idx(group.n));
    case VertexGroup::Report:
      if (const int mesh = whole_mesh(model, group); mesh >= 0) {
        return "mesh " + model.meshes[static_cast<std::size_t>(mesh)].name + ", " + n;
      }
      return n + " of the report";
    case VertexGroup::Chosen:
      return chosen_title(model, *group.chosen, n);
    default:
      return {};
  }
}

}  // namespace bindpose
