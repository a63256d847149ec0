// Where the gizmo stands and where its parts are.
#include <algorithm>
#include <cmath>

#include "math/numbers.h"
#include "view/bones.h"
#include "view/gizmo/gizmo.h"
#include "view/gizmo/together.h"

namespace bindpose {
namespace {

constexpr int kRingSegments = 96;
constexpr float kArrowAtEye = 0.985f;  // cosine: within 10 degrees of the line of sight
constexpr float kSquareOnEdge = 0.12f;

vec3 any_across(const vec3& x) {
  const vec3 other = std::abs(x.x) < 0.7f ? vec3(1, 0, 0) : vec3(0, 1, 0);
  return glm::normalize(other - glm::dot(other, x) * x);
}

// Gram and Schmidt from x to z; keeps a mirrored frame mirrored. Axes that vanish are made up.
mat3 unit_axes(const mat3& m) {
  const float largest = std::max({glm::length(m[0]), glm::length(m[1]), glm::length(m[2]), 1e-30f});
  const float tiny = 1e-6f * largest;
  mat3 out;
  out[0] = unit_or(m[0], tiny, vec3(1, 0, 0));
  out[1] = unit_or(m[1] - glm::dot(m[1], out[0]) * out[0], tiny, any_across(out[0]));
  out[2] = glm::cross(out[0], out[1]);
  if (glm::dot(out[2], m[2]) < 0.0f) out[2] = -out[2];
  return out;
}

mat3 space_of(const Scene& scene, const PosedScene& posed, int joint) {
  const mat3 display(scene.model->to_display);
  const auto world = [&](int j) {
    return mat3(scene.model->to_display * posed.world[static_cast<std::size_t>(j)]);
  };
  const bool scale = scene.view.gizmo_mode == GizmoMode::Scale;
  switch (scale ? GizmoSpace::Local : scene.view.gizmo_space) {
    case GizmoSpace::Local:
      return world(joint);
    case GizmoSpace::Parent: {
      const int p = scene.model->skeleton.parent[static_cast<std::size_t>(joint)];
      return p >= 0 ? world(p) : display;
    }
    case GizmoSpace::World:
      break;
  }
  return mat3(1.0f);
}

// From one end of the joints to the other, in display units; 0 where there is but one place.
float skeleton_size(const Scene& scene, const PosedScene& posed) {
  Box box;
  const std::vector<std::uint8_t>& is_joint = joint_flags(scene).is_joint;
  for (int j = 0; j < scene.model->skeleton.size(); ++j) {
    const vec3 at = joint_position(scene, posed, j);
    if (is_joint[idx(j)] && is_finite(at)) box.add(at);
  }
  return box.empty() ? 0.0f : box.diagonal();
}

}  // namespace

float gizmo_pixels(const ViewSettings& view, const Viewport& pane, float ui_scale) {
  const bool beside = view.panes == Panes::Two || view.panes == Panes::Four;
  const float room = kGizmoPanePart * std::min(pane.width, pane.height);
  const float whole = kGizmoRadiusPixels * ui_scale;
  return beside ? std::clamp(room, kGizmoLeastPixels * ui_scale, whole) : whole;
}

float gizmo_scale(const Scene& scene, const PosedScene& posed, const Camera& camera,
                  const Viewport& viewport, float ui_scale) {
  const int joint = scene.selection.joint;
  if (!scene.model || joint < 0 || joint >= scene.model->skeleton.size() ||
      posed.world.size() != scene.model->skeleton.parent.size()) {
    return ui_scale;
  }
  const float pixel = pixel_size(camera, viewport, joint_position(scene, posed, joint));
  const float figure = pixel > 0.0f ? skeleton_size(scene, posed) / pixel : 0.0f;
  if (!(figure > 0.0f)) return ui_scale;
  const float whole = kGizmoRadiusPixels * ui_scale, least = kGizmoLeastPixels * ui_scale;
  return ui_scale * std::clamp(kGizmoModelPart * figure, least, whole) / whole;
}

std::optional<GizmoFrame> gizmo_frame(const Scene& scene, const PosedScene& posed,
                                      const Camera& camera, const Viewport& viewport,
                                      float ui_scale) {
  const int joint = scene.selection.joint;
  if (!scene.model || joint < 0 || joint >= scene.model->skeleton.size() ||
      posed.world.size() != scene.model->skeleton.parent.size()) {
    return std::nullopt;
  }
  // A gizmo that can turn nothing is none.
  const std::vector<int>& also = scene.selection.also;
  const bool moves = !is_locked(scene, joint) ||
                     std::ranges::any_of(also, [&](int j) { return !is_locked(scene, j); });
  if (!moves) return std::nullopt;
  GizmoFrame g;
  g.joint = joint;
  g.mode = scene.view.gizmo_mode;
  const bool common = scene.view.gizmo_pivot == GizmoPivot::Common && !also.empty();
  g.origin = common ? common_pivot(scene, posed) : joint_position(scene, posed, joint);
  const mat3 space = space_of(scene, posed, joint);
  if (!is_finite(g.origin) || !is_finite(space[0]) || !is_finite(space[1]) ||
      !is_finite(space[2]) || !(project(camera, viewport, g.origin).z > 0.0f)) {
    return std::nullopt;
  }
  set_frame_axes(g, space);
  g.radius = gizmo_pixels(scene.view, viewport, ui_scale) * pixel_size(camera, viewport, g.origin);
  return g;
}

void set_frame_axes(GizmoFrame& g, const mat3& space) {
  const mat3 axes = unit_axes(space);
  const bool turn_round = g.mode == GizmoMode::Rotate && glm::determinant(axes) < 0.0f;
  for (int k = 0; k < 3; ++k) g.axis[k] = turn_round ? -axes[k] : axes[k];
}

std::vector<RingPoint> ring_points(const GizmoFrame& g, int axis, const Camera& camera,
                                   const Viewport& viewport) {
  const vec3 to_eye = eye(camera) - g.origin;
  const bool outer = axis == 3;
  const CameraAxes view = camera_axes(camera);
  const vec3 u = outer ? view.right : g.axis[(axis + 1) % 3];
  const vec3 v = outer ? view.up : g.axis[(axis + 2) % 3];
  const float radius = outer ? kScreenRing * g.radius : g.radius;
  std::vector<RingPoint> out;
  out.reserve(kRingSegments + 1);
  for (int k = 0; k <= kRingSegments; ++k) {
    const float a =
        6.28318531f * static_cast<float>(k % kRingSegments) / static_cast<float>(kRingSegments);
    const vec3 arm = std::cos(a) * u + std::sin(a) * v;
    out.push_back({vec2(project(camera, viewport, g.origin + radius * arm)),
                   outer || glm::dot(arm, to_eye) >= 0.0f});
  }
  return out;
}

std::array<vec3, 2> arrow_ends(const GizmoFrame& g, int axis) {
  return {g.origin + kArrowFrom * g.radius * g.axis[axis],
          g.origin + kArrowTo * g.radius * g.axis[axis]};
}

int handle_axis(Handle handle) {
  switch (handle) {
    case Handle::X:
    case Handle::YZ:
      return 0;
    case Handle::Y:
    case Handle::ZX:
      return 1;
    case Handle::Z:
    case Handle::XY:
      return 2;
    default:
      return -1;
  }
}

bool works_along(Handle handle, int axis) {
  const bool one = handle == Handle::X || handle == Handle::Y || handle == Handle::Z;
  return (axis == handle_axis(handle)) == one;
}

std::array<vec3, 4> plane_corners(const GizmoFrame& g, Handle handle) {
  const int n = handle_axis(handle);
  const vec3 u = g.radius * g.axis[(n + 1) % 3];
  const vec3 v = g.radius * g.axis[(n + 2) % 3];
  return {g.origin + kPlaneFrom * u + kPlaneFrom * v, g.origin + kPlaneTo * u + kPlaneFrom * v,
          g.origin + kPlaneTo * u + kPlaneTo * v, g.origin + kPlaneFrom * u + kPlaneTo * v};
}

bool handle_visible(const GizmoFrame& g, Handle handle, const Camera& camera) {
  const int n = handle_axis(handle);
  const float cosine =
      n < 0 ? 0.0f : std::abs(glm::dot(g.axis[n], glm::normalize(eye(camera) - g.origin)));
  const bool rotate = g.mode == GizmoMode::Rotate;
  switch (handle) {
    case Handle::X:
    case Handle::Y:
    case Handle::Z:
      return rotate || cosine < kArrowAtEye;
    case Handle::YZ:
    case Handle::ZX:
    case Handle::XY:
      return g.mode == GizmoMode::Translate && cosine > kSquareOnEdge;
    case Handle::Screen:
      return g.mode != GizmoMode::Scale;
    case Handle::Trackball:
      return rotate;
    case Handle::Uniform:
      return g.mode == GizmoMode::Scale;
    case Handle::None:
      break;
  }
  return false;
}

}  // namespace bindpose
