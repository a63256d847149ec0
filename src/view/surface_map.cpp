#include "view/surface_map.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "scene/diff/follow.h"
#include "scene/engine/engine_view.h"
#include "view/colors.h"
#include "view/maps/parts.h"
#include "view/panes.h"

namespace bindpose {
namespace {

SurfaceMap make(const Scene& scene, const PosedScene& posed, const BoneSet& bones, Show show,
                const StopWish& stop, const OtherSide& other) {
  switch (show) {
    case Show::Weights:
      return maps::weights(scene, stop);
    case Show::Joints:
      return maps::joints(scene, bones, stop);
    case Show::Dominant:
      return maps::dominant(scene, bones, stop);
    case Show::Influences:
      return maps::influences(scene, stop);
    case Show::Sum:
      return maps::raw_weight_sum(scene, stop);
    case Show::Limit:
      return maps::limit(scene, posed, bones, stop);
    case Show::Distance:
      return maps::distance(scene, posed, bones, stop);
    case Show::Engine:
      return maps::engine(scene, posed, bones, stop);
    case Show::Normals:
      return maps::normals(scene, posed, stop);
    case Show::Apart:
      return maps::apart(scene, posed, stop, other);
    case Show::WeightsApart:
      return maps::weights_of_both(scene, stop, other);
    default:
      return {};
  }
}

std::optional<std::size_t> swatch_of(const SurfaceMap& map, float value) {
  const auto& all = map.legend.swatches;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k].value == value) return k;
  }
  return std::nullopt;
}

}  // namespace

std::uint64_t maps::next_revision() {
  static std::atomic<std::uint64_t> counter{0};
  return ++counter;
}

SurfaceMap surface_map(const Scene& scene, const PosedScene& posed, const BoneSet& bones, Show show,
                       const StopWish& stop, const OtherSide& other) {
  SurfaceMap map;
  if (scene.model) map = make(scene, posed, bones, show, stop, other);
  map.show = show;
  map.revision = maps::next_revision();
  return map;
}

bool depends_on_pose(Show show) {
  return show == Show::Limit || show == Show::Distance || show == Show::Normals ||
         show == Show::Engine || show == Show::Apart;
}

std::vector<std::uint8_t> summed_joints(const Scene& scene) {
  const Skeleton& s = scene.model->skeleton;
  std::vector<std::uint8_t> in(s.parent.size(), 0);
  const auto add = [&](int joint) {
    if (joint < 0 || joint >= s.size()) return;
    const int end =
        scene.view.weights_subtree ? s.subtree_end[static_cast<std::size_t>(joint)] : joint + 1;
    std::fill(in.begin() + joint, in.begin() + end, std::uint8_t{1});
  };
  add(scene.selection.joint);
  for (const int joint : scene.selection.also) add(joint);
  return in;
}

const std::vector<MeshMap>& meshes_of(const SurfaceMap& map, Deformer method) {
  for (const DeformerMap& other : map.others) {
    if (other.method == method) return other.mesh;
  }
  return map.mesh;
}

namespace {

std::optional<LegendMark> mark_of(const SurfaceMap& map, const std::vector<MeshMap>& meshes,
                                  std::size_t mesh, std::size_t vertex) {
  if (mesh >= meshes.size() || vertex >= meshes[mesh].value.size()) return std::nullopt;
  const float value = meshes[mesh].value[vertex];
  LegendMark mark;
  mark.text = short_value(value);
  const bool special = !std::isfinite(value) || value <= 0.5f * kNoWeights;
  if (map.style == MapStyle::Cells || map.style == MapStyle::Blend || special) {
    // What is not finite is no number to compare with: its swatch has the value of infinity.
    const float wanted = std::isfinite(value) ? value : std::numeric_limits<float>::infinity();
    const auto swatch = swatch_of(map, wanted);
    if (!swatch) return std::nullopt;
    mark.place = LegendMark::OnSwatch;
    mark.swatch = *swatch;
    mark.text = map.legend.swatches[*swatch].text;
  } else if (value == 0.0f || (map.style == MapStyle::Sequential && value < 0.0f)) {
    mark.place = LegendMark::OnZero;
  } else {
    const float t = std::min(value / map.high, 1.0f);
    mark.at = map.style == MapStyle::Signed ? 0.5f + 0.5f * std::max(t, -1.0f) : t;
  }
  return mark;
}

}  // namespace

std::optional<LegendMark> legend_mark(const SurfaceMap& map, Deformer method, std::size_t mesh,
                                      std::size_t vertex) {
  return mark_of(map, meshes_of(map, method), mesh, vertex);
}

std::optional<LegendMark> legend_mark(const SurfaceMap& map, std::size_t mesh, std::size_t vertex) {
  return mark_of(map, map.mesh, mesh, vertex);
}

vec3 map_color(const SurfaceMap& map, std::size_t mesh, std::size_t vertex) {
  const MeshMap& m = map.mesh[mesh];
  if (map.style == MapStyle::Blend || map.style == MapStyle::Cells) {
    return vertex < m.color.size() ? from_oklab(m.color[vertex]) : no_weights_color();
  }
  const float value = vertex < m.value.size() ? m.value[vertex] : 0.0f;
  if (!std::isfinite(value)) return not_finite_color();
  if (value <= 0.5f * kNoWeights) return no_weights_color();
  return map.style == MapStyle::Signed ? signed_color(value / map.high)
                                       : weight_color(value / map.high);
}

MapKey map_key(const Scene& scene, const PosedScene& posed, Show show, const OtherSide& other) {
  const ViewSettings& v = scene.view;
  MapKey key;
  key.show = show;
  if (show != Show::Shaded) {
    key.model = model_id(scene);
    key.hidden = scene.mesh_hidden;
    key.weights = scene.weights.revision;
  }
  if (show == Show::Weights && scene.model) {
    key.joints = summed_joints(scene);
    key.selected = scene.selection.joint;
    key.use = v.weights;
  }
  if (show == Show::Limit) {
    key.limit = v.limit;
    key.use = v.weights;
    key.methods = deformers_shown(v);
  } else if (show == Show::Normals) {
    key.use = v.weights;
    key.methods = deformers_shown(v);
  } else if (show == Show::Engine) {
    key.engine = engine_of(v);
    key.limit = v.engine_joints;
    key.use = v.weights;
    key.methods = {v.method};
  } else if (show == Show::Distance) {
    key.methods = {v.method, v.compare};
    key.use = v.weights;
  } else if (show == Show::Apart) {
    key.methods = {v.method};
    key.use = v.weights;
  }
  if (tells_of_two(show) && other.scene != nullptr) {
    key.other_model = model_id(*other.scene);
    key.other_hidden = other.scene->mesh_hidden;
    if (depends_on_pose(show)) key.other_pose = other.posed->revision;
    key.same = other.same;
    key.tolerance = other.tolerance;
    key.unit = other.unit;
  }
  if (show == Show::Joints || show == Show::Dominant) key.hatching = v.hatching;
  if (depends_on_pose(show)) key.pose = posed.revision;
  return key;
}

bool differs_in_pose_alone(const MapKey& a, MapKey b) {
  const bool differs = a.pose != b.pose || a.other_pose != b.other_pose;
  b.pose = a.pose;
  b.other_pose = a.other_pose;
  return differs && a == b;
}

const SurfaceMap& MapCache::get(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
                                Show show) {
  MapKey key = map_key(scene, posed, show);
  if (map_.revision == 0 || !(key == key_)) {
    map_ = surface_map(scene, posed, bones, show);
    key_ = std::move(key);
  }
  return map_;
}

}  // namespace bindpose
