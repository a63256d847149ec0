// The surface of a mesh as delta mush needs it (rig/deform/delta_mush.h): which places are beside
// which, what is held, and the bind pose smoothed.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "rig/skinning.h"
#include "rig/surface/vertex_graph.h"

namespace bindpose {

// What follows from the mesh alone. Vertices at one place are one point (rig/surface): a seam is
// smoothed across.
struct MushGraph {
  VertexGraph graph;
  // The triangles at point p: their other two corners in the triangle's order, pair by pair, in
  // ring[2 ring_offset[p] .. 2 ring_offset[p + 1]). Triangles that have a place twice are none.
  std::vector<std::uint32_t> ring_offset{0}, ring;
  std::vector<std::uint8_t> held;  // #P: 1 at borders and where there is no triangle

  std::size_t size() const { return graph.size(); }  // #P
  std::span<const std::uint32_t> ring_of(std::size_t p) const {
    return std::span(ring).subspan(2 * std::size_t{ring_offset[p]},
                                   2 * std::size_t{ring_offset[p + 1] - ring_offset[p]});
  }
};

// A border is an edge that only one triangle has; both its ends are held.
MushGraph mush_graph(std::span<const vec3> position, std::span<const std::uint32_t> triangle);

struct MushSurface {
  std::shared_ptr<const MushGraph> graph;
  MushSmoothing smoothing;
  std::span<const vec3> position;    // #V: what it was made of, and who reads that asks whose it is
  std::vector<vec3> smooth, normal;  // #P: y_p, and its triangles' normals by area, of any length
  std::vector<std::uint32_t> toward;  // #P: the neighbour that the tangent of F_p goes to; p: none
};
// position: #V, bind space; it must outlive the surface.
MushSurface mush_surface(std::shared_ptr<const MushGraph> graph, const MushSmoothing& smoothing,
                         std::span<const vec3> position);

// The mean of the vertices at each point. of_vertex: #V; out: #P.
std::vector<vec3> at_points(const MushGraph& graph, std::span<const vec3> of_vertex);
// x <- (1 - lambda) x + lambda times the mean of its neighbours, so many times; what is held stays.
void smooth(const MushGraph& graph, const MushSmoothing& smoothing, std::vector<vec3>& x);
// At each point the sum of its triangles' normals by area.
std::vector<vec3> point_normals(const MushGraph& graph, std::span<const vec3> x);

// As much of a surface as says where some of its vertices go: what lies within a step more than the
// smoothing has. A surface of its own.
struct MushPatch {
  std::vector<std::uint32_t> vertex;  // of the whole
  std::vector<std::uint32_t> wanted;  // for each vertex that was asked for, its place in `vertex`
  std::vector<vec3> position;         // of `vertex`, as the whole surface was made of
  MushSurface surface;
};
// Nothing where that is most of the surface.
std::unique_ptr<const MushPatch> mush_patch(const MushSurface& whole,
                                            std::span<const std::uint32_t> vertices);

}  // namespace bindpose
