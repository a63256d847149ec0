// glTF's materials and their extensions, from small files; what each number means is in the
// extensions' own texts (KHR_materials_*, KHR_texture_transform).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/export/rig/rig.h"
#include "io/files/image_io.h"
#include "io/import.h"
#include "io/import_files.h"
#include "io/io_fixture.h"
#include "materials/gltf_look.h"
#include "scene/diff/scene_diff.h"
#include "scene/scene.h"

namespace bindpose::gltf_material_test {
namespace {

using gltf_look::File;
using gltf_look::reported;
using import_files::json;

TEST(GltfMaterial, all_maps_of_metallic_roughness) {
  File file;
  const Material m = file.load(
      {{"name", "skin"},
       {"pbrMetallicRoughness",
        {{"baseColorFactor", {0.5, 0.25, 1.0, 0.75}},
         {"baseColorTexture", {{"index", file.texture(10)}}},
         {"metallicFactor", 0.25},
         {"roughnessFactor", 0.5},
         {"metallicRoughnessTexture", {{"index", file.texture(20)}, {"texCoord", 1}}}}},
       {"normalTexture", {{"index", file.texture(30)}, {"scale", 0.5}}},
       {"occlusionTexture", {{"index", file.texture(40)}, {"strength", 0.25}, {"texCoord", 1}}},
       {"emissiveTexture", {{"index", file.texture(50)}}},
       {"emissiveFactor", {1.0, 0.5, 0.25}},
       {"extensions", {{"KHR_materials_emissive_strength", {{"emissiveStrength", 4.0}}}}},
       {"alphaMode", "MASK"},
       {"alphaCutoff", 0.125},
       {"doubleSided", true}});
  EXPECT_EQ(m.name, "skin");
  EXPECT_EQ(m.shading, Shading::MetallicRoughness);
  EXPECT_EQ(m.base_color, vec4(0.5f, 0.25f, 1.0f, 0.75f));
  EXPECT_EQ(m.metallic, 0.25f);
  EXPECT_EQ(m.roughness, 0.5f);
  EXPECT_EQ(m.normal_scale, 0.5f);
  EXPECT_EQ(m.occlusion_strength, 0.25f);
  EXPECT_EQ(m.emissive, vec3(4.0f, 2.0f, 1.0f));
  EXPECT_EQ(m.alpha_mode, AlphaMode::Mask);
  EXPECT_EQ(m.alpha_cutoff, 0.125f);
  EXPECT_TRUE(m.two_sided);
  EXPECT_EQ(m.more_images, 0);
  EXPECT_EQ(file.red(m, TextureSlot::BaseColor), 10);
  EXPECT_EQ(file.red(m, TextureSlot::MetallicRoughness), 20);
  EXPECT_EQ(file.red(m, TextureSlot::Normal), 30);
  EXPECT_EQ(file.red(m, TextureSlot::Occlusion), 40);
  EXPECT_EQ(file.red(m, TextureSlot::Emissive), 50);
  EXPECT_EQ(file.red(m, TextureSlot::SpecularGlossiness), -1);
  EXPECT_EQ(m.use(TextureSlot::BaseColor).uv_set, 0);
  EXPECT_EQ(m.use(TextureSlot::MetallicRoughness).uv_set, 1);
  EXPECT_EQ(m.use(TextureSlot::Occlusion).uv_set, 1);
  EXPECT_EQ(m.use(TextureSlot::Normal).uv_set, 0);
  ASSERT_FALSE(file.model->meshes[0].uv_second.empty());
  EXPECT_EQ(file.model->meshes[0].uv[0], vec2(0.0f));
  EXPECT_EQ(file.model->meshes[0].uv_second[0], vec2(0.125f));
}

TEST(GltfMaterial, what_it_is_without_a_word) {
  File file;
  const Material m = file.load(json::object());
  EXPECT_EQ(m.base_color, vec4(1.0f));
  EXPECT_EQ(m.metallic, 1.0f);
  EXPECT_EQ(m.roughness, 1.0f);
  EXPECT_FALSE(m.two_sided);
  EXPECT_EQ(m.alpha_mode, AlphaMode::Opaque);
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(m.specular[c], 0.04f, 1e-6f);
  EXPECT_TRUE(file.model->meshes[0].uv_second.empty());
}

TEST(GltfMaterial, one_picture_for_several_slots_is_kept_once) {
  File file;
  const int texture = file.texture(10);
  const Material m = file.load({{"normalTexture", {{"index", texture}}},
                                {"occlusionTexture", {{"index", texture}}},
                                {"emissiveTexture", {{"index", texture}}}});
  EXPECT_EQ(file.model->images.size(), 1u);
  EXPECT_EQ(file.red(m, TextureSlot::Normal), 10);
  EXPECT_EQ(file.red(m, TextureSlot::Emissive), 10);
}

TEST(GltfMaterial, samplers_say_what_is_beyond_the_edge) {
  File file;
  const int texture = file.texture(10);
  file.g.root["samplers"] = {{{"wrapS", 33071}, {"wrapT", 33648}}};
  file.g.root["textures"][0]["sampler"] = 0;
  const Material m = file.load({{"emissiveTexture", {{"index", texture}}}});
  EXPECT_EQ(m.use(TextureSlot::Emissive).wrap_u, TextureWrap::Clamp);
  EXPECT_EQ(m.use(TextureSlot::Emissive).wrap_v, TextureWrap::Mirror);
  file.g.root["samplers"] = {{{"wrapS", 10497}, {"wrapT", "clamp"}}};
  const Material n = file.load({{"emissiveTexture", {{"index", texture}}}});
  EXPECT_EQ(n.use(TextureSlot::Emissive).wrap_u, TextureWrap::Repeat);
  EXPECT_EQ(n.use(TextureSlot::Emissive).wrap_v, TextureWrap::Repeat);
}

TEST(GltfMaterial, samplers_say_whether_pixels_are_squares) {
  File file;
  const int texture = file.texture(10);
  file.g.root["textures"][0]["sampler"] = 0;
  for (const auto& [filter, nearest] : {std::pair{9728, true}, {9729, false}}) {
    file.g.root["samplers"] = {{{"magFilter", filter}, {"minFilter", 9728}}};
    const Material m = file.load({{"emissiveTexture", {{"index", texture}}}});
    EXPECT_EQ(m.use(TextureSlot::Emissive).nearest, nearest);
  }
}

TEST(GltfMaterial, each_slot_lies_in_its_own_way) {
  File file;
  const json moved = {{"offset", {0.5, 0.25}}, {"rotation", 1.0}, {"scale", {2.0, 3.0}}};
  const int texture = file.texture(10);
  const Material m =
      file.load({{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", texture}}}}},
                 {"normalTexture",
                  {{"index", texture}, {"extensions", {{"KHR_texture_transform", moved}}}}}});
  EXPECT_EQ(m.use(TextureSlot::BaseColor).scale, vec2(1.0f));
  EXPECT_EQ(m.use(TextureSlot::Normal).scale, vec2(2.0f, 3.0f));
  EXPECT_EQ(m.use(TextureSlot::Normal).offset, vec2(0.5f, 0.25f));
  EXPECT_EQ(m.use(TextureSlot::Normal).rotation, 1.0f);
}

TEST(GltfMaterial, a_third_set_of_coordinates_is_reported) {
  File file;
  const int texture = file.texture(10);
  const Material m = file.load({{"normalTexture", {{"index", texture}, {"texCoord", 2}}},
                                {"occlusionTexture", {{"index", texture}, {"texCoord", 1}}},
                                {"emissiveTexture", {{"index", texture}}}});
  EXPECT_EQ(file.red(m, TextureSlot::Normal), 10);
  EXPECT_EQ(file.red(m, TextureSlot::Occlusion), 10);
  EXPECT_EQ(file.red(m, TextureSlot::Emissive), -1);
  EXPECT_TRUE(reported(*file.model, "1 texture of it lies by a third set"));
  EXPECT_EQ(file.model->meshes[0].uv[0], vec2(0.25f));
  EXPECT_EQ(file.model->meshes[0].uv_second[0], vec2(0.125f));
}

TEST(GltfMaterial, specular_glossiness) {
  File file;
  const Material m =
      file.load({{"pbrMetallicRoughness", {{"metallicFactor", 1.0}}},
                 {"extensions",
                  {{"KHR_materials_pbrSpecularGlossiness",
                    {{"diffuseFactor", {0.5, 0.25, 0.125, 1.0}},
                     {"specularFactor", {0.25, 0.5, 0.75}},
                     {"glossinessFactor", 0.75},
                     {"diffuseTexture", {{"index", file.texture(10)}}},
                     {"specularGlossinessTexture", {{"index", file.texture(20)}}}}}}}});
  EXPECT_EQ(m.shading, Shading::SpecularGlossiness);
  EXPECT_EQ(m.base_color, vec4(0.5f, 0.25f, 0.125f, 1.0f));
  EXPECT_EQ(m.specular, vec3(0.25f, 0.5f, 0.75f));
  EXPECT_EQ(m.roughness, 0.25f);
  EXPECT_EQ(m.metallic, 0.0f);
  EXPECT_EQ(file.red(m, TextureSlot::BaseColor), 10);
  EXPECT_EQ(file.red(m, TextureSlot::SpecularGlossiness), 20);
}

// ((n - 1) / (n + 1))^2, times the colour, at most 1, times the factor.
TEST(GltfMaterial, reflectance_of_ior_and_specular) {
  File file;
  const Material glass = file.load({{"extensions", {{"KHR_materials_ior", {{"ior", 3.0}}}}}});
  EXPECT_NEAR(glass.specular.x, 0.25f, 1e-6f);
  const Material tinted =
      file.load({{"extensions",
                  {{"KHR_materials_ior", {{"ior", 3.0}}},
                   {"KHR_materials_specular",
                    {{"specularFactor", 0.5}, {"specularColorFactor", {1.0, 2.0, 100.0}}}}}}});
  EXPECT_NEAR(tinted.specular.x, 0.125f, 1e-6f);
  EXPECT_NEAR(tinted.specular.y, 0.25f, 1e-6f);
  EXPECT_NEAR(tinted.specular.z, 0.5f, 1e-6f);
}

TEST(GltfMaterial, images_that_no_slot_shows_are_counted) {
  File file;
  const int base = file.texture(10), coat = file.texture(20), sheen = file.texture(30);
  const Material m =
      file.load({{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", base}}}}},
                 {"extensions",
                  {{"KHR_materials_clearcoat", {{"clearcoatTexture", {{"index", coat}}}}},
                   {"KHR_materials_sheen", {{"sheenColorTexture", {{"index", sheen}}}}}}}});
  EXPECT_EQ(m.more_images, 2);
  EXPECT_EQ(file.model->images.size(), 1u);
}

TEST(GltfMaterial, numbers_that_are_none_are_the_defaults) {
  File file;
  const Material m = file.load({{"pbrMetallicRoughness",
                                 {{"baseColorFactor", {9.0, 1.0, 2.0, 1.0}},
                                  {"metallicFactor", 1e300},
                                  {"roughnessFactor", -4}}},
                                {"alphaCutoff", "half"},
                                {"alphaMode", 3},
                                {"emissiveFactor", {9.0, -1.0, 0.5}}});
  EXPECT_EQ(m.base_color, vec4(1.0f));
  EXPECT_EQ(m.metallic, 1.0f);
  EXPECT_EQ(m.roughness, 0.0f);
  EXPECT_EQ(m.emissive, vec3(1.0f, 0.0f, 0.5f));
  EXPECT_EQ(m.alpha_cutoff, 0.5f);
}

// What a rig is written with where it is no glTF's own, read again.
TEST(GltfMaterial, comes_back_from_an_export) {
  File file;
  const json moved = {{"offset", {0.5, 0.25}}, {"rotation", 1.0}, {"scale", {2.0, 3.0}}};
  const int base = file.texture(10), rough = file.texture(20), normal = file.texture(30);
  const int light = file.texture(40), gloss = file.texture(50);
  file.g.root["samplers"] = {{{"wrapS", 33071}, {"wrapT", 33648}, {"magFilter", 9728}}};
  file.g.root["textures"][static_cast<std::size_t>(normal)]["sampler"] = 0;
  const json metal = {
      {"name", "metal"},
      {"pbrMetallicRoughness",
       {{"baseColorFactor", {0.5, 0.25, 1.0, 0.75}},
        {"baseColorTexture", {{"index", base}}},
        {"metallicFactor", 0.25},
        {"roughnessFactor", 0.5},
        {"metallicRoughnessTexture", {{"index", rough}, {"texCoord", 1}}}}},
      {"normalTexture",
       {{"index", normal}, {"scale", 0.5}, {"extensions", {{"KHR_texture_transform", moved}}}}},
      {"occlusionTexture", {{"index", rough}, {"strength", 0.25}, {"texCoord", 1}}},
      {"emissiveTexture", {{"index", light}}},
      {"emissiveFactor", {1.0, 0.5, 0.25}},
      {"extensions",
       {{"KHR_materials_emissive_strength", {{"emissiveStrength", 4.0}}},
        {"KHR_materials_ior", {{"ior", 3.0}}}}},
      {"alphaMode", "MASK"},
      {"alphaCutoff", 0.125},
      {"doubleSided", true}};
  const json older = {{"name", "older"},
                      {"alphaMode", "BLEND"},
                      {"extensions",
                       {{"KHR_materials_pbrSpecularGlossiness",
                         {{"diffuseFactor", {0.5, 0.25, 0.125, 0.5}},
                          {"specularFactor", {0.25, 0.5, 0.75}},
                          {"glossinessFactor", 0.75},
                          {"diffuseTexture", {{"index", base}}},
                          {"specularGlossinessTexture", {{"index", gloss}}}}}}}};
  const json flat = {{"name", "flat"}, {"extensions", {{"KHR_materials_unlit", json::object()}}}};
  for (const json& material : {metal, older, flat}) {
    const Material before = file.load(material);
    auto model = std::make_shared<Model>(*file.model);
    model->path.clear();  // not by its own file
    export_rig(make_scene(model), file.folder.path() / "out.glb");
    const auto again = import_model(file.folder.path() / "out.glb");
    const std::vector<MaterialDiff> differs =
        compare_scenes(make_scene(file.model), make_scene(again), {}).materials;
    for (const MaterialDiff& d : differs) {
      for (const std::string& what : d.what) ADD_FAILURE() << d.name << ": " << what;
    }
    EXPECT_TRUE(differs.empty());
    const Material& after =
        again->materials.at(static_cast<std::size_t>(again->meshes.at(0).material));
    EXPECT_EQ(after.alpha_mode, before.alpha_mode);
    EXPECT_EQ(after.shading, before.shading);
    EXPECT_EQ(again->meshes[0].uv_second, file.model->meshes[0].uv_second);
  }
}

// Assimp numbers materials by their first use, glTF by their place in the file.
TEST(GltfMaterial, each_mesh_has_its_own) {
  File file;
  const json part = file.g.root["meshes"][0]["primitives"][0];
  file.g.root["meshes"][0]["primitives"] = json::array({part, part, part});
  for (std::size_t p = 0; p < 2; ++p)
    file.g.root["meshes"][0]["primitives"][p]["material"] = 2 - 2 * p;
  file.g.root["meshes"][0]["primitives"][2].erase("material");
  file.g.root["materials"] = json::array();
  for (const double rough : {0.25, 0.5, 0.75}) {
    file.g.root["materials"].push_back(
        {{"name", "same"}, {"pbrMetallicRoughness", {{"roughnessFactor", rough}}}});
  }
  const auto model = import_model(file.g.write(file.folder));
  const auto rough = [&](std::size_t mesh) {
    return model->materials.at(static_cast<std::size_t>(model->meshes.at(mesh).material)).roughness;
  };
  EXPECT_EQ(rough(0), 0.75f);
  EXPECT_EQ(rough(1), 0.25f);
  EXPECT_EQ(rough(2), 1.0f);
}

TEST(MissingTextures, are_named_and_found_where_the_user_says) {
  File file;
  const int here = file.texture(10), gone = file.texture(20), other = file.texture(30);
  std::filesystem::create_directories(file.folder.path() / "elsewhere/deep");
  std::filesystem::rename(file.folder.path() / "20.png",
                          file.folder.path() / "elsewhere/deep/20.PNG");
  std::filesystem::rename(file.folder.path() / "30.png", file.folder.path() / "elsewhere/x.png");
  const json material = {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", here}}}}},
                         {"normalTexture", {{"index", gone}}},
                         {"emissiveTexture", {{"index", other}}}};
  const Material before = file.load(material);
  EXPECT_EQ(file.red(before, TextureSlot::Normal), -1);
  ASSERT_EQ(file.model->missing_textures.size(), 2u);
  EXPECT_EQ(file.model->missing_textures[0].stored, "20.png");
  EXPECT_EQ(file.model->missing_textures[0].slot, TextureSlot::Normal);
  EXPECT_TRUE(reported(*file.model, "\"20.png\" is missing"));

  ImportOptions options;
  options.texture_folders = {file.folder.path() / "elsewhere"};
  const Material found = file.load(material, options);
  EXPECT_EQ(file.red(found, TextureSlot::Normal), 20);
  ASSERT_EQ(file.model->missing_textures.size(), 1u);
  EXPECT_EQ(file.model->missing_textures[0].stored, "30.png");

  options.texture_files["30.png"] = file.folder.path() / "elsewhere/x.png";
  const Material all = file.load(material, options);
  EXPECT_EQ(file.red(all, TextureSlot::Emissive), 30);
  EXPECT_TRUE(file.model->missing_textures.empty());
}

TEST(MissingTextures, another_ending_is_found_too) {
  File file;
  const int texture = file.texture(10);
  file.g.root["images"][0]["uri"] = "C:\\work\\10.tga";
  ImportOptions options;
  options.texture_folders = {file.folder.path()};
  EXPECT_EQ(
      file.red(file.load({{"normalTexture", {{"index", texture}}}}, options), TextureSlot::Normal),
      10);
}

// glTF 2.0, 3.7.2.1: the alpha of an RGB COLOR_n is 1.
TEST(GltfMaterial, colours_without_alpha_are_opaque) {
  const std::vector<std::uint8_t> bytes(18, 51);
  const std::vector<std::uint16_t> shorts(18, 13107);
  for (int kind = 0; kind < 4; ++kind) {
    File file;
    json& attributes = file.g.root["meshes"][0]["primitives"][0]["attributes"];
    attributes["COLOR_0"] = kind == 0
                                ? file.g.accessor(std::vector<float>(18, 0.2f), "VEC3", 3, 5126)
                            : kind == 1 ? file.g.accessor(bytes, "VEC3", 3, 5121, true)
                            : kind == 2 ? file.g.accessor(shorts, "VEC3", 3, 5123, true)
                                        : file.g.accessor(bytes, "VEC3", 3, 5121);
    file.load({{"alphaMode", "BLEND"}});
    ASSERT_FALSE(file.model->meshes[0].color.empty()) << kind;
    for (const vec4& color : file.model->meshes[0].color) {
      EXPECT_NEAR(glm::distance(color, vec4(0.2f, 0.2f, 0.2f, 1.0f)), 0.0f, 1e-6f) << kind;
    }
  }
}

TEST(GltfMaterial, alpha_of_colours_stays_where_the_file_has_it) {
  File file;
  file.g.root["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] =
      file.g.floats(std::vector<float>(24, 0.25f), "VEC4", 4);
  file.load({{"alphaMode", "BLEND"}});
  ASSERT_FALSE(file.model->meshes[0].color.empty());
  EXPECT_EQ(file.model->meshes[0].color[0], vec4(0.25f));
}

}  // namespace
}  // namespace bindpose::gltf_material_test
