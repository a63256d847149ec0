// Clay is dark in hollows and light on ridges, by how they bend.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "gl/post.h"
#include "render/material/clay.h"

namespace bindpose::test {
namespace {

// A sphere of `rings` by twice as many, seen from outside (or from inside: a bowl). Its seam and
// poles have several vertices at one place.
Mesh sphere(float radius, int rings, bool bowl = false) {
  Mesh mesh;
  const auto around = static_cast<std::uint32_t>(2 * rings);
  for (int r = 0; r <= rings; ++r)
    for (std::uint32_t a = 0; a <= around; ++a) {
      const float down = 3.14159265f * static_cast<float>(r) / static_cast<float>(rings);
      const float turn = 6.2831853f * static_cast<float>(a % around) / static_cast<float>(around);
      const float ring = r == 0 || r == rings ? 0.0f : std::sin(down);
      const vec3 n{ring * std::cos(turn), std::cos(down), ring * std::sin(turn)};
      mesh.position.push_back(radius * n);
      mesh.normal.push_back(bowl ? -n : n);
    }
  for (std::uint32_t r = 0; r < static_cast<std::uint32_t>(rings); ++r)
    for (std::uint32_t a = 0; a < around; ++a) {
      const std::uint32_t p = r * (around + 1) + a, q = p + around + 1;
      mesh.triangle.insert(mesh.triangle.end(), {p, p + 1, q, p + 1, q + 1, q});
    }
  return mesh;
}

TEST(Clay, ABallsCurvatureIsOneByItsRadiusHoweverItIsDivided) {
  // On a sphere 2 n.(q - p) / |q - p|^2 is -1 / radius for any two points: |h| = 0.01 * 50 / 0.5.
  for (const int rings : {6, 12, 40}) {
    for (const bool bowl : {false, true}) {
      const Mesh mesh = sphere(0.5f, rings, bowl);
      const float wanted = std::tanh(1.0f);
      for (const vec4& c : clay_colors(mesh, 50.0f)) {
        ASSERT_NEAR(c.g, bowl ? 1.0f + wanted * (0.40f - 1.0f) : 1.0f + wanted * 0.155f, 1e-3f)
            << rings;
        ASSERT_EQ(c.a, 1.0f);
      }
    }
  }
}

TEST(Clay, TheUnitOfTheFileDoesNotCount) {
  const std::vector<vec4> metres = clay_colors(sphere(0.5f, 9), 7.0f);
  const std::vector<vec4> millimetres = clay_colors(sphere(500.0f, 9), 7000.0f);
  ASSERT_EQ(metres.size(), millimetres.size());
  for (std::size_t v = 0; v < metres.size(); ++v)
    EXPECT_LT(glm::length(metres[v] - millimetres[v]), 1e-4f);
}

TEST(Clay, AFlatSheetHasOneColour) {
  Mesh sheet;
  for (const vec2 p : {vec2(0.0f, 0.0f), vec2(1.0f, 0.0f), vec2(0.0f, 1.0f), vec2(1.0f, 1.0f)}) {
    sheet.position.emplace_back(p, 3.0f);
    sheet.normal.emplace_back(0.0f, 0.0f, 1.0f);
  }
  sheet.triangle = {0, 1, 2, 2, 1, 3};
  for (const vec4& c : clay_colors(sheet, 100.0f)) EXPECT_EQ(c, vec4(1.0f));
}

TEST(Clay, ANookIsDarkerAndWarmerThanWhatIsAroundIt) {
  // A sheet with a furrow along z.
  Mesh sheet;
  constexpr std::uint32_t kAcross = 41;
  for (std::uint32_t z = 0; z < 3; ++z)
    for (std::uint32_t x = 0; x < kAcross; ++x) {
      const float at = (static_cast<float>(x) - 20.0f) / 20.0f, deep = std::exp(-30.0f * at * at);
      sheet.position.emplace_back(at, -0.2f * deep, 0.05f * static_cast<float>(z));
      sheet.normal.push_back(glm::normalize(vec3(-12.0f * at * deep, 1.0f, 0.0f)));
    }
  for (std::uint32_t z = 0; z < 2; ++z)
    for (std::uint32_t x = 0; x + 1 < kAcross; ++x) {
      const std::uint32_t p = z * kAcross + x, q = p + kAcross;
      sheet.triangle.insert(sheet.triangle.end(), {p, q, p + 1, p + 1, q, q + 1});
    }
  const std::vector<vec4> color = clay_colors(sheet, 10.0f);
  const vec4 nook = color[kAcross + 20], beside = color[kAcross + 14], far = color[kAcross + 2];
  EXPECT_LT(nook.g, 0.85f);
  EXPECT_LT(nook.b / nook.r, 0.97f);
  EXPECT_GT(beside.g, 1.01f) << "the furrow's edge";
  EXPECT_NEAR(far.g, 1.0f, 0.01f);
}

TEST(Clay, WhatCannotBeMeasuredIsPlain) {
  const auto all_plain = [](const Mesh& mesh, float size) {
    const std::vector<vec4> color = clay_colors(mesh, size);
    EXPECT_EQ(color.size(), mesh.position.size());
    return std::ranges::all_of(color, [](const vec4& c) { return c == vec4(1.0f); });
  };
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  Mesh mesh = sphere(0.5f, 6);
  EXPECT_FALSE(all_plain(mesh, 50.0f));
  EXPECT_TRUE(all_plain(mesh, 0.0f));
  EXPECT_TRUE(all_plain(mesh, kNan));
  EXPECT_TRUE(all_plain(Mesh{}, 50.0f));
  Mesh bare = mesh;
  bare.normal.clear();
  EXPECT_TRUE(all_plain(bare, 50.0f));
  Mesh astray = mesh;
  astray.triangle = {0, 1, 100000};
  EXPECT_TRUE(all_plain(astray, 50.0f));
  mesh.position[20] = vec3(kNan);
  for (const vec4& c : clay_colors(mesh, 50.0f)) ASSERT_TRUE(std::isfinite(c.r));
}

TEST(Clay, StandsInForMaterialsThatSayNothing) {
  Model model = *post_model();
  EXPECT_TRUE(is_clay(model, 0, true)) << "no material";
  model.meshes[0].material = 0;
  const auto clay_of = [&](auto&& change, bool textures = true) {
    Material m;
    change(m);
    model.materials = {m};
    return is_clay(model, 0, textures);
  };
  EXPECT_TRUE(clay_of([](Material&) {})) << "the grey that stands for none";
  const auto red = [](Material& m) { m.base_color = vec4(0.8f, 0.1f, 0.1f, 1.0f); };
  EXPECT_FALSE(clay_of(red));
  EXPECT_TRUE(clay_of(red, false)) << "materials are not shown";
  EXPECT_FALSE(clay_of([](Material& m) { m.use(TextureSlot::Normal).image = 0; }));
  EXPECT_FALSE(clay_of([](Material& m) { m.metallic = 1.0f; }));
  EXPECT_FALSE(clay_of([](Material& m) { m.emissive = vec3(1.0f); }));
  EXPECT_FALSE(clay_of([](Material& m) { m.shading = Shading::Unlit; }));
  EXPECT_FALSE(clay_of([](Material& m) { m.base_color.a = 0.5f; }));
}

class ClayPicture : public PictureTest {};

TEST_F(ClayPicture, IsThatOfTheSameColoursInTheFile) {
  width = kWidth / 2;
  height = kHeight / 2;
  const Image clay = picture();
  auto model = post_model();
  model->meshes[0].color = clay_colors(model->meshes[0], bind_size(*model));
  open(model);
  EXPECT_EQ(picture().pixels, clay.pixels);
  std::ranges::fill(model->meshes[0].color, vec4(1.0f));
  open(std::make_shared<Model>(*model));
  EXPECT_NE(picture().pixels, clay.pixels);
}

TEST_F(ClayPicture, AFilesOwnColoursAreNoClay) {
  auto model = post_model();
  model->meshes[0].color.assign(model->meshes[0].position.size(), vec4(0.2f, 0.5f, 0.1f, 1.0f));
  open(model);
  const Image first = picture();
  scene.view.textures = false;
  EXPECT_NE(picture().pixels, first.pixels);
  scene.view.textures = true;
  EXPECT_EQ(picture().pixels, first.pixels);
}

}  // namespace
}  // namespace bindpose::test
