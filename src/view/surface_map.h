// Maps on the surface: a value or a colour for every vertex, and the legend that says what they
// mean. Functions of scene and pose; who draws them is not their concern.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "scene/scene.h"
#include "view/bones.h"
#include "view/legend.h"

namespace bindpose {

enum class MapStyle {
  Sequential,  // values from 0 to SurfaceMap::high through the weight ramp; exactly 0 is grey
  Signed,      // values from -high to high through the signed ramp; exactly 0 is grey
  Blend,       // colours, blended between vertices
  Cells        // colours, each vertex's own up to the middle of its edges: classes do not blend
};

// The value of a vertex without weights where 0 would say something else. What lies below half of
// it between such a vertex and others counts as without weights, too.
inline constexpr float kNoWeights = -1e30f;

struct MeshMap {
  std::vector<float> value;           // #V; classes (a joint, a count) where the style is Cells
  std::vector<vec3> color;            // #V, OKLab, for Blend and Cells; else empty
  std::vector<std::uint8_t> pattern;  // #V, of `value`'s joint, in a map of joints with hatching
};

// A map's values in the panes of one deformer.
struct DeformerMap {
  Deformer method = Deformer::Linear;
  std::vector<MeshMap> mesh;
};

// `mesh` has one entry a mesh; hidden meshes have empty ones. None at all: there is nothing to show
// but what the legend says.
struct SurfaceMap {
  Show show = Show::Shaded;
  MapStyle style = MapStyle::Sequential;
  float high = 1.0f;  // the value at the upper end of the ramp, > 0
  std::vector<MeshMap> mesh;
  std::vector<DeformerMap>
      others;          // of deformers that have values of their own; for all else `mesh` holds
  VertexRef farthest;  // of distances: where the largest one is; none where all are 0
  std::shared_ptr<const SurfaceMap>
      other;  // of maps that tell of two files: that of the other's surface, on the same scale
  bool worst_in_other = false;  // the legend's `where` is the farthest of `other`
  Legend legend;
  std::uint64_t revision = 0;  // no two maps share one
};

// The other file of a comparison, posed like the first one.
struct OtherSide {
  const Scene* scene = nullptr;  // null: nothing is compared
  const PosedScene* posed = nullptr;
  float same = 0.0f;       // metres: what is so near to the other surface counts as on it
  double tolerance = 0.0;  // weights that differ by no more are the same
  double unit = 0.0;       // metres of the unit that lengths are told in; 0: as it suits each
};

// The map that `show` names; Shaded: one without meshes. `bones`: of the scene's model, for the
// joints' colours and the model's height.
// `stop` is asked now and then where that takes long: when it says true, MapStopped is thrown.
using StopWish = std::function<bool()>;
struct MapStopped {};
SurfaceMap surface_map(const Scene& scene, const PosedScene& posed, const BoneSet& bones, Show show,
                       const StopWish& stop = {}, const OtherSide& other = {});

// Whether the map has to be made anew when the pose changes.
bool depends_on_pose(Show show);

// Its values in the panes of that deformer.
const std::vector<MeshMap>& meshes_of(const SurfaceMap& map, Deformer method);

// Where vertex i of mesh m is in the legend, in a pane of that deformer; nothing where the map says
// nothing about it.
std::optional<LegendMark> legend_mark(const SurfaceMap& map, Deformer method, std::size_t mesh,
                                      std::size_t vertex);
// In the first pane.
std::optional<LegendMark> legend_mark(const SurfaceMap& map, std::size_t mesh, std::size_t vertex);

// The sRGB colour at a vertex of the first pane before light: what the picture shows there.
vec3 map_color(const SurfaceMap& map, std::size_t mesh, std::size_t vertex);

// The joints whose weights Show::Weights sums: the selected ones, with everything below them where
// ViewSettings::weights_subtree is on. #J, 1: in.
std::vector<std::uint8_t> summed_joints(const Scene& scene);

// A map of distances >= 0 in the file's units: values[m] are #V, or empty for a hidden mesh. The
// legend tells the largest one, also as a part of the model's height, and where it is.
SurfaceMap distance_map(const Scene& scene, std::vector<std::vector<float>> values,
                        std::string title, const BoneSet& bones, std::string title_short = {});

// The largest value of a map of lengths: of Limit, Distance and Engine; 0 where nothing moves, or
// it is another map.
float largest_length(const SurfaceMap& map);
// Colours and ticks of such a map go up to `high` > 0, in its file's units: panes that stand side
// by side share a scale, or of two that look alike one may be forty times the other.
void scale_up_to(SurfaceMap& map, float high);

// What a map depends on: where it is equal, so is the map.
struct MapKey {
  ModelId model;
  Show show = Show::Shaded;
  std::vector<std::uint8_t> joints, hidden;
  WeightUse use = WeightUse::Normalised;
  EngineWeights engine{};
  int limit = 0, selected = -1;
  bool hatching = false;
  std::vector<Deformer> methods;        // that the map speaks of
  std::uint64_t pose = 0, weights = 0;  // revisions
  // Of the other file, for maps that tell of both.
  ModelId other_model;
  std::vector<std::uint8_t> other_hidden;
  std::uint64_t other_pose = 0;
  float same = 0.0f;
  double tolerance = 0.0, unit = 0.0;
  bool operator==(const MapKey&) const = default;
};
MapKey map_key(const Scene& scene, const PosedScene& posed, Show show, const OtherSide& other = {});
bool differs_in_pose_alone(const MapKey& a, MapKey b);

// Keeps the map that was asked for last: made anew when what it depends on changes.
class MapCache {
 public:
  const SurfaceMap& get(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
                        Show show);

 private:
  MapKey key_;
  SurfaceMap map_;
};

}  // namespace bindpose
