#include "scene/lesson/quantity/quantity_joint.h"

#include <algorithm>
#include <cmath>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/rigid.h"
#include "scene/formula.h"
#include "scene/lesson/quantity/quantity.h"

namespace bindpose::quantities {
namespace {

double distance_from_identity(const mat4& t) {
  return double(max_difference(t, mat4(1.0f)));
}

double rotation_angle(const mat4& m) {
  const quat q = decompose(m).q;
  const double sine =
      std::sqrt(double(q.x) * double(q.x) + double(q.y) * double(q.y) + double(q.z) * double(q.z));
  return 2.0 * std::atan2(sine, std::abs(double(q.w))) * kDegreesPerRadian;
}

// Nothing of a T_j that scales, shears or mirrors: no screw says it.
std::optional<Screw> screw_of_joint(const Scene& scene, const PosedScene& posed, int joint) {
  const auto t = skin_matrix_of(scene, posed, joint);
  if (!t || !(rotation_defect(mat3(*t)) < kRigidStretch)) return {};
  return screw_of(*t);
}

}  // namespace

double skin_matrix(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const auto t = skin_matrix_of(scene, posed, joint[0]);
  return t ? distance_from_identity(*t) : kNothing;
}

// What hangs on a node is kept in that node's own space: its T_j is W_j in any pose.
double largest_skin_matrix(const Scene& scene, const PosedScene& posed, const Joints&) {
  double largest = 0.0;
  for (std::size_t m = 0; m < posed.palette.size(); ++m) {
    if (!binding_of(scene, m).skin.skinned) continue;
    for (const mat4& t : posed.palette[m]) largest = std::max(largest, distance_from_identity(t));
  }
  return largest;
}

double turn(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const auto t = skin_matrix_of(scene, posed, joint[0]);
  return t ? rotation_angle(*t) : kNothing;
}

double screw_angle(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const auto screw = screw_of_joint(scene, posed, joint[0]);
  return screw ? screw->angle * kDegreesPerRadian : kNothing;
}

double screw_shift(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const auto screw = screw_of_joint(scene, posed, joint[0]);
  return screw ? 100.0 * screw->slide * metres_a_unit(scene) : kNothing;
}

double angle(const Scene& scene, const PosedScene&, const Joints& joint) {
  return rotation_angle(scene.pose.user_local[static_cast<std::size_t>(joint[0])]);
}

template <int kPart>
double turn_part(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const auto t = skin_matrix_of(scene, posed, joint[0]);
  if (!t) return kNothing;
  const quat q = rigid_part(*t).q;
  const float part[] = {q.w, q.x, q.y, q.z};
  return double(part[kPart]);
}
template double turn_part<0>(const Scene&, const PosedScene&, const Joints&);
template double turn_part<1>(const Scene&, const PosedScene&, const Joints&);
template double turn_part<2>(const Scene&, const PosedScene&, const Joints&);
template double turn_part<3>(const Scene&, const PosedScene&, const Joints&);

template <int kAxis>
double shift_part(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const auto t = skin_matrix_of(scene, posed, joint[0]);
  return t ? double((*t)[3][kAxis]) * metres_a_unit(scene) : kNothing;
}
template double shift_part<0>(const Scene&, const PosedScene&, const Joints&);
template double shift_part<1>(const Scene&, const PosedScene&, const Joints&);
template double shift_part<2>(const Scene&, const PosedScene&, const Joints&);

double determinant(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const auto t = skin_matrix_of(scene, posed, joint[0]);
  return t ? glm::determinant(glm::dmat3(mat3(*t))) : kNothing;
}

template <int kAxis>
double coordinate(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const mat4& world = posed.world[static_cast<std::size_t>(joint[0])];
  return double(world[3][kAxis]) * metres_a_unit(scene);
}

template double coordinate<0>(const Scene&, const PosedScene&, const Joints&);
template double coordinate<1>(const Scene&, const PosedScene&, const Joints&);
template double coordinate<2>(const Scene&, const PosedScene&, const Joints&);

double joint_distance(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const vec3 a(posed.world[static_cast<std::size_t>(joint[0])][3]);
  const vec3 b(posed.world[static_cast<std::size_t>(joint[1])][3]);
  return double(glm::distance(a, b)) * metres_a_unit(scene) * 100.0;
}

double chain_length(const Scene& scene, const PosedScene&, const Joints& joint) {
  int count = 0;
  for (int j = joint[0]; j >= 0; j = scene.model->skeleton.parent[static_cast<std::size_t>(j)]) {
    ++count;
  }
  return count;
}

}  // namespace bindpose::quantities
