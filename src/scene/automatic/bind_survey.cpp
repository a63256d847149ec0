#include "scene/automatic/bind_survey.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "math/numbers.h"
#include "rig/automatic/voxel_grid.h"
#include "rig/surface/surface_faults.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

constexpr int kResolution = 64;  // of the voxels that say whether a bone is inside
constexpr int kPlaces = 9;       // along a bone that are asked
constexpr std::size_t kMostNames = 3;

std::string number_of(std::size_t n, const char* one, const char* more) {
  return grouped(n) + " " + (n == 1 ? one : more);
}

struct Survey {
  const Model& model;
  const BindGround& ground;
  std::optional<BindMethod> by;
  BindSurvey out;

  bool is(BindMethod method) const { return by == method; }
  bool reads_surface() const { return is(BindMethod::Heat) || is(BindMethod::Voxel); }

  std::size_t mesh_of(std::uint32_t triangle) const {
    const std::uint32_t v = ground.triangle[3 * std::size_t{triangle}];
    const auto next = std::ranges::upper_bound(ground.first, v);
    return static_cast<std::size_t>(next - ground.first.begin()) - 1;
  }
  const std::string& name_of(std::size_t k) const { return model.meshes[idx(ground.mesh[k])].name; }
  // Of these triangles, those with most of them first.
  std::string meshes_of(const std::vector<std::uint32_t>& triangles) const {
    std::vector<std::size_t> count(ground.mesh.size(), 0), order;
    for (const std::uint32_t t : triangles) ++count[mesh_of(t)];
    for (std::size_t k = 0; k < count.size(); ++k) {
      if (count[k] > 0) order.push_back(k);
    }
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::size_t k) { return count[k]; });
    std::vector<std::string> names;
    for (const std::size_t k : order) names.push_back(name_of(k));
    return enumerated(names, kMostNames);
  }

  void look_at_place();
  void look_at_faults(const VertexGraph& graph);
  void look_inside(const VertexGraph& graph, const BindProgress& progress);
  void look_at_bones(const BindProgress& progress);
};

vec3 place_along(const BoneSegment& bone, int k) {
  return glm::mix(bone.head, bone.tail, float(k) / float(kPlaces - 1));
}

// From the nearest place of a bone to the surface's box.
float distance_to(const Box& box, const BoneSegment& bone) {
  float least = INFINITY;
  for (int k = 0; k < kPlaces; ++k) {
    const vec3 p = place_along(bone, k);
    least = std::min(least, glm::distance(p, glm::clamp(p, box.lo, box.hi)));
  }
  return least;
}

void Survey::look_at_place() {
  Box box;
  for (const vec3& p : ground.position) {
    if (is_finite(p)) box.add(p);
  }
  if (box.empty()) return;  // the method says so itself
  float nearest = INFINITY;
  for (const BoneSegment& s : ground.segment) {
    if (is_finite(s.head) && is_finite(s.tail)) nearest = std::min(nearest, distance_to(box, s));
  }
  if (!(nearest > box.diagonal()) || !std::isfinite(nearest)) return;
  out.problem = "No bone is anywhere near the surface of " + model.name + ": the nearest one is " +
                short_value(nearest) + " away from it, and the surface itself is " +
                short_value(box.diagonal()) +
                " across. Put both into one place and unit, then bind.";
}

void Survey::look_at_faults(const VertexGraph& graph) {
  const SurfaceFaults faults = surface_faults(graph, ground.position, ground.triangle);
  if (faults.flat.size() == ground.triangle.size() / 3) {
    out.problem = model.name + " has no triangle with an area, and " + amount_of(*by).method +
                  " needs a surface. Bind by distance (segment or inverse).";
    return;
  }
  const bool heat = is(BindMethod::Heat);
  if (const std::size_t n = faults.border.size(); n > 0) {
    out.notes.push_back(
        number_of(n, "edge is", "edges are") + " open (" + meshes_of(faults.border) + "): " +
        (heat ? "heat does not pass from there to what is beyond. Where the surface should go on, "
                "merge its points by distance."
              : "what is inside is judged by four of six directions there. Where a limb gets "
                "another one's weights, close the hole."));
  }
  if (const std::size_t n = faults.crowded.size(); n > 0) {
    out.notes.push_back(
        number_of(n, "edge has", "edges have") + " three or more triangles (" +
        meshes_of(faults.crowded) + "): " +
        (heat ? "heat flows from each of them into all others. Take out faces inside, or bind by "
                "voxels."
              : "voxels take them as they are; heat would not."));
  }
  if (const std::size_t n = faults.flat.size(); n > 0) {
    out.notes.push_back(
        number_of(n, "triangle has", "triangles have") + " no area (" + meshes_of(faults.flat) +
        "): " +
        (heat ? "next to no heat passes through. Merge their points by distance, or bind by voxels."
              : "voxels take them as they are; heat would not."));
  }
}

