#include "view/camera.h"
#include "math/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

namespace bindpose {
namespace {

// A whisker short of straight down, so that "up" never flips.
constexpr float kMaxPitch = 0.5f * kPi - 1e-3f;
constexpr float kMinDistance = 1e-4f;
constexpr float kMaxDistance = 1e6f;
constexpr float kOrbitPerPixel = 0.4f * kPi / 180.0f;
constexpr float kZoomPerNotch = 0.88f;

float half_fov_slope(const Camera& c) {
  return std::tan(0.5f * c.fov_y);
}

float aspect(const Viewport& v) {
  return std::max(v.width, 1.0f) / std::max(v.height, 1.0f);
}

// Pixels per unit of slope (perspective): x_pixel = focal * x / depth.
float focal(const Camera& c, const Viewport& v) {
  return 0.5f * std::max(v.height, 1.0f) / half_fov_slope(c);
}

// Where the target is.
vec2 target_pixel(const Camera& c, const Viewport& v) {
  return {0.5f * (v.width + c.shift.x * v.height), 0.5f * (1.0f - c.shift.y) * v.height};
}

float eye_distance(const Camera& c) {
  return c.orthographic ? c.distance * kOrthoEyeFactor : c.distance;
}

float clamp_distance(float d) {
  return std::clamp(d, kMinDistance, kMaxDistance);
}

// Right, up and towards the viewer, measured from the target: the target is the origin there, which
// keeps the numbers small however far the eye is.
vec3 in_view(const Camera& c, const vec3& point) {
  const CameraAxes a = camera_axes(c);
  const vec3 r = point - c.target;
  return {glm::dot(r, a.right), glm::dot(r, a.up), glm::dot(r, a.back)};
}

// Depth that pixels are divided by; never zero, so that nothing becomes infinite behind the eye.
float safe_depth(float depth) {
  return std::max(std::abs(depth), 1e-9f);
}

float pixels_per_unit(const Camera& c, const Viewport& v, float depth) {
  return focal(c, v) / (c.orthographic ? c.distance : safe_depth(depth));
}

struct Range {
  float near_z, far_z;
};

Range depth_range(const Camera& c, const Box& scene) {
  const float from_eye = eye_distance(c);
  float nearest = from_eye, deepest = from_eye;
  if (!scene.empty()) {
    nearest = std::numeric_limits<float>::infinity();
    deepest = -nearest;
    for (const vec3& p : corners(scene)) {
      const float depth = from_eye - in_view(c, p).z;
      nearest = std::min(nearest, depth);
      deepest = std::max(deepest, depth);
    }
  }
  // The ground reaches past the model on all sides.
  const float ground =
      std::max(8.0f * scene.diagonal() * (scene.empty() ? 0.0f : 1.0f), 20.0f * c.distance);
  if (c.orthographic) return {nearest - ground, deepest + ground};
  const float far_z = std::max(deepest, c.distance) + ground;
  const float near_z = std::max(0.2f * nearest, 1e-3f * far_z);
  return {std::min(near_z, 0.2f * c.distance), far_z};
}

float smooth_step(float t) {
  return t * t * (3.0f - 2.0f * t);
}

}  // namespace

CameraAxes camera_axes(const Camera& c) {
  const float cy = std::cos(c.yaw), sy = std::sin(c.yaw);
  const float cp = std::cos(c.pitch), sp = std::sin(c.pitch);
  const vec3 right(cy, 0.0f, -sy), up(-sy * sp, cp, -cy * sp);
  const float cr = std::cos(c.roll), sr = std::sin(c.roll);
  return {cr * right + sr * up, cr * up - sr * right, {sy * cp, sp, cy * cp}};
}

vec3 eye(const Camera& c) {
  return c.target + eye_distance(c) * camera_axes(c).back;
}

mat4 view_matrix(const Camera& c) {
  const CameraAxes a = camera_axes(c);
  mat4 m(1.0f);
  for (int k = 0; k < 3; ++k) {
    m[k][0] = a.right[k];
    m[k][1] = a.up[k];
    m[k][2] = a.back[k];
  }
  m[3] = vec4(-glm::dot(a.right, c.target), -glm::dot(a.up, c.target),
              -glm::dot(a.back, c.target) - eye_distance(c), 1.0f);
  return m;
}

mat4 projection_matrix(const Camera& c, const Viewport& v, const Box& scene) {
  const Range r = depth_range(c, scene);
  const float slope = half_fov_slope(c);
  const float depth = r.far_z - r.near_z;
  mat4 m(0.0f);
  if (c.orthographic) {
    const float half_height = c.distance * slope;
    m[0][0] = 1.0f / (half_height * aspect(v));
    m[1][1] = 1.0f / half_height;
    m[2][2] = -2.0f / depth;
    m[3] = vec4(c.shift.x / aspect(v), c.shift.y, -(r.far_z + r.near_z) / depth, 1.0f);
  } else {
    m[0][0] = 1.0f / (slope * aspect(v));
    m[1][1] = 1.0f / slope;
    m[2] = vec4(-c.shift.x / aspect(v), -c.shift.y, -(r.far_z + r.near_z) / depth, -1.0f);
    m[3][2] = -2.0f * r.far_z * r.near_z / depth;
  }
  return m;
}

Ray pixel_ray(const Camera& c, const Viewport& v, const vec2& pixel) {
  const CameraAxes a = camera_axes(c);
  const float f = focal(c, v);
  const vec2 at = pixel - target_pixel(c, v);
  const float x = at.x / f, y = -at.y / f;
  if (c.orthographic) return {eye(c) + c.distance * (x * a.right + y * a.up), -a.back};
  return {eye(c), glm::normalize(x * a.right + y * a.up - a.back)};
}

vec3 project(const Camera& c, const Viewport& v, const vec3& point) {
  const vec3 p = in_view(c, point);
  const float depth = eye_distance(c) - p.z;
  const float scale = pixels_per_unit(c, v, depth);
  return vec3(target_pixel(c, v) + scale * vec2(p.x, -p.y), depth);
}

float pixel_size(const Camera& c, const Viewport& v, const vec3& point) {
  return 1.0f / pixels_per_unit(c, v, eye_distance(c) - in_view(c, point).z);
}

PixelGradient pixel_gradient(const Camera& c, const Viewport& v, const vec3& point) {
  const CameraAxes a = camera_axes(c);
  const vec3 p = in_view(c, point);
  const float depth = eye_distance(c) - p.z;
  const float scale = pixels_per_unit(c, v, depth);
  if (c.orthographic) return {scale * a.right, -scale * a.up};
  // A step towards the eye makes things larger, away from the middle of the view.
  const float grow = 1.0f / safe_depth(depth);
  return {scale * (a.right + grow * p.x * a.back), -scale * (a.up + grow * p.y * a.back)};
}

Camera orbit(Camera c, const vec2& drag_pixels) {
  c.yaw = std::remainder(c.yaw - kOrbitPerPixel * drag_pixels.x, 2.0f * kPi);
  c.pitch = std::clamp(c.pitch + kOrbitPerPixel * drag_pixels.y, -kMaxPitch, kMaxPitch);
  c.roll = 0.0f;
  return c;
}

Camera orbit_freely(Camera c, const vec2& drag_pixels) {
  const CameraAxes a = camera_axes(c);
  const vec3 about = -kOrbitPerPixel * (drag_pixels.y * a.right + drag_pixels.x * a.up);
  const float angle = glm::length(about);
  if (!(angle > 0.0f)) return c;
  const mat3 turn(glm::rotate(mat4(1.0f), angle, about / angle));
  const vec3 back = glm::normalize(turn * a.back), right = turn * a.right;
  c.pitch = std::asin(std::clamp(back.y, -1.0f, 1.0f));
  // Straight above or below any yaw will do: the roll is what is left.
  if (std::hypot(back.x, back.z) > 1e-5f) c.yaw = std::atan2(back.x, back.z);
  c.roll = 0.0f;
  const CameraAxes level = camera_axes(c);
  c.roll = std::atan2(glm::dot(right, level.up), glm::dot(right, level.right));
  return c;
}

Camera pan(Camera c, const Viewport& v, const vec2& drag_pixels) {
  const CameraAxes a = camera_axes(c);
  const float unit = pixel_size(c, v, c.target);
  c.target += unit * (drag_pixels.y * a.up - drag_pixels.x * a.right);
  return c;
}

Camera zoom(Camera c, const Viewport& v, float wheel, const vec2& pixel) {
  // Shrinking space towards a point keeps every line through it: the point under the cursor, at the
  // target's depth, stays where it is.
  const CameraAxes a = camera_axes(c);
  const float unit = pixel_size(c, v, c.target);
  const vec2 at = pixel - target_pixel(c, v);
  const vec3 fixed = c.target + unit * (at.x * a.right - at.y * a.up);
  const float distance = clamp_distance(c.distance * std::pow(kZoomPerNotch, wheel));
  c.target = fixed + (c.target - fixed) * (distance / c.distance);
  c.distance = distance;
  return c;
}

float fitting_distance(const Camera& c, const Viewport& v, const Box& box, const vec2& half) {
  const float f = focal(c, v);
  float distance = 0.0f;
  for (const vec3& corner : corners(box)) {
    const vec3 p = in_view(c, corner);
    const float fit = f * std::max(std::abs(p.x) / half.x, std::abs(p.y) / half.y);
    distance = std::max(distance, fit + (c.orthographic ? 0.0f : p.z));
  }
  return distance;
}

Camera frame(Camera c, const Viewport& v, const Box& box) {
  if (box.empty()) return c;
  c.target = box.center();
  c.shift = vec2(0.0f);
  const float distance = fitting_distance(c, v, box, 0.5f * kFrameFill * vec2(v.width, v.height));
  // A single point has no size to fit: only look at it.
  if (distance > 0.0f && std::isfinite(distance)) c.distance = clamp_distance(distance);
  return c;
}

Camera facing(Camera c, const vec3& normal) {
  constexpr float kSeen = 0.35f;  // cosine: 70 degrees
  constexpr float kSteepest = 1.1f;
  const float length = glm::length(normal);
  if (!(length > 0.0f)) return c;
  const vec3 n = normal / length;
  if (glm::dot(n, camera_axes(c).back) >= kSeen) return c;
  c.roll = 0.0f;
  c.pitch = std::clamp(std::asin(std::clamp(n.y, -1.0f, 1.0f)), -kSteepest, kSteepest);
  if (std::abs(n.x) + std::abs(n.z) > 1e-3f) c.yaw = std::atan2(n.x, n.z);
  return c;
}

Camera look_from(Camera c, Side side) {
  c.pitch = c.roll = 0.0f;
  switch (side) {
    case Side::Front:
      c.yaw = 0.0f;
      break;
    case Side::Back:
      c.yaw = kPi;
      break;
    case Side::Left:
      c.yaw = -0.5f * kPi;
      break;
    case Side::Right:
      c.yaw = 0.5f * kPi;
      break;
    case Side::Top:
      c.yaw = 0.0f;
      c.pitch = kMaxPitch;
      break;
  }
  return c;
}

Camera ease(const Camera& a, const Camera& b, float t) {
  if (!(t > 0.0f)) return a;
  if (t >= 1.0f) return b;
  const float s = smooth_step(t);
  Camera c = b;
  c.target = glm::mix(a.target, b.target, s);
  c.distance = a.distance * std::pow(b.distance / a.distance, s);
  c.yaw = a.yaw + s * std::remainder(b.yaw - a.yaw, 2.0f * kPi);
  c.pitch = glm::mix(a.pitch, b.pitch, s);
  c.roll = a.roll + s * std::remainder(b.roll - a.roll, 2.0f * kPi);
  c.fov_y = glm::mix(a.fov_y, b.fov_y, s);
  c.shift = glm::mix(a.shift, b.shift, s);
  return c;
}

Camera first_view(const Viewport& v, const Box& box) {
  return frame(Camera{}, v, box);
}

}  // namespace bindpose
