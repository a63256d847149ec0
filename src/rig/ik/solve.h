// Inverse kinematics: the turns of a few joints that bring another one to a place.
#pragma once

#include <optional>
#include <span>

#include "math/numbers.h"
#include "math/types.h"

namespace bindpose {

// What holds a joint of the chain back.
struct IkJoint {
  float stiffness = 0.0f;  // 0: turns freely, 1: does not turn; between: turns less than others
  float limit = kPi;  // radians. The joint's bone (to the next joint of the chain that turns, or
                      // to the effector) stays in a cone of this half angle about where L_j alone
                      // has it; from kPi on there is no limit. Twist is not limited
  // Radians, of the turn in Ul_j about the joint's own x, y and z, within [-kPi, kPi]: see
  // rig/ik/axis_limits.h. From -kPi to kPi: no limit.
  vec3 low{-kPi}, high{kPi};
};

struct IkGoal {
  vec3 target{0.0f};         // in the file's world: where the effector's W_j shall have its origin
  std::optional<vec3> pole;  // in the file's world: the side to which the chain bends
};

struct IkResult {
  bool valid = false;     // false: the input made no sense, and nothing was written
  bool reached = false;   // the residual is at most kIkTolerance of the length
  double residual = 0.0;  // from the effector to the target, in the file's units
  double length = 0.0;    // of the chain, as it is posed: the sum of its bones
};
inline constexpr double kIkTolerance = 1e-4;

// Turns the joints of `chain` so that joint `effector` comes to the target, starting from the pose
// that `user_local` has. Only Ul_j of the chain are written, and of these only the rotation:
// Ul_j = T S-or-shear before, T R S-or-shear after, with the same T and S (polar decomposition).
// The effector's own Ul_j stays, so that it turns along with its parent.
//
// parent, base_local (L_j), user_local (Ul_j): #J, parents first. chain: #K, root first, each an
// ancestor of the next, the last one of the effector; joints between them keep their Ul_j, and so
// do joints of stiffness 1. joints: #K, or empty: nothing is held back.
//
// - One joint: the smallest turn that points the effector to the target.
// - Two joints that nothing holds back: the cosine rule. The elbow bends in the plane that it bends
//   in now, the shoulder makes the smallest turn to the target; then, if there is a pole, the
//   shoulder turns about the line to the target until elbow and pole are on the same side of it.
// - More, or where something is held back: damped least squares (S. Buss, "Introduction to inverse
//   kinematics with Jacobian transpose, pseudoinverse and damped least squares methods", 2004)
//   along a path from where the effector is to the target, in a fixed number of steps. What is
//   shared out among the joints follows the target steadily, where a search from the end pose would
//   jump from one solution to another; A. Aristidou and J. Lasenby's FABRIK (2011) was not taken
//   because it knows positions only: under scale and shear in the parents there are no fixed
//   lengths to keep.
//
// A straight chain that has to shorten bends the way it bends in its base pose (Ul_j without
// rotation), else about the first of the joint's own axes x, z, y that is not along the bone. Where
// axes are limited it bends about the one across the bone that may turn farthest. Six or more
// equal bones that are shortened by no more than a tenth bend about alike, as an arc.
//
// Out of reach: a chain that nothing holds back is stretched straight to the target, or, where the
// target is too near, folded as far as it goes; limits and stiffness leave it as near as the solver
// comes. `reached` is false, the residual is what is missing.
//
// Where parents and chain scale uniformly, or mirror, turns are rigid: bones keep their lengths up
// to rounding (1e-5 of the chain). Under other scale or shear a joint that turns changes what the
// world sees of its bone, as it does when turned by hand; the target is still met, and the lengths
// that stay are those along the joint's own axes.
//
// Invalid: indices out of range, a chain that is empty or not as above, a target, pole, setting or
// matrix that is not finite, a chain without length. Bones of no length are allowed in between.
// Deterministic. 0.2 ms for 50 joints (./dev bench --benchmark_filter=ik_drag).
IkResult solve_ik(std::span<const int> parent, std::span<const mat4> base_local,
                  std::span<const int> chain, int effector, const IkGoal& goal,
                  std::span<const IkJoint> joints, std::span<mat4> user_local);

}  // namespace bindpose
