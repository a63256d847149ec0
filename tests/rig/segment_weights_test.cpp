#include "rig/weights/segment_weights.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "fixtures.h"

namespace bindpose::segment_weights_test {
namespace {

// The formula, evaluated as it stands, in double precision.
std::map<int, double> direct(const vec3& p, const std::vector<BoneSegment>& segments) {
  std::map<int, double> hat;
  double sum = 0.0;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const glm::dvec3 a(segments[s].head), b(segments[s].tail), q(p);
    const glm::dvec3 along = b - a;
    const double length2 = glm::dot(along, along);
    double t = length2 > 0.0 ? glm::dot(q - a, along) / length2 : 0.0;
    t = std::min(1.0, std::max(0.0, t));
    const double d = glm::length(q - (a + t * along));
    const double r = double{segments[s].radius};
    const double w = r > 0.0 ? std::max(0.0, r - d) / r : 0.0;
    if (w > 0.0) hat[static_cast<int>(s)] = w;
    sum += w;
  }
  for (auto& [slot, w] : hat) w /= sum;
  return hat;
}

TEST(SegmentWeights, AgreesWithTheFormula) {
  test::Random random(7);
  std::vector<BoneSegment> segments;
  for (int s = 0; s < 12; ++s) {
    segments.push_back({s, random.point(1.0f), random.point(1.0f), random.number(0.1f, 1.2f)});
  }
  segments[3].tail = segments[3].head;
  std::vector<vec3> points;
  for (int i = 0; i < 4000; ++i) points.push_back(random.point(1.5f));
  const Influences in = segment_weights(points, segments);
  ASSERT_EQ(in.vertex_count(), points.size());
  std::size_t empty = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto expected = direct(points[i], segments);
    double worst = 0.0;
    auto left = expected;
    float before = 2.0f;
    for (std::uint32_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
      EXPECT_GT(in.weight[k], 0.0f);
      EXPECT_LE(in.weight[k], before);
      before = in.weight[k];
      worst = std::max(worst, std::abs(double{in.weight[k]} - left[in.slot[k]]));
      left.erase(in.slot[k]);
    }
    for (const auto& [slot, w] : left) worst = std::max(worst, w);
    EXPECT_LT(worst, 1e-6);
    EXPECT_EQ(in.raw_weight_sum[i], expected.empty() ? 0.0f : 1.0f);
    empty += expected.empty() ? 1 : 0;
  }
  EXPECT_GT(empty, 0u);
  EXPECT_LT(empty, points.size() / 2);
}

TEST(SegmentWeights, HalfWayBetweenTwoBonesBothPullAlike) {
  const std::vector<BoneSegment> segments = {{0, {0, 0, 0}, {0, 1, 0}, 1.0f},
                                             {1, {1, 0, 0}, {1, 1, 0}, 1.0f}};
  const std::vector<vec3> points = {{0.5f, 0.5f, 0.0f}, {0.25f, 0.5f, 0.0f}, {0.0f, 3.0f, 0.0f}};
  const Influences in = segment_weights(points, segments);
  ASSERT_EQ(in.offset, (std::vector<std::uint32_t>{0, 2, 4, 4}));
  EXPECT_FLOAT_EQ(in.weight[0], 0.5f);
  EXPECT_FLOAT_EQ(in.weight[2], 0.75f);
  EXPECT_EQ(in.slot[2], 0);
  EXPECT_FLOAT_EQ(in.weight[3], 0.25f);
}

// There w^ is 0: an influence of 0 would make the sum 0 and its weight 0/0.
TEST(SegmentWeights, AVertexExactlyAtTheRadiusIsOutside) {
  const std::vector<BoneSegment> one = {{0, {0, 0, 0}, {0, 4, 0}, 2.0f}};
  const std::vector<vec3> points = {
      {2, 1, 0}, {0, -2, 0}, {0, 6, 0}, {std::nextafter(2.0f, 0.0f), 1, 0}};
  const Influences in = segment_weights(points, one);
  EXPECT_EQ(in.offset, (std::vector<std::uint32_t>{0, 0, 0, 0, 1}));
  EXPECT_EQ(in.weight, (std::vector<float>{1.0f}));
  EXPECT_EQ(in.raw_weight_sum, (std::vector<float>{0, 0, 0, 1}));

  // Beside a bone that does reach it, one that just does not is no influence of its.
  const std::vector<BoneSegment> two = {one[0], {1, {0, 0, 0}, {0, 4, 0}, 4.0f}};
  const Influences both = segment_weights(std::vector<vec3>{{2, 1, 0}}, two);
  EXPECT_EQ(both.slot, (std::vector<std::uint16_t>{1}));
  EXPECT_EQ(both.weight, (std::vector<float>{1.0f}));
}

TEST(SegmentWeights, WhatIsNotANumberPullsOnNothing) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<BoneSegment> segments = {{0, {0, 0, 0}, {0, 1, 0}, nan},
                                             {1, {0, 0, 0}, {0, 1, 0}, -1.0f},
                                             {2, {0, 0, 0}, {0, 1, 0}, 0.0f}};
  const std::vector<vec3> points = {{0, 0.5f, 0}, {nan, 0, 0}};
  EXPECT_TRUE(segment_weights(points, segments).weight.empty());
  const std::vector<BoneSegment> one = {{0, {0, 0, 0}, {0, 1, 0}, 1.0f}};
  EXPECT_EQ(segment_weights(points, one).offset, (std::vector<std::uint32_t>{0, 1, 1}));
}

TEST(SegmentWeights, CoveringRadiiReachEveryPoint) {
  test::Random random(11);
  std::vector<BoneSegment> segments;
  for (int s = 0; s < 5; ++s) segments.push_back({s, random.point(1.0f), random.point(1.0f), 0.0f});
  std::vector<vec3> points;
  for (int i = 0; i < 500; ++i) points.push_back(random.point(2.0f));
  const std::vector<float> radius = covering_radii(points, segments, 1.01f);
  for (std::size_t s = 0; s < segments.size(); ++s) segments[s].radius = radius[s];
  const Influences in = segment_weights(points, segments);
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_LT(in.offset[i], in.offset[i + 1]);
}

}  // namespace
}  // namespace bindpose::segment_weights_test
