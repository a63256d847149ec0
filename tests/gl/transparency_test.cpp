// What lets light through, what is cut out, which sides show, and where textures lie.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "gl/post.h"
#include "gl/square.h"
#include "math/srgb.h"
#include "render/material/blend_order.h"
#include "render/material/environment.h"
#include "render/material/look.h"

namespace bindpose::test::transparency_test {
namespace {

class TransparencyTest : public PictureTest {
 protected:
  void SetUp() override {
    PictureTest::SetUp();
    camera.target = vec3(0.0f);
    camera.distance = 4.0f;
    camera.pitch = 0.0f;
  }
  vec3 background() {
    scene.view.surface = false;
    const vec3 seen = at(picture(), vec3(0.0f));
    scene.view.surface = true;
    return seen;
  }
  static void expect_near(const vec3& seen, const vec3& wanted, const char* what) {
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(seen[c], wanted[c], 2.1f / 255.0f) << what << ' ' << c;
  }
};

Material plain(const vec3& color, float alpha = 1.0f) {
  Material m;
  m.base_color = vec4(color, alpha);
  m.shading = Shading::Unlit;
  m.two_sided = true;
  m.alpha_mode = alpha < 1.0f ? AlphaMode::Blend : AlphaMode::Opaque;
  return m;
}

Mesh square_of(int material, float z) {
  Mesh mesh = square(z);
  mesh.material = material;
  return mesh;
}

TEST_F(TransparencyTest, LayersAreBlendedFarToNearInWhateverOrderTheyCome) {
  const vec3 red{0.9f, 0.1f, 0.1f}, green{0.1f, 0.7f, 0.2f};
  const std::vector<Material> materials{plain(red, 0.5f), plain(green, 0.25f)};
  const auto over = [](const vec3& below, const vec3& color, float a) {
    return a * linear_to_srgb(color) + (1.0f - a) * below;
  };
  for (const bool swapped : {false, true}) {
    const Mesh far = square_of(0, 0.0f), near = square_of(1, 0.4f);
    open(swapped ? model_of({near, far}, materials) : model_of({far, near}, materials));
    const vec3 from_front = over(over(background(), red, 0.5f), green, 0.25f);
    expect_near(at(picture(), vec3(0.0f)), from_front, "front");
    camera.yaw = 3.14159265f;
    const vec3 from_back = over(over(background(), green, 0.25f), red, 0.5f);
    expect_near(at(picture(), vec3(0.0f)), from_back, "back");
    camera.yaw = 0.0f;
  }
}

// Hair is one mesh of many layers.
TEST_F(TransparencyTest, LayersOfOneMeshAreSortedAsWell) {
  Mesh both = square_of(0, 0.4f);
  const Mesh far = square(0.0f);
  both.color.assign(4, vec4(0.1f, 0.7f, 0.2f, 0.25f));
  for (std::size_t i = 0; i < 4; ++i) {
    both.position.push_back(far.position[i]);
    both.normal.push_back(far.normal[i]);
    both.uv.push_back(far.uv[i]);
    both.color.emplace_back(0.9f, 0.1f, 0.1f, 0.5f);
  }
  for (std::size_t i = 0; i < 6; ++i) both.triangle.push_back(both.triangle[i] + 4);
  bind_to_root(both);
  Material m = plain(vec3(1.0f));
  m.alpha_mode = AlphaMode::Blend;
  open(model_of({both}, {m}));
  const vec3 red = 0.5f * linear_to_srgb(vec3(0.9f, 0.1f, 0.1f)) + 0.5f * background();
  const vec3 wanted = 0.25f * linear_to_srgb(vec3(0.1f, 0.7f, 0.2f)) + 0.75f * red;
  expect_near(at(picture(), vec3(0.05f, -0.1f, 0.0f)), wanted, "near over far");
}

TEST_F(TransparencyTest, WhatIsBehindSomethingSolidStaysHiddenAndMapsAreSolid) {
  const vec3 blue{0.1f, 0.1f, 0.8f};
  open(model_of({square_of(0, 0.0f), square_of(1, 0.4f)},
                {plain({0.9f, 0.1f, 0.1f}, 0.5f), plain(blue)}));
  expect_near(at(picture(), vec3(0.0f)), linear_to_srgb(blue), "hidden");

  open(model_of({square_of(0, 0.0f)}, {plain({0.9f, 0.1f, 0.1f}, 0.05f)}));
  scene.view.show = Show::Weights;
  scene.selection.joint = 0;
  const vec3 seen = to_oklab(at(picture(), vec3(0.0f))), wanted = to_oklab(weight_color(1.0f));
  EXPECT_LT(glm::length(seen - wanted), 0.1f) << "a map is read on what is hardly seen, too";
}

// Many files call a whole character blended.
TEST_F(TransparencyTest, WhatCoversAllHidesWhatIsBehindItThoughItIsCalledBlended) {
  Material m = plain(vec3(1.0f));
  m.alpha_mode = AlphaMode::Blend;
  m.use(TextureSlot::BaseColor).image = 0;
  Image image = flat_image(20, 200, 20, 255, 8);
  image.pixels[3] = 0;  // one clear texel
  open(model_of({square_of(0, 0.4f), square_of(1, 0.0f)}, {m, plain({0.9f, 0.0f, 0.0f}, 0.5f)},
                {image}));
  expect_near(at(picture(), vec3(0.0f)), vec3(20, 200, 20) / 255.0f, "solid");
}

TEST_F(TransparencyTest, AMaskCutsAtItsCutoff) {
  Material m = plain(vec3(1.0f));
  m.alpha_mode = AlphaMode::Mask;
  m.use(TextureSlot::BaseColor).image = 0;
  const Image image = flat_image(200, 60, 20, 100);
  for (const auto& [cutoff, holes] : {std::pair{0.38f, false}, std::pair{0.40f, true}}) {
    m.alpha_cutoff = cutoff;
    open(model_of({square_of(0, 0.0f)}, {m}, {image}));
    const vec3 wanted = holes ? background() : vec3(200, 60, 20) / 255.0f;
    expect_near(at(picture(), vec3(0.0f)), wanted, holes ? "a hole" : "covered");
  }
}

TEST_F(TransparencyTest, BackFacesShowWhereTheMaterialHasTwoSides) {
  const vec3 color{0.2f, 0.6f, 0.2f};
  const auto shows = [&](bool behind) {
    camera.yaw = behind ? 3.14159265f : 0.0f;
    const bool shown = glm::length(at(picture(), vec3(0.0f)) - background()) > 0.1f;
    camera.yaw = 0.0f;
    return shown;
  };
  Material m = plain(color);
  m.two_sided = false;
  open(model_of({square_of(0, 0.0f)}, {m}));
  EXPECT_TRUE(shows(false));
  EXPECT_FALSE(shows(true));
  scene.view.both_sides = true;
  EXPECT_TRUE(shows(true));
  scene.view.both_sides = false;
  // A mirrored pose turns corners round, and the sides stay what they are.
  scene.pose.user_local[0] = to_matrix(Transform{vec3(0.0f), {}, vec3(-1.0f, 1.0f, 1.0f)});
  EXPECT_TRUE(shows(false));
  EXPECT_FALSE(shows(true));
  // Corners that contradict the normals say nothing.
  Mesh wrong = square_of(0, 0.0f);
  std::swap(wrong.triangle[1], wrong.triangle[2]);
  std::swap(wrong.triangle[4], wrong.triangle[5]);
  open(model_of({wrong}, {m}));
  EXPECT_TRUE(shows(false));
  EXPECT_TRUE(shows(true));
  m.two_sided = true;
  open(model_of({square_of(0, 0.0f)}, {m}));
  EXPECT_TRUE(shows(true));
}

// Red, green over blue, grey; each a quarter of the picture.
Image quarters() {
  Image image = flat_image(0, 0, 0, 255, 16);
  for (int y = 0; y < 16; ++y)
    for (int x = 0; x < 16; ++x) {
      std::uint8_t* p = image.pixels.data() + 4 * (16 * y + x);
      const int which = (y >= 8 ? 2 : 0) + (x >= 8 ? 1 : 0);
      for (int c = 0; c < 3; ++c) p[c] = which == 3 ? 128 : which == c ? 255 : 0;
    }
  return image;
}

// Which quarter of the picture is seen at (u, v) of the square.
class PlacingTest : public TransparencyTest {
 protected:
  int quarter(const TextureUse& use, const vec2& uv, bool second = false) {
    Material m = plain(vec3(1.0f));
    m.use(TextureSlot::BaseColor) = use;
    m.use(TextureSlot::BaseColor).image = 0;
    Mesh mesh = square_of(0, 0.0f);
    if (second) {
      for (const vec2& at : mesh.uv) mesh.uv_second.push_back(1.0f - at);
    }
    open(model_of({mesh}, {m}, {quarters()}));
    const vec3 seen = at(picture(), vec3(2.0f * uv.x - 1.0f, 1.0f - 2.0f * uv.y, 0.0f));
    if (seen.x > 0.4f && seen.y > 0.4f) return 3;
    return seen.x > 0.7f ? 0 : seen.y > 0.7f ? 1 : seen.z > 0.7f ? 2 : -1;
  }
};

TEST_F(PlacingTest, TexturesLieWhereTheirTransformSays) {
  EXPECT_EQ(quarter({}, {0.25f, 0.25f}), 0);
  EXPECT_EQ(quarter({}, {0.75f, 0.25f}), 1);
  EXPECT_EQ(quarter({}, {0.25f, 0.75f}), 2);
  TextureUse use;
  use.offset = vec2(0.5f, 0.0f);
  EXPECT_EQ(quarter(use, {0.25f, 0.25f}), 1);
  use.offset = vec2(0.0f, 0.5f);
  EXPECT_EQ(quarter(use, {0.25f, 0.25f}), 2);
  // A quarter turn: uv' = (v, -u).
  use.offset = vec2(0.0f);
  use.rotation = 1.57079633f;
  EXPECT_EQ(quarter(use, {0.25f, 0.2f}), 2);
  EXPECT_EQ(quarter(use, {0.75f, 0.2f}), 0);
  EXPECT_EQ(quarter(use, {0.75f, 0.7f}), 1);
}

TEST_F(PlacingTest, BeyondItsSidesATextureIsRepeatedMirroredOrItsEdge) {
  TextureUse use;
  use.scale = vec2(2.0f, 1.0f);
  EXPECT_EQ(quarter(use, {0.6f, 0.25f}), 0);
  EXPECT_EQ(quarter(use, {0.9f, 0.25f}), 1);
  use.wrap_u = TextureWrap::Mirror;
  EXPECT_EQ(quarter(use, {0.6f, 0.25f}), 1);
  EXPECT_EQ(quarter(use, {0.9f, 0.25f}), 0);
  use.wrap_u = TextureWrap::Clamp;
  EXPECT_EQ(quarter(use, {0.6f, 0.25f}), 1);
  EXPECT_EQ(quarter(use, {0.9f, 0.25f}), 1);
  std::swap(use.scale.x, use.scale.y);
  use.wrap_v = TextureWrap::Mirror;
  EXPECT_EQ(quarter(use, {0.25f, 0.9f}), 0);
}

TEST_F(PlacingTest, TheSecondCoordinatesPlaceATextureWhereItAsksForThem) {
  TextureUse use;
  use.uv_set = 1;
  EXPECT_EQ(quarter(use, {0.25f, 0.25f}, true), 3);
  EXPECT_EQ(quarter(use, {0.75f, 0.25f}, true), 2);
  EXPECT_EQ(quarter(use, {0.25f, 0.25f}), 0) << "a mesh without them has the first";
}

// Between a red and a green texel: mixed, unless the file wants squares.
TEST_F(PlacingTest, NearestShowsPixelsAsSquares) {
  TextureUse use;
  const vec2 near_edge(0.492f, 0.25f);
  EXPECT_EQ(quarter(use, near_edge), 3) << "red and green at once";
  use.nearest = true;
  EXPECT_EQ(quarter(use, near_edge), 0);
  use.wrap_u = TextureWrap::Clamp;
  EXPECT_EQ(quarter(use, near_edge), 0);
}

TEST(BlendOrder, TrianglesComeFarToNear) {
  const std::vector<vec3> p{{0, 0, -1}, {1, 0, -1}, {0, 1, -1}, {0, 0, -5}, {1, 0, -5}, {0, 1, -5}};
  const std::vector<std::uint32_t> triangle{0, 1, 2, 3, 4, 5, 2, 0, 1};
  std::vector<std::uint32_t> out;
  const float depth = sort_far_to_near(p, triangle, mat4(1.0f), out);
  EXPECT_EQ(out, (std::vector<std::uint32_t>{3, 4, 5, 0, 1, 2, 2, 0, 1}));
  EXPECT_FLOAT_EQ(depth, (-5.0f - 1.0f - 1.0f) / 3.0f);
  EXPECT_EQ(sort_far_to_near(p, {}, mat4(1.0f), out), 0.0f);
  EXPECT_TRUE(out.empty());
}

// The boxes send into the room what wrapped() spreads over what is matte: a third of each light's
// colour, as a mean over all directions.
TEST(Environment, SendsAsMuchLightAsMatteSurfacesGet) {
  vec3 sum{0.0f};
  constexpr int kPoints = 40000;
  for (int i = 0; i < kPoints; ++i) {  // on a spiral, evenly
    const float z = 1.0f - (2.0f * float(i) + 1.0f) / kPoints, turn = 2.3999632f * float(i);
    const float r = std::sqrt(1.0f - z * z);
    const vec3 light = studio_radiance(vec3(r * std::cos(turn), r * std::sin(turn), z));
    for (int c = 0; c < 3; ++c) ASSERT_GE(light[c], 0.0f);
    sum += light / float(kPoints);
  }
  const vec3 wanted = (vec3(1.06f, 1.03f, 0.98f) + vec3(0.10f, 0.115f, 0.14f)) / 3.0f;
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(sum[c] / wanted[c], 1.0f, 0.2f) << c;
}

}  // namespace
}  // namespace bindpose::test::transparency_test
