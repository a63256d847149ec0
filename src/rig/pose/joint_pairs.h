// Which joint stands opposite to which, and the plane between the two sides.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "math/types.h"

namespace bindpose {

// A plane n . x = offset and the reflection in it; n is of unit length.
struct MirrorPlane {
  glm::dvec3 normal{1.0, 0.0, 0.0};
  double offset = 0.0;

  double height(const glm::dvec3& x) const { return glm::dot(normal, x) - offset; }
  glm::dvec3 reflected(const glm::dvec3& x) const { return x - 2.0 * height(x) * normal; }
  glm::dmat3 reflection() const {  // of directions
    return glm::dmat3(1.0) - 2.0 * glm::outerProduct(normal, normal);
  }
};

inline constexpr int kNoPartner = -1;

struct JointPairs {
  // #J: the joint on the other side; the joint itself where it stands on the plane; kNoPartner.
  std::vector<int> partner;
  bool has_plane = false;  // false: the rig has no two sides, and `plane` means nothing
  MirrorPlane plane;       // in the file's world; the normal points to the left where names say
  double size = 0.0;       // of the rig: the diagonal of the box around its joints, file units
};

struct PairInput {
  std::span<const std::string> name;     // #J
  std::span<const int> parent;           // #J, parents first (rig/skeleton.h)
  std::span<const int> subtree_end;      // #J
  std::span<const mat4> bind;            // #J, B_j: joint to world in the bind pose
  std::span<const std::uint8_t> counts;  // #J, 1: a joint, by which the rig is measured; empty: all
  vec3 across{1.0f, 0.0f, 0.0f};         // where left is likely to be, in the file's world
};

// Pairs by name first (rig/pose/side_names.h), as far as place agrees; their bind positions give
// the plane: of all planes the one with the least sum of squares of |a - mirrored b|, without pairs
// that lie far off. Then, by place: what stands on the plane (within 0.5% of the rig's size) is its
// own partner, and what is left is paired where the mirrored place of one is that of another, both
// below joints that are paired. A pair by name that stands more than a tenth of the size away from
// where it should is none, unless it hangs below such a pair: a bind pose may be uneven.
//
// Where no names say sides, the plane is looked for: between siblings with as much below them, and
// across the three axes; at least half of the joints have to fit. A chain has no sides, but lies on
// such a plane: all its joints are their own partners. Places that are not finite have no partner.
JointPairs joint_pairs(const PairInput& rig);

}  // namespace bindpose
