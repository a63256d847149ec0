// The volume that a surface encloses, against closed forms: what overlaps counts once.
#include "rig/enclosed_volume.h"

#include <gtest/gtest.h>

#include <functional>
#include <numbers>
#include <vector>

#include "rig/fixtures.h"

namespace bindpose::test::enclosed_volume_test {
namespace {

constexpr double kPi = std::numbers::pi;

struct Surface {
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;

  SurfacePart part() const { return {position, triangle}; }
  double enclosed() const { return enclosed_volume(std::vector{part()}); }
  double signed_one() const { return signed_volume(std::vector{part()}); }
};

// rows x columns points, closed around the columns; `cap`: the ends are one point each.
Surface grid_surface(int rows, int columns, bool ring,
                     const std::function<dvec3(double, double)>& at) {
  Surface out;
  const auto index = [&](int r, int c) {
    return static_cast<std::uint32_t>((ring ? r % rows : r) * columns + c % columns);
  };
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c)
      out.position.emplace_back(at(double(r) / (ring ? rows : rows - 1), double(c) / columns));
  }
  for (int r = 0; r < (ring ? rows : rows - 1); ++r) {
    for (int c = 0; c < columns; ++c) {
      const std::uint32_t a = index(r, c), b = index(r, c + 1), d = index(r + 1, c),
                          e = index(r + 1, c + 1);
      out.triangle.insert(out.triangle.end(), {a, b, e, a, e, d});
    }
  }
  return out;
}

Surface sphere(const dvec3& center, double radius, int steps = 120) {
  return grid_surface(steps, 2 * steps, false, [&](double v, double u) {
    const double polar = kPi * (1.0 - v), turn = 2.0 * kPi * u;
    return center + radius * dvec3(std::sin(polar) * std::cos(turn),
                                   std::sin(polar) * std::sin(turn), std::cos(polar));
  });
}

double ball(double r) {
  return 4.0 / 3.0 * kPi * r * r * r;
}

TEST(EnclosedVolume, IsTheSignedOneWhereNothingOverlaps) {
  const Surface s = sphere({0.3, -5.0, 2.0}, 0.7);
  EXPECT_NEAR(s.signed_one(), ball(0.7), 1e-3 * ball(0.7));
  EXPECT_EQ(s.enclosed(), s.signed_one());
}

TEST(EnclosedVolume, OverlappingBallsCountTheirLensOnce) {
  const double r = 1.0, d = 0.8;
  const Surface a = sphere({0, 0, 0}, r), b = sphere({0.48, 0.64, 0}, r);
  const double lens = kPi * (2 * r - d) * (2 * r - d) * (d * d + 4 * d * r) / (12 * d);
  const std::vector<SurfacePart> both{a.part(), b.part()};
  EXPECT_NEAR(signed_volume(both), 2 * ball(r), 1e-2);
  EXPECT_NEAR(enclosed_volume(both), 2 * ball(r) - lens, 1e-2);
}

TEST(EnclosedVolume, AHundredBallsInOneAnotherAreOne) {
  const Surface one = sphere({0, 0, 0}, 1.0, 20);
  const std::vector<SurfacePart> many(100, one.part());
  EXPECT_NEAR(enclosed_volume(many, 64), one.signed_one(), 0.2);  // what 99 times the rays miss
}

TEST(EnclosedVolume, ABallInABallAddsNothingAndAHoleTakesAway) {
  const Surface outer = sphere({0, 0, 0}, 1.0);
  Surface inner = sphere({0.1, 0.2, 0.0}, 0.5);
  EXPECT_NEAR(enclosed_volume(std::vector{outer.part(), inner.part()}), ball(1.0), 2e-3);
  for (std::size_t k = 0; k < inner.triangle.size(); k += 3)
    std::swap(inner.triangle[k], inner.triangle[k + 1]);
  EXPECT_NEAR(enclosed_volume(std::vector{outer.part(), inner.part()}), ball(1.0) - ball(0.5),
              2e-3);
}

// A bent tube whose two arms pass through each other at right angles shares a Steinmetz solid of
// 16 r^3 / 3 with itself.
TEST(EnclosedVolume, ATubeThatCrossesItself) {
  constexpr double kRadius = 0.1, kArm = 1.0;
  // Along x through the origin, round three quarters of a circle, and back along y.
  const double turn = 1.5 * kPi, length = 2 * kArm * 2 + turn * kArm;
  const auto middle = [&](double s, dvec3& ahead) {
    if (s < 2 * kArm) {
      ahead = {1, 0, 0};
      return dvec3(s - kArm, 0, 0);
    }
    if (s > length - 2 * kArm) {
      ahead = {0, -1, 0};
      return dvec3(0, length - kArm - s, 0);
    }
    const double a = (s - 2 * kArm) / kArm - kPi / 2;
    ahead = {-std::sin(a), std::cos(a), 0};
    return dvec3(kArm + kArm * std::cos(a), kArm + kArm * std::sin(a), 0);
  };
  const Surface tube = grid_surface(1200, 96, false, [&](double v, double u) {
    dvec3 ahead;
    const dvec3 c = middle(v * length, ahead);
    // The first and the last ring are points: the ends are closed.
    const double r = v <= 0.0 || v >= 1.0 ? 0.0 : kRadius;
    const dvec3 across = glm::cross(ahead, dvec3(0, 0, 1));
    return c + r * (std::cos(2 * kPi * u) * dvec3(0, 0, 1) + std::sin(2 * kPi * u) * across);
  });
  const double whole = std::abs(tube.signed_one()),
               shared = 16.0 / 3.0 * kRadius * kRadius * kRadius;
  EXPECT_NEAR(whole, kPi * kRadius * kRadius * length, 2e-3 * whole);
  EXPECT_NEAR(std::abs(tube.enclosed()), whole - shared, 0.02 * shared);
}

TEST(EnclosedVolume, InsideOutIsNegative) {
  Surface a = sphere({0, 0, 0}, 1.0), b = sphere({0.8, 0, 0}, 1.0);
  const double right = enclosed_volume(std::vector{a.part(), b.part()});
  for (Surface* s : {&a, &b}) {
    for (std::size_t k = 0; k < s->triangle.size(); k += 3)
      std::swap(s->triangle[k], s->triangle[k + 1]);
  }
  EXPECT_NEAR(enclosed_volume(std::vector{a.part(), b.part()}), -right, 1e-9);
}

TEST(EnclosedVolume, NothingFlatOrNotFinite) {
  EXPECT_EQ(enclosed_volume({}), 0.0);
  Surface flat = sphere({0, 0, 0}, 1.0, 8);
  for (vec3& p : flat.position) p.z = 0.0f;
  EXPECT_NEAR(flat.enclosed(), 0.0, 1e-12);
  Surface broken = sphere({0, 0, 0}, 1.0, 8);
  broken.position[5].x = NAN;
  EXPECT_TRUE(std::isnan(broken.enclosed()));
}

}  // namespace
}  // namespace bindpose::test::enclosed_volume_test
