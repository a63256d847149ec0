// Which triangles a picture shows, against every triangle tried at every pixel.
#include "render/sampled_triangles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

namespace bindpose::test::sampled_triangles_test {
namespace {

constexpr int kWidth = 64, kHeight = 40;

using Triangle = std::array<std::uint32_t, 3>;

// In pixels; the camera looks down on them at half that size.
struct Cloud {
  std::vector<vec3> point;
  std::vector<std::uint32_t> triangle;
  mat4 to_clip{1.0f};

  Cloud() {
    to_clip = glm::scale(mat4(1.0f), vec3(2.0f / kWidth, 2.0f / kHeight, 1.0f)) *
              glm::translate(mat4(1.0f), vec3(-0.5f * kWidth, -0.5f * kHeight, 0.0f));
    std::mt19937 engine(7);
    std::uniform_real_distribution<float> x(-4.0f, kWidth + 4.0f), y(-4.0f, kHeight + 4.0f);
    for (const float size : {0.2f, 0.7f, 2.0f, 15.0f}) {
      std::uniform_real_distribution<float> near(-size, size);
      for (int k = 0; k < 2000; ++k) {
        const vec3 center(x(engine), y(engine), 0.0f);
        for (int corner = 0; corner < 3; ++corner) {
          triangle.push_back(static_cast<std::uint32_t>(point.size()));
          point.push_back(center + vec3(near(engine), near(engine), 0.0f));
        }
      }
    }
  }

