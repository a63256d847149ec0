// The ways to move a vertex by its weighted joints.
#pragma once

namespace bindpose {

enum class Deformer {
  Rigid,          // v' = T_j v with the joint of the largest weight
  Linear,         // linear blend skinning, v' = (sum_j w_ij T_j) v
  DualQuaternion  // Kavan et al. 2008; scale is blended linearly first
};

}  // namespace bindpose
