// The levels of textures that let something through.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "render/gpu/mip_levels.h"

namespace bindpose::test {
namespace {

Image image_of(int width, int height, std::vector<std::uint8_t> pixels) {
  Image image;
  image.width = width;
  image.height = height;
  image.pixels = std::move(pixels);
  return image;
}

using Bytes = std::vector<std::uint8_t>;

TEST(MipLevels, WhatIsClearLendsNoColour) {
  // Brown hair on clear white: a quarter covers.
  const Image hair =
      image_of(2, 2, {60, 40, 20, 255, 255, 255, 255, 0, 255, 255, 255, 0, 255, 255, 255, 0});
  EXPECT_EQ(halved(hair).pixels, (Bytes{60, 40, 20, 64}));
  const Image half =
      image_of(2, 2, {100, 0, 0, 200, 0, 100, 0, 100, 0, 0, 100, 100, 255, 255, 255, 0});
  EXPECT_EQ(halved(half).pixels, (Bytes{50, 25, 25, 100}));
}

TEST(MipLevels, OpaqueAndClearTexelsAreAveragedPlainly) {
  const Image opaque = image_of(2, 2, {0, 4, 8, 255, 4, 4, 8, 255, 8, 4, 9, 255, 12, 4, 9, 255});
  EXPECT_EQ(halved(opaque).pixels, (Bytes{6, 4, 9, 255}));
  const Image clear = image_of(2, 1, {10, 20, 30, 0, 20, 40, 60, 0});
  EXPECT_EQ(halved(clear).pixels, (Bytes{15, 30, 45, 0}));
}

// Dots of hair, a fifth of the texels, none like its neighbour.
Image dots(int side) {
  Image image;
  image.width = image.height = side;
  std::mt19937 random(7);
  for (int i = 0; i < side * side; ++i) {
    const auto alpha = static_cast<std::uint8_t>(random() % 5 == 0 ? 200 + random() % 56 : 0);
    image.pixels.insert(image.pixels.end(), {90, 60, 30, alpha});
  }
  return image;
}

TEST(MipLevels, WhatIsCutOutCoversAsMuchOnEveryLevel) {
  constexpr float kCutoff = 0.5f;
  const Image first = dots(256);
  const double part = covered_part(first, kCutoff);
  EXPECT_NEAR(part, 0.2, 0.01);
  Image level = first;
  bool thinned = false;
  for (int n = 0; n < 4; ++n) {
    level = halved(level);
    thinned |= covered_part(level, kCutoff) < 0.2 * part;
    Image kept = level;
    keep_covered_part(kept, part, kCutoff);
    // One value of alpha more or less is as near as it gets.
    EXPECT_NEAR(covered_part(kept, kCutoff), part, 0.04) << n;
    for (std::size_t i = 0; i < kept.pixels.size(); i += 4)
      ASSERT_EQ(kept.pixels[i], level.pixels[i]) << "colours stay";
  }
  EXPECT_TRUE(thinned) << "else there was nothing to keep";
}

TEST(MipLevels, AScaledLevelLeavesJustThePartThatIsAskedFor) {
  for (const float cutoff : {0.004f, 0.1f, 0.33f, 0.5f, 0.75f, 1.0f}) {
    for (const int parts : {1, 64, 128, 200, 255}) {
      Image ramp = image_of(256, 1, Bytes(1024, 0));
      for (std::size_t i = 0; i < 256; ++i) ramp.pixels[4 * i + 3] = static_cast<std::uint8_t>(i);
      keep_covered_part(ramp, parts / 256.0, cutoff);
      EXPECT_DOUBLE_EQ(covered_part(ramp, cutoff), parts / 256.0) << cutoff;
      for (std::size_t i = 1; i < 256; ++i)
        ASSERT_GE(ramp.pixels[4 * i + 3], ramp.pixels[4 * i - 1]) << "order stays";
    }
  }
}

TEST(MipLevels, NothingToKeepChangesNothing) {
  Image image = dots(20);
  const Bytes before = image.pixels;
  keep_covered_part(image, 0.0, 0.5f);
  keep_covered_part(image, 1.0, 0.5f);
  keep_covered_part(image, 0.3, 0.0f);
  keep_covered_part(image, 0.3, 1.5f);
  EXPECT_EQ(image.pixels, before);
  Image none;
  keep_covered_part(none, 0.5, 0.5f);
  EXPECT_TRUE(none.pixels.empty());
  EXPECT_EQ(covered_part(none, 0.5f), 0.0);
}

}  // namespace
}  // namespace bindpose::test
