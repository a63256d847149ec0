#include "view/gizmo/together.h"

#include <algorithm>

#include <glm/gtc/matrix_transform.hpp>

#include "math/numbers.h"
#include "math/transform.h"
#include "view/bones.h"

namespace bindpose {

namespace {

bool about_own_axes(const GizmoDrag& drag, GizmoSpace space) {
  if (drag.frame.mode == GizmoMode::Scale) return true;
  return space == GizmoSpace::Local && drag.handle != Handle::Screen &&
         drag.handle != Handle::Trackball;
}

// W_k to W_k', in the file's world.
mat4 about_pivot(const GizmoDrag& d, const Scene& scene, const mat4& world) {
  const glm::dmat4 display(scene.model->to_display);
  const glm::dvec3 pivot(d.frame.origin);
  const glm::dmat4 shown = display * glm::dmat4(world);
  if (d.frame.mode == GizmoMode::Rotate) {
    const double radians = static_cast<double>(d.amount.x) / kDegreesPerRadian;
    const glm::dmat4 turn = glm::translate(glm::dmat4(1.0), pivot) *
                            glm::rotate(glm::dmat4(1.0), radians, glm::dvec3(d.axis)) *
                            glm::translate(glm::dmat4(1.0), -pivot);
    return mat4(glm::inverse(display) * turn * shown);
  }
  glm::dvec3 shift(0.0);
  glm::dmat4 grown = shown;
  for (int k = 0; k < 3; ++k) {
    const glm::dvec3 axis(d.frame.axis[k]);
    const double by = static_cast<double>(d.amount[k]);
    const bool moves = d.frame.mode == GizmoMode::Translate;
    shift += (moves ? by : (by - 1.0) * glm::dot(axis, glm::dvec3(shown[3]) - pivot)) * axis;
    if (!moves) grown[k] *= by;
  }
  grown[3] += glm::dvec4(shift, 0.0);
  return mat4(glm::inverse(display) * grown);
}

}  // namespace

bool is_carried(const Scene& scene, int joint) {
  const std::vector<int>& parent = scene.model->skeleton.parent;
  for (int p = parent[idx(joint)]; p >= 0; p = parent[idx(p)]) {
    if (is_selected(scene.selection, p)) return true;
  }
  return false;
}

vec3 common_pivot(const Scene& scene, const PosedScene& posed) {
  glm::dvec3 sum(0.0);
  int count = 0;
  const auto add = [&](int joint) {
    if (joint < 0 || joint >= scene.model->skeleton.size() || is_carried(scene, joint)) return;
    sum += glm::dvec3(joint_position(scene, posed, joint));
    ++count;
  };
  add(scene.selection.joint);
  for (const int joint : scene.selection.also) {
    if (joint != scene.selection.joint) add(joint);
  }
  return vec3(sum / static_cast<double>(std::max(count, 1)));
}

std::vector<DragCompanion> drag_companions(const Scene& scene, const PosedScene& posed,
                                           const GizmoDrag& drag) {
  const Skeleton& s = scene.model->skeleton;
  std::vector<DragCompanion> out;
  for (const int joint : scene.selection.also) {
    if (joint == drag.joint || joint < 0 || joint >= s.size()) continue;
    const auto j = static_cast<std::size_t>(joint);
    out.push_back({joint, scene.pose.user_local[j], posed.world[j], is_carried(scene, joint)});
  }
  return out;
}

mat4 moved_together(const GizmoDrag& drag, const DragCompanion& companion, const mat4& user_local,
                    GizmoSpace space) {
  const bool moves = drag.frame.mode == GizmoMode::Translate;
  if (moves && companion.below) return companion.user_local;
  if (user_local == drag.grab_user_local) return companion.user_local;
  if (about_own_axes(drag, space)) {
    if (!is_invertible(drag.grab_user_local)) return companion.user_local;
    return mul_affine(companion.user_local,
                      mul_affine(inverse_affine(drag.grab_user_local), user_local));
  }
  if (!is_invertible(drag.grab_world) || !is_invertible(companion.world))
    return companion.user_local;
  const mat4 world = mul_affine(mul_affine(drag.grab_parent, drag.grab_base_local), user_local);
  const mat4 turn = mul_affine(world, inverse_affine(drag.grab_world));  // U of the drag's joint
  mat4 own = turn;
  const vec3 origin(companion.world[3]);
  own[3] = moves ? turn[3] : vec4(origin - mat3(turn) * origin, 1.0f);
  return mul_affine(companion.user_local,
                    mul_affine(inverse_affine(companion.world), mul_affine(own, companion.world)));
}

DragCompanion drag_joint(const GizmoDrag& drag) {
  return {drag.joint, drag.grab_user_local, drag.grab_world, drag.carried};
}

mat4 moved_about_pivot(const GizmoDrag& drag, const Scene& scene, const DragCompanion& companion) {
  const bool scales = drag.frame.mode == GizmoMode::Scale;
  const bool rests = drag.amount == vec3(scales ? 1.0f : 0.0f);
  if (rests || companion.below || !is_invertible(companion.world)) return companion.user_local;
  const mat4 user_local = mul_affine(
      companion.user_local,
      mul_affine(inverse_affine(companion.world), about_pivot(drag, scene, companion.world)));
  return is_finite(user_local) ? user_local : companion.user_local;
}

}  // namespace bindpose
