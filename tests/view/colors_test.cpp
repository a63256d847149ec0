#include "view/colors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "view/material_color.h"

namespace bindpose::colors_test {
namespace {

float distance(const vec3& a, const vec3& b) {
  return glm::length(to_oklab(a) - to_oklab(b));
}

// What a dichromat sees: F. Vienot, H. Brettel, J. Mollon 1999, for linear sRGB, rows of the
// matrix.
vec3 simulate(const vec3& srgb, const mat3& rows) {
  const vec3 c = srgb_to_linear(srgb);
  const vec3 seen{glm::dot(rows[0], c), glm::dot(rows[1], c), glm::dot(rows[2], c)};
  return linear_to_srgb(glm::clamp(seen, vec3(0.0f), vec3(1.0f)));
}
const mat3 kProtan{
    {0.11238f, 0.88762f, 0.0f}, {0.11238f, 0.88762f, 0.0f}, {0.00401f, -0.00401f, 1.0f}};
const mat3 kDeutan{
    {0.29275f, 0.70725f, 0.0f}, {0.29275f, 0.70725f, 0.0f}, {-0.02234f, 0.02234f, 1.0f}};

TEST(Oklab, PublishedValues) {
  // White and the primaries as B. Ottosson's page gives the space.
  EXPECT_LT(glm::length(to_oklab(vec3(1.0f)) - vec3(1, 0, 0)), 1e-4f);
  EXPECT_LT(glm::length(to_oklab(vec3(0.0f))), 1e-6f);
  EXPECT_LT(glm::length(to_oklab({1, 0, 0}) - vec3(0.62796f, 0.22486f, 0.12585f)), 1e-3f);
  EXPECT_LT(glm::length(to_oklab({0, 0, 1}) - vec3(0.45201f, -0.03246f, -0.31153f)), 1e-3f);
}

TEST(Oklab, RoundTrips) {
  for (int r = 0; r <= 4; ++r) {
    for (int g = 0; g <= 4; ++g) {
      for (int b = 0; b <= 4; ++b) {
        const vec3 c = vec3(r, g, b) / 4.0f;
        EXPECT_LT(glm::length(from_oklab(to_oklab(c)) - c), 2e-3f);
        EXPECT_LT(glm::length(linear_to_srgb(srgb_to_linear(c)) - c), 1e-5f);
      }
    }
  }
  EXPECT_NEAR(srgb_to_linear(vec3(0.5f)).x, 0.21404f, 1e-5f);
}

TEST(Contrast, ClosedForms) {
  EXPECT_NEAR(contrast(vec3(0.0f), vec3(1.0f)), 21.0f, 1e-4f);
  EXPECT_NEAR(contrast(vec3(1.0f), vec3(1.0f)), 1.0f, 1e-6f);
  EXPECT_NEAR(contrast(vec3(0.46666667f), vec3(1.0f)), 4.48f, 0.01f);  // #777777 on white
}

TEST(Theme, TextReadsOnItsGround) {
  for (const bool dark : {true, false}) {
    const Theme& t = theme(dark);
    for (const vec3& ground : {t.panel, t.raised}) {
      for (const vec3& ink : {t.text, t.text_dim, t.accent, t.hint, t.ok, t.warning, t.error}) {
        EXPECT_GE(contrast(ink, ground), 4.5f)
            << "dark " << dark << " ink " << ink.x << " " << ink.y;
      }
    }
    for (const vec3& ground : {t.background_top, t.background_bottom}) {
      EXPECT_GE(contrast(t.text, ground), 4.5f);
      for (const vec3& axis : t.axis) EXPECT_GE(contrast(axis, ground), 3.0f) << "dark " << dark;
    }
  }
}

TEST(WeightRamp, LightnessRisesEvenlyFromDarkToPale) {
  float before = 0.0f;
  for (int k = 1; k <= 2000; ++k) {
    const float w = static_cast<float>(k) / 2000.0f;
    const float lightness = to_oklab(weight_color(w)).x;
    EXPECT_GT(lightness, before) << w;
    EXPECT_NEAR(lightness, 0.35f + 0.6f * w, 2e-3f) << w;  // also: nothing was clamped to the gamut
    before = lightness;
  }
}

TEST(WeightRamp, InsideTheGamut) {
  // A colour at a face of the cube is one that was clamped, or nearly.
  for (const vec3& c : weight_ramp()) {
    for (int k = 0; k < 3; ++k) {
      EXPECT_GT(c[k], 0.0f);
      EXPECT_LT(c[k], 1.0f);
    }
  }
}

TEST(WeightRamp, ZeroIsAnotherColour) {
  EXPECT_EQ(weight_color(0.0f), weight_zero_color());
  EXPECT_EQ(weight_color(-1.0f), weight_zero_color());
  EXPECT_EQ(weight_zero_color(), theme(true).surface);
  EXPECT_EQ(weight_zero_color(), theme(false).surface);
  EXPECT_GT(distance(weight_color(0.0f), weight_color(0.01f)), 0.3f);
  EXPECT_GT(distance(weight_color(0.0f), weight_color(1e-6f)), 0.3f);
  for (const vec3& c : weight_ramp()) EXPECT_GT(distance(c, weight_zero_color()), 0.1f);
}

TEST(WeightRamp, HuesInOrder) {
  const auto hue = [](float w) {
    const vec3 lab = to_oklab(weight_color(w));
    return std::atan2(lab.z, lab.y) * 57.29578f;
  };
  EXPECT_NEAR(hue(0.01f), -72.0f, 8.0f);  // blue-violet
  EXPECT_NEAR(hue(0.3f), -28.0f, 10.0f);  // magenta
  EXPECT_NEAR(hue(0.75f), 62.0f, 10.0f);  // orange
  EXPECT_NEAR(hue(1.0f), 104.0f, 8.0f);   // yellow
}

TEST(WeightRamp, EvenSteps) {
  const auto& ramp = weight_ramp();
  float least = 1.0f, most = 0.0f;
  for (std::size_t k = 1; k < ramp.size(); ++k) {
    const float step = distance(ramp[k - 1], ramp[k]);
    least = std::min(least, step);
    most = std::max(most, step);
  }
  EXPECT_LT(most, 2.2f * least);
}

TEST(WeightRamp, OrderedInGreyAndForColourBlindEyes) {
  const auto& ramp = weight_ramp();
  const vec3 luminance{0.2126f, 0.7152f, 0.0722f};
  for (std::size_t k = 1; k < ramp.size(); ++k) {
    EXPECT_GT(glm::dot(srgb_to_linear(ramp[k]), luminance),
              glm::dot(srgb_to_linear(ramp[k - 1]), luminance));
    for (const mat3& eye : {kProtan, kDeutan}) {
      EXPECT_GT(to_oklab(simulate(ramp[k], eye)).x, to_oklab(simulate(ramp[k - 1], eye)).x) << k;
    }
  }
}

TEST(WeightRamp, ZeroIsAnotherColourForColourBlindEyes) {
  for (const mat3& eye : {kProtan, kDeutan}) {
    const vec3 zero = simulate(weight_zero_color(), eye);
    for (const vec3& c : weight_ramp()) EXPECT_GT(distance(simulate(c, eye), zero), 0.05f);
    EXPECT_GT(distance(simulate(weight_color(0.01f), eye), zero), 0.3f);
  }
}

TEST(WeightRamp, Ends) {
  EXPECT_EQ(weight_color(1.0f), weight_color(1.7f));
  EXPECT_EQ(weight_color(std::numeric_limits<float>::quiet_NaN()), vec3(1, 0, 0));
  EXPECT_EQ(weight_color(std::numeric_limits<float>::infinity()), vec3(1, 0, 0));
  EXPECT_EQ(weight_ramp()[17], weight_color(17.5f / 256.0f));
}

// Parts that no joint pulls on must be seen where they stay behind.
TEST(NoWeights, StandApartFromTheGroundOfTheViewInBothThemes) {
  const vec3 none = no_weights_color();
  for (const bool dark : {true, false}) {
    const Theme& t = theme(dark);
    EXPECT_GE(contrast(none, t.background_top), 3.0f) << dark;
    EXPECT_GE(contrast(none, t.background_bottom), 3.0f) << dark;
  }
  EXPECT_GT(glm::distance(to_oklab(none), to_oklab(weight_zero_color())), 0.15f);
  for (const vec3& c : weight_ramp()) EXPECT_GT(glm::distance(to_oklab(none), to_oklab(c)), 0.09f);
}

TEST(SignedRamp, ZeroStandsApartAndBothEndsAreDarkest) {
  const vec3 zero = signed_color(0.0f);
  EXPECT_EQ(zero, weight_zero_color());
  for (const vec3& c : signed_ramp()) EXPECT_GT(distance(c, zero), 0.08f);
  const auto& ramp = signed_ramp();
  for (std::size_t k = 1; k < kRampSize; ++k) {
    const bool below = k < kRampSize / 2;
    if (k == kRampSize / 2) continue;  // from one side to the other
    const float step = to_oklab(ramp[k]).x - to_oklab(ramp[k - 1]).x;
    EXPECT_TRUE(below ? step > 0.0f : step < 0.0f) << k;
  }
  // Blue below, orange above.
  for (float t : {0.02f, 0.3f, 1.0f}) {
    EXPECT_LT(to_oklab(signed_color(-t)).z, -0.05f) << t;
    EXPECT_GT(to_oklab(signed_color(t)).z, 0.05f) << t;
  }
  EXPECT_EQ(signed_color(3.0f), signed_color(1.0f));
  EXPECT_EQ(signed_color(-3.0f), signed_color(-1.0f));
  EXPECT_EQ(signed_color(std::numeric_limits<float>::quiet_NaN()), not_finite_color());
}

TEST(SignedRamp, SidesDifferForColourBlindEyes) {
  for (const mat3& eye : {kProtan, kDeutan}) {
    const vec3 zero = simulate(signed_color(0.0f), eye);
    for (float t : {0.01f, 0.2f, 0.5f, 1.0f}) {
      const vec3 below = simulate(signed_color(-t), eye), above = simulate(signed_color(t), eye);
      EXPECT_GT(distance(below, above), 0.12f) << t;
      EXPECT_GT(distance(below, zero), 0.05f) << t;
      EXPECT_GT(distance(above, zero), 0.05f) << t;
    }
  }
}

TEST(JointHue, ConstantLightnessAndChroma) {
  for (int degrees = 0; degrees < 360; ++degrees) {
    const vec3 lab = to_oklab(joint_hue_color(static_cast<float>(degrees)));
    EXPECT_NEAR(lab.x, 0.74f, 2e-3f);
    EXPECT_NEAR(std::hypot(lab.y, lab.z), 0.12f, 2e-3f);
  }
}

// One picture for two materials, as characters have it: red at the left, at the right blue, half of
// it see-through.
Model two_materials() {
  Model model;
  model.images.push_back({"", 2, 1, {255, 0, 0, 255, 0, 0, 255, 128}});
  for (const float u : {0.25f, 0.75f}) {
    Mesh mesh;
    mesh.material = static_cast<int>(model.materials.size());
    mesh.position.resize(3);
    mesh.uv.assign(3, vec2(u, 0.5f));
    model.meshes.push_back(mesh);
    Material material;
    material.base_color = vec4(0.5f, 1.0f, 0.25f, 1.0f);
    material.use(TextureSlot::BaseColor).image = 0;
    model.materials.push_back(material);
  }
  return model;
}

TEST(MaterialColor, IsThatOfTheTextureWhereItsVerticesLie) {
  Model model = two_materials();
  EXPECT_EQ(mean_material_color(model, 0), vec3(0.5f, 0.0f, 0.0f));
  EXPECT_LT(glm::length(mean_material_color(model, 1) - vec3(0.0f, 0.0f, 0.25f)), 1e-6f)
      << "what is half covered there is no darker";
  // Half a picture to the right, and there and back again.
  model.materials[0].use(TextureSlot::BaseColor).offset.x = 0.5f;
  EXPECT_GT(mean_material_color(model, 0).z, 0.24f);
  model.materials[0].use(TextureSlot::BaseColor).offset.x = 1.5f;
  EXPECT_GT(mean_material_color(model, 0).z, 0.24f) << "repeated";
  model.materials[0].use(TextureSlot::BaseColor).wrap_u = TextureWrap::Mirror;
  EXPECT_GT(mean_material_color(model, 0).x, 0.49f) << "mirrored";
  model.materials[0].use(TextureSlot::BaseColor).offset.x = -2.25f;
  EXPECT_GT(mean_material_color(model, 0).x, 0.49f);
  model.materials[0].use(TextureSlot::BaseColor).wrap_u = TextureWrap::Clamp;
  EXPECT_GT(mean_material_color(model, 0).x, 0.49f);
}

TEST(MaterialColor, IsTheBaseColourWhereNoTextureIsSeen) {
  const vec3 base(0.5f, 1.0f, 0.25f);
  for (const auto& spoil : std::initializer_list<void (*)(Model&)>{
           [](Model& m) { m.materials[0].use(TextureSlot::BaseColor).image = 7; },
           [](Model& m) { m.meshes[0].uv.clear(); },
           [](Model& m) { m.meshes[0].uv.assign(3, vec2(std::numeric_limits<float>::infinity())); },
           [](Model& m) {
             m.images = {Image{"", 2, 1, {}}};
           }}) {
    Model model = two_materials();
    spoil(model);
    EXPECT_EQ(mean_material_color(model, 0), base);
  }
}

}  // namespace
}  // namespace bindpose::colors_test
