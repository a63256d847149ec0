#include "view/marks/screw.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "math/numbers.h"
#include "rig/rigid.h"
#include "scene/formula.h"

namespace bindpose {
namespace {

using glm::dvec3;

constexpr double kNearest = 0.12, kFarthest = 0.3;  // radius of the arc, parts of the size
constexpr double kLine = 0.4;                       // half of the line, likewise
constexpr double kNothing = 1e-4;                   // a way that does not count, likewise

std::string printed(const char* format, double value) {
  char text[48];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

// At right angles to the unit vector `axis`.
dvec3 across(const dvec3& axis) {
  const dvec3 other = std::abs(axis.z) < 0.9 ? dvec3(0, 0, 1) : dvec3(1, 0, 0);
  return glm::normalize(other - glm::dot(other, axis) * axis);
}

}  // namespace

ScrewMark screw_mark(const mat4& skin, const vec3& joint_at_bind, float size) {
  ScrewMark out;
  const dvec3 joint(joint_at_bind);
  out.label_at = joint_at_bind;
  if (!(rotation_defect(mat3(skin)) < kRigidStretch)) {
    out.kind = ScrewMark::NotRigid;
    out.label = "scales or mirrors: no screw";
    return out;
  }
  const Screw screw = screw_of(skin);
  const double scale(size);
  const bool slides = std::abs(screw.slide) > kNothing * scale;
  if (!(screw.angle > 0.0)) {
    out.kind = slides ? ScrewMark::Shift : ScrewMark::Still;
    out.label = slides ? "moves by " + printed("%.3g", screw.slide) : "moves nothing";
    out.slide_from = joint_at_bind;
    out.slide_to = vec3(joint + screw.slide * screw.axis);
    out.label_at = out.slide_to;
    return out;
  }
  out.kind = ScrewMark::Turn;
  const dvec3 middle = screw.center + glm::dot(joint - screw.center, screw.axis) * screw.axis;
  const dvec3 beside = joint - middle;
  const double distance = glm::length(beside);
  const dvec3 x = distance > 1e-3 * scale ? beside / distance : across(screw.axis);
  const dvec3 y = glm::cross(screw.axis, x);
  const double radius = std::clamp(distance, kNearest * scale, kFarthest * scale);
  const int steps = std::max(2, static_cast<int>(std::ceil(screw.angle * 20.0)));
  for (int k = 0; k <= steps; ++k) {
    const double a = screw.angle * k / steps;
    out.arc.emplace_back(middle + radius * (std::cos(a) * x + std::sin(a) * y));
  }
  out.middle = vec3(middle);
  out.line_from = vec3(middle - kLine * scale * screw.axis);
  out.line_to = vec3(middle + kLine * scale * screw.axis);
  out.slide_from = out.middle;
  out.slide_to = slides ? vec3(middle + screw.slide * screw.axis) : out.middle;
  out.label_at = out.arc[out.arc.size() / 2];
  out.label = printed("%.1f", screw.angle * kDegreesPerRadian) + "\xC2\xB0 about this line";
  if (slides) out.label += ", " + printed("%.3g", screw.slide) + " along it";
  return out;
}

}  // namespace bindpose
