// The order in which a surface that lets light through is drawn: what is farther away comes first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/types.h"
#include "render/dense_surface.h"
#include "render/mesh_buffers.h"

namespace bindpose {

// The triangles by how far away their middles are, the farthest first; those at the same distance
// keep their order. `position`: of the vertices that they name. `to_view`: affine, the eye looks
// along -z. Returns the mean depth of the middles (0 without triangles).
float sort_far_to_near(std::span<const vec3> position, std::span<const std::uint32_t> triangle,
                       const mat4& to_view, std::vector<std::uint32_t>& out);

class BlendOrder {
 public:
  // The meshes' triangles, in the order for this view; the meshes themselves come farthest first.
  // `posed`: holds the points that `mesh` shows.
  void begin() { order_.clear(); }
  void add(std::size_t mesh, const MeshBuffers& buffers, std::span<const std::uint32_t> triangle,
           const mat4& to_view);
  std::span<const std::size_t> meshes();
  const TriangleList& triangles(std::size_t mesh) const { return list_[mesh]; }

 private:
  struct Place {
    std::size_t mesh;
    float depth;
  };
  std::vector<Place> order_;
  std::vector<std::size_t> mesh_;
  std::vector<TriangleList> list_;
  std::vector<std::uint32_t> sorted_;
};

}  // namespace bindpose
