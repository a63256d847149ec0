// An orbit camera as a function of numbers: no window, no graphics. Works in display space (y up,
// metres): points of the file pass through Model::to_display first.
#pragma once

#include "math/geometry.h"

namespace bindpose {

struct Camera {
  vec3 target{0.0f, 1.0f, 0.0f};
  float distance = 4.0f;  // eye to target, > 0
  float yaw = 0.5f;       // radians about +y; 0 looks along -z from +z
  float pitch = 0.15f;    // radians, in (-pi/2, pi/2); positive: the eye is above the target
  // Radians about the line of sight; positive turns the camera to its left and the picture to the
  // right. 0: the horizon is level.
  float roll = 0.0f;
  float fov_y = 0.6f;  // radians
  bool orthographic = false;
  // Where the target stands in the view: from its middle, in halves of the view's height, y up. It
  // moves the picture without turning it, so that it stands beside what lies over the view.
  vec2 shift{0.0f};

  bool operator==(const Camera&) const = default;
};

struct Viewport {
  float width = 1.0f;  // pixels
  float height = 1.0f;
};

// The camera's own axes; `back` points from the target to the eye. Unit and orthogonal at any
// pitch.
struct CameraAxes {
  vec3 right, up, back;
};
CameraAxes camera_axes(const Camera& c);

// Where the view starts. An orthographic camera shows the slice of space around its target at the
// scale that a perspective one has there, and its eye stands kOrthoEyeFactor times farther back, so
// that what is zoomed into is still in front of it.
inline constexpr float kOrthoEyeFactor = 50.0f;
vec3 eye(const Camera& c);
mat4 view_matrix(const Camera& c);
// Near and far follow the scene's box so that depth is used well, with room for the ground around
// it; `scene` may be empty.
mat4 projection_matrix(const Camera& c, const Viewport& v, const Box& scene);

// Pixel (origin top left) to a ray in display space, and back. `project` gives pixels and the depth
// along the view axis in z (> 0 in front of the eye).
Ray pixel_ray(const Camera& c, const Viewport& v, const vec2& pixel);
vec3 project(const Camera& c, const Viewport& v, const vec3& point);
// Size of one pixel at `point`, in display units.
float pixel_size(const Camera& c, const Viewport& v, const vec3& point);
// How the pixel moves with the point: pixels per display unit, d pixel.x = dot(x, d point).
struct PixelGradient {
  vec3 x, y;
};
PixelGradient pixel_gradient(const Camera& c, const Viewport& v, const vec3& point);

// A drag as on a turntable: about +y and the camera's right, and the horizon is level.
Camera orbit(Camera c, const vec2& drag_pixels);
// As on a ball: about the camera's own up and right, over the poles, too.
Camera orbit_freely(Camera c, const vec2& drag_pixels);
Camera pan(Camera c, const Viewport& v,
           const vec2& drag_pixels);  // what is under the mouse follows
Camera zoom(Camera c, const Viewport& v, float wheel, const vec2& pixel);  // to the cursor
// Moves back and aims so that the box fills the view with a margin, in its middle; keeps the
// direction. An empty box leaves the camera as it is. view/free_view.h frames beside what lies over
// the view.
Camera frame(Camera c, const Viewport& v, const Box& box);
inline constexpr float kFrameFill = 0.92f;  // the framed box leaves 8 % free on its tight sides
// The distance at which the box reaches at most `half` pixels to each side of the target; 0 for a
// box that is no larger than the target.
float fitting_distance(const Camera& c, const Viewport& v, const Box& box, const vec2& half);

// What faces `normal` (display space, not zero) is seen as it stands: the same target and distance,
// turned only where the camera looks at its back or along it, and then straight at it, but never
// from so far above or below that up cannot be told.
Camera facing(Camera c, const vec3& normal);

enum class Side { Front, Back, Left, Right, Top };
Camera look_from(Camera c, Side side);  // the same target and distance

// Eased step between two cameras, t in [0, 1]; the short way round in yaw.
Camera ease(const Camera& a, const Camera& b, float t);

// A pleasant first view of a model: three quarters from the front, the box framed.
Camera first_view(const Viewport& v, const Box& box);

}  // namespace bindpose