  PixelPoints placed() const {
    PixelPoints out;
    out.place(&point[0].x, 3, point.size(), to_clip, kWidth, kHeight);
    return out;
  }
};

std::set<Triangle> as_set(const std::vector<std::uint32_t>& list) {
  std::set<Triangle> out;
  for (std::size_t t = 0; t + 2 < list.size(); t += 3) {
    out.insert({list[t], list[t + 1], list[t + 2]});
  }
  return out;
}

bool covers(const Cloud& cloud, std::size_t t, vec2 sample) {
  float sign[3];
  for (std::size_t k = 0; k < 3; ++k) {
    const vec2 a(cloud.point[cloud.triangle[t + k]]);
    const vec2 b(cloud.point[cloud.triangle[t + (k + 1) % 3]]);
    sign[k] = (b.x - a.x) * (sample.y - a.y) - (b.y - a.y) * (sample.x - a.x);
  }
  return (sign[0] >= 0.0f && sign[1] >= 0.0f && sign[2] >= 0.0f) ||
         (sign[0] <= 0.0f && sign[1] <= 0.0f && sign[2] <= 0.0f);
}

PixelMask some_pixels() {
  PixelMask mask{kWidth, kHeight, std::vector<std::uint16_t>(kWidth * kHeight)};
  for (std::size_t i = 0; i < mask.farthest.size(); ++i) {
    mask.farthest[i] = i % 7 == 3 || i % 64 < 5 ? PixelMask::kMostDepth : 0;
  }
  return mask;
}

TEST(SampledTriangles, NoneIsLeftOutThatCoversASample) {
  const Cloud cloud;
  const PixelPoints points = cloud.placed();
  for (const bool masked : {false, true}) {
    const PixelMask mask = masked ? some_pixels() : PixelMask();
    std::vector<std::uint32_t> near;
    points.choose_near(cloud.triangle, 0.5f, mask, near);
    for (const vec2 shift : {vec2(0.0f), vec2(-3, -5) / 16.0f, vec2(7, -7) / 16.0f, vec2(0.41f)}) {
      std::vector<std::uint32_t> chosen, again;
      points.choose(cloud.triangle, shift, mask, chosen);
      points.choose(near, shift, mask, again);
      EXPECT_EQ(again, chosen) << "near ones are enough";
      const std::set<Triangle> have = as_set(chosen);
      for (std::size_t t = 0; t < cloud.triangle.size(); t += 3) {
        if (have.contains({cloud.triangle[t], cloud.triangle[t + 1], cloud.triangle[t + 2]}))
          continue;
        for (int y = 0; y < kHeight; ++y) {
          for (int x = 0; x < kWidth; ++x) {
            if (masked && mask.farthest[static_cast<std::size_t>(y * kWidth + x)] == 0) continue;
            ASSERT_FALSE(covers(cloud, t, vec2(x, y) + 0.5f - shift)) << t << ' ' << x << ' ' << y;
          }
        }
      }
    }
  }
}

TEST(SampledTriangles, MostOfTheSmallOnesAreLeftOut) {
  const Cloud cloud;
  const PixelPoints points = cloud.placed();
  const std::span<const std::uint32_t> tiny(cloud.triangle.data(), 6000);
  std::vector<std::uint32_t> chosen, masked;
  points.choose(tiny, vec2(0.0f), {}, chosen);
  EXPECT_LT(chosen.size(), tiny.size() / 3);
  EXPECT_GT(chosen.size(), 0u);
  EXPECT_TRUE(std::ranges::is_sorted(chosen)) << "their order stays";
  points.choose(tiny, vec2(0.0f), some_pixels(), masked);
  EXPECT_LT(masked.size(), chosen.size() / 2);
  EXPECT_TRUE(std::ranges::includes(as_set(chosen), as_set(masked)));
}

TEST(SampledTriangles, WhatIsBehindWhatIsSeenIsLeftOut) {
  const Cloud cloud;
  const auto at = [](float z) {
    return std::array{vec3(10, 10, z), vec3(12, 10, z), vec3(10, 12, z)};
  };
  std::vector<vec3> point;
  for (const float z : {-0.5f, 0.5f}) {
    for (const vec3& corner : at(z)) point.push_back(corner);
  }
  point.push_back({10, 10, 0.5f});
  point.push_back({12, 10, 0.5f});
  point.push_back({10, 12, -0.5f});  // comes forward with one corner
  const std::vector<std::uint32_t> triangle{0, 1, 2, 3, 4, 5, 6, 7, 8};
  const auto chosen = [&](std::uint16_t farthest, float nearest_depth) {
    PixelPoints points;
    points.place(&point[0].x, 3, point.size(), cloud.to_clip, kWidth, kHeight, nearest_depth);
    const PixelMask mask{kWidth, kHeight, std::vector<std::uint16_t>(kWidth * kHeight, farthest)};
    std::vector<std::uint32_t> out, near;
    points.choose(triangle, vec2(0.0f), mask, out);
    points.choose_near(triangle, 0.5f, mask, near);
    EXPECT_EQ(near, out);
    return out;
  };
  // They lie at a quarter and at three quarters of the depths.
  EXPECT_EQ(chosen(30000, 0.0f), (std::vector<std::uint32_t>{0, 1, 2, 6, 7, 8}));
  EXPECT_EQ(chosen(50000, 0.0f), triangle);
  EXPECT_TRUE(chosen(16000, 0.0f).empty());
  EXPECT_TRUE(chosen(30000, 0.5f).empty()) << "all lie beyond half of the depths then";
  EXPECT_TRUE(chosen(0, 0.0f).empty()) << "of no interest";
}

TEST(SampledTriangles, WhatReachesBehindTheEyeAlwaysCounts) {
  // w is z: the first triangle has a corner behind the eye, the second lies before it.
  mat4 to_clip(1.0f);
  to_clip[2][3] = 1.0f;
  to_clip[3][3] = 0.0f;
  const std::vector<vec3> point{{0, 0, 1}, {0.001f, 0, 1}, {0, 0.001f, -1},
                                {0, 0, 1}, {0.001f, 0, 1}, {0, 0.001f, 1}};
  PixelPoints points;
  points.place(&point[0].x, 3, point.size(), to_clip, kWidth, kHeight);
  std::vector<std::uint32_t> chosen;
  points.choose(std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}, vec2(0.3f), {}, chosen);
  EXPECT_EQ(chosen, (std::vector<std::uint32_t>{0, 1, 2}));
}

}  // namespace
}  // namespace bindpose::test::sampled_triangles_test
