// The transform gizmo as functions of numbers: where its handles are, which one the mouse catches, and
// what a drag makes of the joint. Drawing is in ui/gizmo_draw. All in display space.
#pragma once

#include <optional>
#include <vector>

#include "scene/scene.h"
#include "view/camera.h"

namespace bindpose {

enum class Handle { None, X, Y, Z, YZ, ZX, XY, Screen, Trackball, Uniform };
// Rotate: X Y Z rings, Screen (outer ring). Translate: X Y Z arrows, YZ ZX XY planes, Screen (centre).
// Scale: X Y Z boxes, Uniform (centre).

inline constexpr float kGizmoRadiusPixels = 90.0f;
inline constexpr float kCatchPixels = 8.0f;

// Where the gizmo stands. Axes are unit and orthogonal (of the joint's frame without scale and shear, of
// its parent's, or of the display space).
struct GizmoFrame {
  int joint = -1;
  vec3 origin;
  vec3 axis[3];
  float radius;        // of the rings, in display units: kGizmoRadiusPixels at the origin's depth
  GizmoMode mode;
};

// Nothing when no joint is selected or the origin is behind the eye. Scale always uses local axes.
std::optional<GizmoFrame> gizmo_frame(const Scene& scene, const PosedScene& posed,
                                      const Camera& camera, const Viewport& viewport,
                                      float ui_scale = 1.0f);

// A ring as a polyline in pixels; `front` tells the half that faces the eye. 96 segments.
struct RingPoint {
  vec2 pixel;
  bool front;
};
std::vector<RingPoint> ring_points(const GizmoFrame& g, int axis, const Camera& camera,
                                   const Viewport& viewport);

// The handle within kCatchPixels * ui_scale of the mouse; front halves of rings win over back halves.
Handle hit_test(const GizmoFrame& g, const Camera& camera, const Viewport& viewport,
                const vec2& pixel, float ui_scale = 1.0f);

// A drag in progress. All values at the grab are kept; every move computes from them, so nothing drifts.
struct GizmoDrag {
  Handle handle = Handle::None;
  GizmoFrame frame;
  int joint = -1;
  vec2 grab_pixel{0.0f};
  vec3 grab_point{0.0f};        // on the handle's plane or line
  mat4 grab_user_local{1.0f};   // Ul_j at the grab
  mat4 grab_world{1.0f};        // W_j at the grab (file space)
  mat4 grab_parent{1.0f};       // W_p(j)
  mat4 grab_base_local{1.0f};   // L_j
  float last_angle = 0.0f;      // radians, not wrapped: a ring can be turned several times
  float unwrapped_angle = 0.0f;
  vec3 amount{0.0f};            // what the label shows: degrees in x, distances, or factors
};

GizmoDrag begin_drag(const GizmoFrame& frame, Handle handle, const Scene& scene,
                     const PosedScene& posed, const Camera& camera, const Viewport& viewport,
                     const vec2& pixel);

// The joint's new Ul_j for the mouse at `pixel`. `snap` rounds the amount (angle, distance, factor) by the
// scene's steps. Updates the angle and amount in `drag`.
mat4 update_drag(GizmoDrag& drag, const Scene& scene, const Camera& camera,
                 const Viewport& viewport, const vec2& pixel, bool snap);

}  // namespace bindpose
