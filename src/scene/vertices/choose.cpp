#include "scene/vertices/choose.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "rig/surface/vertex_graph.h"

namespace bindpose {
namespace {

using Flags = std::vector<std::uint8_t>;  // one a point

template <typename IsIn>
VertexLists vertices_where(const Scene& scene, const IsIn& is_in) {
  VertexLists out(scene.model->meshes.size());
  for (std::size_t m = 0; m < out.size(); ++m) {
    if (is_hidden(scene, m)) continue;
    const std::size_t count = scene.model->meshes[m].position.size();
    for (std::uint32_t i = 0; i < count; ++i) {
      if (is_in(m, i)) out[m].push_back(i);
    }
  }
  return out;
}

// Mesh by mesh: points that have a vertex in the list, changed, and back as vertices.
template <typename F>
VertexLists by_points(const Scene& scene, VertexLists lists, const F& change) {
  for (std::size_t m = 0; m < lists.size(); ++m) {
    if (lists[m].empty()) continue;
    const Mesh& mesh = scene.model->meshes[m];
    const VertexGraph graph = vertex_graph(mesh.position, mesh.triangle);
    Flags in(graph.size(), 0);
    for (const std::uint32_t i : lists[m]) in[graph.point[i]] = 1;
    change(graph, in);
    lists[m].clear();
    for (std::uint32_t i = 0; i < graph.point.size(); ++i) {
      if (in[graph.point[i]] != 0) lists[m].push_back(i);
    }
  }
  return lists;
}

// Points beside one that has `value` get it, `times` times.
void spread(const VertexGraph& graph, Flags& in, std::uint8_t value, int times) {
  std::vector<std::uint32_t> front;
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    if (in[p] == value) front.push_back(p);
  }
  for (int t = 0; t < times && !front.empty(); ++t) {
    std::vector<std::uint32_t> next;
    for (const std::uint32_t p : front) {
      for (const std::uint32_t q : graph.neighbours_of(p)) {
        if (in[q] == value) continue;
        in[q] = value;
        next.push_back(q);
      }
    }
    front = std::move(next);
  }
}

}  // namespace

VertexLists all_vertices(const Scene& scene) {
  return vertices_where(scene, [](std::size_t, std::uint32_t) { return true; });
}

VertexLists every_vertex(const Model& model) {
  VertexLists out(model.meshes.size());
  for (std::size_t m = 0; m < out.size(); ++m) {
    out[m].resize(model.meshes[m].position.size());
    std::iota(out[m].begin(), out[m].end(), 0u);
  }
  return out;
}

VertexLists inverted(const Scene& scene, const VertexLists& lists) {
  return without(all_vertices(scene), lists);
}

VertexLists grown(const Scene& scene, VertexLists lists, int times) {
  return by_points(scene, std::move(lists),
                   [times](const VertexGraph& graph, Flags& in) { spread(graph, in, 1, times); });
}

VertexLists shrunk(const Scene& scene, VertexLists lists, int times) {
  return by_points(scene, std::move(lists),
                   [times](const VertexGraph& graph, Flags& in) { spread(graph, in, 0, times); });
}

VertexLists with_parts(const Scene& scene, const VertexLists& lists) {
  return by_points(scene, lists, [](const VertexGraph& graph, Flags& in) {
    std::size_t count = 0;
    const std::vector<std::uint32_t> part = connected_parts(graph, count);
    Flags wanted(count, 0);
    for (std::size_t p = 0; p < in.size(); ++p) wanted[part[p]] |= in[p];
    for (std::size_t p = 0; p < in.size(); ++p) in[p] = wanted[part[p]];
  });
}

VertexLists region_of(const Scene& scene, int joint) {
  std::vector<int> slot;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const Skin& skin = binding_of(scene, m).skin;
    slot.push_back(skin.skinned ? find_slot(skin, joint) : -1);
  }
  return vertices_where(scene, [&](std::size_t m, std::uint32_t i) {
    if (slot[m] < 0) return false;
    const Influences& in = binding_of(scene, m).influences;
    for (std::size_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
      if (in.slot[k] == slot[m]) return in.weight[k] > 0.0f;
    }
    return false;
  });
}

VertexLists at_place_of(const Scene& scene, const VertexRef& at) {
  const auto own = static_cast<std::size_t>(at.mesh);
  const auto& meshes = scene.model->meshes;
  const vec3 place = meshes[own].position[at.vertex];
  const bool skinned = binding_of(scene, own).skin.skinned;
  std::vector<std::uint8_t> asked(meshes.size());
  for (std::size_t m = 0; m < meshes.size(); ++m)
    asked[m] = m == own || (skinned && binding_of(scene, m).skin.skinned);
  return vertices_where(scene, [&](std::size_t m, std::uint32_t i) {
    return asked[m] != 0 && ((m == own && i == at.vertex) || meshes[m].position[i] == place);
  });
}

VertexLists with_places(const Scene& scene, const VertexLists& lists) {
  struct PlaceHash {
    std::size_t operator()(const vec3& p) const {
      std::size_t h = 0;
      for (int k = 0; k < 3; ++k)
        h = h * 0x9e3779b97f4a7c15u + std::hash<float>()(p[k] + 0.0f);  // -0 is 0
      return h;
    }
  };
  const auto& meshes = scene.model->meshes;
  std::unordered_set<vec3, PlaceHash> places;
  for (std::size_t m = 0; m < lists.size(); ++m) {
    if (!binding_of(scene, m).skin.skinned) continue;
    for (const std::uint32_t i : lists[m]) places.insert(meshes[m].position[i]);
  }
  return with(lists, vertices_where(scene, [&](std::size_t m, std::uint32_t i) {
                return binding_of(scene, m).skin.skinned && places.contains(meshes[m].position[i]);
              }));
}

VertexLists with(const VertexLists& lists, const VertexLists& more) {
  VertexLists out(lists.size());
  for (std::size_t m = 0; m < out.size(); ++m) {
    std::ranges::set_union(lists[m], more[m], std::back_inserter(out[m]));
  }
  return out;
}

VertexLists without(const VertexLists& lists, const VertexLists& less) {
  VertexLists out(lists.size());
  for (std::size_t m = 0; m < out.size(); ++m) {
    std::ranges::set_difference(lists[m], less[m], std::back_inserter(out[m]));
  }
  return out;
}

}  // namespace bindpose
