#include "rig/curve.h"

#include <algorithm>
#include <cmath>

namespace bindpose {
namespace {

double bezier(double y0, double y1, double y2, double y3, double s) {
  const double u = 1.0 - s;
  return u * u * u * y0 + 3.0 * u * s * (u * y1 + s * y2) + s * s * s * y3;
}

// s in [0, 1] with x(s) = x for the Bezier curve 0, x1, x2, 1. With x1 and x2 in [0, 1] it ascends,
// so there is one. Newton's steps, halved intervals wherever they leave the bracket.
double parameter_at(double x, double x1, double x2) {
  constexpr double kThirds = 1e-6;
  if (std::abs(x1 - 1.0 / 3.0) < kThirds && std::abs(x2 - 2.0 / 3.0) < kThirds) return x;
  constexpr int kMaxSteps = 60;
  constexpr double kExact = 1e-14;
  double low = 0.0;
  double high = 1.0;
  double s = x;
  for (int step = 0; step < kMaxSteps; ++step) {
    const double error = bezier(0.0, x1, x2, 1.0, s) - x;
    if (std::abs(error) < kExact) break;
    (error > 0.0 ? high : low) = s;
    const double u = 1.0 - s;
    const double slope = 3.0 * (u * u * x1 + 2.0 * u * s * (x2 - x1) + s * s * (1.0 - x2));
    const double next = s - error / slope;
    s = next > low && next < high ? next : 0.5 * (low + high);  // false for NaN, too
  }
  return s;
}

float cubic(const CurveKey& from, const CurveKey& to, double interval, double x) {
  const double x1 = std::clamp(double{from.leaving.x} / interval, 0.0, 1.0);
  const double x2 = std::clamp(1.0 + double{to.arriving.x} / interval, 0.0, 1.0);
  const double y0 = double{from.value};
  const double y3 = double{to.value};
  return static_cast<float>(bezier(y0, y0 + double{from.leaving.y}, y3 + double{to.arriving.y}, y3,
                                   parameter_at(x, x1, x2)));
}

}  // namespace

float sample(const Curve& curve, double time, float fallback) {
  if (curve.key.empty()) return fallback;
  const auto after = std::upper_bound(curve.key.begin(), curve.key.end(), time,
                                      [](double t, const CurveKey& key) { return t < key.time; });
  if (after == curve.key.begin()) return curve.key.front().value;
  if (after == curve.key.end()) return curve.key.back().value;
  const CurveKey& from = *(after - 1);
  const CurveKey& to = *after;
  const double interval = to.time - from.time;
  const double x = (time - from.time) / interval;
  if (x == 0.0) return from.value;
  switch (from.segment) {
    case Segment::Step:
      return from.value;
    case Segment::StepToNext:
      return to.value;
    case Segment::Linear:
      return static_cast<float>(double{from.value} + x * (double{to.value} - double{from.value}));
    case Segment::Cubic:
      return cubic(from, to, interval, x);
  }
  return from.value;
}

}  // namespace bindpose
