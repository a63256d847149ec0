// What a surface has that those who take it for the skin of a body stumble over: borders, edges of
// more than two triangles, triangles without area, parts inside other parts.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "rig/surface/vertex_graph.h"

namespace bindpose {

// Triangles by number. An entry an edge, the first triangle that has it; an entry a flat triangle.
struct SurfaceFaults {
  std::vector<std::uint32_t> border;   // edges of one triangle
  std::vector<std::uint32_t> crowded;  // edges of three or more triangles: not a manifold
  std::vector<std::uint32_t> flat;     // triangles without area
};

// A triangle is flat where it is less high than kFlatTriangle of its longest side. One with two
// corners at one point has no edges to count; one whose corners lie on a line has. Edges join
// points of the graph, made of the same `position` (#V, any unit) and `triangle` (3 #T): a seam of
// the texture is no border. Triangles that name no vertex, or a place that is not finite, are left
// out.
inline constexpr double kFlatTriangle = 1e-6;
SurfaceFaults surface_faults(const VertexGraph& graph, std::span<const vec3> position,
                             std::span<const std::uint32_t> triangle);

// A part of the surface (connected_parts) that lies wholly inside another one; a triangle of each.
struct NestedPart {
  std::uint32_t inner = 0, outer = 0;
};

// Inside is what of six directions along the axes four or more meet the outer part an uneven number
// of times (F. Nooruddin, G. Turk, "Simplification and repair of polygonal models using volumetric
// techniques", 2003), so that a hole is no hindrance; asked of kNestedSamples points of the inner
// part, all of which must be. Parts whose box has a diagonal below kNestedLeast of the outer one's
// are details that belong there, eyes and teeth, and not listed. Of several around a part the
// smallest counts. Where `holds` has any, only inner parts count inside of which one of these
// points is, in the same way. Ascending by `inner`. `tell` is told what part is done, and may throw
// to stop it.
inline constexpr float kNestedLeast = 0.25f;
inline constexpr std::size_t kNestedSamples = 8;
std::vector<NestedPart> nested_parts(const VertexGraph& graph, std::span<const vec3> position,
                                     std::span<const std::uint32_t> triangle,
                                     std::span<const vec3> holds = {},
                                     const std::function<void(double)>& tell = {});

}  // namespace bindpose