void Survey::look_inside(const VertexGraph& graph, const BindProgress& progress) {
  // What holds no bone hides none: the glass of goggles, a buckle's pin.
  std::vector<vec3> places;
  for (const BoneSegment& s : ground.segment) {
    if (!is_finite(s.head) || !is_finite(s.tail)) continue;
    for (int k = 0; k < kPlaces; ++k) places.push_back(place_along(s, k));
  }
  if (places.empty()) return;
  const auto nested = nested_parts(graph, ground.position, ground.triangle, places,
                                   [&](double part) { progress.at(part); });
  if (nested.empty()) return;
  std::vector<std::string> pairs;
  for (const NestedPart& n : nested) {
    const std::size_t inner = mesh_of(n.inner), outer = mesh_of(n.outer);
    std::string pair = inner == outer ? "a part of " + name_of(inner) + " inside another one"
                                      : name_of(inner) + " inside " + name_of(outer);
    if (std::ranges::find(pairs, pair) == pairs.end()) pairs.push_back(std::move(pair));
  }
  out.notes.push_back(
      number_of(nested.size(), "part", "parts") + " of the surface " +
      (nested.size() == 1 ? "lies" : "lie") + " inside another one (" +
      enumerated(pairs, kMostNames) + "): " +
      (is(BindMethod::Heat)
           ? "what is inside hides its bones from what is around it. Of clothes and bodies bind "
             "one, and take its weights over to the other (transfer)."
           : "what is between counts as inside, so both get much the same weights. Where they "
             "should not, bind one without the other."));
}

void Survey::look_at_bones(const BindProgress& progress) {
  const auto& weighted = model.skeleton.file_flags.has_weight;
  const auto has_weight = [&](const BoneSegment& s) { return weighted[idx(s.joint)] != 0; };
  const bool all = std::ranges::none_of(ground.segment, has_weight);
  const VoxelGrid grid(ground.position, ground.triangle, kResolution, progress);
  std::vector<std::string> outside;
  for (const BoneSegment& s : ground.segment) {
    if (!(all || has_weight(s)) || !is_finite(s.head) || !is_finite(s.tail)) continue;
    bool inside = false;
    for (int k = 0; k < kPlaces && !inside; ++k) {
      inside = grid.at(place_along(s, k)) != VoxelGrid::kNone;
    }
    if (!inside) outside.push_back(model.skeleton.name[idx(s.joint)]);
  }
  if (outside.empty()) return;
  const char* meaning = is(BindMethod::Heat) ? "heat enters where the surface is seen from there"
                        : is(BindMethod::Voxel)
                            ? "the way begins at the voxels that are nearest to it"
                            : "the distance counts all the same";
  out.notes.push_back(number_of(outside.size(), "bone lies", "bones lie") +
                      " outside of the surface (" + enumerated(outside, kMostNames) +
                      "): " + meaning + ". Where that is not meant, move the joint inside.");
}

bool has_triangle(const BindGround& ground) {
  for (std::size_t t = 0; t + 2 < ground.triangle.size(); t += 3) {
    if (is_finite(ground.position[ground.triangle[t]]) &&
        is_finite(ground.position[ground.triangle[t + 1]]) &&
        is_finite(ground.position[ground.triangle[t + 2]]))
      return true;
  }
  return false;
}

}  // namespace

BindSurvey bind_survey(const Model& model, const BindGround& ground, std::optional<BindMethod> by,
                       const BindProgress& progress) {
  Survey survey{model, ground, by, {}};
  survey.look_at_place();
  if (!survey.out.problem.empty()) return survey.out;
  if (survey.reads_surface()) {
    const VertexGraph graph = vertex_graph(ground.position, ground.triangle);
    survey.look_at_faults(graph);
    if (!survey.out.problem.empty()) return survey.out;
    survey.look_inside(graph, progress.within(0.0, 0.5));
  }
  if (has_triangle(ground))
    survey.look_at_bones(progress.within(survey.reads_surface() ? 0.5 : 0.0, 1.0));
  return survey.out;
}

SetInfluences surveyed_segments(const Model& model, const SegmentRadii& radii) {
  BindSurvey survey = bind_survey(model, bind_ground(model), std::nullopt);
  if (!survey.problem.empty()) throw std::runtime_error(survey.problem);
  SetInfluences out = bind_edit(model, radii);
  out.notes = std::move(survey.notes);
  return out;
}

}  // namespace bindpose
