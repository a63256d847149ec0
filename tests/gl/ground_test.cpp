#include "render/ground.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bindpose::test::ground_test {
namespace {

Box box_of(float low, float high) {
  Box box;
  box.add(vec3(-0.5f, low, -0.5f));
  box.add(vec3(0.5f, high, 0.5f));
  return box;
}

TEST(Ground, LiesAtZeroUnlessTheModelIsElsewhere) {
  EXPECT_EQ(ground_height(box_of(0.0f, 1.8f)), 0.0f);
  EXPECT_EQ(ground_height(box_of(-0.02f, 1.8f)), 0.0f);  // soles a little below
  EXPECT_EQ(ground_height(box_of(-0.9f, 0.9f)), -0.9f);  // origin at the hips
  EXPECT_EQ(ground_height(box_of(3.0f, 5.0f)), 3.0f);    // floats
  EXPECT_EQ(ground_height(Box{}), 0.0f);
}

TEST(Ground, SpacingFollowsTheModelInStepsOfOneTwoFive) {
  for (float size = 1e-4f; size < 1e5f; size *= 1.07f) {
    const GridSpacing spacing = grid_spacing(size);
    EXPECT_GT(size / spacing.major, 1.9f) << size;
    EXPECT_LT(size / spacing.major, 5.1f) << size;
    const float fine = spacing.major / spacing.minor;
    EXPECT_NEAR(fine, std::round(fine), 1e-4f) << "fine lines fall on bold ones";
    const float leading =
        spacing.major / std::pow(10.0f, std::floor(std::log10(spacing.major) + 1e-4f));
    EXPECT_TRUE(std::abs(leading - 1.0f) < 1e-3f || std::abs(leading - 2.0f) < 1e-3f ||
                std::abs(leading - 5.0f) < 1e-3f)
        << leading;
  }
  EXPECT_GT(grid_spacing(0.0f).major, 0.0f);
  EXPECT_GT(grid_spacing(NAN).major, 0.0f);
}

}  // namespace
}  // namespace bindpose::test::ground_test
