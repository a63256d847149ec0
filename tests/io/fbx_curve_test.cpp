#include "io/fbx/clips/curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "io/fbx/clips/extrapolation.h"
#include "io/fbx/clips/motion.h"
#include "io/fbx/clips/tangent.h"
#include "io/fbx_files.h"

namespace bindpose::tests::fbx_curve_test {
namespace {

bool all(std::string_view, std::string_view) {
  return true;
}

// Keys at whole seconds where times are multiples of this.
constexpr const char* kSecond = "46186158000";
std::string seconds(int count) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    out += (i > 0 ? "," : "") + std::to_string(i * std::stoll(kSecond));
  }
  return out;
}

constexpr int kConstant = 2, kConstantNext = 2 + 256, kLinear = 4, kAuto = 8 + 256, kTcb = 8 + 512,
              kUser = 8 + 1024, kIndependent = 0x2000, kClampProgressive = 0x4000, kClamp = 0x1000;

std::optional<Curve> curve(int keys, const std::string& values, const std::string& flags,
                           const std::string& data, const std::string& counts,
                           FbxUnits units = {}) {
  const std::string file =
      text_fbx(text_curve("1", seconds(keys), values, flags, data, counts), "");
  const FbxTree tree = parse_fbx(file, all);
  std::size_t budget = 100000;
  const std::uint32_t node = fbx_child(tree, fbx_child(tree, 0, "Objects"), "AnimationCurve");
  return read_fbx_curve(tree, node, units, budget);
}

std::optional<Curve> curve_of(const std::string& values, int flags, const std::string& data) {
  const int keys = 1 + static_cast<int>(std::count(values.begin(), values.end(), ','));
  return curve(keys, values, std::to_string(flags), data, std::to_string(keys));
}

TEST(FbxCurve, ConstantAndLinear) {
  const auto held = curve_of("1,5,2", kConstant, "0,0,0,0");
  const auto next = curve_of("1,5,2", kConstantNext, "0,0,0,0");
  const auto line = curve_of("1,5,2", kLinear, "0,0,0,0");
  ASSERT_TRUE(held && next && line);
  EXPECT_EQ(sample(*held, 0.5, 0), 1);
  EXPECT_EQ(sample(*next, 0.5, 0), 5);
  EXPECT_EQ(sample(*line, 0.5, 0), 3);
}

double hermite(double from, double leaving, double to, double arriving, double s) {
  return (2 * s * s * s - 3 * s * s + 1) * from + (s * s * s - 2 * s * s + s) * leaving +
         (3 * s * s - 2 * s * s * s) * to + (s * s * s - s * s) * arriving;
}

TEST(FbxCurve, UserSlopesArePerSecond) {
  const auto c = curve_of("1,5", kUser, "3,-2,0,0");  // right slope, next key's left slope
  ASSERT_TRUE(c);
  for (double s = 0; s <= 1; s += 0.1) {
    EXPECT_NEAR(sample(*c, s, 0), hermite(1, 3, 5, -2, s), 1e-5) << s;
  }
}

TEST(FbxCurve, AutomaticSlopeIsTheNeighboursDifference) {
  const auto c = curve_of("1,5,2", kAuto | kIndependent, "0,0,0,0");
  ASSERT_TRUE(c);
  const double middle = (2.0 - 1.0) / 2.0;
  for (double s = 0; s <= 1; s += 0.1) {
    EXPECT_NEAR(sample(*c, s, 0), hermite(1, 4, 5, middle, s), 1e-5) << s;
    EXPECT_NEAR(sample(*c, 1 + s, 0), hermite(5, middle, 2, -3, s), 1e-5) << s;
  }
}

TEST(FbxCurve, ClampedTangentsDoNotOvershoot) {
  const auto flat = curve_of("1,1,4", kAuto | kIndependent | kClamp, "0,0,0,0");
  ASSERT_TRUE(flat);
  for (double t = 0; t <= 1; t += 0.1) EXPECT_NEAR(sample(*flat, t, 0), 1, 1e-6) << t;
  const auto peak = curve_of("1,5,2", kAuto | kIndependent | kClampProgressive, "0,0,0,0");
  ASSERT_TRUE(peak);
  for (double t = 0; t <= 2; t += 0.05) EXPECT_LE(sample(*peak, t, 0), 5.0f) << t;
}

