// For scene/diff/*.cpp: the surfaces that are compared, and where a vertex of one lies on the
// other.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rig/proximity/nearest_surface.h"
#include "scene/diff/diff_sides.h"

namespace bindpose {

// All meshes of a scene in one pose as one surface, in display space.
struct WholeSurface {
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
  std::vector<int> mesh;                       // #V
  std::vector<std::size_t> first{0};           // #M + 1: of the vertices of a mesh
  std::vector<std::size_t> first_triangle{0};  // #M + 1
};
// `posed`: side.scene in some pose. By the linear blend, whatever the file asks for.
WholeSurface whole_surface(const DiffSide& side, const Scene& posed);
// WholeSurface::position alone.
void whole_points(const DiffSide& side, const Scene& posed, std::vector<vec3>& position);

// A point of a surface, between three of its vertices; no weight: nowhere. A vertex alone has
// (1, 0, 0), and is then exactly where it is.
struct SurfaceSpot {
  std::array<std::uint32_t, 3> corner{};
  vec3 bary{0.0f};

  vec3 at(const std::vector<vec3>& position) const {
    if (bary.x == 1.0f) return position[corner[0]];
    return bary.x * position[corner[0]] + bary.y * position[corner[1]] +
           bary.z * position[corner[2]];
  }
  bool nowhere() const { return bary == vec3(0.0f); }
};

// Vertices by their place, to the last bit: the nearest point of a triangle at its own corner is
// off by rounding, and a file would differ from itself.
class VertexPlaces {
 public:
  explicit VertexPlaces(const std::vector<vec3>& position);
  std::span<const std::uint32_t> at(const vec3& place) const;
  // #V: for each vertex the first in at() of its place, the same for all that are there.
  std::vector<std::uint32_t> first() const;

 private:
  const std::vector<vec3>& position_;
  std::vector<std::uint32_t> order_;
};

// The spots where a point lies on a surface: where surfaces touch, or triangles that are seams
// meet, it is several, and what agrees best counts.
struct SpotSearch {
  const NearestSurface& surface;
  const std::vector<vec3>& position;
  const std::vector<std::uint32_t>& triangle;
  const vec3& point;
  std::span<const std::uint32_t> same;  // vertices at that very place
  const NearPoint& found;               // else the nearest point
  float apart;                          // how much farther others may be
  // The point's own number: the vertex that has it is looked at first. Of two at one place the
  // other may be posed by another kernel, and be off by rounding.
  std::uint32_t number;

  // visit(spot) -> whether to look at more; vertices of that very place are all looked at.
  template <typename Visit>
  void each(const Visit& visit) const {
    bool more = false;
    const auto look = [&](std::uint32_t v) { more = visit(SurfaceSpot{{v, v, v}, vec3(1, 0, 0)}); };
    if (std::ranges::find(same, number) != same.end()) look(number);
    for (const std::uint32_t v : same) look(v);
    if (same.empty()) more = visit(spot(found));
    if (more)
      surface.each_within(point, found.distance + apart,
                          [&](const NearPoint& p) { return visit(spot(p)) && corners(p, visit); });
  }

 private:
  // Those of a triangle that are as near: where places were rounded, a vertex has its twin there,
  // and coordinates of a texture may change more between both than they were rounded by.
  template <typename Visit>
  bool corners(const NearPoint& p, const Visit& visit) const {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t v = triangle[3 * std::size_t{p.triangle} + k];
      if (glm::distance(position[v], point) > found.distance + apart) continue;
      if (!visit(SurfaceSpot{{v, v, v}, vec3(1, 0, 0)})) return false;
    }
    return true;
  }
  SurfaceSpot spot(const NearPoint& p) const {
    const std::uint32_t* t = &triangle[3 * std::size_t{p.triangle}];
    return {{t[0], t[1], t[2]}, p.bary};
  }
};

// At how many times each of so many clips is looked at: `wanted` where kMostPosed allows it.
int surface_times(std::size_t vertices, std::size_t clips, int wanted);
// SurfaceDiff::in_clips of all `surfaces`; returns how many times each clip was looked at.
// `spots`: of A's vertices on B's surface, of B's on A's.
int compare_in_clips(const DiffSide& a, const DiffSide& b, const DiffOptions& options,
                     const std::vector<ClipDiff>& clips, double size,
                     const std::vector<SurfaceSpot> (&spots)[2],
                     std::vector<SurfaceDiff>& surfaces);

}  // namespace bindpose
