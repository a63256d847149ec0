#include "scene/lesson/quantity/quantity_cost.h"

#include <algorithm>
#include <span>

#include "rig/deformer_distance.h"
#include "rig/morph.h"
#include "rig/weights/limit.h"
#include "scene/check/check.h"
#include "scene/deform/deformer_data.h"
#include "scene/engine/engine_view.h"

namespace bindpose::quantities {
namespace {

constexpr double kMillimetres = 1000.0, kCentimetresOf = 100.0;

// measure(vertices of mesh m with their morphs added, #V distances).
template <typename Measure>
std::vector<float> costs_of_mesh(const Scene& scene, const PosedScene& posed, std::size_t m,
                                 std::initializer_list<Deformer> by, const Measure& measure) {
  const Mesh& mesh = scene.model->meshes[m];
  SkinningInput in = skinning_input(scene, posed, m, by);
  in.normal = {};
  std::vector<vec3> shaped;
  if (is_morphed(mesh, posed.morph)) {
    shaped.resize(mesh.position.size());
    morph_points(mesh, posed.morph, shaped, {});
    in.position = shaped;
  }
  std::vector<float> out(mesh.position.size());
  measure(in, std::span<float>(out));
  return out;
}

std::vector<float> limit_costs(const Scene& scene, const PosedScene& posed, std::size_t m) {
  return costs_of_mesh(scene, posed, m, {scene.view.method},
                       [&](const SkinningInput& in, std::span<float> out) {
                         limit_distance(in, scene.view.method, scene.view.limit, out);
                       });
}

std::vector<float> gaps(const Scene& scene, const PosedScene& posed, std::size_t m) {
  const ViewSettings& v = scene.view;
  return costs_of_mesh(scene, posed, m, {v.method, v.compare},
                       [&](const SkinningInput& in, std::span<float> out) {
                         deformer_distance(in, v.method, v.compare, out);
                       });
}

template <typename Costs>
double of_pinned(const Scene& scene, const PosedScene& posed, double unit, const Costs& costs) {
  const VertexRef& at = scene.selection.pinned_vertex;
  if (at.empty()) return kNothing;
  const std::vector<float> all = costs(scene, posed, static_cast<std::size_t>(at.mesh));
  return double(all[at.vertex]) * metres_a_unit(scene) * unit;
}

template <typename Costs>
double largest(const Scene& scene, const PosedScene& posed, double unit, const Costs& costs) {
  float most = 0.0f;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    for (const float cost : costs(scene, posed, m)) most = std::max(most, cost);
  }
  return double(most) * metres_a_unit(scene) * unit;
}

// count(influences of a vertex), for each.
template <typename Count>
void for_each_row(const Scene& scene, const Count& count) {
  for (const BoundMesh& bound : bound_meshes(scene)) {
    const auto& offset = bound.influences.offset;
    for (std::size_t i = 0; i + 1 < offset.size(); ++i) count(offset[i + 1] - offset[i]);
  }
}

}  // namespace

double limit_cost(const Scene& scene, const PosedScene& posed, const Joints&) {
  return of_pinned(scene, posed, kMillimetres, limit_costs);
}
double limit_cost_largest(const Scene& scene, const PosedScene& posed, const Joints&) {
  return largest(scene, posed, kMillimetres, limit_costs);
}
double engine_cost_of_vertex(const Scene& scene, const PosedScene& posed, const Joints&) {
  return of_pinned(scene, posed, kMillimetres, engine_cost);
}
double engine_cost_largest(const Scene& scene, const PosedScene& posed, const Joints&) {
  return largest(scene, posed, kMillimetres, engine_cost);
}
double apart(const Scene& scene, const PosedScene& posed, const Joints&) {
  return of_pinned(scene, posed, kCentimetresOf, gaps);
}
double apart_largest(const Scene& scene, const PosedScene& posed, const Joints&) {
  return largest(scene, posed, kCentimetresOf, gaps);
}

double most_influences(const Scene& scene, const PosedScene&, const Joints&) {
  std::uint32_t most = 0;
  for_each_row(scene, [&](std::uint32_t n) { most = std::max(most, n); });
  return double(most);
}
double over_limit(const Scene& scene, const PosedScene&, const Joints&) {
  std::size_t over = 0;
  const auto limit = static_cast<std::uint32_t>(scene.view.limit);
  for_each_row(scene, [&](std::uint32_t n) { over += n > limit ? 1 : 0; });
  return double(over);
}

double finding(const Scene& scene, const PosedScene&, const Joints& rule) {
  const auto profile = find_profile("rig");
  if (!profile) return kNothing;
  std::size_t count = 0;
  for (const Finding& f : check(scene, *profile)) {
    if (static_cast<int>(f.rule) == rule[0]) count += f.count;
  }
  return double(count);
}

}  // namespace bindpose::quantities