// Chords of slope 4 and -2, the key a sixth of the way: the slope between its neighbours is -1, the
// mean with that of the chords' blend 1. A bias of 50 percent leans half of the way to one of the
// chords; beyond 500 the square of the rest comes on top, 40 times.
TEST(FbxCurve, ABiasLeansAnAutomaticTangentToItsSide) {
  FbxNeighbours at{.before = true, .after = true, .time_before = 1, .time = 1.5, .time_after = 4};
  at.value_before = 0, at.value = 2, at.value_after = -3;
  const double plain = 0.5 * -1.0 + 0.5 * (4.0 * 5.0 / 6.0 + -2.0 / 6.0);
  const auto slope = [&](double bias) {
    return fbx_auto_slope(at, bias, static_cast<std::uint32_t>(kAuto));
  };
  EXPECT_NEAR(slope(0), plain, 1e-12);
  EXPECT_NEAR(slope(50), plain + 0.5 * (-2.0 - plain), 1e-12) << "to the right";
  EXPECT_NEAR(slope(-50), plain + 0.5 * (4.0 - plain), 1e-12) << "to the left";
  EXPECT_NEAR(slope(600), plain + 6.0 * (-2.0 - plain) - 40.0, 1e-9) << "down, as the way goes";
  EXPECT_NEAR(slope(-600), plain + 6.0 * (4.0 - plain) + 40.0, 1e-9) << "up";
  // Where there is no way to go the bias says which.
  at.value = -0.5;
  EXPECT_NEAR(slope(700), -1.0 + 160.0, 1e-9);
  EXPECT_NEAR(slope(-700), -1.0 - 160.0, 1e-9);
}

// Tension, continuity and bias of 0: Catmull and Rom's spline.
TEST(FbxCurve, TcbOfZeroIsCatmullRom) {
  const auto c = curve_of("0,1,5,2", kTcb, "0,0,0,0");
  ASSERT_TRUE(c);
  for (double s = 0; s <= 1; s += 0.1) {
    EXPECT_NEAR(sample(*c, 1 + s, 0), hermite(1, 2.5, 5, 0.5, s), 1e-5) << s;
  }
}

// Kochanek and Bartels, by hand: chords of slope 4 and -2; at an end only one.
TEST(FbxCurve, TcbSlopesLeanAndBreak) {
  FbxNeighbours at{.before = true, .after = true, .time_before = 1, .time = 1.5, .time_after = 4};
  at.value_before = 0, at.value = 2, at.value_after = -3;
  const FbxSlopes inner = fbx_tcb_slopes(at, 0.5, 0.25, -0.5);
  EXPECT_NEAR(inner.left, 0.5 * 0.5 * (0.5 * 0.75 * 4 + 1.5 * 1.25 * -2), 1e-12);
  EXPECT_NEAR(inner.right, 0.5 * 0.5 * (0.5 * 1.25 * 4 + 1.5 * 0.75 * -2), 1e-12);
  at.before = false;
  const FbxSlopes first = fbx_tcb_slopes(at, 0.5, 0.25, -0.5);
  EXPECT_NEAR(first.left, 0.5 * 1.5 * 1.25 * -2, 1e-12);
  EXPECT_NEAR(first.right, 0.5 * 1.5 * 0.75 * -2, 1e-12);
}

// Two weights in the bits of one float: 0.5 to the right, 0.25 to the next key's left.
TEST(FbxCurve, WeightedTangents) {
  const float weights = std::bit_cast<float>(std::uint32_t{5000} | std::uint32_t{2500} << 16);
  char text[64];
  std::snprintf(text, sizeof text, "2,4,%.9g,0", static_cast<double>(weights));
  const auto c = curve_of("0,3", kUser | 0x3000000, text);
  ASSERT_TRUE(c);
  for (double s = 0; s <= 1; s += 0.1) {
    const double u = 1 - s;
    const double x = 3 * u * u * s * 0.5 + 3 * u * s * s * 0.75 + s * s * s;
    const double y = 3 * u * u * s * 1.0 + 3 * u * s * s * (3 - 1.0) + s * s * s * 3;
    EXPECT_NEAR(sample(*c, x, 0), y, 1e-5) << s;
  }
}

