// Brushes on small surfaces, where the answer is known: how far the surface goes around a place,
// and what a stroke does to rows.
#include "rig/paint/brush_stroke.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "rig/paint/surface_disc.h"

namespace bindpose::brush_stroke_test {
namespace {

// n x n places, a unit apart, in a plane; diagonals all one way.
struct Grid {
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;

  void add(std::uint32_t n, float height) {
    const auto first = static_cast<std::uint32_t>(position.size());
    for (std::uint32_t y = 0; y < n; ++y) {
      for (std::uint32_t x = 0; x < n; ++x) {
        position.emplace_back(static_cast<float>(x), static_cast<float>(y), height);
        if (x + 1 == n || y + 1 == n) continue;
        const std::uint32_t a = first + y * n + x;
        triangle.insert(triangle.end(), {a, a + 1, a + n, a + 1, a + n + 1, a + n});
      }
    }
  }
};

std::map<std::uint32_t, float> as_map(const std::vector<SurfaceDisc::Reached>& all) {
  std::map<std::uint32_t, float> out;
  for (const auto& r : all) EXPECT_TRUE(out.emplace(r.point, r.distance).second) << "each once";
  return out;
}

TEST(SurfaceDisc, OnAPlaneWaysAreStraight) {
  Grid grid;
  grid.add(21, 0.0f);
  const VertexGraph graph = vertex_graph(grid.position, grid.triangle);
  SurfaceDisc disc(graph, grid.triangle);
  // In the triangle (10, 10), (11, 10), (10, 11).
  const DiscCenter center{
      {10 * 21 + 10, 10 * 21 + 11, 11 * 21 + 10}, {0.5f, 0.3f, 0.2f}, {10.3f, 10.2f, 0.0f}};
  const auto reached = as_map(disc.along(grid.position, center, 7.5f));
  std::size_t within = 0;
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    const float straight = glm::length(grid.position[p] - center.at);
    const auto at = reached.find(p);
    if (straight < 7.5f) ++within;
    ASSERT_EQ(at != reached.end(), straight < 7.5f) << p;
    if (straight >= 7.5f) continue;
    EXPECT_NEAR(at->second, straight, 2e-5f) << p;
  }
  EXPECT_GT(within, 150u);
  EXPECT_EQ(as_map(disc.along(grid.position, center, 7.5f)), reached) << "nothing is left behind";
}

// A cylinder of radius 1: unrolled it is a plane.
TEST(SurfaceDisc, AroundACylinderTheWayIsTheUnrolledOne) {
  constexpr std::uint32_t kRound = 96, kHigh = 40;
  const float step = 2.0f * 3.14159265f / kRound;
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
  for (std::uint32_t y = 0; y < kHigh; ++y) {
    for (std::uint32_t k = 0; k < kRound; ++k) {
      const float a = step * static_cast<float>(k);
      position.emplace_back(std::cos(a), std::sin(a), step * static_cast<float>(y));
      if (y + 1 == kHigh) continue;
      const std::uint32_t i = y * kRound + k, j = y * kRound + (k + 1) % kRound;
      triangle.insert(triangle.end(), {i, j, i + kRound, j, j + kRound, i + kRound});
    }
  }
  const VertexGraph graph = vertex_graph(position, triangle);
  SurfaceDisc disc(graph, triangle);
  const std::uint32_t middle = 20 * kRound;
  const DiscCenter center{{middle, middle + 1, middle + kRound}, {1, 0, 0}, position[middle]};
  for (const auto& [p, way] : as_map(disc.along(position, center, 1.2f))) {
    const int k = static_cast<int>(p % kRound);
    const float round = step * static_cast<float>(std::min(k, int{kRound} - k));
    const float high = step * (static_cast<float>(p / kRound) - 20.0f);
    EXPECT_NEAR(way, std::hypot(round, high), 0.004f) << p;
  }
}

TEST(SurfaceDisc, NothingIsReachedAcrossAGap) {
  Grid grid;
  grid.add(9, 0.0f);
  grid.add(9, 0.1f);
  const VertexGraph graph = vertex_graph(grid.position, grid.triangle);
  SurfaceDisc disc(graph, grid.triangle);
  const DiscCenter center{{40, 41, 49}, {1, 0, 0}, grid.position[40]};
  for (const auto& r : disc.along(grid.position, center, 3.0f)) EXPECT_LT(r.point, 81u);
  const auto through = as_map(disc.through(grid.position, center.at, 3.0f));
  EXPECT_NEAR(through.at(81 + 40), 0.1f, 1e-6f);
}

TEST(SurfaceDisc, OnAnEdgeBothTrianglesSayTheSame) {
  Grid grid;
  grid.add(9, 0.0f);
  const VertexGraph graph = vertex_graph(grid.position, grid.triangle);
  SurfaceDisc disc(graph, grid.triangle);
  const vec3 at = 0.5f * (grid.position[41] + grid.position[49]);  // the diagonal of a square
  const auto one = as_map(disc.along(grid.position, {{40, 41, 49}, {0, 0.5f, 0.5f}, at}, 2.5f));
  const auto other =
      as_map(disc.along(grid.position, {{41, 50, 49}, {0.5f, 1e-6f, 0.5f}, at}, 2.5f));
  EXPECT_EQ(one, other);
}

TEST(BrushFallOff, IsWhatItsFormulaSays) {
  EXPECT_EQ(fall_off(FallOff::Linear, 0.25), 0.75);
  EXPECT_EQ(fall_off(FallOff::Flat, 0.999), 1.0);
  EXPECT_EQ(fall_off(FallOff::Smooth, 0.5), 0.5);
  EXPECT_DOUBLE_EQ(fall_off(FallOff::Smooth, 0.25), 1.0 - 3.0 / 16.0 + 2.0 / 64.0);
  for (const FallOff kind : {FallOff::Smooth, FallOff::Linear, FallOff::Flat}) {
    EXPECT_EQ(fall_off(kind, 0.0), 1.0);
    EXPECT_EQ(fall_off(kind, 1.0), 0.0);
  }
}

using Row = PaintStroke::Row;

double of(const Row& row, int slot) {
  for (const ExactWeight& e : row) {
    if (e.slot == slot) return e.weight;
  }
  return 0.0;
}
double sum_of(const Row& row) {
  double sum = 0.0;
  for (const ExactWeight& e : row) sum += e.weight;
  return sum;
}

class BrushStroke : public ::testing::Test {
 protected:
  Grid grid_ = [] {
    Grid grid;
    grid.add(3, 0.0f);
    return grid;
  }();
  VertexGraph graph_ = vertex_graph(grid_.position, grid_.triangle);
  std::vector<Row> rows_{9, Row{{0, 0.5}, {1, 0.3}, {2, 0.2}}};

