// The chain of an inverse kinematics problem as the solvers see it: joints that turn, and fixed
// maps between them, in double.
#pragma once

#include <span>
#include <vector>

#include "math/types.h"
#include "rig/ik/axis_limits.h"
#include "rig/ik/solve.h"

namespace bindpose::ik {

using glm::dmat3;
using glm::dvec3;

// An affine map, x -> linear x + at.
struct Map {
  dmat3 linear{1.0};
  dvec3 at{0.0};
};
inline Map operator*(const Map& a, const Map& b) {
  return {a.linear * b.linear, a.linear * b.at + a.at};
}

// A joint that turns. Its frame has its origin where the joint is (the pivot) and its axes are
// those of W_p L_j; what hangs on it is turned by `turn` in that frame. The stretch S of Ul_j
// counts to the map of the next link.
struct Link {
  Map before;            // from the turned frame of the link before to this one's frame
  dmat3 turn{1.0};       // Ul_j's rotation, with the mirror where it has one
  dmat3 stretch{1.0};    // Ul_j's 3x3 part is turn stretch
  dvec3 bone{0.0};       // to the next pivot or the effector, in the frame, while turn is 1
  double freedom = 1.0;  // 1 - stiffness
  double limit = kPi;    // radians
  AxisLimits axes;
  // Written by update():
  dmat3 frame{1.0};  // the frame's axes in the world
  dvec3 pivot{0.0};  // in the world
  dvec3 arm{0.0};    // from the pivot to the effector, in the frame

  bool has_cone() const { return limit < double(kPi); }
  bool limited() const { return has_cone() || axes.any(); }
};

struct Chain {
  Map root;  // W of what the first link hangs on
  std::vector<Link> link;
  dvec3 tip{0.0};       // the effector in the turned frame of the last link
  dvec3 effector{0.0};  // in the world; written by update()
};

// Forward kinematics of the chain, and the arms.
void update(Chain& chain);
// The world lengths of the bones, summed.
double length_of(const Chain& chain);
// All frames of the chain scale uniformly (mirrored or not): turns keep the bones' lengths.
bool is_rigid(const Chain& chain);

// A rotation by the length of `omega` about it.
dmat3 rotation_by(const dvec3& omega);
// The smallest rotation that turns `from` to the direction of `to`; about `otherwise`, made
// perpendicular, where they are opposite. The identity where one of them vanishes.
dmat3 turn_between(const dvec3& from, const dvec3& to, const dvec3& otherwise);
// Turns link k so that the effector lies in the direction of `target` as seen from its pivot.
void aim(Chain& chain, std::size_t k, const dvec3& target);
// Back into the cone by the smallest turn, then within the limits of the axes; true where that was
// needed.
bool keep_limit(Link& link);

// The axis about which link k bends, in its frame, unit length: see solve_ik.
dvec3 bend_axis(const Chain& chain, std::size_t k);
// Turns the first link about the line from it to the effector until the chain bends towards `pole`.
void turn_to_pole(Chain& chain, const dvec3& pole);

// Buffers of a step, so that none allocates. n: links of the chain.
struct StepBuffers {
  std::vector<dmat3> jacobian;  // J
  std::vector<dmat3> allowed;   // P
  std::vector<dvec3> omega;
  std::vector<dmat3> kept;  // turns before the step, for those who may take it back

  explicit StepBuffers(std::size_t n) : jacobian(n), allowed(n), omega(n), kept(n) {}
};
// One step of damped least squares that brings the effector nearer to `goal`: link k turns by
//
//   omega_k = f_k P_k J_k^T (sum_i f_i J_i P_i J_i^T + lambda 1)^-1 (goal - effector)
//
// in its frame. J_k: what the effector does as link k turns, v -> frame_k (v x arm_k); f_k: its
// freedom; P_k: projects to the turns that no limit forbids (1 where none is met). lambda is
// `damping` times the mean eigenvalue of the sum, a third of its trace, so that neither the size of
// the chain nor its number of links makes it stiffer. Without limits these are the turns for which
// |goal - effector - sum J omega|^2 + lambda sum |omega|^2 / f is least. Where one is more than 0.5
// radians all are made shorter alike; then limits are kept, and the chain is updated.
//
// C. Wampler, "Manipulator inverse kinematic solutions based on vector formulations and damped
// least-squares methods", 1986; Y. Nakamura and H. Hanafusa, "Inverse kinematic solutions with
// singularity robustness for robot manipulator control", 1986.
void damped_step(Chain& chain, const dvec3& goal, double damping, StepBuffers& buffers);

// The chain with two links that nothing holds back, rigid.
void solve_two_bones(Chain& chain, const dvec3& target);
// Any other one, by damped least squares. `rigid` as is_rigid says.
void solve_damped(Chain& chain, const dvec3& target, bool rigid);

}  // namespace bindpose::ik
