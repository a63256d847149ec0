#include "scene/edit/rotate_edit.h"

#include <cmath>
#include <cstdio>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"

namespace bindpose {

glm::dmat3 axes_of_turns(const mat4& parent_world, const mat4& base_local, GizmoSpace axes) {
  if (axes == GizmoSpace::Local) return glm::dmat3(1.0);
  if (axes == GizmoSpace::Parent) return turning_axes(base_local);
  return turning_axes(mul_affine(parent_world, base_local));
}

glm::dmat3 axes_of_turns(const Scene& scene, int joint, GizmoSpace axes) {
  if (axes == GizmoSpace::Local) return glm::dmat3(1.0);
  const std::vector<mat4> base = base_locals(scene);
  mat4 above(1.0f);
  for (int j = scene.model->skeleton.parent[idx(joint)]; j >= 0;
       j = scene.model->skeleton.parent[idx(j)]) {
    above = mul_affine(mul_affine(base[idx(j)], scene.pose.user_local[idx(j)]), above);
  }
  return axes_of_turns(above, base[idx(joint)], axes);
}

std::optional<mat4> rotated(const Scene& scene, const RotateJoint& edit) {
  const std::optional<quat> typed = rotation_of(edit.numbers);
  if (!typed) return std::nullopt;
  const mat4& now = scene.pose.user_local[idx(edit.joint)];
  const quat turn = seen_inside(axes_of_turns(scene, edit.joint, edit.axes), *typed);
  if (edit.whole) {
    const Transform x = decompose(now);
    return to_matrix({x.t, turn, x.s});
  }
  const mat4 turned = to_matrix({vec3(0.0f), turn, vec3(1.0f)});
  if (edit.axes == GizmoSpace::Local) return user_local_times_local(now, turned);
  mat4 out = mul_affine(turned, now);
  out[3] = now[3];
  return out;
}

std::string made_unit(const RotationNumbers& numbers) {
  if (numbers.form == RotationNumbers::Euler) return "";
  const bool axis = numbers.form == RotationNumbers::AxisAngle;
  const double length =
      axis ? glm::length(glm::dvec3(numbers.n)) : glm::length(glm::dvec4(numbers.n));
  // What six decimals round.
  if (std::abs(length - 1.0) < 1e-5) return "";
  char text[96];
  std::snprintf(text, sizeof text, "%s has length %.4g: normalised.",
                axis ? "The axis" : "The quaternion", length);
  return text;
}

}  // namespace bindpose
