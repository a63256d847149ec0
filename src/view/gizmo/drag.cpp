// What a drag makes of the joint: the amount that the mouse became (drag_measure.cpp), or that was
// typed, becomes Ul_j. Both from what was there at the grab.
#include <algorithm>
#include <cmath>

#include <glm/gtc/matrix_transform.hpp>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "view/bones.h"
#include "view/gizmo/drag_parts.h"
#include "view/gizmo/together.h"

namespace bindpose {
namespace {

// One length for all three axes and right angles between them: a rotation of the joint's own frame
// and of what hangs on it are the same there.
bool is_similarity(const mat3& m) {
  const float xx = glm::dot(m[0], m[0]), yy = glm::dot(m[1], m[1]), zz = glm::dot(m[2], m[2]);
  const float tolerance = 1e-4f * std::max({xx, yy, zz});
  return std::abs(xx - yy) <= tolerance && std::abs(xx - zz) <= tolerance &&
         std::abs(glm::dot(m[0], m[1])) <= tolerance &&
         std::abs(glm::dot(m[0], m[2])) <= tolerance && std::abs(glm::dot(m[1], m[2])) <= tolerance;
}

// Not squashed flat, as far as floats can tell. A flat frame that was turned has rounding where its
// zeros were, and an inverse made of that would throw the joint millions of units away.
bool is_solid(const mat4& m) {
  const mat3 a(m);
  const float size = glm::length(a[0]) * glm::length(a[1]) * glm::length(a[2]);
  return std::abs(glm::determinant(a)) > 1e-5f * size;
}

mat3 rotation(const vec3& axis, float degrees) {
  const double radians = static_cast<double>(degrees) / kDegreesPerRadian;
  const glm::dvec3 a = glm::normalize(glm::dvec3(axis));
  return mat3(glm::dmat3(glm::rotate(glm::dmat4(1.0), radians, a)));
}

mat4 from_world(const GizmoDrag& d, const mat4& world) {
  return user_local_from_world(d.grab_parent, d.grab_base_local, world);
}

mat4 rotated(const GizmoDrag& d, const Scene& scene) {
  const int own = along_axis(d.handle) ? handle_axis(d.handle) : -1;
  if (own >= 0 && d.space == GizmoSpace::Local && is_similarity(mat3(d.grab_world))) {
    vec3 unit(0.0f);
    unit[own] = 1.0f;
    return user_local_times_local(d.grab_user_local, mat4(rotation(unit, d.amount.x)));
  }
  const glm::dmat3 display(mat3(scene.model->to_display));
  const glm::dmat3 turn =
      glm::inverse(display) * glm::dmat3(rotation(d.axis, d.amount.x)) * display;
  const glm::dmat3 own_frame(mat3(d.grab_world));
  if (is_solid(d.grab_world)) {
    // W^-1 U W about the joint's origin has no translation: the joint stays where it is to the last
    // bit.
    const glm::dmat3 increment = glm::inverse(own_frame) * turn * own_frame;
    return user_local_times_local(d.grab_user_local, mat4(mat3(increment)));
  }
  mat4 world{mat3(turn * own_frame)};
  world[3] = d.grab_world[3];
  return from_world(d, world);
}

mat4 translated(const GizmoDrag& d, const Scene& scene) {
  const vec3 step =
      d.amount.x * d.frame.axis[0] + d.amount.y * d.frame.axis[1] + d.amount.z * d.frame.axis[2];
  mat4 world = d.grab_world;
  world[3] += vec4(glm::inverse(mat3(scene.model->to_display)) * step, 0.0f);
  return from_world(d, world);
}

mat4 scaled(const GizmoDrag& d) {
  return user_local_times_local(d.grab_user_local, glm::scale(mat4(1.0f), d.amount));
}

// Under a parent that is squashed flat no Ul_j does what the handle shows.
bool can_move(const GizmoDrag& d, const Scene& scene) {
  return is_solid(mul_affine(d.grab_parent, d.grab_base_local)) &&
         is_solid(scene.model->to_display);
}

}  // namespace

float snap_length(const Scene& scene) {
  const float wanted = scene.view.snap_distance * model_height(*scene.model);
  if (!(wanted > 0.0f) || !std::isfinite(wanted)) return 0.0f;
  const double decade = std::pow(10.0, std::floor(std::log10(static_cast<double>(wanted))));
  double best = decade;
  for (const double factor : {2.0, 5.0, 10.0}) {
    const double step = factor * decade, given = static_cast<double>(wanted);
    if (std::abs(std::log(step / given)) < std::abs(std::log(best / given))) best = step;
  }
  return static_cast<float>(best);
}

GizmoDrag begin_drag(const GizmoFrame& frame, Handle handle, const Scene& scene,
                     const PosedScene& posed, const Camera& camera, const Viewport& viewport,
                     const vec2& pixel) {
  const std::size_t j = static_cast<std::size_t>(frame.joint);
  const int parent = scene.model->skeleton.parent[j];
  GizmoDrag d;
  d.handle = handle;
  d.frame = frame;
  d.joint = frame.joint;
  d.grab_pixel = pixel;
  d.grab_user_local = scene.pose.user_local[j];
  d.grab_world = posed.world[j];
  d.grab_parent = parent >= 0 ? posed.world[static_cast<std::size_t>(parent)] : mat4(1.0f);
  d.grab_base_local = posed.base_local[j];
  d.snap_length = snap_length(scene);
  d.common = scene.view.gizmo_pivot == GizmoPivot::Common && !scene.selection.also.empty();
  d.carried = is_carried(scene, frame.joint);
  d.space = frame.mode == GizmoMode::Scale ? GizmoSpace::Local : scene.view.gizmo_space;
  grab_handle(d, {camera, viewport, pixel});
  return d;
}

GizmoDrag redirected_drag(const GizmoDrag& drag, GizmoMode mode, GizmoSpace space, Handle handle,
                          const Scene& scene, const Camera& camera, const Viewport& viewport,
                          const vec2& pixel) {
  GizmoDrag d = drag;
  d.handle = handle;
  d.grab_pixel = pixel;
  d.space = mode == GizmoMode::Scale ? GizmoSpace::Local : space;
  d.frame.mode = mode;
  const mat4& display = scene.model->to_display;
  const mat4 frame = d.space == GizmoSpace::Local    ? display * d.grab_world
                     : d.space == GizmoSpace::Parent ? display * d.grab_parent
                                                     : mat4(1.0f);
  set_frame_axes(d.frame, mat3(frame));
  grab_handle(d, {camera, viewport, pixel});
  return d;
}

mat4 user_local_of_drag(const GizmoDrag& drag, const Scene& scene) {
  const bool scale = drag.frame.mode == GizmoMode::Scale;
  if (drag.handle == Handle::None || drag.amount == vec3(scale ? 1.0f : 0.0f)) {
    return drag.grab_user_local;
  }
  if (scale) return scaled(drag);
  if (!can_move(drag, scene)) return drag.grab_user_local;
  return drag.frame.mode == GizmoMode::Rotate ? rotated(drag, scene) : translated(drag, scene);
}

mat4 update_drag(GizmoDrag& drag, const Scene& scene, const Camera& camera,
                 const Viewport& viewport, const vec2& pixel, bool snap) {
  measure_drag(drag, {camera, viewport, pixel});
  settle_amount(drag, scene.view, snap);
  return user_local_of_drag(drag, scene);
}

}  // namespace bindpose
