#include "math/geometry.h"

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "math/bounds.h"
#include "rig/fixtures.h"

namespace bindpose::test::geometry_test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
const vec3 kA(0, 0, 0), kB(2, 0, 0), kC(0, 2, 0);

TEST(Box, GrowsByPointsAndBoxes) {
  Box box;
  EXPECT_TRUE(box.empty());
  EXPECT_EQ(box.diagonal(), 0.0f);
  box.add(vec3(kNan, 0, 0));
  box.add(vec3(std::numeric_limits<float>::infinity()));
  box.add(Box{});
  EXPECT_TRUE(box.empty());
  box.add(vec3(1, 2, 3));
  EXPECT_FALSE(box.empty());
  EXPECT_EQ(box.size(), vec3(0));
  box.add(Box{{-1, 0, 0}, {0, 0, 5}});
  EXPECT_EQ(box.lo, vec3(-1, 0, 0));
  EXPECT_EQ(box.hi, vec3(1, 2, 5));
  EXPECT_EQ(box.center(), vec3(0, 1, 2.5f));
}

TEST(Box, TransformedHoldsTheCorners) {
  const Box box{{-1, -2, -3}, {1, 2, 3}};
  const Box turned = transformed(box, translation({10, 0, 0}) * rotation(90, {0, 0, 1}));
  expect_near(turned.lo, {8, -1, -3});
  expect_near(turned.hi, {12, 1, 3});
  EXPECT_TRUE(transformed(Box{}, mat4(1.0f)).empty());
}

TEST(Ray, HitsATriangleFromBothSides) {
  const auto front = intersect_triangle({{0.5f, 0.25f, 3}, {0, 0, -1}}, kA, kB, kC);
  ASSERT_TRUE(front);
  EXPECT_FLOAT_EQ(front->t, 3.0f);
  expect_near(front->bary, {0.625, 0.25, 0.125}, 1e-6);
  const auto back = intersect_triangle({{0.5f, 0.25f, -2}, {0, 0, 1}}, kA, kB, kC);
  ASSERT_TRUE(back);
  EXPECT_FLOAT_EQ(back->t, 2.0f);
}

TEST(Ray, MissesWhatIsBesideBehindOrFlat) {
  EXPECT_FALSE(intersect_triangle({{1.5f, 1.5f, 1}, {0, 0, -1}}, kA, kB, kC));
  EXPECT_FALSE(intersect_triangle({{-0.1f, 1, 1}, {0, 0, -1}}, kA, kB, kC));
  EXPECT_FALSE(intersect_triangle({{0.5f, 0.5f, 1}, {0, 0, 1}}, kA, kB, kC));
  EXPECT_FALSE(intersect_triangle({{0.5f, 0.5f, 0}, {1, 0, 0}}, kA, kB, kC));
  EXPECT_FALSE(intersect_triangle({{0.5f, 0, 1}, {0, 0, -1}}, kA, kB, kB));
  EXPECT_FALSE(intersect_triangle({{0, 0, 1}, {0, 0, -1}}, kA, kA, kA));
  EXPECT_FALSE(intersect_triangle({{0.5f, 0.5f, 1}, {0, 0, -1}}, vec3(kNan), kB, kC));
  EXPECT_FALSE(intersect_triangle({vec3(kNan), {0, 0, -1}}, kA, kB, kC));
}

TEST(Ray, HitsSmallTrianglesFarAway) {
  const float far = 1e4f;
  const vec3 o(far, far, far);
  const auto hit = intersect_triangle({{far + 0.25f, far + 0.25f, 0}, {0, 0, 1}}, o,
                                      o + vec3(1, 0, 0), o + vec3(0, 1, 0));
  ASSERT_TRUE(hit);
  EXPECT_FLOAT_EQ(hit->t, far);
  expect_near(hit->bary, {0.5, 0.25, 0.25}, 1e-6);
}

