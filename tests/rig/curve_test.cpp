#include "rig/curve.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bindpose::test::curve_test {
namespace {

CurveKey key(double time, float value, Segment segment, vec2 arriving = vec2(0.0f),
             vec2 leaving = vec2(0.0f)) {
  return {time, value, segment, arriving, leaving};
}

double bezier(double y0, double y1, double y2, double y3, double s) {
  const double u = 1.0 - s;
  return u * u * u * y0 + 3 * u * u * s * y1 + 3 * u * s * s * y2 + s * s * s * y3;
}

TEST(CurveSample, EndsHoldAndNoKeysFallBack) {
  const Curve c{{key(1, 3, Segment::Linear), key(2, 5, Segment::Linear)}};
  EXPECT_EQ(sample(c, -10, 0), 3);
  EXPECT_EQ(sample(c, 1, 0), 3);
  EXPECT_EQ(sample(c, 2, 0), 5);
  EXPECT_EQ(sample(c, 9, 0), 5);
  EXPECT_EQ(sample(Curve{}, 1, 7), 7);
  EXPECT_EQ(sample(Curve{{key(1, 3, Segment::Cubic)}}, 4, 7), 3);
}

TEST(CurveSample, EachSegmentInItsOwnWay) {
  const Curve c{{key(0, 1, Segment::Step), key(1, 2, Segment::StepToNext),
                 key(2, 4, Segment::Linear), key(4, 8, Segment::Step)}};
  EXPECT_EQ(sample(c, 0.999, 0), 1);
  EXPECT_EQ(sample(c, 1.0, 0), 2);
  EXPECT_EQ(sample(c, 1.001, 0), 4);
  EXPECT_EQ(sample(c, 2.0, 0), 4);
  EXPECT_FLOAT_EQ(sample(c, 2.5, 0), 5);
}

TEST(CurveSample, CubicWithHandlesOnTheLineIsTheLine) {
  for (const double third : {1.0 / 3.0, 0.1, 0.7}) {
    const vec2 out(static_cast<float>(2 * third), static_cast<float>(6 * third));
    const Curve c{{key(1, -1, Segment::Cubic, {}, out), key(3, 5, Segment::Step, -out)}};
    for (double t = 1.0; t <= 3.0; t += 0.01) {
      EXPECT_NEAR(sample(c, t, 0), -1 + 3 * (t - 1), 2e-6) << t;
    }
  }
}

// Handles of a third of the interval: Hermite's spline with slopes per second.
TEST(CurveSample, CubicOfThirdsIsHermite) {
  const double slope0 = 4.0;
  const double slope1 = -7.0;
  const double interval = 0.6;
  const float dt = static_cast<float>(interval / 3);
  const Curve c{{key(2, 1, Segment::Cubic, {}, {dt, static_cast<float>(slope0) * dt}),
                 key(2.6, 3, Segment::Step, {-dt, -static_cast<float>(slope1) * dt})}};
  for (double s = 0.0; s < 1.0; s += 0.05) {
    const double h = (2 * s * s * s - 3 * s * s + 1) * 1.0 +
                     (s * s * s - 2 * s * s + s) * interval * slope0 +
                     (3 * s * s - 2 * s * s * s) * 3.0 + (s * s * s - s * s) * interval * slope1;
    EXPECT_NEAR(sample(c, 2 + s * interval, 0), h, 2e-6) << s;
  }
}

// Points of Bezier curves, whose time is a cubic of the parameter as well.
TEST(CurveSample, WeightedBezierGoesThroughItsPoints) {
  constexpr float kWeights[][2] = {{0.9f, 0.9f}, {0.02f, 0.97f}, {1, 1}, {0, 0}, {0.5f, 0.1f}};
  for (const auto& w : kWeights) {
    const Curve c{
        {key(0, 2, Segment::Cubic, {}, {w[0], 5}), key(1, -3, Segment::Step, {-w[1], 1})}};
    for (double s = 0.0; s < 1.0; s += 0.01) {
      const double x = bezier(0, double{w[0]}, 1 - double{w[1]}, 1, s);
      EXPECT_NEAR(sample(c, x, 0), bezier(2, 7, -2, -3, s), 2e-5)
          << w[0] << " " << w[1] << " " << s;
    }
  }
}

TEST(CurveSample, HandlesBeyondTheNeighbourArePulledBack) {
  const Curve wild{{key(0, 0, Segment::Cubic, {}, {5, 2}), key(1, 1, Segment::Step, {-9, 0})}};
  const Curve tame{{key(0, 0, Segment::Cubic, {}, {1, 2}), key(1, 1, Segment::Step, {-1, 0})}};
  for (double t = 0.0; t < 1.0; t += 0.03) EXPECT_EQ(sample(wild, t, 0), sample(tame, t, 0));
}

TEST(CurveSample, OfKeysAtOneTimeTheLastCounts) {
  const Curve c{{key(0, 0, Segment::Linear), key(1, 1, Segment::Cubic), key(1, 5, Segment::Linear),
                 key(2, 6, Segment::Linear)}};
  EXPECT_EQ(sample(c, 1, 0), 5);
  EXPECT_NEAR(sample(c, 0.999999, 0), 1, 1e-5);
  EXPECT_FLOAT_EQ(sample(c, 1.5, 0), 5.5f);
}

TEST(CurveSample, OddNumbersStayFinite) {
  const float huge = 1e30f;
  const Curve c{{key(0, 0, Segment::Cubic, {}, {0, huge}), key(1e-9, 1, Segment::Cubic, {0, -huge}),
                 key(1e9, 1, Segment::Step, {-1e20f, huge})}};
  for (const double t : {0.0, 1e-10, 5e-10, 1e-9, 1.0, 1e8}) {
    EXPECT_TRUE(std::isfinite(sample(c, t, 0))) << t;
  }
}

}  // namespace
}  // namespace bindpose::test::curve_test
