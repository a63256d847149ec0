// How far a vertex stands out of its neighbours, by numbers that can be reckoned.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>

#include "check/figure.h"
#include "scene/check/check.h"

namespace bindpose::tests {
namespace {

TEST(JumpRule, IsMeasuredAgainstTheMeanOfTheNeighbours) {
  Figure f = sound_figure();
  constexpr std::uint32_t kAt = 57 * kSides;
  for (const std::uint32_t v : {kAt, opposite(kAt)}) {
    std::set<std::uint32_t> around;
    for (std::size_t t = 0; t < f.triangle.size(); t += 3) {
      const std::span<const std::uint32_t> corner(&f.triangle[t], 3);
      if (std::ranges::find(corner, v) != corner.end()) around.insert(corner.begin(), corner.end());
    }
    around.erase(v);
    ASSERT_GE(around.size(), 4u);
    for (const std::uint32_t q : around) {
      for (WeightEntry& e : f.row[q]) e.weight *= 0.9f;
      f.row[q].push_back({kHips, 0.1f});
    }
    f.row[v] = {{kHips, 1.0f}};
  }
  const auto found = check(make_scene(model_of(f)), *find_profile("rig"));
  const auto jump = std::ranges::find(found, Rule::Jump, &Finding::rule);
  ASSERT_NE(jump, found.end());
  EXPECT_NEAR(jump->worst, 0.9, 1e-5);
}

}  // namespace
}  // namespace bindpose::tests
