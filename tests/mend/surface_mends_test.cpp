// Mends along the surface, where the answer is known.
#include "rig/mend/surface_mends.h"

#include <gtest/gtest.h>

#include <numeric>
#include <tuple>

#include "rig/mend/mirror_surface.h"

namespace bindpose::surface_mends_test {
namespace {

using Rows = std::vector<std::vector<WeightEntry>>;

// A strip of `n` steps along x, two vertices wide, at these places.
struct Strip {
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;

  explicit Strip(const std::vector<float>& x) {
    for (const float at : x) {
      position.emplace_back(at, 0.0f, 0.0f);
      position.emplace_back(at, 1.0f, 0.0f);
    }
    for (std::uint32_t k = 0; k + 1 < x.size(); ++k) {
      const std::uint32_t a = 2 * k;
      triangle.insert(triangle.end(), {a, a + 2, a + 1, a + 1, a + 2, a + 3});
    }
  }
  VertexGraph graph() const { return vertex_graph(position, triangle); }
};

std::vector<std::uint32_t> every(std::size_t n) {
  std::vector<std::uint32_t> out(n);
  std::iota(out.begin(), out.end(), 0u);
  return out;
}

float weight(const Influences& in, std::size_t i, int slot) {
  for (std::size_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
    if (in.slot[k] == slot) return in.weight[k];
  }
  return 0.0f;
}

// A chain of single edges: triangles without width.
TEST(SurfaceMends, AHoleInAChainIsFilledLinearly) {
  const std::vector<float> x{0.0f, 1.0f, 1.5f, 3.0f, 4.0f};
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
  for (const float at : x) position.emplace_back(at, 0.0f, 0.0f);
  for (std::uint32_t k = 0; k + 1 < x.size(); ++k) triangle.insert(triangle.end(), {k, k + 1, k});
  const VertexGraph graph = vertex_graph(position, triangle);
  const Influences in = pack_influences(Rows{{{0, 1.0f}}, {}, {}, {}, {{1, 1.0f}}}, 2).influences;
  const auto all = every(5);
  const Mended out = filled(in, {all}, graph, position);
  EXPECT_EQ(out.changed, (std::vector<std::uint32_t>{1, 2, 3}));
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(weight(out.influences, i, 1), x[i] / 4.0f, 1e-6);
    EXPECT_NEAR(weight(out.influences, i, 0), 1.0f - x[i] / 4.0f, 1e-6);
  }
  EXPECT_TRUE(filled(out.influences, {all}, graph, position).changed.empty());
}

TEST(SurfaceMends, APartWithoutAnyWeightTakesThoseNearestToIt) {
  Strip strip({0.0f, 1.0f, 2.0f});
  const std::uint32_t first = 6;
  for (const float at : {4.0f, 5.0f, 4.5f}) strip.position.emplace_back(at, 0.25f, 0.0f);
  strip.triangle.insert(strip.triangle.end(), {first, first + 1, first + 2});
  Rows rows{{{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}, {{1, 1.0f}},
            {{2, 1.0f}}, {},          {},          {}};
  const Influences in = pack_influences(rows, 3).influences;
  const auto all = every(9);
  const Mended out = filled(in, {all}, strip.graph(), strip.position);
  for (const std::size_t i : {6u, 7u, 8u}) EXPECT_EQ(weight(out.influences, i, 1), 1.0f);
  // What is not asked for stays, and where the mesh has none at all, so do all.
  const std::vector<std::uint32_t> one{7};
  EXPECT_EQ(filled(in, {one}, strip.graph(), strip.position).changed, one);
  const Influences none = pack_influences(Rows(9), 3).influences;
  EXPECT_EQ(filled(none, {all}, strip.graph(), strip.position).left, all);
}

TEST(SurfaceMends, ASeamHasWhatItsOtherSideHas) {
  Strip strip({0.0f, 1.0f});
  strip.position.push_back(strip.position[2]);  // at one place with vertex 2
  const Influences in =
      pack_influences(Rows{{{0, 1.0f}}, {{0, 1.0f}}, {{1, 1.0f}}, {{0, 1.0f}}, {}}, 2).influences;
  const auto all = every(5);
  const Mended out = filled(in, {all}, strip.graph(), strip.position);
  EXPECT_EQ(out.changed, std::vector<std::uint32_t>{4});
  EXPECT_EQ(weight(out.influences, 4, 1), 1.0f);
}

TEST(SurfaceMends, NoLockedJointGetsWeightByFilling) {
  const Strip strip({0.0f, 1.0f, 2.0f});
  const Influences in =
      pack_influences(Rows{{{0, 1.0f}}, {{0, 1.0f}}, {}, {}, {{1, 1.0f}}, {{1, 1.0f}}}, 2)
          .influences;
  const auto all = every(6);
  const std::vector<std::uint8_t> locked{0, 1};
  const Mended out = filled(in, {all, locked}, strip.graph(), strip.position);
  for (const std::size_t i : {2u, 3u}) EXPECT_EQ(weight(out.influences, i, 0), 1.0f);
}

// Weights that are linear along an even strip are those of their neighbours' mean; a step is not.
TEST(SurfaceMends, SmoothingLeavesWhatIsSmoothAndKeepsLocks) {
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
  Rows rows;
  for (std::uint32_t k = 0; k < 5; ++k) {
    position.emplace_back(float(k), 0.0f, 0.0f);
    if (k < 4) triangle.insert(triangle.end(), {k, k + 1, k});
    rows.push_back({{0, 1.0f - 0.25f * float(k)}, {1, 0.25f * float(k)}});
  }
  const VertexGraph graph = vertex_graph(position, triangle);
  const std::vector<std::uint32_t> inner{1, 2, 3};
  const Influences linear = pack_influences(rows, 3).influences;
  EXPECT_TRUE(smoothed(linear, {inner}, graph, 1.0, 10).changed.empty());
  const Influences step =
      pack_influences(Rows{{{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}, {{1, 1.0f}}, {{1, 1.0f}}}, 3)
          .influences;
  const Mended once = smoothed(step, {inner}, graph, 0.5, 1);
  EXPECT_NEAR(weight(once.influences, 2, 1), 0.25f, 1e-6);
  EXPECT_NEAR(weight(once.influences, 3, 1), 0.75f, 1e-6);
  EXPECT_EQ(once.changed, (std::vector<std::uint32_t>{2, 3}));
  // Again and again it becomes the straight line between the ends.
  const Mended often = smoothed(step, {inner}, graph, 1.0, 2000);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_NEAR(weight(often.influences, i, 1), 0.25 * double(i), 2e-3);
  const std::vector<std::uint8_t> locked{0, 1};
  EXPECT_TRUE(smoothed(step, {inner, locked}, graph, 0.5, 1).changed.empty());
}

const MirrorPlane kPlane{{1.0, 0.0, 0.0}, 0.0};

TEST(MirrorSurface, TheOppositePlaceIsAVertexWhereOneIsThere) {
  Strip strip({-2.0f, -1.0f, 0.0f, 1.0f, 2.0f});
  const std::vector<vec3> from{{1.0f, 1.0f, 0.0f}, {1.5f, 0.25f, 0.0f}, {9.0f, 0.0f, 0.0f}};
  const auto found = opposite_by_place(from, kPlane, strip.position, strip.triangle, 0.1f, 1e-4f);
  EXPECT_EQ(found[0].vertex, (std::array<std::uint32_t, 3>{3, 3, 3}));
  ASSERT_TRUE(found[1].found);
  vec3 at(0.0f);
  for (int c = 0; c < 3; ++c)
    at += found[1].bary[c] * strip.position[found[1].vertex[std::size_t(c)]];
  EXPECT_NEAR(glm::length(at - vec3(-1.5f, 0.25f, 0.0f)), 0.0f, 1e-6f);
  EXPECT_FALSE(found[2].found);
  // As near as it must be, and no farther.
  for (const auto& [exact, depth, is_vertex] :
       {std::tuple{0.0f, 0.0f, true}, {0.125f, 0.125f, true}, {0.1249f, 0.125f, false}}) {
    const auto place = opposite_by_place(std::vector<vec3>{{1.0f, 1.0f, depth}}, kPlane,
                                         strip.position, strip.triangle, 0.25f, exact)[0];
    EXPECT_EQ(place.vertex == (std::array<std::uint32_t, 3>{3, 3, 3}), is_vertex) << exact;
  }
}

// A place that is as far away as it may be, and the same for each of so many that all cores look.
TEST(MirrorSurface, WhatIsAskedForOneIsAnsweredForMany) {
  Strip strip({-2.0f, -1.0f, 0.0f, 1.0f, 2.0f});
  const auto opposite = [&](const std::vector<vec3>& from, float within) {
    return opposite_by_place(from, kPlane, strip.position, strip.triangle, within, 1e-4f);
  };
  EXPECT_TRUE(opposite({{1.0f, 0.25f, 0.125f}}, 0.125f)[0].found);
  EXPECT_FALSE(opposite({{1.0f, 0.25f, 0.125f}}, 0.1249f)[0].found);
  std::vector<vec3> many;
  for (int k = 0; k < 20000; ++k)
    many.push_back(vec3(0.0002f * float(k) - 2.0f, 0.25f, 1e-5f * float(k % 20000)));
  const auto found = opposite(many, 0.125f);
  for (std::size_t k = 0; k < many.size(); k += 97) {
    const MirrorPlace alone = opposite({many[k]}, 0.125f)[0];
    EXPECT_EQ(found[k].found, alone.found) << k;
    EXPECT_EQ(found[k].found, k <= 12500) << k;
    EXPECT_EQ(found[k].vertex, alone.vertex) << k;
    EXPECT_EQ(found[k].bary, alone.bary) << k;
  }
}

// Two triangles on either side of an edge in the plane and one more on each: one side is bent out
// of shape, and its partner is found all the same.
TEST(MirrorSurface, ByTopologyASideThatWasMovedHasItsPartner) {
  std::vector<vec3> position{{0, 0, 0},     {0, 1, 0}, {1, 0.5f, 0},
                             {-1, 0.5f, 0}, {1, 2, 0}, {-5, 7, 3}};
  const std::vector<std::uint32_t> triangle{0, 2, 1, 0, 1, 3, 1, 2, 4, 3, 1, 5};
  const VertexGraph graph = vertex_graph(position, triangle);
  EXPECT_EQ(opposite_by_topology(graph, position, triangle, kPlane, 1e-4, 1e-3),
            (std::vector<std::uint32_t>{0, 1, 3, 2, 5, 4}));
  // Without its last triangle the far point has none.
  const std::vector<std::uint32_t> less(triangle.begin(), triangle.end() - 3);
  const VertexGraph cut = vertex_graph(position, less);
  EXPECT_EQ(opposite_by_topology(cut, position, less, kPlane, 1e-4, 1e-3),
            (std::vector<std::uint32_t>{0, 1, 3, 2, kNoPoint, kNoPoint}));
}

// Two rows of squares on either side of the plane; one square has its other diagonal: what lies
// behind it is not found by a walk that went wrong there.
TEST(MirrorSurface, ByTopologyAnotherDiagonalEndsTheWay) {
  std::vector<vec3> position;
  for (int x = -3; x <= 3; ++x) {
    for (int y = 0; y <= 4; ++y) position.push_back(vec3(float(x), float(y), 0.0f));
  }
  const auto at = [](int x, int y) { return static_cast<std::uint32_t>((x + 3) * 5 + y); };
  const auto squares = [&](bool other) {
    std::vector<std::uint32_t> triangle;
    for (int x = -3; x < 3; ++x) {
      for (int y = 0; y < 4; ++y) {
        const std::uint32_t a = at(x, y), b = at(x + 1, y), c = at(x + 1, y + 1), d = at(x, y + 1);
        // Mirror images of each other, but for one.
        const bool rising = (x < 0) != (other && x == 1 && y == 1);
        if (rising) {
          triangle.insert(triangle.end(), {a, b, c, a, c, d});
        } else {
          triangle.insert(triangle.end(), {a, b, d, b, c, d});
        }
      }
    }
    return triangle;
  };
  for (const bool other : {false, true}) {
    const auto triangle = squares(other);
    const VertexGraph graph = vertex_graph(position, triangle);
    const auto opposite = opposite_by_topology(graph, position, triangle, kPlane, 1e-4, 1e-3);
    std::size_t found = 0;
    for (int x = -3; x <= 3; ++x) {
      for (int y = 0; y <= 4; ++y) {
        const std::uint32_t p = opposite[graph.point[at(x, y)]];
        if (p == kNoPoint) continue;
        ++found;
        EXPECT_EQ(p, graph.point[at(-x, y)]) << x << ", " << y << ", " << other;
      }
    }
    EXPECT_GE(found, other ? 16u : 35u);
  }
}

}  // namespace
}  // namespace bindpose::surface_mends_test
