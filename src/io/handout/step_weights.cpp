#include "io/handout/step_weights.h"

#include <algorithm>

#include "scene/segment_binding.h"

namespace bindpose::handout {
namespace {

constexpr std::size_t kMostRows = 64;  // vertices whose weights sliders set one by one

bool same_row(const MeshBinding& a, const MeshBinding& b, std::size_t i) {
  const Influences &v = a.influences, &w = b.influences;
  const std::uint32_t n = v.offset[i + 1] - v.offset[i];
  if (n != w.offset[i + 1] - w.offset[i] || v.raw_weight_sum[i] != w.raw_weight_sum[i])
    return false;
  for (std::uint32_t k = 0; k < n; ++k) {
    const std::uint32_t p = v.offset[i] + k, q = w.offset[i] + k;
    if (v.weight[p] != w.weight[q] || a.skin.joint[v.slot[p]] != b.skin.joint[w.slot[q]])
      return false;
  }
  return true;
}

// [stored sum, joint, weight, joint, weight, ...]
OrderedJson row_json(const MeshBinding& binding, std::size_t i) {
  const Influences& w = binding.influences;
  OrderedJson out = OrderedJson::array({w.raw_weight_sum[i]});
  for (std::uint32_t k = w.offset[i]; k < w.offset[i + 1]; ++k) {
    out.push_back(binding.skin.joint[w.slot[k]]);
    out.push_back(w.weight[k]);
  }
  return out;
}

// False where more vertices change than is worth telling one by one.
bool add_rows(const std::vector<const Scene*>& scenes, std::size_t mesh, OrderedJson& rows) {
  std::vector<std::size_t> changing;
  const MeshBinding& first = binding_of(*scenes[0], mesh);
  for (const Scene* scene : scenes) {
    const MeshBinding& other = binding_of(*scene, mesh);
    if (&other == &first) continue;
    for (std::size_t i = 0; i < first.influences.vertex_count(); ++i) {
      if (same_row(first, other, i) || std::ranges::find(changing, i) != changing.end()) continue;
      if (changing.size() == kMostRows) return false;
      changing.push_back(i);
    }
  }
  for (const std::size_t i : changing) {
    OrderedJson at = OrderedJson::array();
    for (const Scene* scene : scenes) at.push_back(row_json(binding_of(*scene, mesh), i));
    rows.push_back({{"mesh", mesh}, {"vertex", i}, {"at", std::move(at)}});
  }
  return true;
}

// The bones that reach, and how far in each position.
OrderedJson reach_json(const std::vector<const Scene*>& scenes, std::size_t start) {
  const auto none = [](const Scene* scene) { return exact_reach(*scene) == nullptr; };
  if (std::ranges::any_of(scenes, none)) return nullptr;
  const std::vector<BoneSegment>& bones = scenes[start]->reach->segments;
  std::vector<int> joint;
  std::vector<float> ends, radius;
  for (const BoneSegment& bone : bones) {
    joint.push_back(bone.joint);
    ends.insert(ends.end(),
                {bone.head.x, bone.head.y, bone.head.z, bone.tail.x, bone.tail.y, bone.tail.z});
  }
  for (const Scene* scene : scenes) {
    const std::vector<BoneSegment>& now = scene->reach->segments;
    if (now.size() != bones.size()) return nullptr;
    for (const BoneSegment& bone : now) radius.push_back(bone.radius);
  }
  OrderedJson to_world = OrderedJson::array();
  const Model& model = *scenes[start]->model;
  const std::vector<int> meshes = meshes_to_bind(model);
  for (const int mesh : meshes) to_world.push_back(rows_of({to_bind_world(model, mesh)}));
  return {{"joint", joint},
          {"ends", packed(ends)},
          {"radius", packed(radius)},
          {"meshes", meshes},
          {"toWorld", std::move(to_world)}};
}

}  // namespace

OrderedJson weights_json(const std::vector<const Scene*>& scenes, std::size_t start) {
  const Scene& scene = *scenes[start];
  OrderedJson out = OrderedJson::object(), bindings = OrderedJson::array(),
              rows = OrderedJson::array();
  bool edited = false, each = true;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const MeshBinding& binding = binding_of(scene, m);
    const bool own = &binding != &scene.model->meshes[m].file_binding;
    edited = edited || own;
    bindings.push_back(own ? binding_json(binding) : OrderedJson(nullptr));
    each = each && add_rows(scenes, m, rows);
  }
  if (edited) out["bindings"] = std::move(bindings);
  if (each) {
    if (!rows.empty()) out["rows"] = std::move(rows);
    OrderedJson reach =
        reach_json(scenes, start);  // for formulas and lines; it does not change here
    if (!reach.is_null()) out["reach"] = std::move(reach);
    return out;
  }
  OrderedJson reach = reach_json(scenes, start);
  if (reach.is_null()) {
    out["frozen"] = true;
  } else {
    reach["changes"] = true;
    out["reach"] = std::move(reach);
  }
  return out;
}

}  // namespace bindpose::handout
