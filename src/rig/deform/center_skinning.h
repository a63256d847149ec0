// Skinning by optimised centres of rotation (rig/deform/rotation_centers.h, Le and Hodgins 2016):
//
//   v'_i = R(q) S (v_i - o_i) + sum_j w_ij T_j o_i,   q = sum_j w_ij s_j Q_j, normalised
//
// Q_j is the turn of T_j and s_j its sign (1, or -1 where Q_j is more than a right angle from the
// strongest joint's), S the linear part of sum_j w_ij A_j: where joints scale or shear, T_j is
// split as in rig/dual_quaternion.h. The paper knows rigid joints, and there S = 1. The centre goes
// by the linear blend, the vertex around it turns rigidly, so that nothing collapses at half a turn
// and nothing bulges. A vertex without a centre goes by the linear blend: that of one joint, for
// which both are the same, and every one as long as the centres are not known. Raw weights change
// nothing. Morphs move v_i and leave o_i where the bind pose has it. Normals: R(q) S^-T n.
#pragma once

#include "rig/deformer.h"
