// Quantities of joints, for the table in quantity.cpp. NaN where no skin names the joint.
#pragma once

#include "scene/lesson/quantity/quantity_vertex.h"

namespace bindpose::quantities {

double skin_matrix(const Scene& scene, const PosedScene& posed, const Joints& joint);
double largest_skin_matrix(const Scene& scene, const PosedScene& posed, const Joints& none);
// Of T_j's 3x3: by how much it multiplies volumes, below 0 where it mirrors.
double determinant(const Scene& scene, const PosedScene& posed, const Joints& joint);
double turn(const Scene& scene, const PosedScene& posed, const Joints& joint);
double screw_angle(const Scene& scene, const PosedScene& posed, const Joints& joint);
double screw_shift(const Scene& scene, const PosedScene& posed, const Joints& joint);
// The parts of Q_j and of t_j (rig/rigid.h), as the formula of the rigid bone prints them.
template <int kPart>  // w, x, y, z
double turn_part(const Scene& scene, const PosedScene& posed, const Joints& joint);
template <int kAxis>
double shift_part(const Scene& scene, const PosedScene& posed, const Joints& joint);
double angle(const Scene& scene, const PosedScene& posed, const Joints& joint);
template <int kAxis>
double coordinate(const Scene& scene, const PosedScene& posed, const Joints& joint);
double joint_distance(const Scene& scene, const PosedScene& posed, const Joints& joint);
double chain_length(const Scene& scene, const PosedScene& posed, const Joints& joint);

}  // namespace bindpose::quantities
