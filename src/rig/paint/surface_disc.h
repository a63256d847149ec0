// The part of a surface around a place: what a brush covers there.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "rig/surface/vertex_graph.h"

namespace bindpose {

// A place in a triangle of a graph's points: its corners and how much each counts, >= 0 and 1
// together.
struct DiscCenter {
  std::array<std::uint32_t, 3> corner{};
  vec3 bary{1.0f, 0.0f, 0.0f};
  vec3 at{0.0f};
};

// The triangles around each point of a graph, made once; discs of it cost what they cover.
class SurfaceDisc {
 public:
  // triangle: 3 #T, of vertices; what vertex_graph() leaves out is left out here. The graph is kept
  // by reference and must outlive it.
  SurfaceDisc(const VertexGraph& graph, std::span<const std::uint32_t> triangle);

  struct Reached {
    std::uint32_t point;
    float distance;  // < radius
  };
  // All points whose way along the surface from the centre is shorter than `radius`, in any order.
  // position: #P. Distances are carried from triangle to triangle by unfolding them into a plane
  // (M. Novotni and R. Klein, "Computing geodesic distances on triangular meshes", 2002): exact
  // where the surface is flat, and nothing is reached across a gap. Where a corner counts next to
  // nothing the centre is on the edge of the others, whichever triangle has it. Valid until the
  // next call.
  const std::vector<Reached>& along(std::span<const vec3> position, const DiscCenter& center,
                                    float radius);
  // All points nearer than that, whatever lies between. Looks at all #P.
  const std::vector<Reached>& through(std::span<const vec3> position, const vec3& at, float radius);

 private:
  void offer(std::uint32_t point, double distance, double radius);

  const VertexGraph& graph_;
  std::vector<std::uint32_t> offset_{0};            // #P + 1
  std::vector<std::array<std::uint32_t, 2>> edge_;  // opposite to the point in a triangle with it
  std::vector<double> distance_;                    // #P, infinite but for what a call is at
  std::vector<std::pair<double, std::uint32_t>> open_;
  std::vector<Reached> reached_;
};

// The way from a point to the far corner c of a triangle a, b, c, straight through the edge a b,
// where the ways to a and b are known and the surface before is unfolded into the triangle's plane;
// infinite where the straight line passes beside the edge, or there is no such triangle.
double way_through_edge(const vec3& a, const vec3& b, const vec3& c, double to_a, double to_b);

}  // namespace bindpose