  PaintStroke stroke(const BrushRules& rules) const {
    return PaintStroke(graph_, rules, [this](std::uint32_t p) { return rows_[p]; });
  }
};

TEST_F(BrushStroke, AddsToAJointAndTheOthersKeepTheirProportions) {
  PaintStroke add = stroke({PaintMode::Add, 0.4, 1.0, {1, -1}});
  const std::vector<Covered> half{{4, {0.5, 0.0}}};
  EXPECT_EQ(add.dab(half), std::vector<std::uint32_t>{4});
  EXPECT_NEAR(of(add.row(4), 1), 0.5, 1e-12);
  EXPECT_NEAR(of(add.row(4), 0), 0.5 * 0.5 / 0.7, 1e-12);
  EXPECT_NEAR(of(add.row(4), 2), 0.5 * 0.2 / 0.7, 1e-12);
  EXPECT_TRUE(add.dab(half).empty()) << "what has been given is not given again";
  const std::vector<Covered> whole{{4, {1.0, 0.0}}};
  add.dab(whole);
  EXPECT_NEAR(of(add.row(4), 1), 0.7, 1e-12) << "by the most, from the begin";
}

TEST_F(BrushStroke, SubtractStopsAtNothingAndReplaceReachesTheValue) {
  const std::vector<Covered> whole{{4, {1.0, 0.0}}};
  PaintStroke less = stroke({PaintMode::Subtract, 0.4, 1.0, {1, -1}});
  less.dab(whole);
  EXPECT_EQ(of(less.row(4), 1), 0.0);
  EXPECT_NEAR(of(less.row(4), 0), 5.0 / 7.0, 1e-12);
  for (const double value : {0.0, 0.25, 1.0}) {
    PaintStroke replace = stroke({PaintMode::Replace, 1.0, value, {2, -1}});
    replace.dab(whole);
    EXPECT_EQ(of(replace.row(4), 2), value);
    EXPECT_NEAR(sum_of(replace.row(4)), 1.0, 1e-12);
  }
}

TEST_F(BrushStroke, TwoJointsAtOnceInTheMiddle) {
  rows_[4] = {{0, 0.2}, {1, 0.2}, {2, 0.6}};
  PaintStroke add = stroke({PaintMode::Add, 0.1, 1.0, {0, 1}});
  const std::vector<Covered> both{{4, {1.0, 1.0}}};
  add.dab(both);
  EXPECT_NEAR(of(add.row(4), 0), 0.3, 1e-12);
  EXPECT_NEAR(of(add.row(4), 1), 0.3, 1e-12);
  EXPECT_NEAR(of(add.row(4), 2), 0.4, 1e-12);
}

TEST_F(BrushStroke, LockedWeightsStayAndLimitTheOthers) {
  BrushRules rules{PaintMode::Replace, 1.0, 1.0, {2, -1}};
  rules.locked = [](int slot) { return slot == 0; };
  PaintStroke replace = stroke(rules);
  const std::vector<Covered> whole{{4, {1.0, 0.0}}};
  replace.dab(whole);
  EXPECT_EQ(of(replace.row(4), 0), 0.5);
  EXPECT_EQ(of(replace.row(4), 2), 0.5);
  EXPECT_EQ(of(replace.row(4), 1), 0.0);
  rules.mode = PaintMode::Smooth;
  rows_[1] = {{1, 1.0}};
  PaintStroke smooth = stroke(rules);
  smooth.dab(whole);
  EXPECT_EQ(of(smooth.row(4), 0), 0.5);
  EXPECT_NEAR(sum_of(smooth.row(4)), 1.0, 1e-12);
}

// Half of the row is locked. The other half goes half of the way to the mean of the neighbours, and
// again: 0.3 -> 0.4 -> 0.45 of slot 1. A row that did not add up to 1 after the first dab would go
// another way in the second.
TEST_F(BrushStroke, LockedWeightsDoNotWeighInDabsThatAddUp) {
  for (Row& row : rows_) row = {{0, 0.5}, {1, 0.5}};
  rows_[4] = {{0, 0.5}, {1, 0.3}, {2, 0.2}};
  BrushRules rules{PaintMode::Smooth, 0.5};
  rules.locked = [](int slot) { return slot == 0; };
  PaintStroke smooth = stroke(rules);
  const std::vector<Covered> whole{{4, {1.0, 0.0}}};
  smooth.dab(whole);
  EXPECT_NEAR(of(smooth.row(4), 1), 0.4, 1e-7);
  smooth.dab(whole);
  EXPECT_EQ(of(smooth.row(4), 0), 0.5);
  EXPECT_NEAR(of(smooth.row(4), 1), 0.45, 1e-7);
  EXPECT_NEAR(of(smooth.row(4), 2), 0.05, 1e-7);
}

TEST_F(BrushStroke, ACapKeepsTheLargest) {
  BrushRules rules{PaintMode::Add, 0.25, 1.0, {3, -1}, 3};
  PaintStroke add = stroke(rules);
  const std::vector<Covered> covered{{4, {1.0, 0.0}}};
  add.dab(covered);
  const Row row = add.row(4);  // 3: 0.25, then 0.375, 0.225, 0.15
  EXPECT_EQ(row.size(), 3u);
  EXPECT_EQ(of(row, 2), 0.0);
  EXPECT_NEAR(of(row, 3), 0.25 / 0.85, 1e-12);
  EXPECT_NEAR(sum_of(row), 1.0, 1e-12);
}

// 1 and 2 are the joints of both sides, and the point is in the middle.
TEST_F(BrushStroke, ACapOfBothSidesLeansToNone) {
  BrushRules rules{PaintMode::Add, 0.2, 1.0, {0, -1}, 2, {}, [](int slot) {
                     return slot == 1 ? 2 : slot == 2 ? 1 : slot;
                   }};
  const std::vector<Covered> covered{{4, {1.0, 0.0}}};
  const auto capped = [&](const Row& begin) {
    rows_[4] = begin;
    PaintStroke add = stroke(rules);
    add.dab(covered);
    return add.row(4);
  };
  EXPECT_EQ(capped({{0, 0.4}, {1, 0.3}, {2, 0.3}}).size(), 1u) << "both go";
  const Row other = capped({{0, 0.4}, {2, 0.31}, {1, 0.29}});
  ASSERT_EQ(other.size(), 2u) << "one is larger: it is not in the middle";
  EXPECT_NEAR(of(other, 2), (0.31 / 0.6 * 0.4) / (0.6 + 0.31 / 0.6 * 0.4), 1e-12);
  rules.limit = 3;
  EXPECT_EQ(capped({{0, 0.4}, {1, 0.25}, {2, 0.25}, {3, 0.1}}).size(), 3u) << "both stay";
  rules.limit = 1;
  rules.slot = {3, -1};
  EXPECT_EQ(capped({{1, 0.5}, {2, 0.5}}).size(), 1u) << "somebody has to";
  rules.limit = 2;
  rules.slot = {0, -1};
  rules.opposite = nullptr;
  EXPECT_EQ(capped({{0, 0.4}, {1, 0.3}, {2, 0.3}}).size(), 2u) << "one side: the first of them";
}

TEST_F(BrushStroke, WhatFollowsTheJointAloneIsCounted) {
  rows_[4] = {{1, 1.0}};
  PaintStroke less = stroke({PaintMode::Subtract, 0.4, 1.0, {1, -1}});
  const std::vector<Covered> covered{{4, {1.0, 0.0}}};
  EXPECT_TRUE(less.dab(covered).empty());
  EXPECT_EQ(less.alone(), 1u);
  PaintStroke more = stroke({PaintMode::Add, 0.4, 1.0, {1, -1}});
  EXPECT_TRUE(more.dab(covered).empty());
  EXPECT_EQ(more.alone(), 0u) << "it has all of it already";
  rows_[4] = {};
  PaintStroke first = stroke({PaintMode::Add, 0.4, 1.0, {1, -1}});
  first.dab(covered);
  EXPECT_EQ(of(first.row(4), 1), 1.0) << "without weights it follows the joint then";
}

// The neighbours of the middle one: 1 and 3, 5 and 7 a unit away, 2 and 6 along diagonals.
TEST_F(BrushStroke, SmoothGoesTowardsTheMeanAndSharpenAwayFromIt) {
  for (Row& row : rows_) row = {{0, 1.0}};
  rows_[4] = {{0, 0.5}, {1, 0.5}};
  rows_[1] = {{1, 1.0}};
  const double diagonal = 1.0 / std::sqrt(2.0), mean = 1.0 / (4.0 + 2.0 * diagonal);
  const std::vector<Covered> covered{{4, {0.5, 0.0}}};
  PaintStroke smooth = stroke({PaintMode::Smooth, 0.4});
  smooth.dab(covered);
  EXPECT_NEAR(of(smooth.row(4), 1), 0.5 + 0.2 * (mean - 0.5), 1e-7);
  const double once = of(smooth.row(4), 1);
  smooth.dab(covered);
  EXPECT_NEAR(of(smooth.row(4), 1), once + 0.2 * (mean - once), 1e-7) << "dabs add up";
  PaintStroke sharpen = stroke({PaintMode::Sharpen, 0.4});
  sharpen.dab(covered);
  EXPECT_NEAR(of(sharpen.row(4), 1), 0.5 - 0.2 * (mean - 0.5), 1e-7);
  for (int k = 0; k < 200; ++k) sharpen.dab(covered);
  EXPECT_NEAR(of(sharpen.row(4), 1), 1.0, 1e-9) << "and no farther";
  EXPECT_EQ(sharpen.row(4).size(), 1u);
}

TEST_F(BrushStroke, WhereAllIsAlikeNothingChanges) {
  for (const PaintMode mode : {PaintMode::Smooth, PaintMode::Sharpen}) {
    PaintStroke even = stroke({mode, 1.0});
    const std::vector<Covered> covered{{4, {1.0, 0.0}}, {0, {1.0, 0.0}}};
    even.dab(covered);
    for (int slot = 0; slot < 3; ++slot)
      EXPECT_NEAR(of(even.row(4), slot), of(rows_[4], slot), 1e-12);
  }
}

TEST_F(BrushStroke, NextToNothingIsNotBroughtIn) {
  PaintStroke add = stroke({PaintMode::Add, 0.5, 1.0, {5, -1}});
  const std::vector<Covered> rim{{4, {0.0038, 0.0}}};  // 0.0019, below 1/510
  add.dab(rim);
  EXPECT_EQ(of(add.row(4), 5), 0.0);
  const std::vector<Covered> more{{4, {0.004, 0.0}}};
  add.dab(more);
  EXPECT_NEAR(of(add.row(4), 5), 0.002, 1e-9);
}

}  // namespace
}  // namespace bindpose::brush_stroke_test
