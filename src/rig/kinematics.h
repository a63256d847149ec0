// Forward kinematics and the relations between L, Ul, W, B and T (see docs/architecture.md for the
// letters). All are pure functions over spans; sizes must match (checked by assert).
#pragma once

#include <span>
#include <vector>

#include "math/types.h"
#include "rig/skeleton.h"

namespace bindpose {

// A half-open range of joints, [first, last).
struct JointRange {
  int first = 0;
  int last = 0;
};
inline JointRange all_joints(const Skeleton& s) {
  return {0, s.size()};
}
inline JointRange subtree(const Skeleton& s, int j) {
  return {j, s.subtree_end[static_cast<std::size_t>(j)]};
}

// local_j = L_j Ul_j. base_local, user_local, local: #J; only `range` is written.
void compose_local(std::span<const mat4> base_local, std::span<const mat4> user_local,
                   JointRange range, std::span<mat4> local);

// W_j = W_p(j) L_j Ul_j in one loop, parents first. local = L_j Ul_j (#J) joint -> parent;
// world (#J) joint -> world. Only `range` is written; the parents of the range's roots are read.
void forward_kinematics(std::span<const int> parent, std::span<const mat4> local, JointRange range,
                        std::span<mat4> world);

// The same from its three factors, for callers that keep L and Ul apart.
void forward_kinematics(std::span<const int> parent, std::span<const mat4> base_local,
                        std::span<const mat4> user_local, JointRange range, std::span<mat4> world);

// T_s = W_joint[s] B_s^-1 for the slots of a skin. joint, inverse_bind, palette: #S; world: #J.
void skin_matrices(std::span<const int> joint, std::span<const mat4> world,
                   std::span<const mat4> inverse_bind, std::span<mat4> palette);

// B_j = B_p(j) L_j, parents first: world bind matrices from bind locals. All #J.
void bind_from_locals(std::span<const int> parent, std::span<const mat4> bind_local,
                      std::span<mat4> bind);
// B_j of one joint alone, the product of the locals from the root down to it. -1: the identity.
mat4 bind_from_locals(std::span<const int> parent, std::span<const mat4> bind_local, int joint);
// L_j = B_p(j)^-1 B_j (L_j = B_j at a root). All #J. Also turns any world matrices into locals.
void locals_from_bind(std::span<const int> parent, std::span<const mat4> bind,
                      std::span<mat4> bind_local);
// T_j = W_j B_j^-1 from world matrices alone; inverts B_j each time. All #J.
void skin_from_worlds(std::span<const mat4> world, std::span<const mat4> bind,
                      std::span<mat4> skin);
// W_j = T_j B_j. All #J.
void world_from_skin(std::span<const mat4> skin, std::span<const mat4> bind, std::span<mat4> world);

// Ul_j = (W_p(j) L_j)^-1 W_j: the user transform that puts joint j at `world`. Pass the identity
// for the parent of a root.
mat4 user_local_from_world(const mat4& parent_world, const mat4& base_local, const mat4& world);
// Ul'_j = Ul_j M: M acts in the joint's own, already edited frame.
mat4 user_local_times_local(const mat4& user_local, const mat4& increment);
// Ul'_j = (W_p(j) L_j)^-1 U_j W_j: U_j acts in world space, W'_j = U_j W_j.
mat4 user_local_times_world(const mat4& parent_world, const mat4& base_local, const mat4& world,
                            const mat4& world_increment);

}  // namespace bindpose
