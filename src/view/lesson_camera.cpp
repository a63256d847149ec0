#include "view/lesson_camera.h"

#include <algorithm>
#include <cmath>

#include "view/bones.h"
#include "view/panes.h"

namespace bindpose {

namespace {

// Height over distance of what the view's shorter side shows at the target.
float shown_slope(const Camera& c, const Viewport& v) {
  return 2.0f * std::tan(0.5f * c.fov_y) * std::min(1.0f, v.width / v.height);
}

Box joint_box(const LessonCamera& wanted, const Box& bounds, const Scene& scene,
              const PosedScene& posed) {
  Box box;
  for (const std::string& name : wanted.frame) {
    const int joint = find_joint(scene.model->skeleton, name);
    if (joint >= 0) box.add(joint_position(scene, posed, joint));
  }
  // Joints are points on the axis: room for the flesh around them.
  const vec3 margin(0.08f * bounds.diagonal());
  if (!box.empty()) box.add(Box{box.lo - margin, box.hi + margin});
  return box;
}

}  // namespace

Camera lesson_camera(const std::optional<LessonCamera>& wanted, const Camera& now,
                     const Viewport& viewport, const Box& bounds, const Scene& scene,
                     const PosedScene& posed, std::span<const ViewPart> cards) {
  Camera camera;
  camera.fov_y = now.fov_y;
  if (!wanted) return frame_clear(camera, viewport, bounds, cards);
  camera.yaw = wanted->yaw;
  camera.pitch = wanted->pitch;
  camera.roll = 0.0f;
  camera.orthographic = wanted->orthographic;
  if (wanted->target && wanted->height) {
    camera.target = *wanted->target;
    camera.distance = *wanted->height / (shown_slope(camera, viewport) * wanted->zoom);
    return stand_clear(camera, viewport, bounds, cards);
  }
  const Box box = wanted->frame.empty() ? bounds : joint_box(*wanted, bounds, scene, posed);
  camera = frame_clear(camera, viewport, box, cards);
  camera.distance /= wanted->zoom;
  return camera;
}

PlaceGuess place_guess(const Camera& camera, const Viewport& viewport, const vec2& pixel) {
  return {pixel_ray(camera, viewport, pixel), camera_axes(camera).back};
}

LessonCamera recorded_camera(const Camera& camera, const Viewport& viewport) {
  LessonCamera out;
  out.yaw = camera.yaw;
  out.pitch = camera.pitch;
  out.orthographic = camera.orthographic;
  // Where framing moved the picture aside: what stands in the view's middle, as deep as the target.
  const mat4 axes = glm::inverse(view_matrix(camera));
  const float half = camera.distance * std::tan(0.5f * camera.fov_y);
  out.target =
      camera.target - half * (camera.shift.x * vec3(axes[0]) + camera.shift.y * vec3(axes[1]));
  out.height = camera.distance * shown_slope(camera, viewport);
  return out;
}

LessonCamera whole_camera(const StepPlan& step, const vec2& size) {
  if (step.camera && step.camera->target) return *step.camera;
  const Viewport viewport = layout_panes(step.start.view, {size.x, size.y}).front().viewport;
  return recorded_camera(
      lesson_camera(step.camera, {}, viewport, step.bounds, step.start, evaluate(step.start)),
      viewport);
}

}  // namespace bindpose