TEST(FbxCurve, AttributesAreRuns) {
  const auto c = curve(5, "0,1,2,3,4", "2,4", "0,0,0,0,0,0,0,0", "2,3");
  ASSERT_TRUE(c);
  EXPECT_EQ(sample(*c, 1.5, 0), 1);
  EXPECT_EQ(sample(*c, 2.5, 0), 2.5f);
}

TEST(FbxCurve, UnitsStartAndScale) {
  const auto c = curve(2, "0,180", "4", "0,0,0,0", "2", {46186158000.0, 23093079000.0, 0.5});
  ASSERT_TRUE(c);
  EXPECT_DOUBLE_EQ(c->key[0].time, -0.5);
  EXPECT_EQ(sample(*c, 0.0, 0), 45);
}

TEST(FbxCurve, DamagedCurvesAreNothing) {
  EXPECT_FALSE(curve(2, "0,1,2", "4", "0,0,0,0", "2"));      // a value too many
  EXPECT_FALSE(curve(2, "0,1", "4", "0,0,0", "2"));          // attributes not in fours
  EXPECT_FALSE(curve(2, "0,1", "4", "0,0,0,0", "1"));        // runs too short
  EXPECT_FALSE(curve(2, "0,1", "4", "0,0,0,0", "-2"));       // and negative
  EXPECT_FALSE(curve(2, "0,1e99", "4", "0,0,0,0", "2"));     // not a float
  EXPECT_FALSE(curve(2, "0,1", "1032", "1e39,0,0,0", "2"));  // a slope that is none
}

Curve ramp() {
  return {{{0.0, 0.0f}, {1.0, 2.0f}}};
}

TEST(FbxExtrapolation, ClosedForms) {
  const auto extended = [](FbxBeyond how, std::int64_t times) {
    Curve c = ramp();
    EXPECT_TRUE(extend(c, {how, times}, {how, times}, -4.0, 5.0, 1000));
    return c;
  };
  const Curve again = extended(FbxBeyond::Repeat, -1);
  const Curve rising = extended(FbxBeyond::RepeatRelative, -1);
  const Curve mirror = extended(FbxBeyond::Mirror, -1);
  const Curve once = extended(FbxBeyond::Repeat, 1);
  for (double t = -3.95; t < 5.0; t += 0.1) {
    const double part = t - std::floor(t);
    const bool odd = std::fmod(std::abs(std::floor(t)), 2.0) == 1.0;
    EXPECT_NEAR(sample(again, t, 0), 2 * part, 1e-5) << t;
    EXPECT_NEAR(sample(rising, t, 0), 2 * t, 1e-5) << t;
    EXPECT_NEAR(sample(mirror, t, 0), odd ? 2 - 2 * part : 2 * part, 1e-5) << t;
    if (t < 2 && t > -1) {
      EXPECT_NEAR(sample(once, t, 0), 2 * part, 1e-5) << t;
    }
  }
  EXPECT_EQ(sample(once, 4, 0), 2);
  EXPECT_EQ(sample(once, -3, 0), 0);
}

TEST(FbxExtrapolation, SlopeGoesStraightOn) {
  Curve c{{{0.0, 0.0f, Segment::Cubic, {}, {0.25f, 1.0f}},
           {1.0, 2.0f, Segment::Step, {-0.5f, 1.0f}, {}}}};
  ASSERT_TRUE(extend(c, {FbxBeyond::Slope, -1}, {FbxBeyond::Slope, -1}, -2.0, 3.0, 100));
  EXPECT_NEAR(sample(c, -1, 0), -4, 1e-5);
  EXPECT_NEAR(sample(c, 2, 0), 0, 1e-5);
}

TEST(FbxExtrapolation, SteppedMirrorHoldsTheSameValues) {
  Curve c{{{0.0, 1.0f, Segment::Step}, {1.0, 2.0f, Segment::Step}, {2.0, 3.0f, Segment::Step}}};
  ASSERT_TRUE(extend(c, {}, {FbxBeyond::Mirror, 1}, 0.0, 4.0, 100));
  EXPECT_EQ(sample(c, 2.5, 0), 2);
  EXPECT_EQ(sample(c, 3.5, 0), 1);
}

