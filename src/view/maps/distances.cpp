// Maps of distances between two surfaces in one pose.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numeric>

#include "math/ascii.h"
#include "rig/deformer_distance.h"
#include "rig/morph.h"
#include "rig/subset.h"
#include "rig/weights/limit.h"
#include "scene/deform/deformer_data.h"
#include "scene/deform/deformer_words.h"
#include "view/colors.h"
#include "view/maps/parts.h"
#include "view/panes.h"

namespace bindpose {
namespace {

// Vertices between two questions whether the map is still wanted.
constexpr std::size_t kBlock = 20000;

using Values = std::vector<std::vector<float>>;  // per mesh #V, or none where it is hidden

struct Largest {
  float value = 0.0f;
  VertexRef at;           // none where all are 0
  std::size_t moved = 0;  // vertices above 0
};

Largest largest_of(const Values& values) {
  Largest out;
  for (std::size_t m = 0; m < values.size(); ++m) {
    for (std::size_t i = 0; i < values[m].size(); ++i) {
      const float value = values[m][i];
      out.moved += value > 0.0f;
      if (!std::isfinite(value) || value <= out.value) continue;
      out.value = value;
      out.at = {static_cast<int>(m), static_cast<std::uint32_t>(i)};
    }
  }
  return out;
}

std::vector<MeshMap> as_maps(Values values) {
  std::vector<MeshMap> out(values.size());
  for (std::size_t m = 0; m < values.size(); ++m) out[m].value = std::move(values[m]);
  return out;
}

// "0.12 m"; of a unit without a sign the title tells.
std::string with_unit(const Scene& scene, float value) {
  constexpr std::pair<double, const char*> kSigns[] = {
      {1.0, " m"}, {0.01, " cm"}, {0.001, " mm"}, {0.0254, " in"}};
  const double metres = metres_a_unit(*scene.model);
  for (const auto& [unit, sign] : kSigns) {
    if (std::abs(metres / unit - 1.0) < 1e-3) return short_value(value) + sign;
  }
  return short_value(value);
}

// "0.12 m (3.4 % of the model's size)"
std::string with_percent(const Scene& scene, const BoneSet& bones, float value) {
  const float unit = glm::length(vec3(scene.model->to_display[0]));
  const float percent = 100.0f * value * unit / bones.layout.height;
  return with_unit(scene, value) + " (" + short_value(percent) + " % of the model's size)";
}

void set_ticks(SurfaceMap& map) {
  map.legend.ticks.clear();
  for (const float part : {0.25f, 0.5f, 0.75f, 1.0f})
    map.legend.ticks.push_back({part, short_value(part * map.high)});
}

// The scale, its unit behind the title, and where the largest value is. Without a bar where no
// vertex moves.
void set_scale(const Scene& scene, const Largest& largest, SurfaceMap& map) {
  map.farthest = largest.at;
  map.high = largest.value > 0.0f ? largest.value : 1.0f;
  Legend& legend = map.legend;
  legend.zero_beside = true;
  if (largest.at.empty()) {
    legend.note = "No vertex moves.";
    return;
  }
  const std::string unit = ", in " + length_unit(metres_a_unit(*scene.model));
  legend.title += unit;
  if (!legend.title_short.empty()) legend.title_short += unit;
  legend.bar.assign(weight_ramp().begin(), weight_ramp().end());
  set_ticks(map);
  legend.where = "Farthest: vertex " + grouped(map.farthest.vertex);
  if (scene.model->meshes.size() > 1) {
    const auto& mesh = scene.model->meshes[static_cast<std::size_t>(map.farthest.mesh)];
    if (!mesh.name.empty()) legend.where += " of " + mesh.name;
  }
}

// A block of vertices after the other: measure(the block's vertices, their part of `out`).
template <typename Measure>
void by_blocks(const SkinningInput& in, const StopWish& stop, const Measure& measure,
               std::span<float> out) {
  std::vector<std::uint32_t> vertices;
  for (std::size_t from = 0; from < out.size(); from += kBlock) {
    if (stop && stop()) throw MapStopped();
    const std::size_t count = std::min(kBlock, out.size() - from);
    vertices.resize(count);
    std::iota(vertices.begin(), vertices.end(), static_cast<std::uint32_t>(from));
    const Influences rows = subset(in.weights, vertices);
    const auto blend =
        in.dq_blend_weight.empty() ? in.dq_blend_weight : in.dq_blend_weight.subspan(from, count);
    measure(SkinningInput{rows,
                          in.skin,
                          blend,
                          in.position.subspan(from, count),
                          {},
                          in.palette,
                          in.node_matrix,
                          in.use,
                          in.normals,
                          in.data.run(from, count)},
            out.subspan(from, count));
  }
}

// values[m] of every mesh that is not hidden, by measure(vertices with their morphs added, values),
// which moves them by those deformers.
template <typename Measure>
Values of_shown_meshes(const Scene& scene, const PosedScene& posed,
                       std::initializer_list<Deformer> by, const StopWish& stop,
                       const Measure& measure) {
  const std::vector<Mesh>& meshes = scene.model->meshes;
  Values values(meshes.size());
  std::vector<vec3> shaped;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    if (is_hidden(scene, m)) continue;
    const Mesh& mesh = meshes[m];
    values[m].resize(mesh.position.size());
    SkinningInput in = skinning_input(scene, posed, m, by);
    if (is_morphed(mesh, posed.morph)) {
      shaped.resize(mesh.position.size());
      morph_points(mesh, posed.morph, shaped, {});
      in.position = shaped;
    }
    // A block's edge would have no neighbours.
    if (std::ranges::any_of(by, looks_around)) {
      in.normal = {};
      measure(in, std::span<float>(values[m]));
    } else {
      by_blocks(in, stop, measure, values[m]);
    }
  }
  return values;
}

}  // namespace

