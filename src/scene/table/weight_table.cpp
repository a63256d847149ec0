#include "scene/table/weight_table.h"

#include <algorithm>
#include <bit>

#include "scene/weight_problems.h"

namespace bindpose {
namespace {

constexpr std::size_t kRowsBetweenQuestions = 1u << 16;

// A line while it is sorted. Keys are positive numbers: their bits sort as they do.
struct KeyedRow {
  std::uint32_t key;
  std::uint32_t mesh;
  std::uint32_t vertex;
};

std::uint32_t table_key(float value) {
  return std::bit_cast<std::uint32_t>(std::max(value, 0.0f));
}

// What lines are sorted by, and whether they are listed at all.
class RowKeys {
 public:
  RowKeys(const Scene& scene, std::size_t mesh, const TableQuery& query)
      : in_(binding_of(scene, mesh).influences),
        query_(query),
        slot_of_(find_slot(binding_of(scene, mesh).skin, query.of_joint)),
        slot_by_(find_slot(binding_of(scene, mesh).skin, query.by_joint)) {}

  bool lists(std::uint32_t v) const {
    return query_.rows != TableQuery::Rows::OfJoint || weight(v, slot_of_) > 0.0f;
  }
  std::uint32_t key(std::uint32_t v) const {
    const std::uint32_t count = in_.offset[v + 1] - in_.offset[v];
    switch (query_.by) {
      case TableQuery::By::Vertex:
        return 0;
      case TableQuery::By::Influences:
        return count;
      case TableQuery::By::Sum:
        return table_key(count > 0 ? in_.raw_weight_sum[v] : 0.0f);
      case TableQuery::By::Joint:
        return table_key(weight(v, slot_by_));
      case TableQuery::By::Largest:
        return table_key(count > 0 ? in_.weight[in_.offset[v]] : 0.0f);
    }
    return 0;
  }
  // Marks the slots of the vertex.
  void mark(std::uint32_t v, std::vector<std::uint8_t>& used) const {
    for (std::uint32_t k = in_.offset[v]; k < in_.offset[v + 1]; ++k) used[in_.slot[k]] = 1;
  }

 private:
  float weight(std::uint32_t v, int slot) const {
    if (slot < 0) return 0.0f;
    for (std::uint32_t k = in_.offset[v]; k < in_.offset[v + 1]; ++k) {
      if (in_.slot[k] == static_cast<std::uint32_t>(slot)) return in_.weight[k];
    }
    return 0.0f;
  }

  const Influences& in_;
  const TableQuery& query_;
  int slot_of_, slot_by_;
};

bool has_lines(const Scene& scene, std::size_t mesh) {
  return binding_of(scene, mesh).skin.skinned && !is_hidden(scene, mesh);
}

}  // namespace

TableRows table_rows(const Scene& scene, const TableQuery& query,
                     const std::function<bool()>& stopped) {
  const std::size_t meshes = scene.model->meshes.size();
  const bool chosen = query.rows == TableQuery::Rows::Chosen;
  const VertexLists lists =
      chosen ? vertices_of(scene, scene.selection.vertices) : VertexLists(meshes);
  std::vector<KeyedRow> keyed;
  std::vector<std::uint8_t> pulls(static_cast<std::size_t>(scene.model->skeleton.size()), 0);
  for (std::size_t m = 0; m < meshes; ++m) {
    if (!has_lines(scene, m)) continue;
    const RowKeys keys(scene, m, query);
    const Skin& skin = binding_of(scene, m).skin;
    std::vector<std::uint8_t> used(skin.joint.size(), 0);
    const std::size_t n = chosen ? lists[m].size() : scene.model->meshes[m].position.size();
    for (std::size_t i = 0; i < n; ++i) {
      if (i % kRowsBetweenQuestions == 0 && stopped && stopped()) return {};
      const std::uint32_t v = chosen ? lists[m][i] : static_cast<std::uint32_t>(i);
      if (!keys.lists(v)) continue;
      keyed.push_back({keys.key(v), static_cast<std::uint32_t>(m), v});
      keys.mark(v, used);
    }
    for (std::size_t s = 0; s < used.size(); ++s) {
      if (used[s]) pulls[static_cast<std::size_t>(skin.joint[s])] = 1;
    }
  }
  // By vertex they are in order already.
  const auto before = [&](const KeyedRow& a, const KeyedRow& b) {
    return query.descending ? a.key > b.key : a.key < b.key;
  };
  if (query.by != TableQuery::By::Vertex) {
    std::ranges::stable_sort(keyed, before);
  } else if (query.descending) {
    std::ranges::reverse(keyed);
  }
  TableRows out;
  out.row.reserve(keyed.size());
  for (const KeyedRow& r : keyed) out.row.push_back({static_cast<int>(r.mesh), r.vertex});
  for (std::size_t j = 0; j < pulls.size(); ++j) {
    if (pulls[j]) out.joint.push_back(static_cast<int>(j));
  }
  return out;
}

std::vector<JointWeight> table_row(const Scene& scene, const VertexRef& at) {
  const MeshBinding& binding = binding_of(scene, static_cast<std::size_t>(at.mesh));
  std::vector<JointWeight> out;
  for (const WeightEntry& e : read_row(binding.influences, at.vertex).entry) {
    out.push_back({binding.skin.joint[static_cast<std::size_t>(e.slot)], e.weight});
  }
  return out;
}

float stored_sum(const Scene& scene, const VertexRef& at) {
  const Influences& in = binding_of(scene, static_cast<std::size_t>(at.mesh)).influences;
  return in.offset[at.vertex + 1] > in.offset[at.vertex] ? in.raw_weight_sum[at.vertex] : 0.0f;
}

}  // namespace bindpose
