// Materials of formats that are not glTF, translated to its terms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/files/image_io.h"
#include "io/files/image_pixels.h"
#include "io/import.h"
#include "io/import_files.h"

namespace bindpose::other_materials_test {
namespace {

using import_files::Folder;
using import_files::kObj;

// Every pixel the same, but for so many black ones in front.
void write_picture(const Folder& folder, const std::string& name, int side,
                   const std::array<std::uint8_t, 3>& color, std::size_t black = 0) {
  Image image;
  image.width = image.height = side;
  for (int i = 0; i < side * side; ++i) {
    image.pixels.insert(image.pixels.end(), {color[0], color[1], color[2], 255});
  }
  for (std::size_t i = 0; i < black; ++i) std::fill_n(&image.pixels[4 * i], 3, std::uint8_t{0});
  write_png(folder.path() / name, image);
}

bool reported(const Model& model, const std::string& part) {
  return std::any_of(model.report.begin(), model.report.end(),
                     [&](const ReportEntry& r) { return r.message.find(part) != r.message.npos; });
}

std::shared_ptr<const Model> with_library(const Folder& folder, const std::string& lines) {
  folder.write("box.mtl", "newmtl red\n" + lines);
  return import_model(folder.write("box.obj", kObj));
}

const Material& material_of(const Model& model) {
  return model.materials.at(static_cast<std::size_t>(model.meshes.at(0).material));
}

const Image* picture(const Model& model, TextureSlot slot) {
  const int image = material_of(model).use(slot).image;
  return image < 0 ? nullptr : &model.images.at(static_cast<std::size_t>(image));
}

// Programs write normal maps and height maps alike as map_Bump.
TEST(ObjMaterial, a_bump_map_counts_where_it_holds_normals) {
  const Folder folder;
  write_picture(folder, "normals.png", 4, {128, 128, 255});
  write_picture(folder, "heights.png", 4, {90, 90, 90});
  const auto normals = with_library(folder, "Kd 1 1 1\nmap_Bump normals.png\n");
  EXPECT_NE(picture(*normals, TextureSlot::Normal), nullptr);
  EXPECT_FALSE(reported(*normals, "is no normal map"));
  const auto heights = with_library(folder, "Kd 1 1 1\nmap_Bump heights.png\n");
  const Image* flat = picture(*heights, TextureSlot::Normal);
  ASSERT_NE(flat, nullptr);
  EXPECT_EQ(flat->pixels[0], 128);
  EXPECT_EQ(flat->pixels[2], 255);
  EXPECT_TRUE(reported(*heights, "\"heights.png\" is no normal map but one of heights"));
  EXPECT_EQ(heights->images.size(), 1u);
}

// The same picture may be the colour: that stays as it is.
// Of sixteen pixels one may be no normal, but not two.
TEST(ObjMaterial, a_normal_map_may_have_a_few_odd_pixels) {
  const Folder folder;
  write_picture(folder, "one.png", 4, {128, 128, 255}, 1);
  write_picture(folder, "two.png", 4, {128, 128, 255}, 2);
  EXPECT_FALSE(reported(*with_library(folder, "Kd 1 1 1\nmap_Bump one.png\n"), "is no normal map"));
  EXPECT_TRUE(reported(*with_library(folder, "Kd 1 1 1\nmap_Bump two.png\n"), "is no normal map"));
}

TEST(ObjMaterial, a_bump_map_that_is_the_colour_as_well) {
  const Folder folder;
  write_picture(folder, "both.png", 4, {90, 80, 70});
  const auto model = with_library(folder, "Kd 1 1 1\nmap_Kd both.png\nmap_Bump both.png\n");
  ASSERT_NE(picture(*model, TextureSlot::BaseColor), nullptr);
  ASSERT_NE(picture(*model, TextureSlot::Normal), nullptr);
  EXPECT_EQ(picture(*model, TextureSlot::BaseColor)->pixels[1], 80);
  EXPECT_EQ(picture(*model, TextureSlot::Normal)->pixels[1], 128);
}

// A ramp that rises to the right by one step of 8 bits a pixel, and one that rises upwards: the
// normal of a plane h = a x is (-a, 0, 1) of unit length, with h in pixels.
TEST(BumpMaps, become_the_normals_of_their_slopes) {
  constexpr int n = 64;
  for (const bool upwards : {false, true}) {
    Image ramp;
    ramp.width = ramp.height = n;
    for (int y = 0; y < n; ++y) {
      for (int x = 0; x < n; ++x) {
        const auto h = static_cast<std::uint8_t>(4 * (upwards ? n - 1 - y : x));
        ramp.pixels.insert(ramp.pixels.end(), {h, h, h, 255});
      }
    }
    const Image normals = normals_of_heights(ramp, false, false);
    const double a = 4.0 / 255.0 * n / 128.0, length = std::sqrt(1.0 + a * a);
    const double wanted[3] = {upwards ? 0.0 : -a / length, upwards ? -a / length : 0.0,
                              1.0 / length};
    for (std::size_t i = 0; i < normals.pixels.size(); i += 4) {
      for (std::size_t k = 0; k < 3; ++k) {
        ASSERT_NEAR(normals.pixels[i + k] / 127.5 - 1.0, wanted[k], 1.0 / 255.0) << i << " " << k;
      }
    }
    // Repeated, its seam goes down by 62 steps in two pixels: 127.5 (1 + b / sqrt(1 + b^2)), b =
    // 0.243.
    const Image seam = normals_of_heights(ramp, true, true);
    EXPECT_NEAR(seam.pixels[upwards ? 1 : 0], 158, 2);
  }
}

// The picture stands in the place of the colour.
TEST(ObjMaterial, emission_has_a_picture) {
  const Folder folder;
  write_picture(folder, "light.png", 1, {10, 20, 30});
  const auto model = with_library(folder, "Kd 1 1 1\nKe 0 0 0\nmap_Ke light.png\n");
  ASSERT_NE(picture(*model, TextureSlot::Emissive), nullptr);
  EXPECT_EQ(picture(*model, TextureSlot::Emissive)->pixels[1], 20);
  EXPECT_EQ(material_of(*model).emissive, vec3(1.0f));
}

TEST(ObjMaterial, what_lets_light_through_is_blended) {
  const Folder folder;
  const auto glass = with_library(folder, "Kd 1 1 1\nd 0.25\n");
  EXPECT_EQ(material_of(*glass).alpha_mode, AlphaMode::Blend);
  EXPECT_EQ(material_of(*glass).base_color.a, 0.25f);
  EXPECT_EQ(material_of(*with_library(folder, "Kd 1 1 1\n")).alpha_mode, AlphaMode::Opaque);
}

TEST(ObjMaterial, one_picture_for_colour_and_holes_is_cut_out) {
  const Folder folder;
  write_picture(folder, "leaf.png", 1, {10, 20, 30});
  const auto model = with_library(folder, "Kd 1 1 1\nmap_Kd leaf.png\nmap_d leaf.png\n");
  EXPECT_EQ(material_of(*model).alpha_mode, AlphaMode::Mask);
  EXPECT_EQ(model->images.size(), 1u);
}

// A picture of its own for what is clear: white covers.
TEST(ObjMaterial, another_picture_for_holes_becomes_the_alpha) {
  const Folder folder;
  write_picture(folder, "leaf.png", 4, {10, 20, 30});
  write_picture(folder, "holes.png", 2, {255, 255, 255}, 2);
  const auto model = with_library(folder, "Kd 1 1 1\nmap_Kd leaf.png\nmap_d holes.png\n");
  EXPECT_EQ(material_of(*model).alpha_mode, AlphaMode::Blend);  // small: its edge is most of it
  ASSERT_EQ(model->images.size(), 1u);
  const Image* leaf = picture(*model, TextureSlot::BaseColor);
  ASSERT_NE(leaf, nullptr);
  EXPECT_EQ(leaf->width, 4);
  for (const auto& [pixel, alpha] : {std::pair{0, 0}, {3, 0}, {12, 255}, {15, 255}}) {
    EXPECT_EQ(leaf->pixels[static_cast<std::size_t>(4 * pixel + 1)], 20);
    EXPECT_EQ(leaf->pixels[static_cast<std::size_t>(4 * pixel + 3)], alpha);
  }
}

// Metalness and roughness in two pictures of two sizes become one: G is roughness, B metalness.
TEST(ObjMaterial, roughness_and_metalness_become_one_picture) {
  const Folder folder;
  write_picture(folder, "rough.png", 2, {60, 61, 62});
  write_picture(folder, "metal.png", 4, {200, 201, 202});
  const auto both = with_library(folder, "Kd 1 1 1\nmap_Pr rough.png\nmap_Pm metal.png\n");
  const Image* packed = picture(*both, TextureSlot::MetallicRoughness);
  ASSERT_NE(packed, nullptr);
  EXPECT_EQ(packed->width, 4);
  for (std::size_t i = 0; i < packed->pixels.size(); i += 4) {
    EXPECT_EQ(packed->pixels[i + 1], 60) << i;
    EXPECT_EQ(packed->pixels[i + 2], 200) << i;
  }
  EXPECT_EQ(material_of(*both).roughness, 1.0f);
  EXPECT_EQ(material_of(*both).metallic, 1.0f);
  // One alone leaves the other's number.
  const auto rough = with_library(folder, "Kd 1 1 1\nPm 0.5\nmap_Pr rough.png\n");
  ASSERT_NE(picture(*rough, TextureSlot::MetallicRoughness), nullptr);
  EXPECT_EQ(picture(*rough, TextureSlot::MetallicRoughness)->pixels[2], 255);
  EXPECT_EQ(material_of(*rough).roughness, 1.0f);
  EXPECT_EQ(material_of(*rough).metallic, 0.5f);
}

// Phong's exponent n as a roughness r, whose square is the width: r^4 = 2 / (n + 2).
TEST(ObjMaterial, shine_becomes_roughness) {
  const Folder folder;
  const auto shiny = with_library(folder, "Kd 1 1 1\nKs 1 1 1\nNs 30\n");
  EXPECT_NEAR(material_of(*shiny).roughness, 0.5f, 1e-5f);
  EXPECT_EQ(material_of(*shiny).metallic, 0.0f);
  const auto dull = with_library(folder, "Kd 1 1 1\nKs 0 0 0\nNs 30\n");
  EXPECT_EQ(material_of(*dull).roughness, 1.0f);
}

constexpr const char* kCollada = R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="1"/><up_axis>Y_UP</up_axis></asset>
<library_images><image id="base"><init_from>base.png</init_from></image>
<image id="light"><init_from>gone.png</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON>
<newparam sid="s1"><surface type="2D"><init_from>base</init_from></surface></newparam>
<newparam sid="m1"><sampler2D><source>s1</source></sampler2D></newparam>
<newparam sid="s2"><surface type="2D"><init_from>light</init_from></surface></newparam>
<newparam sid="m2"><sampler2D><source>s2</source></sampler2D></newparam>
<technique sid="common"><phong>
<emission><texture texture="m2" texcoord="UV"/></emission>
<diffuse><texture texture="m1" texcoord="UV"><extra><technique profile="MAYA">
<wrapU>0</wrapU><wrapV>1</wrapV><mirrorV>1</mirrorV></technique></extra></texture></diffuse>
</phong></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m" name="cloth"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common>
<accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<source id="t"><float_array id="ta" count="6">0 0 1 0 0 1</float_array><technique_common>
<accessor source="#ta" count="3" stride="2"><param name="S" type="float"/><param name="T" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1" material="x"><input semantic="VERTEX" source="#v" offset="0"/>
<input semantic="TEXCOORD" source="#t" offset="1" set="0"/><p>0 0 1 1 2 2</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n" name="n"><instance_geometry url="#g">
<bind_material><technique_common><instance_material symbol="x" target="#m">
<bind_vertex_input semantic="UV" input_semantic="TEXCOORD" input_set="0"/></instance_material></technique_common></bind_material>
</instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>)";

// Those of <sampler2D>, which most programs write; "cloth" is the name of three.
TEST(ColladaMaterial, wraps_of_samplers) {
  const Folder folder;
  write_picture(folder, "base.png", 1, {10, 20, 30});
  std::string text = kCollada;
  const auto put = [&text](const std::string& old, const std::string& fresh) {
    const std::size_t at = text.find(old);
    ASSERT_NE(at, text.npos) << old;
    text.replace(at, old.size(), fresh);
  };
  put("<wrapU>0</wrapU><wrapV>1</wrapV><mirrorV>1</mirrorV>", "");
  put("<source>s1</source>",
      "<source>s1</source><wrap_s>MIRROR</wrap_s><wrap_t>CLAMP</wrap_t>"
      "<magfilter>NEAREST</magfilter>");
  put("<source>s2</source>", "<source>s2</source><wrap_t>BORDER</wrap_t>");
  put("<material id=\"m\" name=\"cloth\"><instance_effect url=\"#e\"/></material>",
      "<material id=\"m\" name=\"cloth\"><instance_effect url=\"#e\"/></material>"
      "<material id=\"a\" name=\"cloth\"><instance_effect url=\"#none\"/></material>"
      "<material id=\"b\" name=\"cloth\"><instance_effect url=\"#f\"/></material>");
  put("</effect>",
      "</effect><effect id=\"f\"><profile_COMMON><newparam sid=\"s3\"><surface type=\"2D\">"
      "<init_from>base</init_from></surface></newparam><newparam sid=\"m3\"><sampler2D><source>s3"
      "</source><wrap_s>CLAMP</wrap_s></sampler2D></newparam><technique sid=\"common\"><phong>"
      "<diffuse><texture texture=\"m3\" texcoord=\"UV\"/></diffuse></phong></technique>"
      "</profile_COMMON></effect>");
  const auto model = import_model(folder.write("cloth.dae", text));
  const TextureUse& base = material_of(*model).use(TextureSlot::BaseColor);
  EXPECT_EQ(base.wrap_u, TextureWrap::Mirror);
  EXPECT_EQ(base.wrap_v, TextureWrap::Clamp);
  EXPECT_TRUE(base.nearest);
  const TextureUse& light = material_of(*model).use(TextureSlot::Emissive);
  EXPECT_EQ(light.wrap_u, TextureWrap::Repeat);
  EXPECT_EQ(light.wrap_v, TextureWrap::Clamp);
  std::size_t others = 0;
  for (const Material& m : model->materials) {
    if (&m == &material_of(*model) || m.base_image() < 0) continue;
    EXPECT_EQ(m.use(TextureSlot::BaseColor).wrap_u, TextureWrap::Clamp) << m.name;
    ++others;
  }
  EXPECT_EQ(others, 1u);
}

// A library numbers its own alone: the second "cloth" of the second one is "cloth 1".
TEST(ColladaMaterial, wraps_of_materials_of_one_name_in_two_libraries) {
  const Folder folder;
  write_picture(folder, "base.png", 1, {10, 20, 30});
  std::string text = kCollada;
  const auto put = [&text](const std::string& old, const std::string& fresh) {
    const std::size_t at = text.find(old);
    ASSERT_NE(at, text.npos) << old;
    text.replace(at, old.size(), fresh);
  };
  put("<wrapU>0</wrapU><wrapV>1</wrapV><mirrorV>1</mirrorV>", "");
  put("</effect>",
      "</effect><effect id=\"f\"><profile_COMMON><newparam sid=\"s3\"><surface type=\"2D\">"
      "<init_from>base</init_from></surface></newparam><newparam sid=\"m3\"><sampler2D><source>s3"
      "</source><wrap_s>CLAMP</wrap_s></sampler2D></newparam><technique sid=\"common\"><phong>"
      "<diffuse><texture texture=\"m3\" texcoord=\"UV\"/></diffuse></phong></technique>"
      "</profile_COMMON></effect>");
  put("</library_materials>",
      "</library_materials><library_materials>"
      "<material id=\"b\" name=\"cloth\"><instance_effect url=\"#e\"/></material>"
      "<material id=\"a\" name=\"cloth\"><instance_effect url=\"#f\"/></material>"
      "</library_materials>");
  put("target=\"#m\"", "target=\"#a\"");
  const auto model = import_model(folder.write("cloth.dae", text));
  EXPECT_EQ(material_of(*model).name, "cloth 1");
  EXPECT_EQ(material_of(*model).use(TextureSlot::BaseColor).wrap_u, TextureWrap::Clamp);
}

// Which of light and dark is clear depends on what Assimp does not hand on.
TEST(ColladaMaterial, a_picture_for_what_is_clear_is_told) {
  const Folder folder;
  write_picture(folder, "base.png", 1, {10, 20, 30});
  write_picture(folder, "gone.png", 1, {0, 0, 0});
  std::string text = kCollada;
  const std::string emission = "emission>";
  for (std::size_t at; (at = text.find(emission)) != text.npos;) {
    text.replace(at, emission.size(), "transparent>");
  }
  const auto model = import_model(folder.write("cloth.dae", text));
  EXPECT_EQ(material_of(*model).alpha_mode, AlphaMode::Opaque);
  EXPECT_TRUE(reported(*model, "\"gone.png\" says where light goes through"));
}

// Wraps as Maya writes them.
TEST(ColladaMaterial, wraps_and_a_picture_that_is_missing) {
  const Folder folder;
  write_picture(folder, "base.png", 1, {10, 20, 30});
  const auto model = import_model(folder.write("cloth.dae", kCollada));
  ASSERT_NE(picture(*model, TextureSlot::BaseColor), nullptr);
  EXPECT_EQ(picture(*model, TextureSlot::BaseColor)->pixels[2], 30);
  const TextureUse& base = material_of(*model).use(TextureSlot::BaseColor);
  EXPECT_EQ(base.wrap_u, TextureWrap::Clamp);
  EXPECT_EQ(base.wrap_v, TextureWrap::Mirror);
  ASSERT_EQ(model->missing_textures.size(), 1u);
  EXPECT_EQ(model->missing_textures[0].stored, "gone.png");
  EXPECT_EQ(model->missing_textures[0].slot, TextureSlot::Emissive);
}

}  // namespace
}  // namespace bindpose::other_materials_test
