#include "rig/deform/log_matrix.h"

#include <cmath>

#include "rig/deform/per_vertex.h"
#include "rig/deformer.h"

namespace bindpose {
namespace {

using glm::dquat;
using glm::dvec3;

}  // namespace

void take_logarithms(std::span<SplitJoint> joints) {
  for (SplitJoint& j : joints) {
    dquat r(double(j.real.w), double(j.real.x), double(j.real.y), double(j.real.z));
    dquat d(double(j.dual.w), double(j.dual.x), double(j.dual.y), double(j.dual.z));
    if (r.w < 0.0) r = -r, d = -d;  // the short way from the identity
    const dquat shift = 2.0 * (d * glm::conjugate(r));
    const dvec3 t(shift.x, shift.y, shift.z), axis(r.x, r.y, r.z);
    const double sine = glm::length(axis);
    const double angle = 2.0 * std::atan2(sine, r.w);
    const dvec3 a = sine > 1e-12 ? angle / sine * axis : 2.0 * axis;
    // V^-1 t, V of exp: t - a x t / 2 + (1 - (angle/2) cot (angle/2)) / angle^2 a x (a x t).
    const double half = 0.5 * angle;
    const double k = angle > 1e-4 ? (1.0 - half / std::tan(half)) / (angle * angle) : 1.0 / 12.0;
    const dvec3 m = t - 0.5 * glm::cross(a, t) + k * glm::cross(a, glm::cross(a, t));
    j.real = vec4(vec3(a), 0.0f);
    j.dual = vec4(vec3(m), 0.0f);
  }
}

// t = V m, V = 1 + (1 - cos) / angle^2 [a] + (angle - sin) / angle^3 [a]^2.
RigidMotion exponential(const vec3& a, const vec3& m) {
  const float square = glm::dot(a, a), angle = std::sqrt(square), half = 0.5f * angle;
  const float sine = std::sin(half), cosine = std::cos(half);
  const bool small = square < 1.0f;  // there the series keeps the digits that a difference loses
  const float by_half =
      half > 1e-3f ? sine / angle : 0.5f - square / 48.0f;  // sin(angle / 2) / angle
  const float first = 2.0f * by_half * by_half;
  const float second =
      small
          ? 1.0f / 6.0f - square * (1.0f / 120.0f - square * (1.0f / 5040.0f - square / 362880.0f))
          : (angle - 2.0f * sine * cosine) / (square * angle);
  const vec3 across = glm::cross(a, m);
  return {vec4(by_half * a, cosine), m + first * across + second * glm::cross(a, across)};
}

void log_matrix_skinning(const SkinningInput& in, std::span<vec3> position_out,
                         std::span<vec3> normal_out) {
  std::vector<SplitJoint> joints;
  split_palette(in.skin, in.palette, in.node_matrix, joints);
  take_logarithms(joints);
  const bool normals = !normal_out.empty();
  move_vertices(in, position_out, normal_out, [&](std::size_t i, const InfluenceRow& row) {
    vec3 a(0.0f), m(0.0f);
    BlendedStretch stretch;
    for (std::size_t k = 0; k < row.slot.size(); ++k) {
      const SplitJoint& joint = joints[row.slot[k]];
      a += row.weight[k] * vec3(joint.real);
      m += row.weight[k] * vec3(joint.dual);
      stretch.add(row.weight[k], joint);
    }
    const RigidMotion move = exponential(a, m);
    MovedVertex out;
    out.position = rotated(move.turn, stretch.point(in.position[i])) + move.shift;
    if (normals) out.normal = rotated(move.turn, stretch.normal(in.normal[i], in.normals));
    return out;
  });
}

}  // namespace bindpose
