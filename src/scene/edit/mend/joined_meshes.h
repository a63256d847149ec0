// For scene/edit/mend/*.cpp: all meshes with a skin as one surface with one table of weights. A
// body whose hands have another material is one: what is mended up to the wrist, mesh by mesh,
// would tear there.
#pragma once

#include <cstdint>
#include <vector>

#include "rig/mend/row_rewriter.h"
#include "rig/surface/vertex_graph.h"
#include "scene/edit/weights.h"
#include "scene/scene.h"

namespace bindpose {

// Welded by place in bind space, as the check sees them.
class JoinedSurface {
 public:
  explicit JoinedSurface(const Scene& scene);

  const VertexGraph& graph() const { return graph_; }
  std::span<const vec3> position() const { return position_; }
  // Of the surface's vertices those that the lists (#M, ascending) have, and all that lie where one
  // of them does; ascending.
  std::vector<std::uint32_t> with_places(const VertexLists& lists) const;
  // The same as lists.
  VertexLists lists_with_places(const VertexLists& lists) const;
  // Where the vertices of mesh m begin; a mesh without a skin has none. m may be #M: all of them.
  std::uint32_t first(std::size_t m) const { return first_[m]; }

 private:
  std::vector<std::uint32_t> first_;  // #M + 1
  std::vector<vec3> position_;
  VertexGraph graph_;
};

// The joints that any vertex has weights of, ascending.
std::vector<int> joined_joints(const Scene& scene);

// The rows of all its vertices; slot s is joint[s]. There are at most kMostJoined joints in
// joined_joints().
inline constexpr std::size_t kMostJoined = 65535;
struct JoinedWeights {
  std::vector<int> joint;  // ascending
  Influences influences;

  JoinedWeights(const Scene& scene, const JoinedSurface& surface);
  // What a mend made of them, mesh by mesh; rows that it did not change keep every bit. A skin gets
  // the joints that it lacks.
  std::vector<MeshWeights> by_mesh(const Scene& scene, const JoinedSurface& surface,
                                   const Mended& made) const;
};

}  // namespace bindpose
