// How the mouse becomes an amount: what drag.cpp asks of drag_measure.cpp.
#pragma once

#include "view/gizmo/gizmo.h"

namespace bindpose {

struct DragView {
  const Camera& camera;
  const Viewport& viewport;
  vec2 pixel;

  Ray ray() const { return pixel_ray(camera, viewport, pixel); }
};

inline bool along_axis(Handle h) {
  return h == Handle::X || h == Handle::Y || h == Handle::Z;
}
inline bool is_ring(const GizmoDrag& d) {
  return d.frame.mode == GizmoMode::Rotate && d.handle != Handle::Trackball;
}
// What the handle is held at, and what it is pulled along or turned about.
void grab_handle(GizmoDrag& d, const DragView& view);
// The mouse as an angle, distances or factors, before snapping.
void measure_drag(GizmoDrag& d, const DragView& view);
// GizmoDrag::amount.
void settle_amount(GizmoDrag& d, const ViewSettings& view, bool snap);

}  // namespace bindpose
