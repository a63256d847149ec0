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

// Of the joint before Ul_j: to_display W_p(j) L_j.
mat4 frame_of(const Scene& scene, const PosedScene& posed, int joint) {
  const int parent = scene.model->skeleton.parent[idx(joint)];
  const mat4 above = parent < 0 ? mat4(1.0f) : posed.world[idx(parent)];
  return mul_affine(scene.model->to_display, mul_affine(above, posed.base_local[idx(joint)]));
}

}  // namespace

std::optional<LimitCone> limit_cone(const Scene& scene, const PosedScene& posed, int joint,
                                    int child, float radius) {
  constexpr int kSteps = 64;
  if (!scene.model || joint < 0 || idx(joint) >= posed.world.size() || child < 0 ||
      idx(child) >= posed.world.size() || scene.model->skeleton.parent[idx(child)] != joint) {
    return std::nullopt;
  }
  const JointRestraint r = restraint_of(scene, joint);
  if (!(r.limit < 180.0f)) return std::nullopt;
  const mat4 frame = frame_of(scene, posed, joint);
  const mat4& user = scene.pose.user_local[idx(joint)];
  const glm::dvec3 bone(
      mul_affine(posed.base_local[idx(child)], scene.pose.user_local[idx(child)])[3]);
  const glm::dvec3 home = glm::dmat3(glm::mat3(frame)) * bone;
  const glm::dvec3 now = glm::dmat3(glm::mat3(frame)) * (glm::dmat3(glm::mat3(user)) * bone);
  if (!(glm::length(home) > 0.0) || !(glm::length(now) > 0.0) ||
      !std::isfinite(glm::length(home)) || !std::isfinite(glm::length(now))) {
    return std::nullopt;
  }
  const glm::dvec3 along = glm::normalize(home);
  const glm::dvec3 other = std::abs(along.x) < 0.7 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
  const glm::dvec3 u = glm::normalize(glm::cross(along, other)), v = glm::cross(along, u);
  const double angle = double(r.limit) / kDegreesPerRadian;
  LimitCone out{vec3(scene.model->to_display * posed.world[idx(joint)][3])};
  for (int k = 0; k <= kSteps; ++k) {
    const double t = 2.0 * double(kPi) * (k % kSteps) / kSteps;
    const glm::dvec3 across = std::cos(t) * u + std::sin(t) * v;
    out.rim.push_back(out.center +
                      radius * vec3(std::cos(angle) * along + std::sin(angle) * across));
  }
  const glm::dvec3 hand = glm::normalize(now);
  out.now = out.center + radius * vec3(hand);
  constexpr double kRounding = 1e-4;
  out.beyond =
      std::atan2(glm::length(glm::cross(along, hand)), glm::dot(along, hand)) > angle + kRounding;
  return out;
}

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
  const mat4 frame = frame_of(scene, posed, joint);
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
