// How far the weights of the two files of a comparison are apart, by place.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "math/numbers.h"
#include "scene/diff/scene_diff.h"
#include "scene/numerals.h"
#include "view/colors.h"
#include "view/maps/parts.h"

namespace bindpose::maps {
namespace {

constexpr const char* kWeightsTitle = "Largest difference of a weight to the other file";

SurfaceMap no_weights_to_compare(const char* why) {
  SurfaceMap map;
  map.legend.title = kWeightsTitle;
  map.legend.note = why;
  return map;
}

struct ComparedSide {
  std::vector<MeshMap> mesh;
  VertexRef most_at;  // none where all are the same
  float most = 0.0f;
  std::string joint;  // whose weight that is
  std::size_t compared = 0, apart = 0, elsewhere = 0;
};

// Of A or of B; hidden meshes have no values.
ComparedSide side_of(const Scene& scene, WeightsApart& all, bool of_a, double tolerance) {
  ComparedSide out;
  out.mesh.resize(scene.model->meshes.size());
  for (std::size_t k = 0; k < all.surfaces.size(); ++k) {
    const SurfaceDiff& surface = all.surfaces[k];
    if (surface.of_a != of_a || is_hidden(scene, idx(surface.mesh))) continue;
    std::vector<float>& value = all.each[k];
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (!std::isfinite(value[i])) {
        ++out.elsewhere;
        value[i] = kNoWeights;
        continue;
      }
      ++out.compared;
      if (static_cast<double>(value[i]) <= tolerance) value[i] = 0.0f;
      out.apart += value[i] > 0.0f;
      if (value[i] <= out.most) continue;
      out.most = value[i];
      out.most_at = {surface.mesh, static_cast<std::uint32_t>(i)};
      out.joint = surface.joint;
    }
    out.mesh[idx(surface.mesh)].value = std::move(value);
  }
  return out;
}

SurfaceMap map_of_weights(ComparedSide side, float high) {
  SurfaceMap map;
  map.show = Show::WeightsApart;
  map.high = high;
  map.farthest = side.most_at;
  map.mesh = std::move(side.mesh);
  return map;
}

}  // namespace

SurfaceMap weights_of_both(const Scene& scene, const StopWish& stop, const OtherSide& other) {
  if (other.scene == nullptr || !other.scene->model) {
    return no_weights_to_compare("No other file is open: File > Compare with a file.");
  }
  DiffOptions options;
  options.tolerance = other.tolerance;
  options.stop = stop;
  WeightsApart all;
  try {
    all = bindpose::weights_apart(scene, *other.scene, options);
  } catch (const DiffStopped&) {
    throw MapStopped();
  }
  ComparedSide a = side_of(scene, all, true, other.tolerance);
  ComparedSide b = side_of(*other.scene, all, false, other.tolerance);
  const bool most_in_b = b.most > a.most;
  const ComparedSide& most = most_in_b ? b : a;

  Legend legend;
  legend.title = kWeightsTitle;
  legend.zero_beside = true;
  if (a.compared + b.compared == 0) {
    legend.note = "The surfaces meet nowhere in the bind pose: no weight was compared.";
  } else if (most.most_at.empty()) {
    legend.note = "All weights are the same where the surfaces meet.";
  } else {
    legend.bar.assign(weight_ramp().begin(), weight_ramp().end());
    for (const float part : {0.25f, 0.5f, 0.75f, 1.0f}) {
      legend.ticks.push_back({part, short_value(part * most.most)});
    }
    legend.note = counted_vertices(a.apart) + " of A, " + grouped(b.apart) + " of B, at most " +
                  short_value(most.most);
    legend.where =
        "Most: vertex " + grouped(most.most_at.vertex) + " of " + (most_in_b ? "B" : "A");
    const Model& model = most_in_b ? *other.scene->model : *scene.model;
    const std::string& name = model.meshes[idx(most.most_at.mesh)].name;
    if (model.meshes.size() > 1 && !name.empty()) legend.where += ", " + name;
    if (!most.joint.empty()) legend.where += ": " + most.joint;
  }
  if (const std::size_t n = a.elsewhere + b.elsewhere; n > 0) {
    legend.swatches.push_back({no_weights_color(), "not on the other surface", n, kNoWeights});
  }
  const float high = most.most > 0.0f ? most.most : 1.0f;
  SurfaceMap map = map_of_weights(std::move(a), high);
  auto of_other = std::make_shared<SurfaceMap>(map_of_weights(std::move(b), high));
  map.worst_in_other = most_in_b;
  map.legend = of_other->legend = legend;
  of_other->revision = next_revision();
  map.other = std::move(of_other);
  return map;
}

}  // namespace bindpose::maps
