#include "scene/edit/mend/joined_meshes.h"

#include <algorithm>
#include <utility>

#include "math/numbers.h"
#include "scene/edit/mend/own_slots.h"

namespace bindpose {

JoinedSurface::JoinedSurface(const Scene& scene) {
  std::vector<std::uint32_t> triangle;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const auto from = static_cast<std::uint32_t>(position_.size());
    first_.push_back(from);
    if (!binding_of(scene, m).skin.skinned) continue;
    const Mesh& mesh = scene.model->meshes[m];
    position_.insert(position_.end(), mesh.position.begin(), mesh.position.end());
    for (const std::uint32_t v : mesh.triangle) triangle.push_back(from + v);
  }
  first_.push_back(static_cast<std::uint32_t>(position_.size()));
  graph_ = vertex_graph(position_, triangle);
}

std::vector<std::uint32_t> JoinedSurface::with_places(const VertexLists& lists) const {
  std::vector<std::uint32_t> out;
  for (std::size_t m = 0; m < lists.size(); ++m) {
    if (first_[m] == first_[m + 1]) continue;
    for (const std::uint32_t v : lists[m]) {
      const auto alike = graph_.vertices_of(graph_.point[first_[m] + v]);
      out.insert(out.end(), alike.begin(), alike.end());
    }
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

VertexLists JoinedSurface::lists_with_places(const VertexLists& lists) const {
  VertexLists out(lists.size());
  std::size_t m = 0;
  for (const std::uint32_t v : with_places(lists)) {
    while (v >= first_[m + 1]) ++m;
    out[m].push_back(v - first_[m]);
  }
  return out;
}

// Joints without weights need no number.
std::vector<int> joined_joints(const Scene& scene) {
  std::vector<std::uint8_t> used(idx(scene.model->skeleton.size()), 0);
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const auto& [in, skin] = binding_of(scene, m);
    if (!skin.skinned) continue;
    for (const std::uint16_t s : in.slot) used[idx(skin.joint[s])] = 1;
  }
  std::vector<int> out;
  for (std::size_t j = 0; j < used.size(); ++j) {
    if (used[j] != 0) out.push_back(static_cast<int>(j));
  }
  return out;
}

JoinedWeights::JoinedWeights(const Scene& scene, const JoinedSurface& surface) {
  const std::size_t meshes = scene.model->meshes.size();
  const auto joins = [&](std::size_t m) { return surface.first(m) < surface.first(m + 1); };
  std::vector<int> slot(idx(scene.model->skeleton.size()), -1);
  joint = joined_joints(scene);
  for (std::size_t s = 0; s < joint.size(); ++s) slot[idx(joint[s])] = static_cast<int>(s);
  for (std::size_t m = 0; m < meshes; ++m) {
    if (!joins(m)) continue;
    const auto& [in, skin] = binding_of(scene, m);
    const auto shift = static_cast<std::uint32_t>(influences.slot.size());
    for (const std::uint16_t s : in.slot)
      influences.slot.push_back(static_cast<std::uint16_t>(slot[idx(skin.joint[s])]));
    influences.weight.insert(influences.weight.end(), in.weight.begin(), in.weight.end());
    for (std::size_t i = 0; i < in.vertex_count(); ++i)
      influences.offset.push_back(in.offset[i + 1] + shift);
    influences.raw_weight_sum.insert(influences.raw_weight_sum.end(), in.raw_weight_sum.begin(),
                                     in.raw_weight_sum.end());
  }
}

std::vector<MeshWeights> JoinedWeights::by_mesh(const Scene& scene, const JoinedSurface& surface,
                                                const Mended& made) const {
  std::vector<MeshWeights> out;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const std::uint32_t first = surface.first(m);
    auto at = std::ranges::lower_bound(made.changed, first);
    const auto end = std::ranges::lower_bound(made.changed, surface.first(m + 1));
    if (at == end) continue;
    const auto& [in, skin] = binding_of(scene, m);
    OwnSlots slot_of{skin};
    RowRewriter rows(in);
    for (; at != end; ++at) {
      std::vector<ExactWeight> row = exact_row(made.influences, *at);
      for (ExactWeight& e : row) e.slot = slot_of(joint[idx(e.slot)]);
      rows.put_as_it_is(*at - first, std::move(row), made.influences.raw_weight_sum[*at]);
    }
    out.push_back({static_cast<int>(m), slot_of.joints(), rows.finish().influences});
  }
  return out;
}

}  // namespace bindpose
