// For scene/edit/paint/*.cpp, and who makes it before a stroke does: the meshes that can be painted
// as one surface.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "rig/mend/row_rewriter.h"
#include "rig/paint/surface_disc.h"
#include "scene/edit/paint/paint.h"

namespace bindpose {

// All meshes that are shown and have a skin, welded by place in bind space: a body whose hands have
// another material is one surface.
class PaintCanvas {
 public:
  explicit PaintCanvas(const Scene& scene);
  PaintCanvas(const PaintCanvas&) = delete;
  PaintCanvas& operator=(const PaintCanvas&) = delete;

  bool fits(const Scene& scene) const;
  // Whether what fits one of them fits the other; they have the same model.
  static bool of_same_meshes(const Scene& a, const Scene& b);

  static constexpr std::uint32_t kNotPainted = 0xffffffffu;
  // Of each mesh where its vertices begin among those of the surface, #M; kNotPainted.
  const std::vector<std::uint32_t>& first() const { return first_; }
  const std::vector<int>& mesh_of_vertex() const { return mesh_of_; }
  std::span<const std::uint32_t> triangles() const { return triangle_; }  // 3 #T, of vertices
  std::size_t vertex_count() const { return position_.size(); }
  const VertexGraph& graph() const { return graph_; }
  SurfaceDisc& disc() { return disc_; }

  // Which points are opposite to a point, or beside its opposite, and how much of what it gets goes
  // to each. Found when it is first asked for, which takes seconds for a million vertices; the rig
  // has a plane.
  struct Share {
    std::uint32_t point;
    float part;
  };
  std::span<const Share> opposite(const Scene& scene, std::uint32_t point);
  // Finds that before it is asked for; what `progress` throws leaves it as it was.
  void find_opposite(const Scene& scene, const MendProgress& progress = {});
  bool knows_opposite() const { return !share_offset_.empty(); }

 private:
  ModelId model_;
  std::vector<std::uint32_t> first_;
  std::vector<int> mesh_of_;
  std::vector<vec3> position_;  // bind space
  std::vector<std::uint32_t> triangle_;
  VertexGraph graph_;
  SurfaceDisc disc_;
  std::vector<std::uint32_t> share_offset_;  // #P + 1, or empty: not found yet
  std::vector<Share> share_;
};

}  // namespace bindpose
