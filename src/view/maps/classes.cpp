// Maps of joints and counts: colours that stand for classes.
#include <algorithm>
#include <numeric>

#include "view/colors.h"
#include "view/maps/parts.h"

namespace bindpose::maps {
namespace {

constexpr std::size_t kMaxListed = 10;  // joints in a legend
constexpr std::size_t kMaxCounted = 8;  // influences; more are one class

// The joint that moves vertex i most, or -1 where none does.
int strongest(const BoundMesh& bound, std::size_t i) {
  const Influences& in = bound.influences;
  if (in.offset[i] != in.offset[i + 1]) return bound.skin.joint[in.slot[in.offset[i]]];
  return bound.skin.skinned ? -1 : bound.mesh.node;  // a mesh without a skin hangs on its node
}

// Fills value (the strongest joint, or kNoWeights) of all shown meshes; returns how many vertices
// each joint is strongest at, those without any at the end: #J + 1.
std::vector<std::size_t> fill_strongest(const Scene& scene, SurfaceMap& map, const StopWish& stop) {
  const Model& model = *scene.model;
  std::vector<std::size_t> count(model.skeleton.parent.size() + 1, 0);
  map.mesh.resize(model.meshes.size());
  for (std::size_t m = 0; m < map.mesh.size(); ++m) {
    if (is_hidden(scene, m)) continue;
    const BoundMesh bound = bound_mesh(scene, m);
    std::vector<float>& value = map.mesh[m].value;
    value.resize(bound.mesh.position.size());
    for (std::size_t i = 0; i < value.size(); ++i) {
      stop_if_wished(stop, i);
      const int joint = strongest(bound, i);
      value[i] = joint < 0 ? kNoWeights : static_cast<float>(joint);
      ++count[joint < 0 ? count.size() - 1 : static_cast<std::size_t>(joint)];
    }
  }
  return count;
}

// The joints with the most vertices, selected ones first.
std::vector<std::size_t> listed_joints(const Scene& scene, const std::vector<std::size_t>& count) {
  std::vector<std::size_t> order(count.size() - 1);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t j) { return count[j] == 0; });
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t j) {
    const std::size_t first = is_selected(scene.selection, static_cast<int>(j)) ? 1 : 0;
    return std::pair(first, count[j]);
  });
  return order;
}

// Plain where there is no hatching.
std::uint8_t pattern_of(const Scene& scene, const BoneSet& bones, std::size_t joint) {
  return scene.view.hatching && joint < bones.pattern.size() ? bones.pattern[joint] : 0;
}

// Each vertex has that of the joint that is strongest there, those without weights none.
void add_patterns(const Scene& scene, const BoneSet& bones, SurfaceMap& map) {
  if (!scene.view.hatching) return;
  for (MeshMap& mesh : map.mesh) {
    mesh.pattern.reserve(mesh.value.size());
    for (const float v : mesh.value) {
      mesh.pattern.push_back(v < 0.0f ? 0 : pattern_of(scene, bones, static_cast<std::size_t>(v)));
    }
  }
}

void list_joints(const Scene& scene, const BoneSet& bones, const std::vector<std::size_t>& count,
                 Legend& legend) {
  legend.layout = Legend::List;
  const std::vector<std::size_t> order = listed_joints(scene, count);
  const std::size_t none = count.back();
  const std::size_t shown = std::min(order.size(), kMaxListed - (none > 0 ? 1 : 0));
  for (std::size_t k = 0; k < shown; ++k) {
    const std::size_t j = order[k];
    legend.swatches.push_back({bones.color[j], scene.model->skeleton.name[j], count[j],
                               static_cast<float>(j), pattern_of(scene, bones, j)});
  }
  if (none > 0) {
    legend.swatches.push_back({no_weights_color(), "no weights", none, kNoWeights});
  }
  std::size_t rest = 0;
  for (std::size_t k = shown; k < order.size(); ++k) rest += count[order[k]];
  legend.note =
      order.size() == 1 ? "One joint pulls most" : "Vertices on which each joint pulls most";
  if (rest > 0) {
    legend.note += "; " + grouped(order.size() - shown) +
                   " joints that are not listed: " + grouped(rest) + " in all";
  }
}

std::vector<vec3> lab_of(const std::vector<vec3>& colors) {
  std::vector<vec3> lab;
  for (const vec3& c : colors) lab.push_back(to_oklab(c));
  return lab;
}

