#include "scene/diff/surface_layers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/numbers.h"
#include "scene/diff/diff_sides.h"

namespace bindpose {
namespace {

constexpr int kColorLayer = kUvSets;
constexpr float kNoTwin = std::numeric_limits<float>::infinity();

}  // namespace

SurfaceLayers::Side SurfaceLayers::side_of(const Model& model, const WholeSurface& surface) {
  Side side{model, surface};
  for (const Mesh& mesh : model.meshes) {
    side.has[0] = side.has[0] || !mesh.uv.empty();
    side.has[1] = side.has[1] || !mesh.uv_second.empty();
    side.has[kColorLayer] = side.has[kColorLayer] || !mesh.color.empty();
    side.place.emplace_back();
    for (int set = 0; set < kUvSets; ++set)
      side.place.back()[idx(set)] = uv_rows(first_use(model, mesh.material, set));
  }
  return side;
}

SurfaceLayers::SurfaceLayers(const Model& one, const WholeSurface& one_surface, const Model& other,
                             const WholeSurface& other_surface)
    : one_(side_of(one, one_surface)), other_(side_of(other, other_surface)) {}

bool SurfaceLayers::Side::value(int layer, std::size_t vertex, vec4& out) const {
  const std::size_t m = idx(surface.mesh[vertex]), v = vertex - surface.first[m];
  const Mesh& mesh = model.meshes[m];
  if (layer == kColorLayer) {
    out = mesh.color.empty() ? vec4(1.0f) : mesh.color[v];
    return true;
  }
  const std::vector<vec2>& uv = layer == 0 ? mesh.uv : mesh.uv_second;
  if (uv.empty()) return false;
  const UvRows& rows = place[m][idx(layer)];
  const vec3 at(uv[v], 1.0f);
  out = vec4(glm::dot(rows.u, at), glm::dot(rows.v, at), 0.0f, 0.0f);
  return true;
}

float SurfaceLayers::difference(int layer, std::size_t v, const SurfaceSpot& spot) const {
  vec4 own{0.0f}, there{0.0f}, corner{0.0f};
  const bool has = one_.value(layer, v, own);
  bool other_has = true;
  for (int k = 0; k < 3; ++k) {
    if (spot.bary[k] == 0.0f) continue;
    other_has = other_.value(layer, spot.corner[idx(k)], corner) && other_has;
    there = spot.bary[k] == 1.0f ? corner : there + spot.bary[k] * corner;
  }
  if (has != other_has) return kNoTwin;
  if (!has) return 0.0f;
  const vec4 off = glm::abs(own - there);
  return std::max({off.x, off.y, off.z, off.w});
}

void SurfaceLayers::compare(std::size_t v, std::uint32_t at, const SpotSearch& spots,
                            double tolerance, SurfaceDiff& out) const {
  for (int layer = 0; layer <= kColorLayer; ++layer) {
    if (!one_.has[layer] && !other_.has[layer]) continue;
    float least = kNoTwin;
    spots.each([&](const SurfaceSpot& spot) {
      least = std::min(least, difference(layer, v, spot));
      return least > tolerance;
    });
    LayerDiff& diff = layer == kColorLayer ? out.color : out.uv[layer];
    if (!(least > tolerance) && !(least > diff.most)) continue;
    if (diff.other == 0 && least > tolerance) diff.vertex = at;
    if (least > tolerance) ++diff.other;
    if (least == kNoTwin) ++diff.lacking;
    if (least != kNoTwin && least > diff.most) diff.most = least, diff.vertex = at;
  }
}

}  // namespace bindpose