float largest_length(const SurfaceMap& map) {
  const bool lengths =
      map.show == Show::Limit || map.show == Show::Distance || map.show == Show::Engine;
  if (!lengths || map.farthest.empty()) return 0.0f;
  const auto m = static_cast<std::size_t>(map.farthest.mesh);
  const auto at = [&](const std::vector<MeshMap>& mesh) {
    const bool has = m < mesh.size() && map.farthest.vertex < mesh[m].value.size();
    return has ? mesh[m].value[map.farthest.vertex] : 0.0f;
  };
  float largest = at(map.mesh);
  for (const DeformerMap& other : map.others) largest = std::max(largest, at(other.mesh));
  return largest;
}

void scale_up_to(SurfaceMap& map, float high) {
  if (!(high > 0.0f) || !(largest_length(map) > 0.0f) || map.high == high) return;
  map.high = high;
  set_ticks(map);
}

SurfaceMap distance_map(const Scene& scene, std::vector<std::vector<float>> values,
                        std::string title, const BoneSet& bones, std::string title_short) {
  SurfaceMap map;
  const Largest largest = largest_of(values);
  map.mesh = as_maps(std::move(values));
  map.legend.title = std::move(title);
  map.legend.title_short = std::move(title_short);
  set_scale(scene, largest, map);
  if (!largest.at.empty()) {
    map.legend.note =
        grouped(largest.moved) + " vertices, at most " + with_percent(scene, bones, largest.value);
  }
  return map;
}

namespace maps {

// One scale for all panes; the legend tells the largest value of each deformer that they show.
SurfaceMap limit(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
                 const StopWish& stop) {
  const int n = scene.view.limit;
  const std::vector<Deformer> shown = deformers_shown(scene.view);
  // The file's own way may be that of another pane: measured and told once.
  std::vector<Deformer> methods;
  std::vector<std::size_t> number;  // of each shown one
  for (const Deformer method : shown) {
    const Deformer wanted = deformer_of(scene, method);
    const auto known = std::ranges::find(methods, wanted);
    number.push_back(static_cast<std::size_t>(known - methods.begin()));
    if (known == methods.end()) methods.push_back(wanted);
  }
  const std::string title = "Cost of keeping " + std::to_string(n) +
                            (n == 1 ? " influence" : " influences") + ", in this pose";
  std::vector<Values> values;
  for (const Deformer method : methods) {
    values.push_back(of_shown_meshes(scene, posed, {method}, stop,
                                     [&](const SkinningInput& in, std::span<float> out) {
                                       limit_distance(in, method, n, out);
                                     }));
  }
  SurfaceMap map;
  if (methods.size() == 1) {
    const std::string name = deformer_in_sentence(scene, methods.front());
    map = distance_map(scene, values.front(), title + " (" + name + ")", bones);
    if (methods.front() == Deformer::Rigid) {
      map.legend.note = "Rigid follows the largest weight alone: it loses nothing.";
    }
  } else {
    map.legend.title = title;
    std::size_t first = 0;
    std::vector<Largest> largest;
    for (const Values& v : values) largest.push_back(largest_of(v));
    for (std::size_t k = 1; k < methods.size(); ++k) {
      if (largest[k].value > largest[first].value) first = k;
    }
    set_scale(scene, largest[first], map);
    if (!largest[first].at.empty()) {
      map.legend.note = "At most";
      for (std::size_t k = 0; k < methods.size(); ++k) {
        map.legend.note += (k == 0 ? " " : ", ") + with_unit(scene, largest[k].value) + " by " +
                           deformer_in_sentence(scene, methods[k]);
      }
      map.legend.where += ", by " + deformer_in_sentence(scene, methods[first]);
    }
    map.mesh = as_maps(values.front());
  }
  for (std::size_t k = 1; k < shown.size(); ++k) {
    map.others.push_back({shown[k], as_maps(values[number[k]])});
  }
  return map;
}

SurfaceMap distance(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
                    const StopWish& stop) {
  const ViewSettings& v = scene.view;
  const bool lacks = lacks_centers(scene, {v.method, v.compare});
  std::vector<std::vector<float>> values =
      of_shown_meshes(scene, posed, {v.method, v.compare}, stop,
                      [&](const SkinningInput& in, std::span<float> out) {
                        deformer_distance(in, v.method, v.compare, out);
                      });
  const Deformer from = deformer_of(scene, v.method), to = deformer_of(scene, v.compare);
  const std::string title =
      deformer_name(scene, v.method) + " to " + deformer_in_sentence(scene, v.compare);
  const std::string in_short = in_upper_case(std::string(info_of(from).key)) + " to " +
                               in_upper_case(std::string(info_of(to).key));
  SurfaceMap map = distance_map(scene, std::move(values), title, bones, in_short);
  if (lacks) {
    map.legend.note =
        "The centres of rotation are not computed: linear blending is in their place.";
  } else if (from == to) {
    map.legend.note = "Both are the same: nothing to compare.";
  } else if (map.farthest.empty()) {
    map.legend.note = "No difference in this pose.";
  }
  return map;
}

}  // namespace maps
}  // namespace bindpose
