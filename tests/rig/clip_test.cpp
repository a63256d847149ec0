#include "rig/clip.h"

#include <cmath>
#include <limits>

#include "rig/fixtures.h"

namespace bindpose::test::clip_test {
namespace {

TrackFactor moving(std::vector<double> time, std::vector<vec3> value,
                   Interpolation how = Interpolation::Linear) {
  TrackFactor f;
  f.translation = {std::move(time), std::move(value), how};
  return f;
}

TrackFactor turning(std::vector<double> time, std::vector<quat> value,
                    Interpolation how = Interpolation::Linear) {
  TrackFactor f;
  f.rotation = {std::move(time), std::move(value), how};
  return f;
}

quat about_z(float degrees) {
  return rotation_from_degrees({0, 0, degrees});
}

void expect_same_rotation(const quat& a, const quat& b, float tolerance = 1e-6f) {
  EXPECT_NEAR(std::abs(glm::dot(a, b)), 1.0f, tolerance);
  EXPECT_NEAR(glm::length(a), 1.0f, 1e-6f);
}

TEST(Sample, LinearBetweenKeysOfUnequalSpacing) {
  const TrackFactor f = moving({1, 2, 6}, {{0, 0, 0}, {1, 0, 0}, {9, 4, 0}});
  expect_near(sample(f, 1.5).t, {0.5, 0, 0});
  expect_near(sample(f, 3.0).t, {3, 1, 0});
  expect_near(sample(f, 2.0).t, {1, 0, 0}, 0);
}

TEST(Sample, EndValuesHold) {
  const TrackFactor f = moving({1, 2}, {{3, 0, 0}, {5, 0, 0}});
  EXPECT_EQ(sample(f, -10).t, vec3(3, 0, 0));
  EXPECT_EQ(sample(f, 1).t, vec3(3, 0, 0));
  EXPECT_EQ(sample(f, 2).t, vec3(5, 0, 0));
  EXPECT_EQ(sample(f, 10).t, vec3(5, 0, 0));
}

TEST(Sample, EmptyTracksFallBackAndOneKeyIsConstant) {
  TrackFactor f;
  f.fallback = {{1, 2, 3}, about_z(30), {4, 5, 6}};
  f.scale = {{2.0}, {{7, 8, 9}}, Interpolation::Linear};
  for (const double t : {-1.0, 2.0, 5.0}) {
    EXPECT_EQ(sample(f, t).t, vec3(1, 2, 3));
    EXPECT_EQ(sample(f, t).q, about_z(30));
    EXPECT_EQ(sample(f, t).s, vec3(7, 8, 9));
  }
}

TEST(Sample, StepHoldsUntilTheNextKey) {
  const TrackFactor f = moving({0, 1, 2}, {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, Interpolation::Step);
  EXPECT_EQ(sample(f, 0.999).t, vec3(0, 0, 0));
  EXPECT_EQ(sample(f, 1.0).t, vec3(1, 0, 0));
  EXPECT_EQ(sample(f, 1.999).t, vec3(1, 0, 0));
}

TEST(Sample, SlerpTurnsAtConstantSpeedTheShortWay) {
  const TrackFactor f = turning({0, 4}, {about_z(10), about_z(130)});
  expect_same_rotation(sample(f, 1).q, about_z(40));
  expect_same_rotation(sample(f, 3).q, about_z(100));
  const TrackFactor flipped = turning({0, 4}, {about_z(10), -about_z(130)});
  expect_same_rotation(sample(flipped, 1).q, about_z(40));
  const TrackFactor across = turning({0, 2}, {about_z(170), about_z(-170)});
  expect_same_rotation(sample(across, 1).q, about_z(180));
}

TEST(Sample, SlerpOfNearlyEqualAndOppositeRotations) {
  const TrackFactor same = turning({0, 1}, {about_z(10), about_z(10)});
  expect_same_rotation(sample(same, 0.5).q, about_z(10));
  const TrackFactor close = turning({0, 1}, {about_z(10), about_z(11)});
  expect_same_rotation(sample(close, 0.5).q, about_z(10.5f));
  const TrackFactor half_turn = turning({0, 1}, {about_z(0), about_z(180)});
  expect_same_rotation(sample(half_turn, 0.5).q, about_z(90));
}

TEST(Sample, CubicFollowsTheHermitePolynomial) {
  // x(t) = t^3 - 2 t on [1, 3] is a cubic, so its own values and slopes at the keys give it back.
  const auto x = [](double t) { return static_cast<float>(t * t * t - 2 * t); };
  const auto slope = [](double t) { return static_cast<float>(3 * t * t - 2); };
  std::vector<vec3> value;
  for (const double t : {1.0, 3.0}) {
    value.insert(value.end(), {vec3(slope(t)), vec3(x(t)), vec3(slope(t))});
  }
  const TrackFactor f = moving({1, 3}, value, Interpolation::Cubic);
  for (const double t : {1.0, 1.25, 2.0, 2.9, 3.0}) expect_near(sample(f, t).t, dvec3(x(t)));
  EXPECT_EQ(sample(f, 0.0).t.x, x(1.0));
  EXPECT_EQ(sample(f, 9.0).t.x, x(3.0));
}

TEST(Sample, CubicUsesTheLeavingAndTheArrivingTangent) {
  // Other tangents at the outer sides must not matter.
  const vec3 odd(1000);
  const TrackFactor f =
      moving({0, 2}, {odd, vec3(0), vec3(1), vec3(0), vec3(0), odd}, Interpolation::Cubic);
  // h10(1/2) * 2 s * leaving tangent 1 = 0.125 * 2.
  expect_near(sample(f, 1.0).t, dvec3(0.25));
}

TEST(Sample, CubicRotationHasUnitLength) {
  const quat none(0, 0, 0, 0);
  const TrackFactor f =
      turning({0, 1}, {none, about_z(0), none, none, about_z(90), none}, Interpolation::Cubic);
  expect_same_rotation(sample(f, 0.5).q, about_z(45));
}

TEST(Sample, BrokenKeysDoNotCrash) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(sample(moving({0, 1}, {{1, 0, 0}}), 0.5).t, vec3(1, 0, 0));  // a value is missing
  EXPECT_EQ(sample(moving({0, 1}, {{1, 0, 0}, {2, 0, 0}}, Interpolation::Cubic), 0.5).t, vec3(0));
  EXPECT_EQ(sample(moving({1, 1}, {{1, 0, 0}, {2, 0, 0}}), 1).t, vec3(2, 0, 0));  // equal times
  sample(moving({0, 1}, {{1, 0, 0}, {2, 0, 0}}), nan);
  sample(moving({nan, nan}, {{1, 0, 0}, {2, 0, 0}}), 0.5);
  const quat zero(0, 0, 0, 0);
  EXPECT_EQ(sample(turning({0}, {zero}), 0).q, quat(1, 0, 0, 0));
}

TEST(SampleTrack, FactorsMultiplyInOrder) {
  JointTrack track;
  track.factors.push_back(moving({0, 2}, {{0, 0, 0}, {2, 0, 0}}));
  TrackFactor pivot;
  pivot.constant = true;
  pivot.matrix = rotation(90, {0, 0, 1}) * scaling({2, 1, 1});
  track.factors.push_back(pivot);
  track.factors.push_back(turning({0, 2}, {about_z(0), about_z(60)}));
  expect_near(sample(track, 1.0),
              dmat4(translation({1, 0, 0}) * pivot.matrix * rotation(30, {0, 0, 1})));
  expect_near(to_matrix(sample(pivot, 1.0)), dmat4(pivot.matrix));
}

TEST(SampleClip, ClampsTheTimeAndKeepsTheRestOfJointsWithoutTrack) {
  std::vector<RawJoint> raw{{"a", -1, translation({9, 0, 0}), true},
                            {"b", 0, translation({8, 0, 0}), true}};
  const Skeleton s = build_skeleton(raw).skeleton;
  Clip clip;
  clip.duration = 2.0;
  clip.tracks.push_back({1, {moving({0, 4}, {{0, 0, 0}, {4, 0, 0}})}});
  clip.tracks.push_back({5, {moving({0}, {{1, 1, 1}})}});  // no such joint
  clip.tracks.push_back({0, {}});
  std::vector<mat4> base(2);
  sample_clip(clip, s, 1.0, base);
  EXPECT_EQ(base[0], translation({9, 0, 0}));
  EXPECT_EQ(base[1], translation({1, 0, 0}));
  sample_clip(clip, s, 99.0, base);
  EXPECT_EQ(base[1], translation({2, 0, 0}));
  sample_clip(clip, s, -1.0, base);
  EXPECT_EQ(base[1], translation({0, 0, 0}));
}

ComponentCurves still(CurveTarget target, vec3 value, EulerOrder order = EulerOrder::XYZ) {
  ComponentCurves c;
  c.target = target;
  c.order = order;
  c.fallback = value;
  return c;
}

TEST(SampleCurves, EulerOrdersAreProductsOfTurns) {
  const float x = 0.4f, y = -1.1f, z = 2.3f;
  const auto turn = [](float angle, vec3 axis) { return glm::angleAxis(angle, axis); };
  const quat rx = turn(x, {1, 0, 0}), ry = turn(y, {0, 1, 0}), rz = turn(z, {0, 0, 1});
  const vec3 angles(x, y, z);
  expect_same_rotation(rotation_from_euler(angles, EulerOrder::XYZ), rz * ry * rx);
  expect_same_rotation(rotation_from_euler(angles, EulerOrder::XZY), ry * rz * rx);
  expect_same_rotation(rotation_from_euler(angles, EulerOrder::YZX), rx * rz * ry);
  expect_same_rotation(rotation_from_euler(angles, EulerOrder::YXZ), rz * rx * ry);
  expect_same_rotation(rotation_from_euler(angles, EulerOrder::ZXY), ry * rx * rz);
  expect_same_rotation(rotation_from_euler(angles, EulerOrder::ZYX), rx * ry * rz);
}

// Two full turns between two keys: what quaternion keys can not hold.
TEST(SampleCurves, AnglesGoTheLongWay) {
  TrackFactor f;
  f.curves = still(CurveTarget::Rotation, {0.5f, 0, 0});
  f.curves.axis[2].key = {{0.0, 0.0f}, {1.0, 12.0f}};
  const quat want = glm::angleAxis(3.0f, vec3(0, 0, 1)) * glm::angleAxis(0.5f, vec3(1, 0, 0));
  expect_same_rotation(sample(f, 0.25).q, want);
}

TEST(SampleCurves, TargetsAreFactors) {
  JointTrack track;
  track.factors.resize(2);
  track.factors[0].curves = still(CurveTarget::Translation, {1, 2, 3});
  track.factors[0].curves.axis[1].key = {{0.0, 0.0f}, {2.0, 8.0f}};
  track.factors[1].curves = still(CurveTarget::Scale, {1, 5, 1});
  const mat4 got = sample(track, 1.0);
  EXPECT_EQ(vec3(got[3]), vec3(1, 4, 3));
  EXPECT_EQ(got[1].y, 5.0f);
}

// L = T D^-1 A M by hand, scales over time and a zero that is not divided by.
TEST(SampleCurves, ScalesLeftOutAndTakenOver) {
  JointTrack track;
  track.factors.resize(1);
  track.factors[0].constant = true;
  const Transform own{{1, 2, 3}, about_z(30), {1, 2, 3}};
  track.factors[0].matrix = to_matrix(own);
  track.left_out = {still(CurveTarget::Scale, {2, 4, 0}), still(CurveTarget::Scale, {1, 1, 1})};
  track.left_out[1].axis[0].key = {{0.0, 1.0f}, {1.0, 3.0f}};
  track.taken_over = {still(CurveTarget::Scale, {5, 1, 7})};
  const mat4 divided = to_matrix({{}, {1, 0, 0, 0}, {1.0f / 4.0f, 1.0f / 4.0f, 1.0f}});
  const mat4 linear = to_matrix({{}, own.q, own.s});
  const mat4 times = to_matrix({{}, {1, 0, 0, 0}, {5, 1, 7}});
  const mat4 want = to_matrix({own.t}) * divided * linear * times;
  EXPECT_LT(max_difference(sample(track, 0.5), want), 1e-6f);

  JointTrack half = track;  // each without the other
  half.left_out.clear();
  EXPECT_LT(max_difference(sample(half, 0.5), to_matrix({own.t}) * linear * times), 1e-6f);
  half = track;
  half.taken_over.clear();
  EXPECT_LT(max_difference(sample(half, 0.5), to_matrix({own.t}) * divided * linear), 1e-6f);
}

}  // namespace
}  // namespace bindpose::test::clip_test
