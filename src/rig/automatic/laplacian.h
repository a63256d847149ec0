// The cotangent Laplacian of a surface.
#pragma once

#include <span>
#include <vector>

#include "rig/surface/vertex_graph.h"

namespace bindpose {

// L, #P x #P, over the points of a graph: L_pq = -w_pq for neighbours, L_pp = sum_q w_pq. w_pq is
// half the sum of the cotangents opposite to the edge (U. Pinkall, K. Polthier, "Computing discrete
// minimal surfaces and their conjugates", 1993), but never below kLeastEdge: between 0 and 1 what
// is spread then stays, and no neighbours come apart where triangles have no area. M: a third of
// the area of the triangles around, > 0 everywhere.
inline constexpr double kLeastEdge = 1e-4;
struct SurfaceLaplacian {
  std::vector<double> edge;  // #N, w_pq in the order of VertexGraph::neighbour
  std::vector<double> mass;  // #P, M
  double area = 0.0;         // of all triangles
};

// Of the same position and triangle that the graph was made of.
SurfaceLaplacian surface_laplacian(const VertexGraph& graph, std::span<const vec3> position,
                                   std::span<const std::uint32_t> triangle);

// Where point p is.
inline const vec3& place_of(const VertexGraph& graph, std::span<const vec3> position,
                            std::size_t p) {
  return position[graph.vertex[graph.vertex_offset[p]]];
}

}  // namespace bindpose
