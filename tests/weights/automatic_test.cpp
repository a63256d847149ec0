// Weights by inverse distance, heat and voxels against what is known of them.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "rig/automatic/figures.h"
#include "rig/automatic/heat.h"
#include "rig/automatic/inverse_distance.h"
#include "rig/automatic/sparse_system.h"
#include "rig/automatic/voxel.h"
#include "rig/automatic/voxel_grid.h"

namespace bindpose {
namespace {

struct Solid {
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
};

// A tube along z about (x, 0), with caps or open.
void add_tube(Solid& s, float x, float radius, float from, float to, int rings, int sides,
              bool capped) {
  const auto first = static_cast<std::uint32_t>(s.position.size());
  const auto n = static_cast<std::uint32_t>(sides);
  for (int r = 0; r <= rings; ++r) {
    for (int k = 0; k < sides; ++k) {
      const float a = 2.0f * 3.14159265f * float(k) / float(sides);
      s.position.emplace_back(x + radius * std::cos(a), radius * std::sin(a),
                              from + (to - from) * float(r) / float(rings));
    }
  }
  for (std::uint32_t r = 0; r < std::uint32_t(rings); ++r) {
    for (std::uint32_t k = 0; k < n; ++k) {
      const std::uint32_t a = first + r * n + k, b = first + r * n + (k + 1) % n;
      s.triangle.insert(s.triangle.end(), {a, b, b + n, a, b + n, a + n});
    }
  }
  if (!capped) return;
  const auto low = static_cast<std::uint32_t>(s.position.size());
  s.position.emplace_back(x, 0.0f, from);
  s.position.emplace_back(x, 0.0f, to);
  const std::uint32_t last = first + std::uint32_t(rings) * n;
  for (std::uint32_t k = 0; k < n; ++k) {
    s.triangle.insert(s.triangle.end(), {low, first + (k + 1) % n, first + k});
    s.triangle.insert(s.triangle.end(), {low + 1, last + k, last + (k + 1) % n});
  }
}

float weight_of(const Influences& in, std::size_t vertex, int slot) {
  for (std::uint32_t e = in.offset[vertex]; e < in.offset[vertex + 1]; ++e) {
    if (in.slot[e] == slot) return in.weight[e];
  }
  return 0.0f;
}

void expect_partition(const Influences& in, std::size_t vertices) {
  ASSERT_EQ(in.vertex_count(), vertices);
  for (std::size_t i = 0; i < vertices; ++i) {
    double sum = 0.0;
    for (std::uint32_t e = in.offset[i]; e < in.offset[i + 1]; ++e) {
      EXPECT_GT(in.weight[e], 0.0f);
      sum += in.weight[e];
    }
    ASSERT_NEAR(sum, 1.0, 1e-5) << "vertex " << i;
  }
}

const std::vector<BoneSegment> kLine = {{0, {0, 0, -6}, {0, 0, 0}}, {1, {0, 0, 0}, {0, 0, 6}}};

TEST(InverseDistance, IsTheFormula) {
  const std::vector<vec3> points = {{0.5f, 0, 1}, {2, 0, -3}, {0, 0, 3}, {0, 0, 0}, {NAN, 0, 0}};
  const Influences w = inverse_distance_weights({points, {}, kLine}, {2.0f, 0}).influences;
  // 0.5 from the upper bone, sqrt(1.25) from the end of the lower one: 4 to 0.8.
  EXPECT_NEAR(weight_of(w, 0, 1), 4.0 / 4.8, 1e-6);
  EXPECT_NEAR(weight_of(w, 1, 0), (1.0 / 4.0) / (1.0 / 4.0 + 1.0 / 13.0), 1e-6);
  EXPECT_EQ(weight_of(w, 2, 1), 1.0f);  // on a bone: that one alone
  EXPECT_EQ(weight_of(w, 3, 0), 0.5f);  // where two meet: both
  EXPECT_EQ(w.offset[4], w.offset[5]);  // nowhere: nobody
}

// Along an endless tube of radius r about two bones end to end d = r everywhere, and heat solves
// w'' = (c / r^2) (w - p), p = 0 below and 1 above: w = 1 - e^(-sqrt(c) z / r) / 2 for z > 0.
TEST(Heat, AlongATubeIsTheClosedForm) {
  Solid tube;
  const float r = 0.5f;
  add_tube(tube, 0.0f, r, -6.0f, 6.0f, 240, 24, false);
  for (const float c : {1.0f, 0.25f}) {
    const AutomaticWeights made = heat_weights({tube.position, tube.triangle, kLine}, {c, 0});
    EXPECT_EQ(made.stray_parts, 0u);
    expect_partition(made.influences, tube.position.size());
    double worst = 0.0;
    for (std::size_t i = 0; i < tube.position.size(); ++i) {
      const double z = tube.position[i].z, half = 0.5 * std::exp(-std::sqrt(c) * std::abs(z) / r);
      const double expected = z > 0.0 ? 1.0 - half : half;
      worst = std::max(worst, std::abs(weight_of(made.influences, i, 1) - expected));
    }
    EXPECT_LT(worst, 4e-3) << "c = " << c;
  }
}

// A thick limb beside a thin one: much of the thick one is nearer to the thin one's bone.
struct TwoLimbs : testing::Test {
  Solid limbs;
  std::vector<BoneSegment> bones = {{0, {0, 0, 0}, {0, 0, 4}}, {1, {1.3f, 0, 0}, {1.3f, 0, 4}}};
  std::size_t thick = 0;

