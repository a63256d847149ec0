// Which handle the mouse catches.
#include <algorithm>
#include <limits>

#include "view/gizmo/gizmo.h"

namespace bindpose {
namespace {

constexpr Handle kAxisHandles[3] = {Handle::X, Handle::Y, Handle::Z};
constexpr Handle kPlaneHandles[3] = {Handle::YZ, Handle::ZX, Handle::XY};

struct Mouse {
  const Camera& camera;
  const Viewport& viewport;
  vec2 pixel;
  float reach;
};

struct RingDistance {
  float front = std::numeric_limits<float>::infinity();
  float back = std::numeric_limits<float>::infinity();
};

RingDistance ring_distance(const GizmoFrame& g, int axis, const Mouse& mouse) {
  const std::vector<RingPoint> ring = ring_points(g, axis, mouse.camera, mouse.viewport);
  RingDistance out;
  for (std::size_t k = 0; k + 1 < ring.size(); ++k) {
    const float d = distance_to_segment(mouse.pixel, ring[k].pixel, ring[k + 1].pixel);
    float& half = ring[k].front && ring[k + 1].front ? out.front : out.back;
    half = std::min(half, d);
  }
  return out;
}

Handle hit_rotate(const GizmoFrame& g, const Mouse& mouse) {
  Handle front = Handle::None, back = Handle::None;
  float front_distance = mouse.reach, back_distance = mouse.reach;
  for (int k = 0; k < 3; ++k) {
    const RingDistance d = ring_distance(g, k, mouse);
    if (d.front <= front_distance) {
      front_distance = d.front;
      front = kAxisHandles[k];
    }
    if (d.back <= back_distance) {
      back_distance = d.back;
      back = kAxisHandles[k];
    }
  }
  if (front != Handle::None) return front;
  if (ring_distance(g, 3, mouse).front <= mouse.reach) return Handle::Screen;
  if (back != Handle::None) return back;
  const vec2 center(project(mouse.camera, mouse.viewport, g.origin));
  const float radius = g.radius / pixel_size(mouse.camera, mouse.viewport, g.origin);
  return glm::length(mouse.pixel - center) <= radius ? Handle::Trackball : Handle::None;
}

Handle hit_arrows(const GizmoFrame& g, const Mouse& mouse) {
  Handle best = Handle::None;
  float nearest = mouse.reach;
  for (int k = 0; k < 3; ++k) {
    if (!handle_visible(g, kAxisHandles[k], mouse.camera)) continue;
    const auto [from, to] = arrow_ends(g, k);
    const vec3 a = project(mouse.camera, mouse.viewport, from);
    const vec3 b = project(mouse.camera, mouse.viewport, to);
    if (!(a.z > 0.0f && b.z > 0.0f)) continue;
    const float d = distance_to_segment(mouse.pixel, vec2(a), vec2(b));
    if (d <= nearest) {
      nearest = d;
      best = kAxisHandles[k];
    }
  }
  return best;
}

bool inside_square(const GizmoFrame& g, Handle handle, const Mouse& mouse) {
  bool left = false, right = false;
  const std::array<vec3, 4> corner = plane_corners(g, handle);
  for (std::size_t k = 0; k < 4; ++k) {
    const vec2 a(project(mouse.camera, mouse.viewport, corner[k]));
    const vec2 b(project(mouse.camera, mouse.viewport, corner[(k + 1) % 4]));
    const vec2 edge = b - a, to = mouse.pixel - a;
    (edge.x * to.y - edge.y * to.x >= 0.0f ? left : right) = true;
  }
  return left != right;
}

Handle hit_squares(const GizmoFrame& g, const Mouse& mouse) {
  Handle best = Handle::None;
  float nearest = std::numeric_limits<float>::infinity();
  for (const Handle handle : kPlaneHandles) {
    if (!handle_visible(g, handle, mouse.camera) || !inside_square(g, handle, mouse)) continue;
    const std::array<vec3, 4> corner = plane_corners(g, handle);
    const float depth = project(mouse.camera, mouse.viewport, 0.5f * (corner[0] + corner[2])).z;
    if (depth > 0.0f && depth < nearest) {
      nearest = depth;
      best = handle;
    }
  }
  return best;
}

}  // namespace

Handle hit_test(const GizmoFrame& g, const Camera& camera, const Viewport& viewport,
                const vec2& pixel, float ui_scale) {
  const Mouse mouse{camera, viewport, pixel, kCatchPixels * ui_scale};
  if (g.mode == GizmoMode::Rotate) return hit_rotate(g, mouse);

  const bool scale = g.mode == GizmoMode::Scale;
  const vec2 center(project(camera, viewport, g.origin));
  if (glm::length(pixel - center) <= kCenterPixels * ui_scale) {
    return scale ? Handle::Uniform : Handle::Screen;
  }
  const Handle arrow = hit_arrows(g, mouse);
  return arrow != Handle::None || scale ? arrow : hit_squares(g, mouse);
}

}  // namespace bindpose