std::vector<vec3> blended(const BoundMesh& bound, const std::vector<vec3>& lab,
                          const StopWish& stop) {
  const Influences& in = bound.influences;
  const vec3 none = to_oklab(no_weights_color());
  std::vector<vec3> out(in.vertex_count());
  for (std::size_t i = 0; i < out.size(); ++i) {
    stop_if_wished(stop, i);
    const int joint = strongest(bound, i);
    if (in.offset[i] == in.offset[i + 1]) {
      out[i] = joint < 0 ? none : lab[static_cast<std::size_t>(joint)];
      continue;
    }
    vec3 sum(0.0f);
    for (std::uint32_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
      sum += in.weight[k] * lab[static_cast<std::size_t>(bound.skin.joint[in.slot[k]])];
    }
    out[i] = sum;
  }
  return out;
}

// 1 to kMaxCounted in even steps of the weight ramp; 0: without weights.
vec3 count_color(std::size_t count) {
  if (count == 0) return no_weights_color();
  const auto k = static_cast<float>(std::min(count, kMaxCounted));
  return weight_color((k - 0.5f) / static_cast<float>(kMaxCounted));
}

}  // namespace

SurfaceMap joints(const Scene& scene, const BoneSet& bones, const StopWish& stop) {
  SurfaceMap map;
  map.style = MapStyle::Blend;
  const std::vector<std::size_t> count = fill_strongest(scene, map, stop);
  const std::vector<vec3> lab = lab_of(bones.color);
  for (std::size_t m = 0; m < map.mesh.size(); ++m) {
    if (!is_hidden(scene, m)) map.mesh[m].color = blended(bound_mesh(scene, m), lab, stop);
  }
  add_patterns(scene, bones, map);
  map.legend.title = "All joints, blended by weight";
  list_joints(scene, bones, count, map.legend);
  return map;
}

SurfaceMap dominant(const Scene& scene, const BoneSet& bones, const StopWish& stop) {
  SurfaceMap map;
  map.style = MapStyle::Cells;
  const std::vector<std::size_t> count = fill_strongest(scene, map, stop);
  const std::vector<vec3> lab = lab_of(bones.color);
  const vec3 none = to_oklab(no_weights_color());
  for (MeshMap& mesh : map.mesh) {
    stop_if_wished(stop, 0);
    mesh.color.reserve(mesh.value.size());
    for (const float v : mesh.value) {
      mesh.color.push_back(v < 0.0f ? none : lab[static_cast<std::size_t>(v)]);
    }
  }
  add_patterns(scene, bones, map);
  map.legend.title = "Joint with the largest weight";
  list_joints(scene, bones, count, map.legend);
  return map;
}

SurfaceMap influences(const Scene& scene, const StopWish& stop) {
  SurfaceMap map;
  map.style = MapStyle::Cells;
  std::vector<vec3> lab;
  for (std::size_t k = 0; k <= kMaxCounted; ++k) lab.push_back(to_oklab(count_color(k)));
  std::vector<std::size_t> vertices(kMaxCounted + 1, 0);
  std::size_t most = 0;
  map.mesh.resize(scene.model->meshes.size());
  for (std::size_t m = 0; m < map.mesh.size(); ++m) {
    if (is_hidden(scene, m)) continue;
    const Influences& in = binding_of(scene, m).influences;
    MeshMap& mesh = map.mesh[m];
    for (std::size_t i = 0; i < in.vertex_count(); ++i) {
      stop_if_wished(stop, i);
      const std::size_t count = in.offset[i + 1] - in.offset[i];
      const std::size_t shown = std::min(count, kMaxCounted);
      most = std::max(most, count);
      ++vertices[shown];
      mesh.value.push_back(static_cast<float>(shown));
      mesh.color.push_back(lab[shown]);
    }
  }
  Legend& legend = map.legend;
  legend.layout = Legend::Classes;
  legend.title = "Number of influences";
  legend.note = "At most " + grouped(most) + " on one vertex";
  for (std::size_t k = 0; k <= kMaxCounted; ++k) {
    legend.swatches.push_back({count_color(k), std::to_string(k) + (k == kMaxCounted ? "+" : ""),
                               vertices[k], static_cast<float>(k)});
  }
  return map;
}

}  // namespace bindpose::maps
