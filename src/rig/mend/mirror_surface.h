// Which place of a surface is opposite to a vertex.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rig/mend/row_rewriter.h"
#include "rig/pose/joint_pairs.h"
#include "rig/surface/vertex_graph.h"

namespace bindpose {

// A place on a surface: corners of a triangle, and how much each counts. `found` is false where
// there is none.
struct MirrorPlace {
  std::array<std::uint32_t, 3> vertex{};
  vec3 bary{1.0f, 0.0f, 0.0f};
  bool found = false;
  float distance = 0.0f;  // to the mirror image
};

// For each of the `vertices` of a surface the place of the surface `on` it that is nearest to its
// mirror image, at most `within` away. Where a corner is there but for `exact`, it is that vertex
// alone. `from`: #A, places of the vertices asked for; `position`, `triangle`: the surface.
std::vector<MirrorPlace> opposite_by_place(std::span<const vec3> from, const MirrorPlane& plane,
                                           std::span<const vec3> position,
                                           std::span<const std::uint32_t> triangle, float within,
                                           float exact, const MendProgress& progress = {});

inline constexpr std::uint32_t kNoPoint = 0xffffffffu;

// For each point of the graph the one that is opposite to it by the way the triangles hang
// together, kNoPoint where there is none: from edges that lie in the plane (both ends at most
// `on_plane` away) with a triangle on either side, across edge after edge. So a side that was moved
// finds its partner all the same; where the two sides are cut into triangles differently, it ends:
// where none of the two is at the other's mirror image (within `same_place`, and a quarter of
// an edge) and another point is,
// or they have not as many neighbours. A point on the seam is its own. triangle: 3 #T, of vertices.
std::vector<std::uint32_t> opposite_by_topology(const VertexGraph& graph,
                                                std::span<const vec3> position,
                                                std::span<const std::uint32_t> triangle,
                                                const MirrorPlane& plane, double on_plane,
                                                double same_place);

}  // namespace bindpose
