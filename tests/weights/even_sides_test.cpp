// Weights of a symmetric model whose triangles are not: both sides alike, and nothing else touched.
#include "rig/automatic/even_sides.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "rig/automatic/heat.h"

namespace bindpose::even_sides_test {
namespace {

// A bar along x with a bone in the middle and one a side, its quads cut the same way all round:
// what is mirrored at x = 0 runs along other edges.
struct Bar {
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
  std::vector<BoneSegment> bones = {{0, {-0.5f, 0, 0}, {0.5f, 0, 0}},
                                    {1, {0.5f, 0, 0}, {2, 0, 0}},
                                    {2, {-0.5f, 0, 0}, {-2, 0, 0}}};
  std::vector<int> opposite = {0, 2, 1};
  MirrorPlane plane;

  Bar() {
    constexpr std::uint32_t kAround = 8, kAlong = 16;
    for (std::uint32_t r = 0; r <= kAlong; ++r) {
      const int from_middle = int(r) - int(kAlong / 2);
      for (std::uint32_t k = 0; k < kAround; ++k) {
        const float x = 2.0f * float(from_middle) / 8.0f, a = 6.2831853f * float(k) / kAround;
        // No quad is a rectangle: there the way that it is cut would not matter.
        const float radius =
            0.5f + 0.1f * std::abs(x) * std::cos(a + 1.0f) + 0.05f * std::sin(2 * a);
        position.emplace_back(x, radius * std::cos(a), radius * std::sin(a));
      }
    }
    for (std::uint32_t r = 0; r < kAlong; ++r) {
      for (std::uint32_t k = 0; k < kAround; ++k) {
        const std::uint32_t a = r * kAround + k, b = r * kAround + (k + 1) % kAround;
        triangle.insert(triangle.end(), {a, b, b + kAround, a, b + kAround, a + kAround});
      }
    }
  }
  BindInput input() const { return {position, triangle, bones}; }
  std::size_t mirrored(std::size_t v) const { return (16 - v / 8) * 8 + v % 8; }
  Influences heat(int limit) const { return heat_weights(input(), {1.0f, limit}).influences; }
  float weight(const Influences& in, std::size_t v, int slot) const {
    for (std::uint32_t e = in.offset[v]; e < in.offset[v + 1]; ++e) {
      if (in.slot[e] == slot) return in.weight[e];
    }
    return 0.0f;
  }
  double asymmetry(const Influences& in) const {
    double most = 0.0;
    for (std::size_t v = 0; v < 17 * 8; ++v) {
      for (int s = 0; s < 3; ++s) {
        most = std::max(most, std::abs(double(weight(in, v, s)) -
                                       weight(in, mirrored(v), opposite[std::size_t(s)])));
      }
    }
    return most;
  }
  double sum(const Influences& in, std::size_t v) const {
    double out = 0.0;
    for (std::uint32_t e = in.offset[v]; e < in.offset[v + 1]; ++e) out += in.weight[e];
    return out;
  }
};

TEST(EvenSides, AreTheMeanOfBothWhateverTheTriangles) {
  const Bar bar;
  for (const int limit : {0, 2}) {
    const Influences before = bar.heat(limit);
    Influences after = before;
    ASSERT_GT(bar.asymmetry(before), 5e-4) << limit;  // there is something to do
    EXPECT_EQ(even_sides(bar.input(), bar.plane, bar.opposite, limit, after), bar.position.size());
    EXPECT_EQ(bar.asymmetry(after), 0.0) << limit;
    for (std::size_t v = 0; v < bar.position.size(); ++v) {
      ASSERT_NEAR(bar.sum(after, v), 1.0, 1e-6);
      if (limit > 0) {
        ASSERT_LE(after.offset[v + 1] - after.offset[v], 2u);
        continue;
      }
      for (int s = 0; s < 3; ++s) {
        const float mean =
            0.5f * (bar.weight(before, v, s) +
                    bar.weight(before, bar.mirrored(v), bar.opposite[std::size_t(s)]));
        ASSERT_NEAR(bar.weight(after, v, s), mean, 6e-5);  // crumbs go
      }
    }
  }
}

TEST(EvenSides, LeaveAloneWhatHasNoOtherSide) {
  const auto untouched = [](const Bar& bar) {
    const Influences before = bar.heat(0);
    Influences after = before;
    EXPECT_EQ(even_sides(bar.input(), bar.plane, bar.opposite, 0, after), 0u);
    EXPECT_EQ(after.weight, before.weight);
    EXPECT_EQ(after.slot, before.slot);
  };
  Bar moved;  // a point is not where its mirror image is
  moved.position[3].y += 0.01f;
  untouched(moved);
  Bar bone;  // a bone is not, or has none
  bone.bones[1].tail.x += 0.01f;
  untouched(bone);
  Bar alone;
  alone.opposite = {0, -1, -1};
  untouched(alone);
  Bar plane;
  plane.plane.offset = 0.1;
  untouched(plane);
}

// What is halved below what 8 bits hold goes where weights are limited, also where only one side
// had it.
TEST(EvenSides, UnderALimitNoCrumbsStay) {
  const Bar bar;
  std::vector<std::vector<WeightEntry>> rows(bar.position.size(), {{0, 1.0f}});
  rows[0] = {{0, 0.997f}, {1, 0.003f}};
  for (const int limit : {0, 4}) {
    Influences after = pack_influences(rows, 3).influences;
    EXPECT_EQ(even_sides(bar.input(), bar.plane, bar.opposite, limit, after), rows.size());
    EXPECT_EQ(bar.weight(after, 0, 1), limit > 0 ? 0.0f : 0.0015f);
    EXPECT_EQ(bar.weight(after, bar.mirrored(0), 2), bar.weight(after, 0, 1));
  }
}

// In the middle bones of both sides stay or go together, and what fits beside them stays: none is
// left alone that the neighbours share with others.
TEST(EvenSides, ACutInTheMiddleTakesPairsAndWhatFitsBesideThem) {
  Bar bar;
  bar.bones.push_back({3, {0.5f, 0.1f, 0}, {2, 0, 0}});
  bar.bones.push_back({4, {-0.5f, 0.1f, 0}, {-2, 0, 0}});
  bar.bones.push_back({5, {0, 0, 0}, {0, 1, 0}});
  bar.opposite = {0, 2, 1, 4, 3, 5};
  std::vector<std::vector<WeightEntry>> rows(bar.position.size(), {{0, 1.0f}});
  rows[64] = {{0, 0.5f}, {1, 0.2f}, {3, 0.2f}, {5, 0.1f}};  // x = 0
  Influences after = pack_influences(rows, 6).influences;
  EXPECT_EQ(even_sides(bar.input(), bar.plane, bar.opposite, 4, after), rows.size());
  EXPECT_EQ(after.offset[65] - after.offset[64], 4u);
  EXPECT_NEAR(bar.weight(after, 64, 0), 0.5 / 0.8, 1e-6);
  EXPECT_NEAR(bar.weight(after, 64, 1), 0.1 / 0.8, 1e-6);
  EXPECT_EQ(bar.weight(after, 64, 2), bar.weight(after, 64, 1));
  EXPECT_NEAR(bar.weight(after, 64, 5), 0.1 / 0.8, 1e-6);
  // Of a pair that does not fit nothing stays, and a bone in the middle that is less does.
  after = pack_influences(rows, 6).influences;
  even_sides(bar.input(), bar.plane, bar.opposite, 2, after);
  EXPECT_NEAR(bar.weight(after, 64, 0), 0.5 / 0.6, 1e-6);
  EXPECT_NEAR(bar.weight(after, 64, 5), 0.1 / 0.6, 1e-6);
}

// Another part is judged by itself, and so are vertices that are no numbers.
TEST(EvenSides, PartsAreJudgedOneByOne) {
  Bar bar;
  const std::size_t n = bar.position.size();
  for (const vec3& at : {vec3(0.1f, 1, 0), vec3(0.3f, 1, 0), vec3(0.1f, 1.2f, 0)})
    bar.position.push_back(at);
  bar.position.emplace_back(NAN, 0.0f, 0.0f);
  bar.triangle.insert(bar.triangle.end(), {136, 137, 138});
  const Influences before = bar.heat(0);
  Influences after = before;
  EXPECT_EQ(even_sides(bar.input(), bar.plane, bar.opposite, 0, after), n);
  EXPECT_LT(bar.asymmetry(after), 1e-7);
  ASSERT_EQ(after.vertex_count(), n + 4);
  for (std::size_t v = n; v < n + 3; ++v) {
    for (int s = 0; s < 3; ++s) EXPECT_EQ(bar.weight(after, v, s), bar.weight(before, v, s));
  }
  EXPECT_EQ(after.offset[n + 3], after.offset[n + 4]);
  EXPECT_EQ(after.raw_weight_sum[n + 3], 0.0f);
}

}  // namespace
}  // namespace bindpose::even_sides_test
