// How far two posed surfaces are apart: those of the two files of a comparison.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "math/numbers.h"
#include "rig/proximity/nearest_surface.h"
#include "scene/numerals.h"
#include "view/colors.h"
#include "view/maps/parts.h"

namespace bindpose::maps {
namespace {

// The meshes that are shown as one surface, in display space: metres.
struct PosedSurface {
  std::vector<std::vector<vec3>> mesh;  // #M of #V; empty where a mesh is hidden
  std::vector<vec3> position;           // of all of them
  std::vector<std::uint32_t> triangle;
};

PosedSurface posed_surface(const Scene& scene, const PosedScene& posed, const StopWish& stop) {
  PosedSurface out;
  const Model& model = *scene.model;
  out.mesh.resize(model.meshes.size());
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    if (stop && stop()) throw MapStopped();
    if (is_hidden(scene, m)) continue;
    skin_mesh(scene, posed, static_cast<int>(m), out.mesh[m], nullptr);
    for (vec3& p : out.mesh[m]) p = vec3(model.to_display * vec4(p, 1.0f));
    const auto first = static_cast<std::uint32_t>(out.position.size());
    out.position.insert(out.position.end(), out.mesh[m].begin(), out.mesh[m].end());
    for (const std::uint32_t v : model.meshes[m].triangle) out.triangle.push_back(first + v);
  }
  return out;
}

struct Measured {
  std::vector<MeshMap> mesh;
  VertexRef farthest;    // none where all are on the other surface
  float most = 0.0f;     // metres
  std::size_t away = 0;  // vertices
  std::size_t lost = 0;  // vertices that have no distance
};

Measured measured(const PosedSurface& from, const PosedSurface& to, float same,
                  const StopWish& stop) {
  Measured out;
  const NearestSurface surface(to.position, to.triangle);
  out.mesh.resize(from.mesh.size());
  for (std::size_t m = 0; m < from.mesh.size(); ++m) {
    std::vector<float>& value = out.mesh[m].value;
    value.assign(from.mesh[m].size(), 0.0f);
    for (std::size_t i = 0; i < value.size(); ++i) {
      stop_if_wished(stop, i);
      const auto near = surface.nearest(from.mesh[m][i]);
      // Not a number where the vertex itself is none.
      const float metres = near ? near->distance : std::numeric_limits<float>::quiet_NaN();
      if (metres <= same) continue;
      value[i] = metres;
      if (!std::isfinite(metres)) {
        ++out.lost;
        continue;
      }
      ++out.away;
      if (!(metres > out.most)) continue;
      out.most = metres;
      out.farthest = {static_cast<int>(m), static_cast<std::uint32_t>(i)};
    }
  }
  return out;
}

// Lengths below that are told in millimetres, where no unit is chosen.
constexpr float kMillimetresBelow = 0.1f;

// Metres of the unit that such a length is told in.
double unit_of(float metres, const OtherSide& other) {
  return other.unit > 0.0 ? other.unit : metres < kMillimetresBelow ? 0.001 : 1.0;
}

std::string length_text(float metres, const OtherSide& other) {
  const double unit = unit_of(metres, other);
  const auto is = [unit](double known) { return std::abs(unit / known - 1.0) < 1e-3; };
  const std::string sign = is(1.0)     ? " m"
                           : is(0.01)  ? " cm"
                           : is(0.001) ? " mm"
                                       : " " + length_unit(unit);
  return short_value(static_cast<float>(metres / unit)) + sign;
}

SurfaceMap map_of(Measured part, float high, float unit) {
  SurfaceMap map;
  map.show = Show::Apart;
  map.high = high;
  map.farthest = part.farthest;
  for (MeshMap& mesh : part.mesh) {
    for (float& v : mesh.value) v *= unit;
  }
  map.mesh = std::move(part.mesh);
  return map;
}

SurfaceMap nothing_to_measure(const char* why) {
  SurfaceMap map;
  map.legend.title = "Distance to the other file";
  map.legend.note = why;
  return map;
}

}  // namespace

// Distances of A's vertices to B's surface and of B's to A's: the larger of both largest ones is
// the Hausdorff distance of the vertices. Exactly 0 stands for what is at most `same` away.
SurfaceMap apart(const Scene& scene, const PosedScene& posed, const StopWish& stop,
                 const OtherSide& other) {
  if (other.scene == nullptr || !other.scene->model) {
    return nothing_to_measure("No other file is open: File > Compare with a file.");
  }
  const PosedSurface a = posed_surface(scene, posed, stop);
  const PosedSurface b = posed_surface(*other.scene, *other.posed, stop);
  if (a.triangle.empty()) return nothing_to_measure("The open model shows no surface.");
  if (b.triangle.empty()) return nothing_to_measure("The other file shows no surface.");
  Measured from_a = measured(a, b, other.same, stop), from_b = measured(b, a, other.same, stop);
  const float most = std::max(from_a.most, from_b.most);
  const std::size_t away_a = from_a.away, away_b = from_b.away;
  const std::size_t lost_a = from_a.lost, lost_b = from_b.lost;
  const double metres = unit_of(most, other);
  const auto unit = static_cast<float>(1.0 / metres);
  const float high = most > 0.0f ? most * unit : 1.0f;
  const bool worst_is_a = from_a.most >= from_b.most;
  const VertexRef worst = worst_is_a ? from_a.farthest : from_b.farthest;

  SurfaceMap map = map_of(std::move(from_a), high, unit);
  Legend& legend = map.legend;
  legend.zero_beside = true;
  legend.title = "Distance to the other file";
  const std::string lost =
      "not finite: " + counted_vertices(lost_a) + " of A, " + grouped(lost_b) + " of B";
  const bool whole = lost_a + lost_b == 0;
  if (worst.empty() && !whole) {
    legend.note =
        "N" + lost.substr(1) + ". " +
        (other.same > 0.0f ? "No other is more than " + length_text(other.same, other) + " away."
                           : "All others are on the other surface in this pose.");
  } else if (worst.empty()) {
    legend.note = other.same > 0.0f
                      ? "No vertex is more than " + length_text(other.same, other) + " away."
                      : "Both surfaces are the same in this pose.";
  } else {
    legend.title += ", in " + length_unit(metres);
    legend.bar.assign(weight_ramp().begin(), weight_ramp().end());
    for (const float part : {0.25f, 0.5f, 0.75f, 1.0f}) {
      legend.ticks.push_back({part, short_value(part * high)});
    }
    legend.note = counted_vertices(away_a) + " of A, " + grouped(away_b) + " of B, at most " +
                  length_text(most, other) + " in this pose";
    legend.where = "Farthest: vertex " + grouped(worst.vertex) + " of " + (worst_is_a ? "A" : "B");
    const Model& model = worst_is_a ? *scene.model : *other.scene->model;
    const std::string& name = model.meshes[idx(worst.mesh)].name;
    if (model.meshes.size() > 1 && !name.empty()) legend.where += ", " + name;
    if (!whole) legend.where += "; " + lost;
  }
  auto of_other = std::make_shared<SurfaceMap>(map_of(std::move(from_b), high, unit));
  of_other->legend = legend;
  of_other->revision = next_revision();
  map.other = std::move(of_other);
  map.worst_in_other = !worst_is_a;
  return map;
}

}  // namespace bindpose::maps
