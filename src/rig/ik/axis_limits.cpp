#include "rig/ik/axis_limits.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>

namespace bindpose::ik {
namespace {

using glm::dmat3;
using glm::dvec3;

constexpr double kHalf = 3.14159265358979323846;  // a half turn: kPi is a float
constexpr double kAt = 1e-9;                      // radians: nearer than that it stands at the end

dmat3 about(int axis, double angle) {
  dvec3 unit(0.0);
  unit[axis] = 1.0;
  return glm::mat3_cast(glm::angleAxis(angle, unit));
}

dmat3 turn_of(const dvec3& angle) {
  return about(2, angle.z) * about(1, angle.y) * about(0, angle.x);
}

double wrapped(double angle) {
  return std::remainder(angle, 2.0 * kHalf);
}

// How far beyond the range, and to which end of it.
double beyond(double angle, double low, double high, double& end) {
  end = angle;
  if (angle >= low && angle <= high) return 0.0;
  const double under = std::abs(wrapped(low - angle)), over = std::abs(wrapped(angle - high));
  end = under < over ? low : high;
  return std::min(under, over);
}

struct Kept {
  dvec3 angle, end;
  double off = 0.0;  // squared
};

Kept kept(const dvec3& angle, const AxisLimits& limits) {
  Kept out{angle, angle};
  for (int k = 0; k < 3; ++k) {
    if (!limits.limits(k)) continue;
    const double off = beyond(angle[k], limits.low[k], limits.high[k], out.end[k]);
    out.off += off * off;
  }
  return out;
}

// Without its mirror, which is one in x, as decompose() has it; and with it again.
dmat3 mirrored(dmat3 turn, bool mirrors) {
  if (mirrors) turn[0] = -turn[0];
  return turn;
}
dmat3 proper(const dmat3& turn) {
  return mirrored(turn, glm::determinant(turn) < 0.0);
}

Kept best(const dmat3& turn, const AxisLimits& limits) {
  const dmat3 r = proper(turn);
  const double sine = std::clamp(-r[0][2], -1.0, 1.0);
  dvec3 angle(0.0, std::asin(sine), 0.0);
  if (std::abs(sine) < 1.0 - 1e-12) {
    angle.x = std::atan2(r[1][2], r[2][2]);
    angle.z = std::atan2(r[0][1], r[0][0]);
  } else {
    angle.z = std::atan2(-r[1][0], r[1][1]);
  }
  const dvec3 other(wrapped(angle.x + kHalf), wrapped(kHalf - angle.y), wrapped(angle.z + kHalf));
  const Kept a = kept(angle, limits), b = kept(other, limits);
  return b.off < a.off - 1e-12 ? b : a;
}

}  // namespace

dvec3 angles_within(const dmat3& turn, const AxisLimits& limits) {
  return best(turn, limits).angle;
}

bool keep_axes(dmat3& turn, const AxisLimits& limits) {
  if (!limits.any()) return false;
  const Kept k = best(turn, limits);
  if (k.off <= 0.0) return false;
  const bool mirrors = glm::determinant(turn) < 0.0;
  turn = mirrored(turn_of(k.end), mirrors);
  return true;
}

bool take_out(dmat3& allowed, const dvec3& direction) {
  const dvec3 part = allowed * direction;
  const double square = glm::dot(part, part);
  if (!(square > 1e-18 * glm::dot(direction, direction))) return false;
  allowed -= glm::outerProduct(part, part) / square;
  return true;
}

bool forbid_beyond(const dmat3& turn, const AxisLimits& limits, const dvec3& omega,
                   dmat3& allowed) {
  if (!limits.any()) return false;
  const dvec3 angle = best(turn, limits).angle;
  // omega = c' z + b' Rz y + a' Rz Ry x: the rates are the rows of the inverse.
  const dmat3 z = about(2, angle.z);
  const dmat3 rates(z * about(1, angle.y)[0], z[1], dvec3(0, 0, 1));
  if (std::abs(glm::determinant(rates)) < 1e-4) return false;
  const dmat3 rows = glm::transpose(glm::inverse(rates));
  bool taken = false;
  for (int k = 0; k < 3; ++k) {
    if (!limits.limits(k)) continue;
    const double rate = glm::dot(rows[k], omega);
    const bool over = angle[k] >= limits.high[k] - kAt && rate > 0.0;
    const bool under = angle[k] <= limits.low[k] + kAt && rate < 0.0;
    if (over || under) taken |= take_out(allowed, rows[k]);
  }
  return taken;
}

}  // namespace bindpose::ik
