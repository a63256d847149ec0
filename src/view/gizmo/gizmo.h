// The transform gizmo as functions of numbers: where its handles are, which one the mouse catches,
// and what a drag makes of the joint. Drawing is in ui. All in display space.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "scene/scene.h"
#include "view/camera.h"

namespace bindpose {

enum class Handle { None, X, Y, Z, YZ, ZX, XY, Screen, Trackball, Uniform };
// Rotate: X Y Z rings, Screen (outer ring). Translate: X Y Z arrows, YZ ZX XY planes, Screen
// (centre). Scale: X Y Z boxes, Uniform (centre).

inline constexpr float kGizmoRadiusPixels = 90.0f;
// Of a pane's smaller side, where panes stand beside each other: there the radius is no larger, but
// at least kGizmoLeastPixels.
inline constexpr float kGizmoPanePart = 1.0f / 6.0f;
inline constexpr float kGizmoLeastPixels = 32.0f;
// Of the size that the skeleton has on the screen: a small figure is not covered.
inline constexpr float kGizmoModelPart = 0.15f;
inline constexpr float kCatchPixels = 8.0f;
// Where the parts are, as parts of GizmoFrame::radius. All pixels are times ui_scale.
inline constexpr float kScreenRing = 1.2f;  // radius of the outer ring
inline constexpr float kArrowFrom = 0.18f;  // arrows and scale stalks start beside the centre
inline constexpr float kArrowTo = 1.0f;
inline constexpr float kPlaneFrom = 0.30f;  // the squares of YZ, ZX, XY reach from here to kPlaneTo
inline constexpr float kPlaneTo = 0.52f;    // along both their axes
inline constexpr float kCenterPixels = 11.0f;  // radius of the Screen and Uniform handles

// Where the gizmo stands. Axes are unit and orthogonal (of the joint's frame without scale and
// shear, of its parent's, or of the display space). For rings they are right-handed even where the
// frame is mirrored (all three are turned round), so that a positive angle is the same turn on the
// ring and in the joint's own frame; arrows and scale boxes point along the frame's true axes.
struct GizmoFrame {
  int joint = -1;
  vec3 origin;
  vec3 axis[3];
  float radius;  // of the rings, in display units: gizmo_pixels at the origin's depth
  GizmoMode mode;
};

// The radius of the rings in pixels: kGizmoRadiusPixels, less in a small pane.
float gizmo_pixels(const ViewSettings& view, const Viewport& pane, float ui_scale);

// The interface's scale, less where the skeleton is small on the screen: what gizmo_frame() is
// given so that the gizmo does not cover the figure.
float gizmo_scale(const Scene& scene, const PosedScene& posed, const Camera& camera,
                  const Viewport& viewport, float ui_scale);

// With GizmoPivot::Common and several joints selected it stands at common_pivot() (together.h),
// with the axes of the joint that was selected last. Nothing when no joint is selected, the origin
// is behind the eye or something is not finite. Scale always uses local axes.
std::optional<GizmoFrame> gizmo_frame(const Scene& scene, const PosedScene& posed,
                                      const Camera& camera, const Viewport& viewport,
                                      float ui_scale = 1.0f);

// The axes of a frame whose `mode` is set, from those of the space, which may be scaled and
// sheared.
void set_frame_axes(GizmoFrame& g, const mat3& space);

// A ring as a polyline in pixels, closed (the last point repeats the first); `front` tells the half
// that faces the eye. 96 segments. axis 0, 1, 2, or 3 for the outer ring, which is all front.
struct RingPoint {
  vec2 pixel;
  bool front;
};
std::vector<RingPoint> ring_points(const GizmoFrame& g, int axis, const Camera& camera,
                                   const Viewport& viewport);

// Ends of the arrow or stalk of axis 0, 1, 2.
std::array<vec3, 2> arrow_ends(const GizmoFrame& g, int axis);
// Corners of the square of YZ, ZX or XY, in order.
std::array<vec3, 4> plane_corners(const GizmoFrame& g, Handle handle);
// False for an arrow or box that points at the eye and for a square seen from its edge: not to be
// drawn, and not caught. Also false for handles that the frame's mode does not have.
bool handle_visible(const GizmoFrame& g, Handle handle, const Camera& camera);
// 0, 1, 2 for X, Y, Z (axis) and YZ, ZX, XY (normal), else -1.
int handle_axis(Handle handle);
// Whether it moves or scales along that axis: X along 0, YZ along 1 and 2, Screen and Uniform along
// all.
bool works_along(Handle handle, int axis);

// The handle within kCatchPixels * ui_scale of the mouse. Rotate: front halves of rings, then the
// outer ring, then back halves, then the ball. Translate and scale: centre, arrows, squares.
Handle hit_test(const GizmoFrame& g, const Camera& camera, const Viewport& viewport,
                const vec2& pixel, float ui_scale = 1.0f);

// A drag in progress. All values at the grab are kept; every move computes from them, so nothing
// drifts.
struct GizmoDrag {
  Handle handle = Handle::None;
  GizmoFrame frame;
  int joint = -1;
  vec2 grab_pixel{0.0f};
  vec3 grab_point{0.0f};    // on the ring, or on the handle's plane or line
  vec3 grab_arm{0.0f};      // unit, from the origin to grab_point on the ring; for drawing the pie
  float grab_along = 0.0f;  // of grab_point along the arrow, from the origin
  vec3 axis{0.0f};  // the ring's axis (the way to the eye for Screen), the arrow, the normal
  mat4 grab_user_local{1.0f};            // Ul_j at the grab
  mat4 grab_world{1.0f};                 // W_j at the grab (file space)
  mat4 grab_parent{1.0f};                // W_p(j)
  mat4 grab_base_local{1.0f};            // L_j
  float snap_length = 0.0f;              // one step of a snapped translation, display units
  GizmoSpace space = GizmoSpace::Local;  // whose axes `frame` has
  // Scale: the factor is how far from the origin the mouse is, as a part of how far it was.
  bool by_distance = false;
  bool common = false;   // about `frame.origin` with all that is selected: view/gizmo/together.h
  bool carried = false;  // another selected joint stands above it
  bool edge_on = false;  // the ring was seen from its edge: it is turned by a straight pull
  float unwrapped_angle =
      0.0f;  // radians since the grab, before snapping; a ring can be turned several times
  vec3 raw_amount{0.0f};  // distances or factors before snapping; kept where a move has no answer
  // What the label shows, snapped: degrees in x (not wrapped); distances along the frame's axes in
  // display units; factors. Right after begin_drag: 0, or 1 for factors.
  vec3 amount{0.0f};
};

// One step of a snapped translation in display units: 1, 2 or 5 times a power of ten metres, the
// one nearest to the scene's part of the model's height.
float snap_length(const Scene& scene);

GizmoDrag begin_drag(const GizmoFrame& frame, Handle handle, const Scene& scene,
                     const PosedScene& posed, const Camera& camera, const Viewport& viewport,
                     const vec2& pixel);

// The joint's new Ul_j for the mouse at `pixel`. `snap` rounds the amount (angle, distance, factor)
// to the scene's steps. Updates the angle and amount in `drag`.
//
// Rotate: the joint as it stands turns about the handle's axis through its own origin: W' = U W.
// Where the joint's frame has one scale for all axes, a local ring gives exactly Ul' = Ul R(axis,
// angle). Translate: W' = U W with U a translation. Scale: Ul' = Ul S(factors). With the mouse back
// at the grab Ul is what it was. A frame that can not be inverted gives Ul unchanged.
mat4 update_drag(GizmoDrag& drag, const Scene& scene, const Camera& camera,
                 const Viewport& viewport, const vec2& pixel, bool snap);

// The drag as if it had begun, from the same pose, at another handle, along the axes of another
// space, or as another kind of drag, with the mouse at `pixel`. Planes can be scaled as well: by
// one factor along both axes.
GizmoDrag redirected_drag(const GizmoDrag& drag, GizmoMode mode, GizmoSpace space, Handle handle,
                          const Scene& scene, const Camera& camera, const Viewport& viewport,
                          const vec2& pixel);

// What update_drag() returns, for the `amount` that the drag has: one that was typed.
mat4 user_local_of_drag(const GizmoDrag& drag, const Scene& scene);

}  // namespace bindpose
