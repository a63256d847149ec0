// The average of drawings at a picture's edges, by numbers.
#include "render/gpu/edge_average.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace bindpose::test::edge_average_test {
namespace {

using Pixels = std::vector<std::uint8_t>;

// One byte of each pixel is given, the others are like it.
Pixels grey(const std::vector<int>& values) {
  Pixels out;
  for (const int v : values) out.insert(out.end(), 4, static_cast<std::uint8_t>(v));
  return out;
}

std::vector<int> values(const Pixels& pixels) {
  std::vector<int> out;
  for (std::size_t i = 0; i < pixels.size(); i += 4) out.push_back(pixels[i]);
  return out;
}

TEST(DifferenceRect, ReachesOnePixelAroundWhatDiffersInAnyBand) {
  constexpr int kWidth = 8;
  const Pixels same = grey(std::vector<int>(3 * kWidth, 7));
  DifferenceRect rect(kWidth);
  rect.add(0, same, same);
  EXPECT_TRUE(rect.widened(9).empty());
  Pixels low = same, high = same;
  low[4 * (1 * kWidth + 5) + 2] = 8;
  high[4 * (2 * kWidth + 3)] = 8;
  rect.add(3, low, same);
  rect.add(6, high, same);
  const PixelRect r = rect.widened(9);
  EXPECT_EQ(r.x, 2);
  EXPECT_EQ(r.width, 5);
  EXPECT_EQ(r.y, 3);
  EXPECT_EQ(r.height, 6) << "the picture ends at its last row";
}

TEST(EdgeAverage, CountsBothSidesOfAnEdgeAndNothingElse) {
  EdgeAverage average;
  average.begin(6, 3, {1, 1, 4, 2}, grey({10, 10, 90, 90, 10, 10, 10, 18}));
  EXPECT_EQ(average.edges(), (Pixels{0, 0, 0, 0, 0, 0,         // outside the region
                                     0, 0, 255, 255, 255, 0,   // 10|90, 90/10, 90/18
                                     0, 0, 0, 255, 255, 0}));  // not 10|18, which is even
}

TEST(EdgeAverage, IsTheMeanAtEdgesAndTheFirstDrawingElsewhere) {
  EdgeAverage average;
  average.begin(4, 1, {0, 0, 4, 1}, grey({50, 50, 100, 100}));
  average.add(grey({0, 52, 90, 0}));
  average.add(grey({0, 53, 81, 0}));
  EXPECT_EQ(values(average.shown()), (std::vector<int>{50, 52, 90, 100}));
}

TEST(EdgeAverage, WhatAllDrawingsSawAlikeDropsOutOnceFourHaveLooked) {
  EdgeAverage average;
  average.begin(4, 1, {0, 0, 4, 1}, grey({0, 100, 0, 100}));
  PixelMask mask{4, 1, {9, 9, 9, 9}};
  average.add(grey({3, 100, 0, 107}));
  average.add(grey({6, 100, 40, 100}));
  EXPECT_EQ(average.edges(), (Pixels{255, 255, 255, 255}));
  average.add(grey({3, 100, 0, 100}));
  ASSERT_EQ(average.drawings(), EdgeAverage::kLook);
  EXPECT_EQ(average.edges(), (Pixels{0, 0, 255, 255})) << "6 of 255 is alike, 7 is not";
  average.narrow(mask);
  EXPECT_EQ(mask.farthest, (std::vector<std::uint16_t>{0, 0, 9, 9}));
  average.add(grey({200, 200, 60, 98}));
  EXPECT_EQ(values(average.shown()), (std::vector<int>{3, 100, 20, 101}));
}

}  // namespace
}  // namespace bindpose::test::edge_average_test
