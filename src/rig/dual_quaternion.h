// Dual-quaternion skinning (L. Kavan, S. Collins, J. Zara, C. O'Sullivan: "Skinning with dual
// quaternions", I3D 2007, and "Geometric skinning with approximate dual quaternion blending", ACM
// TOG 27(4), 2008), in the two phases that the latter proposes where joints scale or shear:
//
//   T_j v = R_j A_j v + t_j,  A_j v = c_j + S_j (v - c_j)
//
// M_j = R_j S_j is the polar decomposition of T_j's 3x3 part and c_j the joint's place in bind
// space, about which it stretches. A vertex is first stretched by the linear blend sum_j w_ij A_j,
// then moved by the blended and normalised dual quaternions of (R_j, t_j). Signs follow the
// strongest influence, so that the rotations are blended the short way.
//
// Joints that mirror (det M_j < 0) get their mirror F in the stretch: M_j = (Q_j F) (F S_j) with
// one reflection F for the whole palette. A pose that is mirrored as a whole thus gives the
// mirrored surface, and a joint that is mirrored and not turned has R_j = I.
//
// The sum of the weights falls out when the dual quaternion is normalised: raw weights change
// nothing.
#pragma once

#include <span>
#include <vector>

#include "rig/deformer.h"
#include "rig/skinning.h"

namespace bindpose {

// One slot, in the layout that the GPU reads: five vec4. Quaternions as (x, y, z, w).
struct SplitJoint {
  vec4 real{0.0f, 0.0f, 0.0f, 1.0f};                          // r_j, unit length: the rotation R_j
  vec4 dual{0.0f};                                            // d_j = (0, t_j) r_j / 2
  vec4 stretch[3]{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};  // rows of A_j

  bool stretches() const;
};
static_assert(sizeof(SplitJoint) == 5 * sizeof(vec4));

// out: #S + 1, the last one for vertices without influences: all of `node_matrix` in A, no
// rotation. Stretches below 1e-6 count as none.
void split_palette(const Skin& skin, std::span<const mat4> palette, const mat4& node_matrix,
                   std::vector<SplitJoint>& out);

// `dual_quaternion_skinning` in one of the ways that skinning.h lists: Avx2 and Avx512 take batches
// of vertices, the others are plain code. All agree to within 1e-6.
void dual_quaternion_skinning(SkinningPath path, const SkinningInput& in,
                              std::span<vec3> position_out, std::span<vec3> normal_out);

}  // namespace bindpose
