// The rigid-bone form of a pose: a rotation about the joint's centre and a translation.
// Q_j = Q_p q_j, t_j = t_p + Q_p x_j - Q_j x_j, so that T_j v = Q_j v + t_j for rigid bones, where
// x_j is the joint's centre in bind space and q_j the joint's rotation relative to its bind pose,
// written in bind-space axes (A. Jacobson, "Skinning: real-time shape deformation", SIGGRAPH course
// 2014, and the forward kinematics of libigl).
#pragma once

#include <span>

#include "math/types.h"

namespace bindpose {

struct RigidBone {
  quat q{1.0f, 0.0f, 0.0f, 0.0f};  // Q_j, unit length
  vec3 t{0.0f};                    // t_j
};

// parent, center (x_j, bind space), rotation (q_j, unit), out: #J, parents first.
void rigid_forward_kinematics(std::span<const int> parent, std::span<const vec3> center,
                              std::span<const quat> rotation, std::span<RigidBone> out);

// q_j from world matrices: the rotation part of T_p^-1 T_j. world, bind, rotation: #J. Meaningful
// where every T_j is rigid and joints stay joined; `rigid_defect` says how far off that is.
void relative_rotations(std::span<const int> parent, std::span<const mat4> world,
                        std::span<const mat4> bind, std::span<quat> rotation);

// The rotation and the translation of T_j: all of it where T_j is rigid.
RigidBone rigid_part(const mat4& skin);

// The matrix of v -> Q v + t.
mat4 to_matrix(const RigidBone& bone);

// A rigid motion as a screw: a turn about a line in space and a slide along it (M. Chasles, 1830;
// the formula for the line: O. Bottema, B. Roth, "Theoretical Kinematics", 1979).
struct Screw {
  double angle = 0.0;        // radians, in [0, pi]
  glm::dvec3 axis{0, 0, 0};  // unit; the direction of the slide where nothing turns; 0 where
                             // nothing moves
  glm::dvec3 center{0, 0,
                    0};  // the point of the line nearest the origin; the origin where nothing turns
  double slide = 0.0;    // along the axis
};
// Of the rotation and the translation of T_j. Turns below 1e-5 rad count as none: floats do not
// tell where their line is. A matrix that is not finite does not move.
Screw screw_of(const mat4& rigid);

// Largest entry of |A^T A - I|: 0 for rotations; a mirrored A counts as 2, the distance of -1
// from 1.
float rotation_defect(const mat3& a);

// Largest |T_j^T T_j - I| entry over the joints (T_j's 3x3 part): 0 for rotations, > 0 where a pose
// has scale or shear, and the rigid form can not hold it. Also counts joints that left their
// parent: |T_p x_j - T_j x_j|, divided by `size`.
float rigid_defect(std::span<const int> parent, std::span<const mat4> world,
                   std::span<const mat4> bind, float size);

}  // namespace bindpose
