// What a drag makes of the mouse: an angle, distances or factors, from what was there at the grab.
#include <algorithm>
#include <cmath>

#include "math/numbers.h"
#include "view/bones.h"
#include "view/gizmo/drag_parts.h"

namespace bindpose {
namespace {

constexpr float kEdgeOn = 0.15f;      // |cos| between a ring's axis and the line of sight
constexpr float kDeadPixels = 2.0f;   // so near to the centre the mouse has no direction
constexpr float kAxisAtEye = 0.985f;  // an arrow's line is followed up to 10 degrees from the sight
constexpr float kHorizon = 50.0f;     // of the eye's distance: beyond, a drag is past the horizon
constexpr float kSmallestFactor = 0.01f;
constexpr float kLargestFactor = 100.0f;

vec2 on_screen(const PixelGradient& g, const vec3& d) {
  return {glm::dot(g.x, d), glm::dot(g.y, d)};
}

vec3 to_eye(const DragView& view, const vec3& point) {
  return view.camera.orthographic ? camera_axes(view.camera).back
                                  : glm::normalize(eye(view.camera) - point);
}

// The direction in the plane across `axis` that runs from the frame's origin to under the mouse;
// unit. Lines through the origin are seen as lines through its pixel, so the direction on the
// screen says all: no ray has to reach the plane, and there is no horizon to fall off.
std::optional<vec3> direction_in_plane(const GizmoDrag& d, const DragView& view) {
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
float edge_on_angle(const GizmoDrag& d, const DragView& view) {
  const vec3 sight = to_eye(view, d.frame.origin);
  const vec3 front = glm::normalize(sight - glm::dot(sight, d.axis) * d.axis);
  const vec2 pull = on_screen(pixel_gradient(view.camera, view.viewport, d.frame.origin),
                              d.frame.radius * glm::cross(d.axis, front));
  return glm::dot(view.pixel - d.grab_pixel, pull) / glm::dot(pull, pull);
}

vec2 pulled_pixels(const GizmoDrag& d, const DragView& view) {
  return view.pixel - d.grab_pixel;
}

float radius_pixels(const GizmoDrag& d, const DragView& view) {
  return d.frame.radius / pixel_size(view.camera, view.viewport, d.frame.origin);
}

void measure_ring(GizmoDrag& d, const DragView& view) {
  if (d.edge_on) {
    d.unwrapped_angle = edge_on_angle(d, view);
    return;
  }
  const std::optional<vec3> now = direction_in_plane(d, view);
  if (!now) return;
  d.unwrapped_angle = unwrap(signed_angle(d.grab_arm, *now, d.axis), d.unwrapped_angle);
}

// A ball rolls under the mouse: its front follows the pull, one radius is one radian.
void measure_ball(GizmoDrag& d, const DragView& view) {
  const vec2 pull = pulled_pixels(d, view);
  const float pixels = glm::length(pull);
  d.unwrapped_angle = pixels / radius_pixels(d, view);
  if (pixels > 0.0f) {
    const CameraAxes a = camera_axes(view.camera);
    d.axis = (pull.x * a.up + pull.y * a.right) / pixels;
  }
}

// Distance along an axis from the frame's origin to under the mouse.
std::optional<float> distance_on_axis(const GizmoDrag& d, const DragView& view) {
  const vec3& axis = d.axis;
  if (std::abs(glm::dot(axis, to_eye(view, d.frame.origin))) < kAxisAtEye) {
    const auto s = closest_on_line(view.ray(), d.frame.origin, axis);
    const float limit = kHorizon * view.camera.distance;
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

std::optional<vec3> point_on_plane(const GizmoDrag& d, const DragView& view) {
  const Ray ray = view.ray();
  const auto t = intersect_plane(ray, d.frame.origin, d.axis);
  if (!t) return std::nullopt;
  const vec3 point = ray.origin + *t * ray.direction;
  const float limit = kHorizon * view.camera.distance;
  return glm::length(point - d.frame.origin) < limit ? std::optional<vec3>(point) : std::nullopt;
}

void measure_translation(GizmoDrag& d, const DragView& view) {
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

// How much farther from the origin the mouse is than at the grab; past the origin it is negative.
std::optional<float> distance_factor(const GizmoDrag& d, const DragView& view) {
  const vec2 center(project(view.camera, view.viewport, d.frame.origin));
  const vec2 from = d.grab_pixel - center, to = view.pixel - center;
  const float length = glm::length(from);
  if (length < kDeadPixels) return std::nullopt;
  const float factor = glm::length(to) / length;
  return glm::dot(from, to) < 0.0f ? -factor : factor;
}

// Away from 0, where the joint would be flat.
float sound_factor(float factor) {
  const float size = std::clamp(std::abs(factor), kSmallestFactor, kLargestFactor);
  return factor < 0.0f ? -size : size;
}

void measure_scale(GizmoDrag& d, const DragView& view) {
  if (d.by_distance) {
    const float factor = sound_factor(distance_factor(d, view).value_or(1.0f));
    for (int k = 0; k < 3; ++k) d.raw_amount[k] = works_along(d.handle, k) ? factor : 1.0f;
    return;
  }
  if (d.handle == Handle::Uniform) {
    d.raw_amount = vec3(1.0f + pulled_pixels(d, view).x / radius_pixels(d, view));
  } else if (const auto s = distance_on_axis(d, view)) {
    const float pulled = *s - d.grab_along;
    d.raw_amount = vec3(1.0f);
    d.raw_amount[handle_axis(d.handle)] = 1.0f + pulled / d.frame.radius;
  }
  d.raw_amount = glm::clamp(d.raw_amount, vec3(kSmallestFactor), vec3(kLargestFactor));
}

// The arm of an edge-on ring that is seen at the mouse, on the front half.
vec3 edge_on_arm(const GizmoDrag& d, const DragView& view) {
  const vec3 sight = to_eye(view, d.frame.origin);
  const vec3 front = glm::normalize(sight - glm::dot(sight, d.axis) * d.axis);
  const vec3 across = glm::cross(d.axis, front);
  const vec2 pull = on_screen(pixel_gradient(view.camera, view.viewport, d.frame.origin),
                              d.frame.radius * across);
  const vec2 mouse = view.pixel - vec2(project(view.camera, view.viewport, d.frame.origin));
  const float sine = std::clamp(glm::dot(mouse, pull) / glm::dot(pull, pull), -1.0f, 1.0f);
  return std::sqrt(1.0f - sine * sine) * front + sine * across;
}

void grab_ring(GizmoDrag& d, const DragView& view) {
  const vec3 sight = to_eye(view, d.frame.origin);
  if (d.handle == Handle::Screen) d.axis = sight;
  d.edge_on = std::abs(glm::dot(d.axis, sight)) < kEdgeOn;
  d.grab_arm = d.edge_on ? edge_on_arm(d, view)
                         : direction_in_plane(d, view).value_or(camera_axes(view.camera).right);
  const float radius = d.frame.radius * (d.handle == Handle::Screen ? kScreenRing : 1.0f);
  d.grab_point = d.frame.origin + radius * d.grab_arm;
}

float round_to(float value, float step) {
  return step > 0.0f ? step * std::round(value / step) : value;
}

}  // namespace

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
        const float raw = d.raw_amount[k];
        const float least = std::max(view.snap_scale, kSmallestFactor);
        const float steps = std::max(round_to(std::abs(raw), view.snap_scale), least);
        d.amount[k] = snap && works_along(d.handle, k) ? std::copysign(steps, raw) : raw;
      }
      break;
  }
}

void measure_drag(GizmoDrag& d, const DragView& view) {
  switch (d.frame.mode) {
    case GizmoMode::Rotate:
      is_ring(d) ? measure_ring(d, view) : measure_ball(d, view);
      break;
    case GizmoMode::Translate:
      measure_translation(d, view);
      break;
    case GizmoMode::Scale:
      measure_scale(d, view);
      break;
  }
}

void grab_handle(GizmoDrag& d, const DragView& view) {
  const int axis = handle_axis(d.handle);
  d.axis = axis >= 0 ? d.frame.axis[axis] : camera_axes(view.camera).back;
  d.grab_point = d.frame.origin;
  d.grab_along = d.unwrapped_angle = 0.0f;
  d.edge_on = false;
  d.raw_amount = d.amount = vec3(d.frame.mode == GizmoMode::Scale ? 1.0f : 0.0f);
  if (is_ring(d)) {
    grab_ring(d, view);
  } else if (d.frame.mode != GizmoMode::Rotate && along_axis(d.handle)) {
    d.grab_along = distance_on_axis(d, view).value_or(0.0f);
    d.grab_point += d.grab_along * d.axis;
  } else if (d.frame.mode == GizmoMode::Translate) {
    d.grab_point = point_on_plane(d, view).value_or(d.frame.origin);
  }
}

}  // namespace bindpose