TEST(Ray, MeetsABox) {
  const Box box{{-1, -1, -1}, {1, 1, 1}};
  EXPECT_FLOAT_EQ(*intersect_box({{-3, 0, 0}, {1, 0, 0}}, box), 2.0f);
  EXPECT_FLOAT_EQ(*intersect_box({{0, 0, 0}, {1, 0, 0}}, box), 0.0f);
  EXPECT_FLOAT_EQ(*intersect_box({{-3, 1, 1}, {1, 0, 0}}, box), 2.0f);  // along an edge
  const vec3 diagonal = glm::normalize(vec3(1, 1, 1));
  EXPECT_FLOAT_EQ(*intersect_box({{-2, -2, -2}, diagonal}, box), std::sqrt(3.0f));
  EXPECT_FALSE(intersect_box({{-3, 0, 0}, {-1, 0, 0}}, box));
  EXPECT_FALSE(intersect_box({{-3, 1.1f, 0}, {1, 0, 0}}, box));
  EXPECT_FALSE(intersect_box({{-3, 0, 0}, {1, 0, 0}}, Box{}));
}

TEST(Ray, MeetsAPlane) {
  const Ray down{{1, 5, 2}, {0, -1, 0}};
  EXPECT_FLOAT_EQ(*intersect_plane(down, {0, 2, 0}, {0, 1, 0}), 3.0f);
  EXPECT_FLOAT_EQ(*intersect_plane(down, {0, 2, 0}, {0, -7, 0}), 3.0f);
  EXPECT_FALSE(intersect_plane(down, {0, 6, 0}, {0, 1, 0}));
  EXPECT_FALSE(intersect_plane(down, {0, 2, 0}, {1, 0, 0}));
  EXPECT_FALSE(intersect_plane(down, {0, 2, 0}, {0, 0, 0}));
}

TEST(Segment, ClosestPoint) {
  EXPECT_FLOAT_EQ(closest_on_segment({1, 5, 0}, {0, 0, 0}, {4, 0, 0}), 0.25f);
  EXPECT_FLOAT_EQ(closest_on_segment({-1, 5, 0}, {0, 0, 0}, {4, 0, 0}), 0.0f);
  EXPECT_FLOAT_EQ(closest_on_segment({9, 5, 0}, {0, 0, 0}, {4, 0, 0}), 1.0f);
  EXPECT_FLOAT_EQ(closest_on_segment({9, 5, 0}, {4, 0, 0}, {4, 0, 0}), 0.0f);
}

TEST(Line, ClosestToARay) {
  // The ray goes down at x = 3; the line is the x axis from x = 1.
  EXPECT_FLOAT_EQ(*closest_on_line({{3, 5, 2}, {0, -1, 0}}, {1, 0, 0}, {1, 0, 0}), 2.0f);
  const vec3 slanted = glm::normalize(vec3(1, -1, 0));
  EXPECT_NEAR(*closest_on_line({{-2, 2, 1}, slanted}, {0, 0, 0}, {1, 0, 0}), 0.0f, 1e-6f);
  EXPECT_FALSE(closest_on_line({{3, 5, 2}, {1, 0, 0}}, {1, 0, 0}, {1, 0, 0}));
  EXPECT_FALSE(closest_on_line({{3, 5, 2}, {-1, 0, 0}}, {1, 0, 0}, {1, 0, 0}));
}

TEST(Segment, DistanceInThePlane) {
  EXPECT_FLOAT_EQ(distance_to_segment({1, 3}, {0, 0}, {4, 0}), 3.0f);
  EXPECT_FLOAT_EQ(distance_to_segment({7, 4}, {0, 0}, {4, 0}), 5.0f);
  EXPECT_FLOAT_EQ(distance_to_segment({3, 4}, {0, 0}, {0, 0}), 5.0f);
}

TEST(Box, ManyPointsAtOnceAreWhatTheyAreOneByOne) {
  std::vector<vec3> points;
  for (int i = 0; i < 11; ++i) {
    const auto x = static_cast<float>(i);
    points.push_back({x, 5.0f - x, (i % 3 == 0 ? -1.0f : 1.0f) * x});
  }
  points[2].y = kNan;
  points[6].z = std::numeric_limits<float>::infinity();
  points[9] = {-30.0f, kNan, 0.0f};
  for (std::size_t count = 0; count <= points.size(); ++count) {
    const std::span<const vec3> some(points.data(), count);
    Box one, all;
    for (const vec3& p : some) one.add(p);
    add_points(all, some);
    EXPECT_EQ(all.lo, one.lo) << count;
    EXPECT_EQ(all.hi, one.hi) << count;
  }
  Box grown{vec3(-50.0f), vec3(2.0f)};
  add_points(grown, points);
  EXPECT_EQ(grown.lo, vec3(-50.0f)) << "what it held stays";
  EXPECT_EQ(grown.hi.x, 10.0f);
}

}  // namespace
}  // namespace bindpose::test::geometry_test
