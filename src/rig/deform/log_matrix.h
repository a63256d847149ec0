// Log-matrix blending: the joints' rigid motions are averaged as their logarithms (M. Alexa,
// "Linear combination of transformations", SIGGRAPH 2002; for skins F. Cordier, N.
// Magnenat-Thalmann, "A data-driven approach for real-time clothes simulation", Computer Graphics
// Forum 24(2), 2005).
//
//   v'_i = exp(sum_j w_ij log (R_j, t_j)) (sum_j w_ij A_j) v_i
//
// with T_j v = R_j A_j v + t_j split as in rig/dual_quaternion.h. log (R, t) is the screw (a, m): a
// the axis times the angle, at most pi, and exp goes along it. Here to be seen failing: the
// logarithm is taken from the identity, so the average depends on where that is. Two joints turned
// by 100 and -100 degrees are 160 apart one way round and 200 the other, and it takes the 200; and
// what moves as a whole is not moved as a whole (L. Kavan et al., "Geometric skinning with
// approximate dual quaternion blending", ACM TOG 27(4), 2008, section 2).
//
// What is known of it and tested: one joint moves rigidly; turns about one axis are averaged by
// their angles, each between -pi and pi; a change of the axes of the world, T_j to G T_j G^-1,
// changes the result alike.
#pragma once

#include <span>
#include <vector>

#include "rig/dual_quaternion.h"

namespace bindpose {

// Puts the logarithm of each motion in the place of its dual quaternion: real = (a, 0), dual =
// (m, 0). A turn by half a turn has two; which, is as its quaternion's sign rounds.
void take_logarithms(std::span<SplitJoint> joints);

// The dual quaternion's real part (x, y, z, w) and the shift of exp(a, m).
struct RigidMotion {
  vec4 turn{0.0f, 0.0f, 0.0f, 1.0f};
  vec3 shift{0.0f};
};
RigidMotion exponential(const vec3& a, const vec3& m);

}  // namespace bindpose
