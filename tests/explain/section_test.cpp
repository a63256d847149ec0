// Cross-sections and lengths along a bone against closed forms: polygons, the candy wrapper's
// cos^2 of half the angle, the chord of a bend.
#include <gtest/gtest.h>

#include <cmath>

#include "explain/tube_rig.h"
#include "rig/surface/section_ring.h"
#include "scene/lesson/quantity/quantity.h"

namespace bindpose::section_test {
namespace {

using tube_rig::kRadius;
using tube_rig::polygon_area;
using tube_rig::tube;

TEST(SectionRing, OfATubeIsItsPolygon) {
  const auto t = tube(kRadius);
  for (const float y : {1.0f, 1.03f}) {  // a hoop, and between two
    const auto ring = ring_around(t.position, t.triangle, {0, y, 0}, {0, 1, 0});
    ASSERT_TRUE(ring) << "over the seam, too";
    EXPECT_NEAR(ring_area(*ring, t.position), polygon_area(kRadius), 1e-6);
    EXPECT_LT(glm::distance(ring_middle(*ring, t.position), glm::dvec3(0, y, 0)), 1e-6);
  }
  // A cut that leans by 30 degrees is longer by 1 / cos 30.
  const float lean = glm::radians(30.0f);
  const auto ring =
      ring_around(t.position, t.triangle, {0.1f, 1.01f, 0}, {std::sin(lean), std::cos(lean), 0});
  ASSERT_TRUE(ring);
  EXPECT_NEAR(ring_area(*ring, t.position), polygon_area(kRadius) / std::cos(double(lean)), 1e-5);
}

TEST(SectionRing, TheLargestAroundThePointCounts) {
  auto t = tube(kRadius);
  for (const auto& other : {tube(0.1f), tube(1.0f, 5.0f)}) {
    const auto first = static_cast<std::uint32_t>(t.position.size());
    t.position.insert(t.position.end(), other.position.begin(), other.position.end());
    for (const std::uint32_t v : other.triangle) t.triangle.push_back(first + v);
  }
  EXPECT_EQ(section_rings(t.position, t.triangle, {0, 1.01f, 0}, {0, 1, 0}).size(), 3u);
  const auto ring = ring_around(t.position, t.triangle, {0, 1.01f, 0}, {0, 1, 0});
  ASSERT_TRUE(ring);
  EXPECT_NEAR(ring_area(*ring, t.position), polygon_area(kRadius), 1e-6);
  EXPECT_FALSE(ring_around(t.position, t.triangle, {2, 1.01f, 0}, {0, 1, 0})) << "beside all";
  EXPECT_TRUE(section_rings(t.position, t.triangle, {5, 1, 0}, {1, 0, 0}).empty())
      << "along the tube the cut ends at its open ends";
  EXPECT_FALSE(ring_around(t.position, t.triangle, {0, 3, 0}, {0, 1, 0}));
}

TEST(SectionRing, WhatIsNoSurfaceHasNone) {
  EXPECT_TRUE(section_rings({}, {}, {0, 0, 0}, {0, 1, 0}).empty());
  const std::vector<vec3> points = {{0, -1, 0}, {1, 1, 0}, {NAN, 1, 1}};
  const std::vector<std::uint32_t> wild = {0, 1, 2, 0, 1, 99};
  EXPECT_TRUE(section_rings(points, wild, {0, 0, 0}, {0, 1, 0}).empty());
}

TEST(SectionRing, ATriangleWithoutItsPointsHidesNoOthers) {
  auto t = tube(kRadius);
  t.triangle.insert(t.triangle.begin(), {0, 1, 99999});
  const auto ring = ring_around(t.position, t.triangle, {0, 1.01f, 0}, {0, 1, 0});
  ASSERT_TRUE(ring);
  EXPECT_NEAR(ring_area(*ring, t.position), polygon_area(kRadius), 1e-6);
}

class TubeQuantities : public ::testing::Test {
 protected:
  double value(const char* words) {
    std::string error;
    const auto q = parse_quantity(words, *scene_.model, error);
    EXPECT_TRUE(q) << error;
    return q ? evaluate_quantity(*q, scene_, evaluate(scene_)) : 0.0;
  }
  Scene scene_ = make_scene(tube_rig::model());
};

TEST_F(TubeQuantities, AtBindTheyAreThoseOfTheTube) {
  EXPECT_NEAR(value("section low"), 1e4 * polygon_area(kRadius), 1e-2);  // metres
  EXPECT_NEAR(value("section ratio top"), 1.0, 1e-6);
  EXPECT_NEAR(value("length low"), 90.0, 1e-3);
  EXPECT_NEAR(value("length ratio low"), 1.0, 1e-6);
  EXPECT_TRUE(std::isnan(value("section tip"))) << "its bone ends in itself";
}

TEST_F(TubeQuantities, ATwistLeavesTheCosineSquaredOfHalfTheAngle) {
  for (const float degrees : {40.0f, 90.0f, 150.0f, 180.0f}) {
    scene_.pose.user_local[1] = rigs::turn(degrees, {0, 1, 0});
    scene_.view.section_at = 0.0f;  // y = 1: both weights are a half
    const double half = std::cos(glm::radians(0.5 * double(degrees)));
    EXPECT_NEAR(value("section ratio lbs top"), half * half, 2e-5);
    if (degrees < 180.0f) {
      EXPECT_NEAR(value("section ratio dqs top"), 1.0, 1e-4);
    }
    scene_.view.section_at = 0.75f;  // of low, y = 0.75: 3 to 1
    const double left = 1 - 2 * 0.25 * 0.75 * (1 - std::cos(glm::radians(double(degrees))));
    EXPECT_NEAR(value("section ratio lbs low"), left, 2e-5);
    EXPECT_NEAR(value("length ratio lbs top"), 1.0, 1e-5) << "a twist keeps lengths";
  }
}

TEST_F(TubeQuantities, ABendGoesAlongTheChords) {
  scene_.pose.user_local[1] = rigs::turn(100, {0, 0, 1});
  const glm::dvec3 axis(-std::sin(glm::radians(100.0)), std::cos(glm::radians(100.0)), 0);
  double length = 0.0;
  glm::dvec3 last(0.0);
  for (int k = 1; k <= 19; ++k) {
    const double y = 1.0 + 0.05 * k, w = std::clamp(y - 0.5, 0.0, 1.0);
    const glm::dvec3 middle =
        (1 - w) * glm::dvec3(0, y, 0) + w * (glm::dvec3(0, 1, 0) + (y - 1.0) * axis);
    if (k > 1) length += glm::distance(middle, last);
    last = middle;
  }
  EXPECT_NEAR(value("length top"), 100.0 * length, 1e-2);
  EXPECT_NEAR(value("length ratio lbs top"), length / 0.9, 1e-4);
}

}  // namespace
}  // namespace bindpose::section_test
