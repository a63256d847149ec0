#include "view/marks/chord.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/rigid.h"
#include "scene/formula.h"

namespace bindpose {
namespace {

using glm::dvec3;

constexpr double kLeastTurn = 0.1 * 3.14159265358979 / 180.0;  // below there is nothing to see

std::string chord_words(double degrees, double left) {
  char text[96];
  std::snprintf(text, sizeof text, "%.2f of the radius left, ends %.1f\xC2\xB0 apart", left,
                degrees);
  return text;
}

}  // namespace

ChordMark chord_mark(const std::vector<VertexTerm>& terms) {
  ChordMark out;
  std::vector<VertexTerm> pair = terms;
  std::ranges::stable_sort(pair, std::ranges::greater{}, &VertexTerm::weight);
  if (pair.size() < 2 || !(pair[1].weight > 0.0f)) return out;
  for (std::size_t i = 0; i < 2; ++i) {
    out.joint[i] = pair[i].joint;
    out.end[i] = pair[i].candidate;
  }
  out.part = pair[1].weight / (pair[0].weight + pair[1].weight);
  out.blend = (1.0f - out.part) * out.end[0] + out.part * out.end[1];
  out.turned = out.blend;
  out.kind = ChordMark::NotRigid;
  const mat4 between = mul_affine(pair[1].skin, inverse_affine(pair[0].skin));
  if (!(rotation_defect(mat3(between)) < kRigidStretch)) {
    out.label = "the two scale apart: no arc";
    return out;
  }
  const Screw screw = screw_of(between);
  if (!(screw.angle > kLeastTurn)) {
    out.label = "the two do not turn apart";
    return out;
  }
  const dvec3 start(out.end[0]), along = screw.axis;
  const dvec3 foot = screw.center + glm::dot(start - screw.center, along) * along;
  const dvec3 x = start - foot, y = glm::cross(along, x);
  const auto at = [&](double t) {
    const double a = t * screw.angle;
    return foot + std::cos(a) * x + std::sin(a) * y + t * screw.slide * along;
  };
  out.kind = ChordMark::Turn;
  const int steps = std::max(8, static_cast<int>(std::ceil(screw.angle * 20.0)));
  for (int k = 0; k <= steps; ++k) out.arc.emplace_back(at(double(k) / steps));
  const double part(out.part);
  out.turned = vec3(at(part));
  const dvec3 middle = foot + part * screw.slide * along;
  out.center = vec3(middle);
  out.degrees = static_cast<float>(screw.angle * kDegreesPerRadian);
  const double radius = glm::length(x);
  const double blended = glm::length(dvec3(out.blend) - middle);
  out.radius = static_cast<float>(radius);
  out.blend_radius = static_cast<float>(blended);
  out.label =
      radius > 0.0 ? chord_words(out.degrees, blended / radius) : "on the line that it turns about";
  return out;
}

}  // namespace bindpose
