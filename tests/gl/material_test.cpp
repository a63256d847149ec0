// Pictures of materials against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gl/post.h"
#include "gl/square.h"
#include "math/srgb.h"

namespace bindpose::test::material_test {
namespace {

class MaterialTest : public PictureTest {
 protected:
  void SetUp() override {
    PictureTest::SetUp();
    scene.view.tone = Tone::Plain;
    camera.target = vec3(0.0f);
    camera.distance = 4.0f;
    camera.pitch = 0.0f;
  }
  void TearDown() override {
    renderer().force_furnace(false);
    PictureTest::TearDown();
  }
  void show(const Material& material, std::vector<Image> images, Mesh mesh) {
    mesh.material = 0;
    open(model_of({std::move(mesh)}, {material}, std::move(images)));
  }
  // The middle of a square (or ball) of the material.
  vec3 shown(const Material& material, std::vector<Image> images = {}) {
    show(material, std::move(images), square());
    return at(picture(), vec3(0.0f));
  }
  static void expect_near(const vec3& seen, const vec3& wanted, float steps, const char* what) {
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(seen[c], wanted[c], steps / 255.0f) << what << ' ' << c;
  }
};

Material unlit(const vec4& color) {
  Material m;
  m.base_color = color;
  m.shading = Shading::Unlit;
  m.two_sided = true;
  return m;
}

Material with_map(Material m, TextureSlot slot, int image = 0) {
  m.use(slot).image = image;
  return m;
}

TEST_F(MaterialTest, UnlitIsTheBaseColourWhateverTheTone) {
  const vec3 color{0.5f, 0.2f, 0.003f};
  for (const Tone tone : {Tone::Soft, Tone::Filmic, Tone::Plain}) {
    scene.view.tone = tone;
    expect_near(shown(unlit(vec4(color, 1.0f))), linear_to_srgb(color), 1.1f, "unlit");
  }
}

TEST_F(MaterialTest, WhatIsUnlitMayGlow) {
  Material m = unlit(vec4(0.2f, 0.1f, 0.4f, 1.0f));
  m.emissive = vec3(0.1f, 0.3f, 2.0f);
  expect_near(shown(m), linear_to_srgb(vec3(0.3f, 0.4f, 1.0f)), 1.1f, "glow");
  m = with_map(m, TextureSlot::Emissive);
  expect_near(shown(m, {Image{"black.png", 1, 1, {0, 255, 0, 255}}}),
              linear_to_srgb(vec3(0.2f, 0.4f, 0.4f)), 1.1f, "by a picture");
}

TEST_F(MaterialTest, VertexColoursMultiply) {
  Mesh mesh = square();
  mesh.color.assign(mesh.position.size(), vec4(0.5f, 1.0f, 0.25f, 1.0f));
  show(unlit(vec4(0.8f, 0.4f, 0.6f, 1.0f)), {}, mesh);
  expect_near(at(picture(), vec3(0.0f)), linear_to_srgb(vec3(0.4f, 0.4f, 0.15f)), 1.1f, "colour");
}

// In a room that is equally bright everywhere a white surface cannot be told from the walls.
TEST_F(MaterialTest, WhiteReturnsAllThatArrives) {
  renderer().force_furnace(true);
  scene.view.tone = Tone::Soft;  // would show more than 1
  const vec3 wanted = linear_to_srgb(vec3(0.875f));
  for (const float metallic : {0.0f, 0.5f, 1.0f}) {
    for (const float roughness : {0.0f, 0.3f, 0.54f, 1.0f}) {
      Material m = with_map({}, TextureSlot::BaseColor);
      m.base_color = vec4(1.0f);
      m.metallic = metallic;
      m.roughness = metallic > 0.0f ? roughness : 0.5f * roughness;
      show(m, {flat_image(255, 255, 255)}, ball());
      const Image image = picture();
      for (const float x : {0.0f, 0.5f, 0.8f})
        expect_near(at(image, vec3(x, 0.0f, std::sqrt(1.0f - x * x))), wanted, 2.1f, "white");
    }
  }
}

TEST_F(MaterialTest, AMetalReflectsItsColourAndGlossSaysTheSame) {
  renderer().force_furnace(true);
  const vec3 gold{0.8f, 0.45f, 0.1f};
  Material metal;
  metal.base_color = vec4(gold, 1.0f);
  metal.metallic = 1.0f;
  metal.roughness = 0.0f;
  expect_near(shown(metal), linear_to_srgb(gold), 3.0f, "metal");

  renderer().force_furnace(false);
  for (const float roughness : {0.1f, 0.7f}) {
    metal.roughness = roughness;
    Material glossy;
    glossy.shading = Shading::SpecularGlossiness;
    glossy.base_color = vec4(0.0f, 0.0f, 0.0f, 1.0f);
    glossy.specular = gold;
    glossy.roughness = roughness;
    show(metal, {}, ball());
    const Image a = picture();
    show(glossy, {}, ball());
    // But for the rim light that only what is no metal has.
    const vec3 place(0.2f, 0.3f, std::sqrt(1.0f - 0.13f));
    expect_near(at(picture(), place), at(a, place), 3.0f, "gloss");
  }
}

TEST_F(MaterialTest, RoughnessAndItsMapWidenHighlights) {
  const auto wide = [&](const Material& m, std::vector<Image> images) {
    show(m, std::move(images), ball());
    const Image image = picture();
    scene.view.surface = false;
    const Image empty = picture();
    scene.view.surface = true;
    float brightest = 0.0f;
    std::vector<float> seen;
    for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
      if (image.pixels[i] == empty.pixels[i] && image.pixels[i + 1] == empty.pixels[i + 1])
        continue;
      seen.push_back(srgb_to_linear(float(image.pixels[i]) / 255.0f));
      brightest = std::max(brightest, seen.back());
    }
    const auto bright = std::ranges::count_if(seen, [&](float v) { return v > 0.5f * brightest; });
    return std::pair(brightest, bright);
  };
  Material m;
  m.base_color = vec4(0.3f, 0.3f, 0.3f, 1.0f);
  m.metallic = 1.0f;
  m.roughness = 0.1f;
  const auto sharp = wide(m, {});
  m.roughness = 0.6f;
  const auto soft = wide(m, {});
  EXPECT_GT(sharp.first, 1.3f * soft.first);
  EXPECT_GT(2 * soft.second, 3 * sharp.second);
  // Green of the map times the factor, blue for metal.
  m.roughness = 1.0f;
  const auto mapped = wide(with_map(m, TextureSlot::MetallicRoughness), {flat_image(0, 153, 255)});
  EXPECT_NEAR(mapped.first, soft.first, 0.01f);
}

TEST_F(MaterialTest, ANormalMapTiltsAsGeometryWould) {
  Material m;
  m.base_color = vec4(0.4f, 0.5f, 0.6f, 1.0f);
  m.roughness = 0.4f;
  const float s = 0.5f, c = std::sqrt(0.75f);
  const auto byte = [](float x) { return int(std::lround((0.5f * x + 0.5f) * 255.0f)); };
  // u grows to the right, green is up.
  for (const vec2 tilt : {vec2(s, 0.0f), vec2(-s, 0.0f), vec2(0.0f, s), vec2(0.0f, -s)}) {
    Mesh tilted = square();
    std::ranges::fill(tilted.normal, vec3(tilt, c));
    show(m, {}, tilted);
    const vec3 wanted = at(picture(), vec3(0.0f));
    const Image map = flat_image(byte(tilt.x), byte(tilt.y), byte(c));
    expect_near(shown(with_map(m, TextureSlot::Normal), {map}), wanted, 2.1f, "tilted");
    EXPECT_GT(glm::length(shown(m) - wanted), 0.02f);
    Material flat = with_map(m, TextureSlot::Normal);
    flat.normal_scale = 0.0f;
    expect_near(shown(flat, {map}), shown(m), 1.1f, "of scale 0");
  }
}

TEST_F(MaterialTest, TonesFollowTheirFormulas) {
  for (const float x : {0.05f, 0.2f, 0.6f, 0.9f, 1.5f, 4.0f}) {
    Material m = with_map({}, TextureSlot::Occlusion);
    m.base_color = vec4(0.0f, 0.0f, 0.0f, 1.0f);
    m.emissive = vec3(x);
    const auto seen = [&](Tone tone) {
      scene.view.tone = tone;
      return shown(m, {flat_image(0, 0, 0)});  // no other light arrives
    };
    const float over = std::max(x - 0.75f, 0.0f), e = 0.6f * x;
    const float soft = std::min(x, 0.75f) + 0.25f * over / (over + 0.25f);
    const float film = e * (2.51f * e + 0.03f) / (e * (2.43f * e + 0.59f) + 0.14f);
    expect_near(seen(Tone::Plain), vec3(linear_to_srgb(vec3(std::min(x, 1.0f)))), 2.0f, "plain");
    expect_near(seen(Tone::Soft), vec3(linear_to_srgb(vec3(soft))), 2.0f, "soft");
    expect_near(seen(Tone::Filmic), vec3(linear_to_srgb(vec3(film))), 2.0f, "filmic");
  }
}

TEST_F(MaterialTest, OcclusionAndEmissionTakeTheirTextures) {
  renderer().force_furnace(true);
  Material m = with_map({}, TextureSlot::Occlusion);
  m.base_color = vec4(0.5f, 0.5f, 0.5f, 1.0f);
  m.roughness = 0.3f;
  m.occlusion_strength = 0.0f;
  const vec3 open = srgb_to_linear(shown(m, {flat_image(51, 255, 255)}));
  m.occlusion_strength = 1.0f;
  EXPECT_NEAR(srgb_to_linear(shown(m, {flat_image(51, 255, 255)})).x / open.x, 0.2f, 0.01f);
  m.occlusion_strength = 0.5f;
  EXPECT_NEAR(srgb_to_linear(shown(m, {flat_image(51, 255, 255)})).x / open.x, 0.6f, 0.01f);
  // An sRGB colour times a factor.
  Material glow = with_map(with_map({}, TextureSlot::Occlusion), TextureSlot::Emissive, 1);
  glow.emissive = vec3(0.5f);
  const vec3 wanted = linear_to_srgb(0.5f * srgb_to_linear(vec3(200, 100, 50) / 255.0f));
  expect_near(shown(glow, {flat_image(0, 0, 0), flat_image(200, 100, 50)}), wanted, 2.1f, "glow");
}

}  // namespace
}  // namespace bindpose::test::material_test
