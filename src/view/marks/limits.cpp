#include "view/marks/limits.h"

#include <cmath>
#include <glm/gtc/quaternion.hpp>

#include "math/numbers.h"
#include "math/rotation.h"
#include "math/transform.h"
#include "rig/ik/axis_limits.h"

namespace bindpose {
namespace {

glm::dmat3 about(int axis, double angle) {
  glm::dvec3 unit(0.0);
  unit[axis] = 1.0;
  return glm::mat3_cast(glm::angleAxis(angle, unit));
}

// A point of the circle about an axis: 0 lies on the next axis, x y z x.
glm::dvec3 on_circle(int axis, double angle) {
  glm::dvec3 out(0.0);
  out[(axis + 1) % 3] = std::cos(angle);
  out[(axis + 2) % 3] = std::sin(angle);
  return out;
}

}  // namespace

std::vector<LimitArc> limit_arcs(const Scene& scene, const PosedScene& posed, int joint,
                                 float radius) {
  if (!scene.model || joint < 0 || idx(joint) >= posed.world.size()) return {};
  const JointRestraint r = restraint_of(scene, joint);
  ik::AxisLimits limits;
  for (int k = 0; k < 3; ++k) {
    if (!r.limits_axis(idx(k))) continue;
    limits.low[k] = double(r.low[idx(k)]) / kDegreesPerRadian;
    limits.high[k] = double(r.high[idx(k)]) / kDegreesPerRadian;
  }
  if (!limits.any()) return {};
  const int parent = scene.model->skeleton.parent[idx(joint)];
  const mat4 above = parent < 0 ? mat4(1.0f) : posed.world[idx(parent)];
  const mat4 frame =
      mul_affine(scene.model->to_display, mul_affine(above, posed.base_local[idx(joint)]));
  const mat4& user = scene.pose.user_local[idx(joint)];
  if (!is_finite(frame) || !is_finite(user)) return {};
  const glm::dmat3 axes = turning_axes(frame);
  const glm::dvec3 angle = ik::angles_within(polar(glm::dmat3(glm::mat3(user))).orthogonal, limits);
  const glm::dmat3 turned[3] = {about(2, angle.z) * about(1, angle.y), about(2, angle.z),
                                glm::dmat3(1.0)};
  const vec3 center(scene.model->to_display * posed.world[idx(joint)][3]);
  std::vector<LimitArc> out;
  for (int k = 0; k < 3; ++k) {
    if (!limits.limits(k)) continue;
    const auto at = [&](double a) {
      return center + radius * vec3(axes * (turned[k] * on_circle(k, a)));
    };
    LimitArc arc{k, center};
    const double range = limits.high[k] - limits.low[k];
    const int steps = std::max(1, static_cast<int>(std::ceil(range / 0.1)));
    for (int i = 0; i <= steps; ++i) arc.arc.push_back(at(limits.low[k] + range * i / steps));
    arc.now = at(angle[k]);
    constexpr double kRounding = 1e-4;
    arc.beyond = angle[k] < limits.low[k] - kRounding || angle[k] > limits.high[k] + kRounding;
    out.push_back(std::move(arc));
  }
  return out;
}

}  // namespace bindpose
