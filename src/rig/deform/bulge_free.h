// Dual quaternions without their bulge (Y. Kim, J. Han, "Bulging-free dual quaternion skinning",
// Computer Animation and Virtual Worlds 25(3-4), 2014; as R. Vaillant retells it, "Bulge free dual
// quaternion skinning (trick)", rodolphe-vaillant.fr): after dual quaternions
// (rig/dual_quaternion.h) a vertex that is farther from the bone of its strongest joint than in the
// bind pose is drawn back towards the nearest place on that bone, to the distance it had.
//
//   v'_i = e_i + min(1, d / |x - e_i|) (x - e_i),  e_i the place on T_j's bone nearest to x
//
// x is what dual quaternions make of v_i; d the distance that the stretched v_i has from the
// stretched bone, so that joints that scale keep their scale. Vertices of one joint are left as
// they are. Where the strongest joint changes from a vertex to its neighbour, or bones fan out,
// neighbours are drawn to different bones: the surface may show a step there. A slot whose bone is
// not known (SkinningInput::data has none) is its joint's origin. Normals are those of dual
// quaternions.
#pragma once

#include "rig/deformer.h"

namespace bindpose {

// The place on the bone that is nearest to p.
vec3 nearest_on_bone(const BoneEnds& bone, const vec3& p);

}  // namespace bindpose
