// Shading of glTF that is no metal and roughness: unlit, toon, and what is not drawn but told.
#include <gtest/gtest.h>

#include <vector>

#include "materials/gltf_look.h"

namespace bindpose::gltf_finishes_test {
namespace {

using gltf_look::File;
using gltf_look::reported;
using import_files::json;

TEST(GltfFinishes, unlit_and_mtoon) {
  File file;
  EXPECT_EQ(file.load({{"extensions", {{"KHR_materials_unlit", json::object()}}}}).shading,
            Shading::Unlit);
  EXPECT_EQ(
      file.load({{"extensions", {{"VRMC_materials_mtoon", {{"specVersion", "1.0"}}}}}}).shading,
      Shading::Unlit);
  file.g.root["extensions"] = {
      {"VRM",
       {{"materialProperties",
         {{{"shader", "VRM/MToon"},
           {"floatProperties", {{"_BlendMode", 1}, {"_Cutoff", 0.25}, {"_CullMode", 0}}}}}}}}};
  const Material m = file.load(json::object());
  EXPECT_EQ(m.shading, Shading::Unlit);
  EXPECT_EQ(m.alpha_mode, AlphaMode::Mask);
  EXPECT_EQ(m.alpha_cutoff, 0.25f);
  EXPECT_TRUE(m.two_sided);
}

// MToon adds its own light to the colour; KHR_materials_unlit has none ("emissiveFactor" is for
// programs that do not know it).
TEST(GltfFinishes, mtoon_glows_and_unlit_does_not) {
  File file;
  const int texture = file.texture(10);
  const json glowing = {{"emissiveFactor", {0.5, 0.25, 0.125}},
                        {"emissiveTexture", {{"index", texture}}}};
  const auto with = [&](json extensions) {
    json material = glowing;
    material["extensions"] = std::move(extensions);
    return file.load(material);
  };
  EXPECT_EQ(with({{"KHR_materials_unlit", json::object()}}).emissive, vec3(0.0f));
  const Material one = with({{"KHR_materials_unlit", json::object()},
                             {"VRMC_materials_mtoon", {{"specVersion", "1.0"}}},
                             {"KHR_materials_emissive_strength", {{"emissiveStrength", 2.0}}}});
  EXPECT_EQ(one.emissive, vec3(1.0f, 0.5f, 0.25f));
  EXPECT_EQ(file.red(one, TextureSlot::Emissive), 10);
  EXPECT_TRUE(reported(*file.model, "MToon's shade, rim and outline (1 material)"));

  const int own = file.texture(20);
  file.g.root["extensions"] = {
      {"VRM",
       {{"materialProperties",
         {{{"shader", "VRM/MToon"},
           {"vectorProperties", {{"_EmissionColor", {2.0, 0.5, 0.0, 1.0}}}},
           {"textureProperties", {{"_EmissionMap", own}}}}}}}}};
  const Material zero = file.load({{"extensions", {{"KHR_materials_unlit", json::object()}}}});
  EXPECT_EQ(zero.emissive, vec3(2.0f, 0.5f, 0.0f));
  EXPECT_EQ(file.red(zero, TextureSlot::Emissive), 20);
  EXPECT_TRUE(reported(*file.model, "MToon's shade, rim and outline (1 material)"));
}

TEST(GltfFinishes, what_is_not_drawn_is_told) {
  File file;
  file.load({{"extensions", {{"KHR_materials_clearcoat", {{"clearcoatRoughnessFactor", 0.5}}}}}});
  EXPECT_FALSE(reported(*file.model, "not drawn")) << "of strength 0";
  file.load({{"extensions",
              {{"KHR_materials_clearcoat", {{"clearcoatFactor", 0.5}}},
               {"KHR_materials_sheen", {{"sheenColorFactor", {0.0, 0.0, 0.5}}}}}}});
  EXPECT_TRUE(reported(*file.model, "clearcoat (1 material); sheen (1 material)."));
  const std::size_t places = file.g.floats(std::vector<float>(30, 0.0f), "VEC3", 3);
  file.g.root["nodes"][0]["extensions"] = {
      {"EXT_mesh_gpu_instancing", {{"attributes", {{"TRANSLATION", places}}}}}};
  file.load(json::object());
  EXPECT_TRUE(reported(*file.model, "1 node repeats its mesh at 10 places"));
}

// Glass and corneas are blended; where a picture says what lets light through they are as before.
TEST(GltfFinishes, what_lets_light_through_is_blended_and_told) {
  File file;
  const auto with = [&](float factor, json more) {
    more["extensions"] = {{"KHR_materials_transmission", {{"transmissionFactor", factor}}}};
    return file.load(more);
  };
  const Material glass =
      with(1.0f, {{"pbrMetallicRoughness", {{"baseColorFactor", {1, 1, 1, 0.1}}}}});
  EXPECT_EQ(glass.alpha_mode, AlphaMode::Blend);
  EXPECT_FLOAT_EQ(glass.base_color.a, 0.25f);
  EXPECT_TRUE(reported(*file.model, "1 material lets light through (transmission)"));
  EXPECT_FALSE(reported(*file.model, "not drawn"));
  EXPECT_FLOAT_EQ(with(0.5f, json::object()).base_color.a, 0.625f);
  EXPECT_EQ(with(0.0f, json::object()).alpha_mode, AlphaMode::Opaque);
  EXPECT_EQ(with(1.0f, {{"alphaMode", "MASK"}}).alpha_mode, AlphaMode::Mask);
  const json picture = {{"index", file.texture(10)}};
  const Material bottle = with(1.0f, {{"pbrMetallicRoughness", {{"baseColorTexture", picture}}}});
  EXPECT_EQ(bottle.alpha_mode, AlphaMode::Opaque);
  EXPECT_TRUE(reported(*file.model, "not drawn: transmission (1 material)."));
}

}  // namespace
}  // namespace bindpose::gltf_finishes_test