TEST(FbxExtrapolation, NotWithoutEnd) {
  Curve c = ramp();
  EXPECT_FALSE(extend(c, {}, {FbxBeyond::Repeat, -1}, 0.0, 1e12, 1000));
  EXPECT_EQ(c.key.size(), 2u);
}

FbxLocal pivoted() {
  FbxLocal local;
  local[FbxPart::Translation] = {1, 2, 3};
  local[FbxPart::Rotation] = {10, 20, 30};
  local[FbxPart::Scaling] = {2, 3, 0.5};
  local[FbxPart::RotationOffset] = {0.5, 0, -1};
  local[FbxPart::RotationPivot] = {4, 5, 6};
  local[FbxPart::PreRotation] = {90, 0, 45};
  local[FbxPart::PostRotation] = {0, 30, 60};
  local[FbxPart::ScalingOffset] = {0, 0.25, 0};
  local[FbxPart::ScalingPivot] = {-1, 2, 0.5};
  local.order = EulerOrder::ZXY;
  local.turns_apart = true;
  return local;
}

mat4 turn(float degrees, vec3 axis) {
  return glm::mat4_cast(glm::angleAxis(glm::radians(degrees), axis));
}
mat4 move(float x, float y, float z) {
  return to_matrix({{x, y, z}});
}

// The product by hand, with Lcl Rotation (x, y, 30).
mat4 pivoted_by_hand(float x, float y) {
  const vec3 ex(1, 0, 0), ey(0, 1, 0), ez(0, 0, 1);
  const mat4 pre = turn(45, ez) * turn(0, ey) * turn(90, ex);
  const mat4 post = turn(60, ez) * turn(30, ey) * turn(0, ex);
  const mat4 rotation = turn(y, ey) * turn(x, ex) * turn(30, ez);
  return move(1, 2, 3) * move(0.5f, 0, -1) * move(4, 5, 6) * pre * rotation * glm::inverse(post) *
         move(-4, -5, -6) * move(0, 0.25f, 0) * move(-1, 2, 0.5f) *
         to_matrix({{}, {1, 0, 0, 0}, {2, 3, 0.5f}}) * move(1, -2, -0.5f);
}

TEST(FbxLocal, PivotsByHand) {
  EXPECT_LT(max_difference(fbx_matrix(pivoted()), pivoted_by_hand(10, 20)), 1e-5f);
}

TEST(FbxLocal, FactorsMoveOnlyWhatMoves) {
  const FbxLocal local = pivoted();
  JointTrack track;
  track.factors = fbx_factors(local, {});
  EXPECT_EQ(track.factors.size(), 1u);
  EXPECT_LT(max_difference(sample(track, 0), fbx_matrix(local)), 1e-5f);
  FbxMotion motion;
  motion[FbxPart::Rotation].curves = fbx_still(local, FbxPart::Rotation);
  motion[FbxPart::Rotation].curves.axis[0].key = {{0.0, 0.0f}, {1.0, glm::radians(200.0f)}};
  // Pivots stand twice in the product, the second time inverse.
  motion[FbxPart::RotationPivot].curves = fbx_still(local, FbxPart::RotationPivot);
  motion[FbxPart::PostRotation].curves = fbx_still(local, FbxPart::PostRotation);
  track.factors = fbx_factors(local, motion);
  EXPECT_LT(max_difference(sample(track, 0.5), pivoted_by_hand(100, 20)), 1e-5f);
}

TEST(FbxLocal, RotationNotActiveIsPlain) {
  FbxLocal local = pivoted();
  local.turns_apart = false;
  local.part[static_cast<std::size_t>(FbxPart::RotationPivot)] = {};
  local.part[static_cast<std::size_t>(FbxPart::ScalingPivot)] = {};
  const mat4 want = move(1, 2, 3) * move(0.5f, 0, -1) * turn(30, {0, 0, 1}) * turn(20, {0, 1, 0}) *
                    turn(10, {1, 0, 0}) * move(0, 0.25f, 0) *
                    to_matrix({{}, {1, 0, 0, 0}, {2, 3, 0.5f}});
  EXPECT_LT(max_difference(fbx_matrix(local), want), 1e-5f);
}

}  // namespace
}  // namespace bindpose::tests::fbx_curve_test
