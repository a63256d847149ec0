// Materials of FBX files: which numbers count, as Maya, 3ds Max and Blender write them.
#include <gtest/gtest.h>

#include <algorithm>

#include "io/fbx_files.h"
#include "io/files/image_io.h"
#include "io/import.h"
#include "io/import_files.h"

namespace bindpose::fbx_materials_test {
namespace {

using import_files::Folder;
using namespace tests;

std::string triangle() {
  return " Geometry: 2, \"Geometry::\", \"Mesh\" {\n" + list("Vertices", "0,0,0,1,0,0,0,1,0") +
         list("PolygonVertexIndex", "0,1,-3") +
         "  LayerElementMaterial: 0 {\n   Version: 101\n   Name: \"\"\n"
         "   MappingInformationType: \"AllSame\"\n   ReferenceInformationType: \"IndexToDirect\"\n"
         "   Materials: *1 {\n    a: 0\n   }\n  }\n"
         "  Layer: 0 {\n   Version: 100\n   LayerElement:  {\n    Type: \"LayerElementMaterial\"\n"
         "    TypedIndex: 0\n   }\n  }\n }\n";
}

std::string color(const std::string& name, const std::string& rgb) {
  return "   P: \"" + name + "\", \"Color\", \"\", \"A\"," + rgb + "\n";
}
std::string color_and_alpha(const std::string& name, const std::string& rgba) {
  return "   P: \"" + name + "\", \"ColorAndAlpha\", \"\", \"A\"," + rgba + "\n";
}
std::string real(const std::string& name, const std::string& value) {
  return "   P: \"" + name + "\", \"Number\", \"\", \"A\"," + value + "\n";
}
std::string whole(const std::string& name, int value) {
  return "   P: \"" + name + "\", \"Integer\", \"\", \"A\"," + std::to_string(value) + "\n";
}

struct Picture {
  std::string file, property;
};

// A triangle of one material.
std::string fbx(const std::string& numbers, const std::vector<Picture>& pictures = {},
                const std::string& shading = "phong") {
  std::string objects =
      mesh_model(1, "body") + triangle() +
      " Material: 5, \"Material::m\", \"\" {\n  Version: 102\n  ShadingModel: \"" + shading +
      "\"\n" + properties(numbers) + " }\n";
  std::string connections = oo(1, 0) + oo(2, 1) + oo(5, 1);
  int id = 10;
  for (const Picture& p : pictures) {
    objects += " Texture: " + std::to_string(id) + ", \"Texture::t\", \"\" {\n" +
               "  Type: \"TextureVideoClip\"\n  FileName: \"" + p.file +
               "\"\n  RelativeFilename: \"" + p.file + "\"\n }\n";
    connections += op(id++, 5, p.property);
  }
  return text_fbx(objects, connections);
}

// Grey of one value, and alpha.
void write_picture(const Folder& folder, const std::string& name, int side, std::uint8_t grey,
                   std::uint8_t alpha = 255) {
  Image image;
  image.width = image.height = side;
  for (int i = 0; i < side * side; ++i) {
    image.pixels.insert(image.pixels.end(), {grey, grey, grey, alpha});
  }
  write_png(folder.path() / name, image);
}

// Rows from clear to whole: of `side` columns the first half black, the next `soft` grey.
void write_mask(const Folder& folder, const std::string& name, int side, int soft) {
  Image image;
  image.width = image.height = side;
  for (int i = 0; i < side * side; ++i) {
    const int x = i % side - side / 2;
    const auto v = static_cast<std::uint8_t>(x < 0 ? 0 : x < soft ? 128 : 255);
    image.pixels.insert(image.pixels.end(), {v, v, v, 255});
  }
  write_png(folder.path() / name, image);
}

std::shared_ptr<const Model> open(const Folder& folder, const std::string& text) {
  return import_model(folder.write("model.fbx", text));
}

const Material& material_of(const Model& model) {
  return model.materials.at(static_cast<std::size_t>(model.meshes.at(0).material));
}

Material opened(const std::string& text) {
  const Folder folder;
  return material_of(*open(folder, text));
}

bool reported(const Model& model, const std::string& part) {
  return std::ranges::any_of(
      model.report, [&](const ReportEntry& r) { return r.message.find(part) != r.message.npos; });
}

const Image& base_picture(const Model& model) {
  return model.images.at(static_cast<std::size_t>(material_of(model).base_image()));
}

void expect_color(const vec3& is, const vec3& wanted) {
  EXPECT_LT(glm::distance(is, wanted), 1e-6f) << is.x << " " << is.y << " " << is.z;
}

// Scene-linear as Blender and Maya write them: no curve on top.
TEST(FbxMaterial, numbers_are_linear_and_take_their_factors) {
  const Material m =
      opened(fbx(color("DiffuseColor", "0.25,0.5,1") + real("DiffuseFactor", "0.5") +
                 color("EmissiveColor", "0.5,0.25,0.125") + real("EmissiveFactor", "3")));
  expect_color(vec3(m.base_color), {0.125f, 0.25f, 0.5f});
  expect_color(m.emissive, {1.5f, 0.75f, 0.375f});
}

TEST(FbxMaterial, a_picture_takes_the_factor_too) {
  const Folder folder;
  write_picture(folder, "a.png", 1, 128);
  const auto model =
      open(folder, fbx(color("DiffuseColor", "0.25,0.5,1") + real("DiffuseFactor", "0.5") +
                           real("EmissiveFactor", "0.25"),
                       {{"a.png", "DiffuseColor"}, {"a.png", "EmissiveColor"}}));
  expect_color(vec3(material_of(*model).base_color), vec3(0.5f));
  expect_color(material_of(*model).emissive, vec3(0.25f));
  EXPECT_GE(material_of(*model).base_image(), 0);
}

TEST(FbxMaterial, standard_surface_of_maya_and_arnold) {
  const std::string numbers = real("Maya|base", "0.5") + color("Maya|baseColor", "0.25,0.5,1") +
                              real("Maya|metalness", "0.3") +
                              real("Maya|specularRoughness", "0.4") + real("Maya|emission", "2") +
                              color("Maya|emissionColor", "0.1,0.2,0.3") +
                              color("Maya|opacity", "0.25,0.25,0.25");
  const Material m = opened(fbx(numbers, {}, "unknown"));
  expect_color(vec3(m.base_color), {0.125f, 0.25f, 0.5f});
  EXPECT_FLOAT_EQ(m.base_color.a, 0.25f);
  EXPECT_EQ(m.alpha_mode, AlphaMode::Blend);
  EXPECT_FLOAT_EQ(m.metallic, 0.3f);
  EXPECT_FLOAT_EQ(m.roughness, 0.4f);
  expect_color(m.emissive, {0.2f, 0.4f, 0.6f});

  const Folder folder;
  write_picture(folder, "a.png", 1, 128);
  const auto model = open(folder, fbx(numbers, {{"a.png", "Maya|baseColor"}}, "unknown"));
  EXPECT_GE(material_of(*model).base_image(), 0);
  expect_color(vec3(material_of(*model).base_color), vec3(0.5f));
}

// Beside Phong's numbers, which 3ds Max makes up for programs that know no better.
TEST(FbxMaterial, physical_material_of_3ds_max) {
  const std::string p = "3dsMax|Parameters|";
  const std::string numbers =
      color("DiffuseColor", "0.9,0.9,0.9") + real("ShininessExponent", "675") +
      real(p + "base_weight", "0.5") + color_and_alpha(p + "base_color", "0.2,0.4,0.6,0.1") +
      real(p + "metalness", "0.07") + real(p + "roughness", "0.06") + real(p + "emission", "0.5") +
      color_and_alpha(p + "emit_color", "0.2,0.4,0.6,1") + real(p + "emit_luminance", "3000");
  const Material m = opened(fbx(numbers + whole(p + "roughness_inv", 0), {}, "unknown"));
  expect_color(vec3(m.base_color), {0.1f, 0.2f, 0.3f});
  EXPECT_EQ(m.base_color.a, 1.0f);
  EXPECT_FLOAT_EQ(m.metallic, 0.07f);
  EXPECT_FLOAT_EQ(m.roughness, 0.06f);
  expect_color(m.emissive, {0.2f, 0.4f, 0.6f});
  const Material glossy = opened(fbx(numbers + whole(p + "roughness_inv", 1), {}, "unknown"));
  EXPECT_FLOAT_EQ(glossy.roughness, 0.94f);
}

TEST(FbxMaterial, a_picture_that_is_switched_off_is_not_shown) {
  const Folder folder;
  write_picture(folder, "a.png", 1, 128);
  const std::string p = "3dsMax|Parameters|";
  for (const int on : {0, 1}) {
    const auto model = open(folder, fbx(color_and_alpha(p + "base_color", "0.2,0.4,0.6,1") +
                                            whole(p + "base_color_map_on", on),
                                        {{"a.png", p + "base_color_map"}}, "unknown"));
    EXPECT_EQ(material_of(*model).base_image() >= 0, on == 1);
    expect_color(vec3(material_of(*model).base_color), on == 1 ? vec3(1) : vec3(0.2f, 0.4f, 0.6f));
  }
}

TEST(FbxMaterial, pbr_materials_of_3ds_max) {
  const std::string p = "3dsMax|main|";
  const std::string both = color_and_alpha(p + "baseColor", "0.1,0.2,0.3,1") +
                           color_and_alpha(p + "emit_color", "0.4,0.5,0.6,1");
  const std::string metal = both + real(p + "metalness", "0.5") + real(p + "roughness", "0.25");
  const Material rough = opened(fbx(metal + whole(p + "useGlossiness", 2), {}, "unknown"));
  expect_color(vec3(rough.base_color), {0.1f, 0.2f, 0.3f});
  expect_color(rough.emissive, {0.4f, 0.5f, 0.6f});
  EXPECT_FLOAT_EQ(rough.metallic, 0.5f);
  EXPECT_FLOAT_EQ(rough.roughness, 0.25f);
  EXPECT_FLOAT_EQ(opened(fbx(metal + whole(p + "useGlossiness", 1), {}, "unknown")).roughness,
                  0.75f);
  const Material specular =
      opened(fbx(both + color_and_alpha(p + "Specular", "0.05,0.06,0.07,1") +
                     real(p + "glossiness", "0.9") + whole(p + "useGlossiness", 1),
                 {}, "unknown"));
  EXPECT_EQ(specular.shading, Shading::SpecularGlossiness);
  expect_color(specular.specular, {0.05f, 0.06f, 0.07f});
  EXPECT_NEAR(specular.roughness, 0.1f, 1e-6f);
}

TEST(FbxMaterial, gltf_material_of_3ds_max) {
  const Folder folder;
  write_picture(folder, "rough.png", 1, 60);
  const std::string p = "3dsMax|main|";
  const auto model =
      open(folder, fbx(color_and_alpha(p + "baseColor", "0.1,0.2,0.3,0.4") +
                           real(p + "metalness", "0.5") + real(p + "roughness", "0.25") +
                           color_and_alpha(p + "emissionColor", "0.4,0.5,0.6,1") +
                           whole(p + "alphaMode", 2) + real(p + "alphaCutoff", "0.75"),
                       {{"rough.png", p + "roughnessMap"}}, "unknown"));
  const Material& m = material_of(*model);
  expect_color(vec3(m.base_color), {0.1f, 0.2f, 0.3f});
  EXPECT_FLOAT_EQ(m.base_color.a, 0.4f);
  EXPECT_EQ(m.alpha_mode, AlphaMode::Mask);
  EXPECT_FLOAT_EQ(m.alpha_cutoff, 0.75f);
  EXPECT_FLOAT_EQ(m.metallic, 0.5f);
  expect_color(m.emissive, {0.4f, 0.5f, 0.6f});
  const int image = m.use(TextureSlot::MetallicRoughness).image;
  ASSERT_GE(image, 0);
  EXPECT_EQ(model->images[static_cast<std::size_t>(image)].pixels[1], 60);
  EXPECT_EQ(m.roughness, 1.0f);
}

TEST(FbxMaterial, open_pbr) {
  const std::string p = "3dsMax|Parameters|";
  const Material m = opened(
      fbx(real(p + "base_weight", "0.5") + color_and_alpha(p + "base_color", "0.2,0.4,0.6,1") +
              real(p + "base_metalness", "0.3") + real(p + "specular_roughness", "0.4") +
              real(p + "emission_weight", "0.5") + real(p + "emission_luminance", "2000") +
              color_and_alpha(p + "emission_color", "0.2,0.4,0.6,1"),
          {}, "unknown"));
  expect_color(vec3(m.base_color), {0.1f, 0.2f, 0.3f});
  EXPECT_FLOAT_EQ(m.metallic, 0.3f);
  EXPECT_FLOAT_EQ(m.roughness, 0.4f);
  expect_color(m.emissive, {0.2f, 0.4f, 0.6f});
}

// What is no number counts as not there.
TEST(FbxMaterial, broken_numbers_do_no_harm) {
  const Material m =
      opened(fbx(color("Maya|baseColor", "0.25,0.5,1") + real("Maya|base", "-7") +
                     real("Maya|metalness", "1e30") + real("Maya|specularRoughness", "1e999") +
                     real("Maya|emission", "1e30") + color("Maya|emissionColor", "1,1,1"),
                 {}, "unknown"));
  expect_color(vec3(m.base_color), vec3(0.0f));
  EXPECT_EQ(m.metallic, 1.0f);
  EXPECT_GE(m.roughness, 0.0f);
  EXPECT_LE(m.roughness, 1.0f);
  EXPECT_LE(m.emissive.x, 1000.0f);
}

// White covers, as Blender writes it and other importers read it.
TEST(FbxMaterial, a_picture_of_its_own_becomes_the_alpha) {
  const Folder folder;
  write_picture(folder, "hair.png", 4, 77);
  write_mask(folder, "mask.png", 2, 0);
  for (const std::string property : {"TransparentColor", "TransparencyFactor"}) {
    const auto model =
        open(folder, fbx("", {{"hair.png", "DiffuseColor"}, {"mask.png", property}}));
    ASSERT_GE(material_of(*model).base_image(), 0) << property;
    const Image& image = base_picture(*model);
    EXPECT_EQ(image.width, 4);
    EXPECT_EQ(image.pixels[0], 77);
    EXPECT_EQ(image.pixels[3], 0);
    EXPECT_EQ(image.pixels[15], 255);
    EXPECT_EQ(material_of(*model).base_color.a, 1.0f);
    EXPECT_EQ(material_of(*model).more_images, 0);
  }
}

// Before 7000 textures lie on the model, and layers of its surface say by number which is for what.
TEST(FbxMaterial, pictures_of_old_files_by_their_layers) {
  const Folder folder;
  write_picture(folder, "light.png", 1, 60);
  write_picture(folder, "color.png", 1, 70);
  const auto texture = [](const std::string& name) {
    return "Texture: \"Texture::" + name + "\", \"\" {\nType: \"TextureVideoClip\"\nFileName: \"" +
           name + ".png\"\nRelativeFilename: \"" + name + ".png\"\n}\n";
  };
  const auto layer = [](const std::string& name, int id) {
    return name + ": 0 {\nVersion: 101\nMappingInformationType: \"AllSame\"\nTextureId: " +
           std::to_string(id) + "\n}\n";
  };
  for (const bool told : {false, true}) {
    const std::string layers =
        layer("LayerElementEmissive_Textures", 0) + layer("LayerElementTexture", 1);
    const auto model =
        open(folder,
             "; FBX 6.1.0 project file\nFBXHeaderExtension:  {\nFBXHeaderVersion: 1003\n"
             "FBXVersion: 6100\n}\nObjects:  {\nModel: \"Model::cloth\", \"Mesh\" {\n"
             "Properties60:  {\n}\nVertices: 0,0,0,1,0,0,0,1,0\nPolygonVertexIndex: 0,1,-3\n"
             "LayerElementMaterial: 0 {\nMappingInformationType: \"AllSame\"\n"
             "ReferenceInformationType: \"IndexToDirect\"\nMaterials: 0\n}\n"
             "Layer: 0 {\nVersion: 100\nLayerElement: {\nType: \"LayerElementMaterial\"\n"
             "TypedIndex: 0\n}\n}\n" +
                 (told ? layers : std::string()) +
                 "}\nMaterial: \"Material::m\", \"\" {\nShadingModel: \"phong\"\nProperties60:  {\n"
                 "Property: \"DiffuseColor\", \"ColorRGB\", \"\",1,1,1\n"
                 "Property: \"DiffuseFactor\", \"double\", \"\",0.5\n}\n}\n" +
                 texture("light") + texture("color") +
                 "}\nConnections:  {\nConnect: \"OO\", \"Model::cloth\", \"Model::Scene\"\n"
                 "Connect: \"OO\", \"Material::m\", \"Model::cloth\"\n"
                 "Connect: \"OO\", \"Texture::light\", \"Model::cloth\"\n"
                 "Connect: \"OO\", \"Texture::color\", \"Model::cloth\"\n}\n");
    ASSERT_GE(material_of(*model).base_image(), 0);
    EXPECT_EQ(base_picture(*model).pixels[0], told ? 70 : 60);
    expect_color(vec3(material_of(*model).base_color), vec3(0.5f));
    const int light = material_of(*model).use(TextureSlot::Emissive).image;
    ASSERT_EQ(light >= 0, told);
    if (!told) continue;
    EXPECT_EQ(model->images[static_cast<std::size_t>(light)].pixels[0], 60);
  }
}

TEST(FbxMaterial, layers_are_told) {
  const Folder folder;
  write_picture(folder, "a.png", 1, 128);
  std::string text = fbx("", {{"a.png", "none"}, {"a.png", "none"}});
  const std::string layered =
      " LayeredTexture: 30, \"LayeredTexture::l\", \"\" {\n  LayeredTexture: 101\n"
      "  BlendModes: 0,0\n  Alphas: 1,1\n }\n";
  text.insert(text.find(" Material: 5"), layered);
  const std::string from = op(10, 5, "none") + op(11, 5, "none");
  text.replace(text.find(from), from.size(), oo(10, 30) + oo(11, 30) + op(30, 5, "DiffuseColor"));
  const auto model = open(folder, text);
  EXPECT_GE(material_of(*model).base_image(), 0);
  EXPECT_TRUE(reported(*model, "2 layers of pictures"));
}

// Edges may be smoothed; what is soft over more than a tenth of what is there is blended.
TEST(FbxMaterial, a_soft_alpha_is_blended_and_a_hard_one_cut_out) {
  const Folder folder;
  write_picture(folder, "hair.png", 40, 77);
  write_mask(folder, "hard.png", 40, 2);
  write_mask(folder, "soft.png", 40, 3);
  for (const auto& [mask, mode] :
       {std::pair{"hard.png", AlphaMode::Mask}, {"soft.png", AlphaMode::Blend}}) {
    const auto model =
        open(folder, fbx("", {{"hair.png", "DiffuseColor"}, {mask, "TransparentColor"}}));
    EXPECT_EQ(material_of(*model).alpha_mode, mode) << mask;
  }
  // The picture's own alpha.
  for (const int a : {255, 128}) {
    write_picture(folder, "own.png", 4, 77, static_cast<std::uint8_t>(a));
    const auto model =
        open(folder, fbx("", {{"own.png", "DiffuseColor"}, {"own.png", "TransparentColor"}}));
    EXPECT_EQ(material_of(*model).alpha_mode, a == 255 ? AlphaMode::Mask : AlphaMode::Blend);
  }
}

// Colours without a picture, a mask with alpha of its own, and one that is not there.
TEST(FbxMaterial, alpha_without_the_colours_picture) {
  const Folder folder;
  write_picture(folder, "mask.png", 4, 0, 128);
  const auto alone =
      open(folder, fbx(color("DiffuseColor", "0.25,0.5,1"), {{"mask.png", "TransparencyFactor"}}));
  expect_color(vec3(material_of(*alone).base_color), {0.25f, 0.5f, 1.0f});
  ASSERT_GE(material_of(*alone).base_image(), 0);
  EXPECT_EQ(base_picture(*alone).pixels[0], 255);
  EXPECT_EQ(base_picture(*alone).pixels[3], 128);
  EXPECT_EQ(material_of(*alone).alpha_mode, AlphaMode::Blend);
  write_picture(folder, "hair.png", 4, 77);
  const auto gone =
      open(folder, fbx("", {{"hair.png", "DiffuseColor"}, {"gone.png", "TransparencyFactor"}}));
  ASSERT_GE(material_of(*gone).base_image(), 0);
  EXPECT_EQ(material_of(*gone).alpha_mode, AlphaMode::Opaque);
  ASSERT_EQ(gone->missing_textures.size(), 1u);
  EXPECT_EQ(gone->missing_textures[0].stored, "gone.png");
}

}  // namespace
}  // namespace bindpose::fbx_materials_test
