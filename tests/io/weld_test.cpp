// Which vertices are one: against comparing each with each.
#include "io/weld.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <random>

namespace bindpose::weld_test {
namespace {

// Few values, so that many vertices are equal in some things and some in all.
struct Cloud {
  std::vector<vec3> position, normal, shape, shape_normal;
  std::vector<vec2> uv;
  std::vector<vec4> color;
  WeightRows weights;

  explicit Cloud(unsigned seed, std::size_t count) {
    std::mt19937 random(seed);
    const auto pick = [&](unsigned of) { return static_cast<float>(random() % of); };
    for (std::size_t i = 0; i < count; ++i) {
      position.emplace_back(pick(2), pick(2), random() % 4 == 0 ? -0.0f : 0.0f);
      normal.emplace_back(pick(2), 0, 1);
      uv.emplace_back(pick(2), 0);
      color.emplace_back(1, 1, 1, pick(2));
      shape.emplace_back(0, pick(2), 0);
      shape_normal.emplace_back(0, 0, pick(2));
      for (auto k = random() % 3; k > 0; --k) {
        weights.entry.push_back({static_cast<int>(random() % 2), 0.25f + pick(2)});
      }
      weights.offset.push_back(static_cast<std::uint32_t>(weights.entry.size()));
    }
  }
  WeldKey key() const { return {position, normal, uv, color, &weights, {shape, shape_normal}}; }
  bool same(std::size_t a, std::size_t b) const {
    const auto rows = [&](std::size_t i) {
      std::vector<std::pair<int, float>> out;
      for (const WeightEntry& e : weights.row(i)) out.emplace_back(e.slot, e.weight);
      return out;
    };
    return position[a] == position[b] && normal[a] == normal[b] && uv[a] == uv[b] &&
           color[a] == color[b] && shape[a] == shape[b] && shape_normal[a] == shape_normal[b] &&
           rows(a) == rows(b);
  }
};

TEST(Weld, MergesWhatDiffersInNothingAndNothingElse) {
  constexpr std::size_t kCount = 1500;
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Cloud cloud(seed, kCount);
    const Weld weld = weld_vertices(cloud.key());
    ASSERT_EQ(weld.new_index.size(), kCount);
    std::size_t kinds = 0;
    for (std::size_t a = 0; a < kCount; ++a) {
      bool first = true;
      for (std::size_t b = 0; b < a; ++b) {
        const bool same = cloud.same(a, b);
        ASSERT_EQ(weld.new_index[a] == weld.new_index[b], same) << a << ", " << b;
        first = first && !same;
      }
      if (!first) continue;
      ASSERT_EQ(weld.source.at(kinds++), a);
    }
    EXPECT_EQ(weld.source.size(), kinds);
    EXPECT_LT(kinds, kCount * 3 / 4);
  }
}

TEST(Weld, TheSmallestDifferenceKeepsApart) {
  const float next = std::nextafter(1.0f, 2.0f);
  const std::vector<vec3> position{{1, 0, 0}, {next, 0, 0}, {1, 0, 0}};
  EXPECT_EQ(weld_vertices({position, {}, {}, {}, nullptr}).source,
            (std::vector<std::uint32_t>{0, 1}));
  WeightRows weights;
  weights.entry = {{0, 1.0f}, {0, 1.0f}, {0, next}};
  weights.offset = {0, 1, 2, 3};
  const std::vector<vec3> point(3, vec3(0.0f));
  EXPECT_EQ(weld_vertices({point, {}, {}, {}, &weights}).source,
            (std::vector<std::uint32_t>{0, 2}));
}

}  // namespace
}  // namespace bindpose::weld_test
