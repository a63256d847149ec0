// Poses mirrored in the bind pose's own plane, whatever the axes of the joints.
#pragma once

#include <vector>

#include "rig/pose/joint_pairs.h"

namespace bindpose {

// A rig, ready to be mirrored. S is the reflection in pairs.plane, p the partner of j.
struct RigMirror {
  JointPairs pairs;
  // #J: K_j = B_p^-1 S B_j without its shift: directions of j's bind frame, mirrored, in p's. The
  // identity where j has no partner. K_p is its inverse.
  std::vector<glm::dmat3> carry;
};

// Joints whose B_j cannot be inverted have no partner; without a plane no joint has one.
RigMirror rig_mirror(const PairInput& rig);

// Let D_j = (L^bind_j)^-1 L_j Ul_j be how far j is away from the bind pose, in its own frame there.
// The mirrored pose has D_p = K_j D_j K_j^-1 for every j: that is this function. `deviation`: D_j,
// affine; j has a partner. Also right for an increment on the right of Ul_j, which stands in the
// same frame.
//
// Why: in a rig whose bind pose is its own mirror image, B_p = S B_j K_j^-1, hence L^bind_p = K_q
// L^bind_j K_j^-1 with q the parent, and by induction over the tree W'_p = S W_j K_j^-1, which is
// T'_p = W'_p B_p^-1 = S T_j S: every vertex of the mirrored surface goes to the mirrored place.
// Where the bind pose is not quite symmetric, joints turn about their own origins and bones keep
// their lengths.
glm::dmat4 mirrored(const RigMirror& mirror, int joint, const glm::dmat4& deviation);

}  // namespace bindpose
