// Which vertex, or place of a surface, weights are mirrored from.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "rig/mend/mirror_surface.h"
#include "scene/edit/mend/joined_meshes.h"
#include "scene/scene.h"

namespace bindpose {

// Nearer to the plane than this, of the rig's size, a vertex is in the middle.
inline constexpr double kMirrorOnPlane = 1e-4;

struct MirrorPartner {
  int mesh = -1;  // -1: there is none that is sure
  MirrorPlace place{};
  // Nothing is there, and the vertex is so near to the plane that it is its own other side.
  bool itself = false;
};

// For each of the vertices of a mesh, which lie off the plane, what is opposite, from the surest:
//
// - the vertex that is at its mirror image (within 0.1% of the rig's size; of several as near the
//   one whose normal agrees best, then the one whose weights are likest) of the mesh's twin. That
//   is the mesh, itself as a rule, that has most of its vertices so: an eye has the other eye, and
//   not the lid that is nearer;
// - such a vertex of another mesh with a skin;
// - the nearest place of the twin's surface, at most 2% of the rig's size away, with a normal at
//   most 30 degrees from the mirrored one.
//
// What is left has none. The rig has a plane.
std::vector<MirrorPartner> partners_by_place(const Scene& scene, int mesh,
                                             std::span<const std::uint32_t> vertices,
                                             const JointPairs& pairs, const MendProgress& progress);

// All meshes with a skin as one surface, and which of its points are opposite by topology: found
// when it is first asked for, once for all meshes.
class OppositeOfAll {
 public:
  OppositeOfAll(const Scene& scene, const JointPairs& pairs) : scene_(scene), pairs_(pairs) {}

  // The vertices opposite to that one, of any mesh: (mesh, vertex); empty where there is none.
  std::vector<std::pair<int, std::uint32_t>> of(int mesh, std::uint32_t vertex);

 private:
  void find();

  const Scene& scene_;
  const JointPairs& pairs_;
  std::optional<JoinedSurface> surface_;
  std::vector<std::uint32_t> opposite_;  // #P
};

// By how the triangles of the mesh hang together (opposite_by_topology); where the way does not
// reach, those of all meshes: a left arm may be another mesh than the right one. Of vertices at one
// place the one counts whose normal agrees best, then the one whose weights are likest.
std::vector<MirrorPartner> partners_by_topology(const Scene& scene, int mesh,
                                                std::span<const std::uint32_t> vertices,
                                                const JointPairs& pairs, OppositeOfAll& all);

}  // namespace bindpose
