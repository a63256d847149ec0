// What a drag makes of the joint: first the mouse becomes an amount (an angle, distances, factors),
// then the amount becomes Ul_j. Both from what was there at the grab.
#include <algorithm>
#include <cmath>

#include <glm/gtc/matrix_transform.hpp>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "view/bones.h"
#include "view/gizmo/gizmo.h"

namespace bindpose {
namespace {

constexpr float kEdgeOn = 0.15f;      // |cos| between a ring's axis and the line of sight
constexpr float kDeadPixels = 2.0f;   // so near to the centre the mouse has no direction
constexpr float kAxisAtEye = 0.985f;  // an arrow's line is followed up to 10 degrees from the sight
constexpr float kFarthest = 50.0f;    // of the eye's distance: beyond, a drag is past the horizon
constexpr float kSmallestFactor = 0.01f;
constexpr float kLargestFactor = 100.0f;

struct View {
  const Camera& camera;
  const Viewport& viewport;
  vec2 pixel;

  Ray ray() const { return pixel_ray(camera, viewport, pixel); }
};

vec2 on_screen(const PixelGradient& g, const vec3& d) {
  return {glm::dot(g.x, d), glm::dot(g.y, d)};
}

vec3 to_eye(const View& view, const vec3& point) {
  return view.camera.orthographic ? camera_axes(view.camera).back
                                  : glm::normalize(eye(view.camera) - point);
}

bool is_ring(const GizmoDrag& d) {
  return d.frame.mode == GizmoMode::Rotate && d.handle != Handle::Trackball;
}

// The direction in the plane across `axis` that runs from the frame's origin to under the mouse;
// unit. Lines through the origin are seen as lines through its pixel, so the direction on the
// screen says all: no ray has to reach the plane, and there is no horizon to fall off.
std::optional<vec3> direction_in_plane(const GizmoDrag& d, const View& view) {
  const vec2 center(project(view.camera, view.viewport, d.frame.origin));
  const vec2 mouse = view.pixel - center;
  if (glm::length(mouse) < kDeadPixels) return std::nullopt;
  const vec3 u = glm::normalize(std::abs(d.axis.x) < 0.7f ? glm::cross(d.axis, vec3(1, 0, 0))
                                                          : glm::cross(d.axis, vec3(0, 1, 0)));
  const vec3 v = glm::cross(d.axis, u);
  const PixelGradient gradient = pixel_gradient(view.camera, view.viewport, d.frame.origin);
  const vec2 su = on_screen(gradient, u), sv = on_screen(gradient, v);
  const float det = su.x * sv.y - su.y * sv.x;
  if (!(std::abs(det) > 1e-6f * glm::length(su) * glm::length(sv))) return std::nullopt;
  const vec3 in_plane =
      u * ((mouse.x * sv.y - mouse.y * sv.x) / det) + v * ((su.x * mouse.y - su.y * mouse.x) / det);
  const float length = glm::length(in_plane);
  return length > 0.0f && std::isfinite(length) ? std::optional<vec3>(in_plane / length)
                                                : std::nullopt;
}

// From a to b about the axis, in (-pi, pi].
float signed_angle(const vec3& a, const vec3& b, const vec3& axis) {
  return std::atan2(glm::dot(glm::cross(a, b), axis), glm::dot(a, b));
}

// The turn nearest to where the ring stood before, so that it can go round several times.
float unwrap(float angle, float before) {
  return angle + 2.0f * kPi * std::round((before - angle) / (2.0f * kPi));
}

// A ring seen from its edge is a line on the screen. It is pulled along that line as if it were a
// wheel seen from the side: one radius is one radian, whatever point was caught.
float edge_on_angle(const GizmoDrag& d, const View& view) {
  const vec3 sight = to_eye(view, d.frame.origin);
  const vec3 front = glm::normalize(sight - glm::dot(sight, d.axis) * d.axis);
  const vec2 pull = on_screen(pixel_gradient(view.camera, view.viewport, d.frame.origin),
                              d.frame.radius * glm::cross(d.axis, front));
  return glm::dot(view.pixel - d.grab_pixel, pull) / glm::dot(pull, pull);
}

vec2 pulled_pixels(const GizmoDrag& d, const View& view) {
  return view.pixel - d.grab_pixel;
}

float radius_pixels(const GizmoDrag& d, const View& view) {
  return d.frame.radius / pixel_size(view.camera, view.viewport, d.frame.origin);
}

void measure_ring(GizmoDrag& d, const View& view) {
  if (d.edge_on) {
    d.unwrapped_angle = edge_on_angle(d, view);
    return;
  }
  const std::optional<vec3> now = direction_in_plane(d, view);
  if (!now) return;
  d.unwrapped_angle = unwrap(signed_angle(d.grab_arm, *now, d.axis), d.unwrapped_angle);
}

// A ball rolls under the mouse: its front follows the pull, one radius is one radian.
void measure_ball(GizmoDrag& d, const View& view) {
  const vec2 pull = pulled_pixels(d, view);
  const float pixels = glm::length(pull);
  d.unwrapped_angle = pixels / radius_pixels(d, view);
  if (pixels > 0.0f) {
    const CameraAxes a = camera_axes(view.camera);
    d.axis = (pull.x * a.up + pull.y * a.right) / pixels;
  }
}

// Distance along an axis from the frame's origin to under the mouse.
std::optional<float> distance_on_axis(const GizmoDrag& d, const View& view) {
  const vec3& axis = d.axis;
  if (std::abs(glm::dot(axis, to_eye(view, d.frame.origin))) < kAxisAtEye) {
    const auto s = closest_on_line(view.ray(), d.frame.origin, axis);
    const float limit = kFarthest * view.camera.distance;
    if (!s || std::abs(*s) > limit) return std::nullopt;
    // Past the vanishing point of the axis the nearest point is behind the eye.
    const bool seen = project(view.camera, view.viewport, d.frame.origin + *s * axis).z > 0.0f;
    return seen ? s : std::nullopt;
  }
  // The axis points at the eye: follow the mouse along what little of it is seen.
  const vec2 seen = on_screen(pixel_gradient(view.camera, view.viewport, d.frame.origin), axis);
  const float length = glm::length(seen);
  const float unit = pixel_size(view.camera, view.viewport, d.frame.origin);
  const vec2 along = length * unit > 1e-3f ? seen / length : vec2(0.0f, -1.0f);
  return unit * glm::dot(pulled_pixels(d, view), along) + d.grab_along;
}

std::optional<vec3> point_on_plane(const GizmoDrag& d, const View& view) {
  const Ray ray = view.ray();
  const auto t = intersect_plane(ray, d.frame.origin, d.axis);
  if (!t) return std::nullopt;
  const vec3 point = ray.origin + *t * ray.direction;
  const float limit = kFarthest * view.camera.distance;
  return glm::length(point - d.frame.origin) < limit ? std::optional<vec3>(point) : std::nullopt;
}

bool along_axis(Handle h) {
  return h == Handle::X || h == Handle::Y || h == Handle::Z;
}

void measure_translation(GizmoDrag& d, const View& view) {
  if (along_axis(d.handle)) {
    const auto s = distance_on_axis(d, view);
    if (!s) return;
    d.raw_amount = vec3(0.0f);
    d.raw_amount[handle_axis(d.handle)] = *s - d.grab_along;
  } else if (const auto point = point_on_plane(d, view)) {
    const vec3 step = *point - d.grab_point;
    for (int k = 0; k < 3; ++k) d.raw_amount[k] = glm::dot(step, d.frame.axis[k]);
    const int normal = handle_axis(d.handle);
    if (normal >= 0) d.raw_amount[normal] = 0.0f;
  }
}

void measure_scale(GizmoDrag& d, const View& view) {
  if (d.handle == Handle::Uniform) {
    d.raw_amount = vec3(1.0f + pulled_pixels(d, view).x / radius_pixels(d, view));
  } else if (const auto s = distance_on_axis(d, view)) {
    const float pulled = *s - d.grab_along;
    d.raw_amount = vec3(1.0f);
    d.raw_amount[handle_axis(d.handle)] = 1.0f + pulled / d.frame.radius;
  }
  d.raw_amount = glm::clamp(d.raw_amount, vec3(kSmallestFactor), vec3(kLargestFactor));
}

float round_to(float value, float step) {
  return step > 0.0f ? step * std::round(value / step) : value;
}

void settle_amount(GizmoDrag& d, const ViewSettings& view, bool snap) {
  switch (d.frame.mode) {
    case GizmoMode::Rotate: {
      const float degrees = d.unwrapped_angle * 180.0f / kPi;
      d.amount = {snap ? round_to(degrees, view.snap_degrees) : degrees, 0.0f, 0.0f};
      break;
    }
    case GizmoMode::Translate:
      for (int k = 0; k < 3; ++k) {
        d.amount[k] = snap ? round_to(d.raw_amount[k], d.snap_length) : d.raw_amount[k];
      }
      break;
    case GizmoMode::Scale:
      for (int k = 0; k < 3; ++k) {
        const bool pulled = d.handle == Handle::Uniform || k == handle_axis(d.handle);
        const float least = snap ? std::max(view.snap_scale, kSmallestFactor) : kSmallestFactor;
        d.amount[k] = snap && pulled ? std::max(round_to(d.raw_amount[k], view.snap_scale), least)
                                     : d.raw_amount[k];
      }
      break;
  }
}

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
  if (own >= 0 && scene.view.gizmo_space == GizmoSpace::Local &&
      is_similarity(mat3(d.grab_world))) {
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

// The arm of an edge-on ring that is seen at the mouse, on the front half.
vec3 edge_on_arm(const GizmoDrag& d, const View& view) {
  const vec3 sight = to_eye(view, d.frame.origin);
  const vec3 front = glm::normalize(sight - glm::dot(sight, d.axis) * d.axis);
  const vec3 across = glm::cross(d.axis, front);
  const vec2 pull = on_screen(pixel_gradient(view.camera, view.viewport, d.frame.origin),
                              d.frame.radius * across);
  const vec2 mouse = view.pixel - vec2(project(view.camera, view.viewport, d.frame.origin));
  const float sine = std::clamp(glm::dot(mouse, pull) / glm::dot(pull, pull), -1.0f, 1.0f);
  return std::sqrt(1.0f - sine * sine) * front + sine * across;
}

void grab_ring(GizmoDrag& d, const View& view) {
  const vec3 sight = to_eye(view, d.frame.origin);
  if (d.handle == Handle::Screen) d.axis = sight;
  d.edge_on = std::abs(glm::dot(d.axis, sight)) < kEdgeOn;
  d.grab_arm = d.edge_on ? edge_on_arm(d, view)
                         : direction_in_plane(d, view).value_or(camera_axes(view.camera).right);
  const float radius = d.frame.radius * (d.handle == Handle::Screen ? kScreenRing : 1.0f);
  d.grab_point = d.frame.origin + radius * d.grab_arm;
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
  if (frame.mode == GizmoMode::Scale) d.raw_amount = d.amount = vec3(1.0f);

  const View view{camera, viewport, pixel};
  const int axis = handle_axis(handle);
  d.axis = axis >= 0 ? frame.axis[axis] : camera_axes(camera).back;
  d.grab_point = frame.origin;
  if (is_ring(d)) {
    grab_ring(d, view);
  } else if (frame.mode != GizmoMode::Rotate && along_axis(handle)) {
    d.grab_along = distance_on_axis(d, view).value_or(0.0f);
    d.grab_point += d.grab_along * d.axis;
  } else if (frame.mode == GizmoMode::Translate) {
    d.grab_point = point_on_plane(d, view).value_or(frame.origin);
  }
  return d;
}

mat4 update_drag(GizmoDrag& drag, const Scene& scene, const Camera& camera,
                 const Viewport& viewport, const vec2& pixel, bool snap) {
  const View view{camera, viewport, pixel};
  switch (drag.frame.mode) {
    case GizmoMode::Rotate:
      is_ring(drag) ? measure_ring(drag, view) : measure_ball(drag, view);
      break;
    case GizmoMode::Translate:
      measure_translation(drag, view);
      break;
    case GizmoMode::Scale:
      measure_scale(drag, view);
      break;
  }
  settle_amount(drag, scene.view, snap);
  const bool scale = drag.frame.mode == GizmoMode::Scale;
  if (drag.handle == Handle::None || drag.amount == vec3(scale ? 1.0f : 0.0f)) {
    return drag.grab_user_local;
  }
  if (scale) return scaled(drag);
  if (!can_move(drag, scene)) return drag.grab_user_local;
  return drag.frame.mode == GizmoMode::Rotate ? rotated(drag, scene) : translated(drag, scene);
}

}  // namespace bindpose
