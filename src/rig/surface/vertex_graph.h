// A surface as a graph: places, and the edges between them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/types.h"

namespace bindpose {

// Vertices at exactly the same place are one *point*: where a texture has its seam, or normals have
// an edge, the surface goes on. A place that is not finite is a point of its own.
struct VertexGraph {
  std::vector<std::uint32_t> point;  // #V: the point of each vertex
  // Point p is vertices vertex[vertex_offset[p] .. vertex_offset[p + 1]), ascending. Points are in
  // the order of their first vertices.
  std::vector<std::uint32_t> vertex_offset{0}, vertex;  // #P + 1, #V
  // Its neighbours along edges of triangles, ascending, each once, and how far away they are: in
  // neighbour[offset[p] .. offset[p + 1]).
  std::vector<std::uint32_t> offset{0}, neighbour;  // #P + 1, #N
  std::vector<float> length;                        // #N

  std::size_t size() const { return offset.size() - 1; }  // #P
  std::span<const std::uint32_t> vertices_of(std::size_t p) const {
    return std::span(vertex).subspan(vertex_offset[p], vertex_offset[p + 1] - vertex_offset[p]);
  }
  std::span<const std::uint32_t> neighbours_of(std::size_t p) const {
    return std::span(neighbour).subspan(offset[p], offset[p + 1] - offset[p]);
  }
};

// position: #V; triangle: 3 #T. Triangles that name a vertex which is not there, or a place that is
// not finite, are left out. Edges without length join nothing (their ends are one point).
VertexGraph vertex_graph(std::span<const vec3> position, std::span<const std::uint32_t> triangle);

// The parts of the surface that no edge joins: a number for each point, from 0 in the order of
// their first points. `count` becomes how many there are.
std::vector<std::uint32_t> connected_parts(const VertexGraph& graph, std::size_t& count);

// The length of the shortest way along edges from any of the `sources` (points) to each point, #P;
// infinite where there is none, or none of at most `within`. Never shorter than the way along the
// surface itself; on even meshes up to a fifth longer. (E. W. Dijkstra, "A note on two problems in
// connexion with graphs", 1959.) Sources that are not there count nothing.
std::vector<float> distances_along(const VertexGraph& graph, std::span<const std::uint32_t> sources,
                                   float within);

// Whether points are farther along edges than some way, asked again and again of one graph: each
// question costs what it walks over, not all of the surface.
class FartherAlong {
 public:
  explicit FartherAlong(const VertexGraph& graph);

  struct Target {
    std::uint32_t point;
    float within;  // a number, or infinite
  };
  // For each target whether the shortest way from the nearest of the `sources` is longer than its
  // `within`, as distances_along without an end has it (no way at all is infinite).
  std::vector<std::uint8_t> of(std::span<const std::uint32_t> sources,
                               std::span<const Target> targets);
  std::size_t walked() const { return walked_; }  // points of all questions so far

 private:
  const VertexGraph& graph_;
  std::vector<float> distance_;         // #P: infinite between two questions
  std::vector<std::uint32_t> touched_;  // where it is not, within one
  std::size_t walked_ = 0;
};

}  // namespace bindpose