  void SetUp() override {
    add_tube(limbs, 0.0f, 1.0f, -0.5f, 4.5f, 20, 24, true);
    thick = limbs.position.size();
    add_tube(limbs, 1.3f, 0.2f, -0.5f, 4.5f, 20, 12, true);
    for (BoneSegment& b : bones) b.radius = 2.0f;
  }
  double most_wrong(const Influences& w) const {
    float most = 0.0f;
    for (std::size_t i = 0; i < limbs.position.size(); ++i)
      most = std::max(most, weight_of(w, i, i < thick ? 1 : 0));
    return most;
  }
};

TEST_F(TwoLimbs, HeatAndVoxelsDoNotLeakButSegmentsDo) {
  const BindInput in{limbs.position, limbs.triangle, bones};
  EXPECT_GT(most_wrong(segment_weights(in.position, bones)), 0.5);
  EXPECT_GT(most_wrong(inverse_distance_weights(in, {}).influences), 0.9);
  EXPECT_EQ(most_wrong(heat_weights(in, {}).influences), 0.0);
  EXPECT_EQ(most_wrong(voxel_weights(in, {}).influences), 0.0);
}

TEST_F(TwoLimbs, HeatSaysWhichBonesAreNearestNowhere) {
  bones.push_back({2, {40, 0, 0}, {41, 0, 0}});
  const AutomaticWeights heat = heat_weights({limbs.position, limbs.triangle, bones}, {});
  EXPECT_EQ(heat.nearest_somewhere, (std::vector<std::uint8_t>{1, 1, 0}));
}

TEST_F(TwoLimbs, WhatSeesNoBoneIsSaid) {
  limbs.position.clear();
  limbs.triangle.clear();
  add_tube(limbs, 0.0f, 1.0f, -0.5f, 4.5f, 20, 24, true);
  const std::size_t body = limbs.position.size();
  add_tube(limbs, 0.0f, 1.4f, 1.0f, 2.0f, 4, 24, false);  // a sleeve around it
  bones.resize(1);
  const AutomaticWeights heat = heat_weights({limbs.position, limbs.triangle, bones}, {});
  EXPECT_EQ(heat.stray_parts, 1u);
  EXPECT_EQ(heat.strays, limbs.position.size() - body);
  expect_partition(heat.influences, limbs.position.size());
  add_tube(limbs, 9.0f, 0.2f, 0.0f, 1.0f, 4, 8, true);  // far from everything
  const AutomaticWeights voxel = voxel_weights({limbs.position, limbs.triangle, bones}, {});
  EXPECT_GE(voxel.stray_parts, 1u);
  expect_partition(voxel.influences, limbs.position.size());
}

TEST(Voxels, FillOpenAndClosedSurfacesAlike) {
  for (const bool capped : {true, false}) {
    Solid tube;
    add_tube(tube, 0.0f, 1.0f, -2.0f, 2.0f, 10, 32, capped);
    const VoxelGrid grid(tube.position, tube.triangle, 40, {});
    EXPECT_NE(grid.at({0, 0, 0}), VoxelGrid::kNone) << capped;
    EXPECT_NE(grid.at({0.3f, -0.4f, 1.5f}), VoxelGrid::kNone) << capped;
    EXPECT_EQ(grid.at({0, 0, 2.4f}), VoxelGrid::kNone) << capped;
    EXPECT_EQ(grid.at({1.2f, 0, 0}), VoxelGrid::kNone) << capped;
    const double volume = double(grid.solid_count()) * std::pow(double(grid.step()), 3.0);
    EXPECT_NEAR(volume, 3.14159265 * 4.0, 0.35 * 3.14159265 * 4.0) << capped;  // and the skin
  }
}

TEST(Voxels, OfTwoSurfacesInOneAnotherTheInnerOneIsFilled) {
  Solid shells;
  add_tube(shells, 0.0f, 1.0f, -2.0f, 2.0f, 10, 32, true);
  add_tube(shells, 0.0f, 0.5f, -1.0f, 1.0f, 10, 32, true);
  const VoxelGrid grid(shells.position, shells.triangle, 60, {});
  EXPECT_NE(grid.at({0, 0, 0}), VoxelGrid::kNone);
  EXPECT_NE(grid.at({0.75f, 0, 0}), VoxelGrid::kNone);
}

// With a 0 and all bones kept, w ~ 1 / d^2 of the way through the inside: on a straight tube that
// is about the straight way.
TEST(Voxels, OnATubeAreTheFormulaOfTheStraightWay) {
  Solid tube;
  add_tube(tube, 0.0f, 0.5f, -6.0f, 6.0f, 120, 16, true);
  const AutomaticWeights made =
      voxel_weights({tube.position, tube.triangle, kLine}, {0.0f, 200, 0, 0.0f});
  expect_partition(made.influences, tube.position.size());
  double worst = 0.0;
  for (std::size_t i = 0; i < tube.position.size(); ++i) {
    const double one = segment_distance(tube.position[i], kLine[0]),
                 other = segment_distance(tube.position[i], kLine[1]);
    if (std::max(one, other) > 5.0 || std::min(one, other) < 0.4) continue;
    const double expected = (1.0 / (other * other)) / (1.0 / (one * one) + 1.0 / (other * other));
    worst = std::max(worst, std::abs(weight_of(made.influences, i, 1) - expected));
  }
  EXPECT_LT(worst, 0.06);
}

TEST(AutomaticRows, ACutSubtractsWhatItLeavesOut) {
  std::vector<WeightEntry> row = {{3, 0.1f}, {0, 0.4f}, {1, 0.3f}, {2, 0.2f}};
  keep_largest(row, 2);
  ASSERT_EQ(row.size(), 2u);
  EXPECT_EQ(row[0].slot, 0);
  EXPECT_NEAR(row[0].weight, 2.0 / 3.0, 1e-6);
  row = {{0, 0.4f}, {1, 0.3f}, {2, 0.3f}};
  keep_largest(row, 2);  // neither of two equals is preferred
  ASSERT_EQ(row.size(), 1u);
  EXPECT_EQ(row[0].slot, 0);
  row = {{2, 0.5f}, {1, 0.5f}};
  keep_largest(row, 1);
  ASSERT_EQ(row.size(), 1u);
  EXPECT_EQ(row[0].weight, 1.0f);
}

// Where so many bones pull alike that each has less than 8 bits can hold, all stay: a vertex
// without weights would be worse than one with small ones.
TEST(AutomaticRows, OfMoreEqualOnesThan8BitsCanHoldNoneIsACrumb) {
  const std::vector<vec3> points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<BoneSegment> bones(700, BoneSegment{0, {0, 0, 3}, {0, 0, 4}});
  const std::vector<std::uint32_t> triangle = {0, 1, 2};
  const AutomaticWeights made = heat_weights({points, triangle, bones}, {1.0f, 600});
  expect_partition(made.influences, 3);
  EXPECT_EQ(made.influences.offset.back(), 3u * 600);
  std::vector<WeightEntry> row = {{0, 0.9985f}, {1, 0.0015f}};
  drop_crumbs(row);
  ASSERT_EQ(row.size(), 1u);
  EXPECT_EQ(row[0].weight, 1.0f);
}

TEST_F(TwoLimbs, BadInputGivesASentenceOrNoWeight) {
  EXPECT_THROW(heat_weights({limbs.position, limbs.triangle, {}}, {}), std::runtime_error);
  EXPECT_THROW(voxel_weights({limbs.position, limbs.triangle, {}}, {}), std::runtime_error);
  EXPECT_THROW(voxel_weights({limbs.position, {}, bones}, {}), std::runtime_error);
  const std::vector<BoneSegment> nowhere = {{0, vec3(NAN), vec3(NAN)}};
  EXPECT_THROW(heat_weights({limbs.position, limbs.triangle, nowhere}, {}), std::runtime_error);
  EXPECT_THROW(voxel_weights({limbs.position, limbs.triangle, nowhere}, {}), std::runtime_error);
  // Triangles without area, vertices without triangles and places that are no numbers.
  limbs.position.push_back(limbs.position[0]);
  limbs.position.emplace_back(std::numeric_limits<float>::quiet_NaN());
  limbs.position.emplace_back(7.0f, 0.0f, 0.0f);
  const auto n = static_cast<std::uint32_t>(limbs.position.size());
  limbs.triangle.insert(limbs.triangle.end(), {0, n - 3, 1, 5, 5, 5, 0, 1, n - 2});
  bones[1].tail = bones[1].head;                 // a bone of no length
  bones.push_back({2, {50, 0, 0}, {51, 0, 0}});  // and one outside
  for (const AutomaticWeights& made :
       {heat_weights({limbs.position, limbs.triangle, bones}, {}),
        voxel_weights({limbs.position, limbs.triangle, bones}, {}),
        inverse_distance_weights({limbs.position, limbs.triangle, bones}, {})}) {
    const Influences& w = made.influences;
    ASSERT_EQ(w.vertex_count(), limbs.position.size());
    for (std::uint32_t i = 0; i < n; ++i) {
      const float sum =
          std::accumulate(w.weight.begin() + w.offset[i], w.weight.begin() + w.offset[i + 1], 0.0f);
      ASSERT_NEAR(sum, i == n - 2 ? 0.0f : 1.0f, 1e-5f) << i;
    }
  }
}

TEST_F(TwoLimbs, AStopLeavesNothing) {
  const BindInput in{limbs.position, limbs.triangle, bones};
  const BindProgress stop([](double) { return false; });
  EXPECT_THROW(heat_weights(in, {}, stop), BindStopped);
  EXPECT_THROW(voxel_weights(in, {}, stop), BindStopped);
  EXPECT_THROW(inverse_distance_weights(in, {}, stop), BindStopped);
  double last = -1.0;
  bool forward = true;
  heat_weights(in, {}, BindProgress([&](double part) {
                 forward = forward && part >= last && part <= 1.0;
                 last = part;
                 return true;
               }));
  EXPECT_TRUE(forward);
  EXPECT_GT(last, 0.9);
}

TEST_F(TwoLimbs, FiguresSayWhatLeaks) {
  bones[0].radius = 4.0f;  // its limb is its own, but for what the other one pulls along
  bones[1].radius = 0.9f;
  const BindInput in{limbs.position, limbs.triangle, bones};
  const std::vector<int> parent = {-1, -1};
  const WeightFigures segments = weight_figures(in, segment_weights(in.position, bones), parent);
  const WeightFigures heat = weight_figures(in, heat_weights(in, {}).influences, parent);
  EXPECT_GT(segments.leak, 0.03);
  EXPECT_GT(segments.leaking, 50u);
  EXPECT_EQ(heat.leak, 0.0);
  EXPECT_EQ(heat.leaking, 0u);
  EXPECT_EQ(heat.roughness, 0.0);  // each limb is rigid
  EXPECT_EQ(heat.steepness, 0.0);
  EXPECT_FALSE(heat.has_volume);  // no joint is below another
}

// Along z, w = (z + 1) / 2 between -1 and 1.
Influences straight_blend(const Solid& tube) {
  Influences w;
  for (const vec3& p : tube.position) {
    const float t = std::clamp(0.5f * (p.z + 1.0f), 0.0f, 1.0f);
    for (const auto& [slot, weight] : {std::pair(1, t), std::pair(0, 1.0f - t)}) {
      if (weight <= 0.0f) continue;
      w.slot.push_back(static_cast<std::uint16_t>(slot));
      w.weight.push_back(weight);
    }
    if (w.slot.size() - w.offset.back() == 2 && w.weight.back() > 0.5f) {
      std::swap(w.slot[w.slot.size() - 1], w.slot[w.slot.size() - 2]);
      std::swap(w.weight[w.weight.size() - 1], w.weight[w.weight.size() - 2]);
    }
    w.offset.push_back(static_cast<std::uint32_t>(w.slot.size()));
    w.raw_weight_sum.push_back(1.0f);
  }
  return w;
}

// |grad w|^2 is 1/4 for both bones, on an area of 2 pi r 2.
TEST(Figures, OfAStraightBlendAreThoseOfTheIntegral) {
  Solid tube;
  add_tube(tube, 0.0f, 0.5f, -6.0f, 6.0f, 240, 96, true);
  const Influences w = straight_blend(tube);
  const std::vector<int> parent = {-1, 0};
  const WeightFigures f = weight_figures({tube.position, tube.triangle, kLine}, w, parent);
  EXPECT_NEAR(f.steepness, 2.0 * 0.25 * 3.14159265 * 2.0, 0.01);
  EXPECT_EQ(f.leak, 0.0);
  EXPECT_TRUE(f.has_volume);
  EXPECT_LT(f.volume_least, 0.999);  // linear blending loses volume at a bend
  EXPECT_GT(f.volume_least, 0.9);
  EXPECT_EQ(f.least_slot, 1);
}

// Holes are closed about their middle, which bends with what is around it.
TEST(Figures, OfAnOpenTubeAreTheSameAnywhere) {
  Solid tube;
  add_tube(tube, 0.0f, 0.5f, -0.5f, 6.0f, 26, 12, false);
  const Influences w = straight_blend(tube);
  const std::vector<int> parent = {-1, 0};
  const WeightFigures here = weight_figures({tube.position, tube.triangle, kLine}, w, parent);
  EXPECT_TRUE(here.has_volume);
  EXPECT_LT(here.volume_least, 0.999);
  const vec3 away(10, 20, 30);
  for (vec3& p : tube.position) p += away;
  std::vector<BoneSegment> bones = kLine;
  for (BoneSegment& b : bones) b.head += away, b.tail += away;
  const WeightFigures there = weight_figures({tube.position, tube.triangle, bones}, w, parent);
  EXPECT_NEAR(there.volume_least, here.volume_least, 1e-5);
}

TEST(InverseDistance, LeavesOutBonesThatAreNowhere) {
  const std::vector<vec3> points = {{0.3f, 0, -1}, {0.1f, 0.2f, 2}};
  const Influences right = inverse_distance_weights({points, {}, kLine}, {}).influences;
  std::vector<BoneSegment> bones = kLine;
  bones.insert(bones.begin(), {0, vec3(std::numeric_limits<float>::quiet_NaN()), vec3(0.0f)});
  const Influences with = inverse_distance_weights({points, {}, bones}, {}).influences;
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(weight_of(with, i, 0), 0.0f);
    for (const int s : {0, 1}) EXPECT_EQ(weight_of(with, i, s + 1), weight_of(right, i, s));
  }
}

TEST(SparseSystem, HasASolutionWhereItIsPositiveDefinite) {
  EXPECT_TRUE(SparseSystem(0, {}).is_good());
  const std::vector<SparseEntry> two{{0, 0, 2.0}}, less{{0, 0, -2.0}};
  const SparseSystem good(1, two);
  ASSERT_TRUE(good.is_good());
  EXPECT_EQ(good.solve(std::vector<double>{3.0}), std::vector<double>{1.5});
  EXPECT_FALSE(SparseSystem(1, less).is_good());
}

}  // namespace
}  // namespace bindpose
