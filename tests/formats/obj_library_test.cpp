// The library of materials beside an OBJ that was exported, read again.
#include <gtest/gtest.h>

#include "io/export/export.h"
#include "io/files/image_io.h"
#include "io/import.h"
#include "io/import_files.h"
#include "io/io_fixture.h"

namespace bindpose::obj_library_test {
namespace {

namespace fs = std::filesystem;
using tests::posed_scene;
using tests::read_all;
using tests::write_all;

class ObjLibraryTest : public tests::FolderTest {
 protected:
  // A model with a material, its texture in a folder of its own where it lies in a file.
  Scene scene(bool texture_in_file = true) const {
    Scene out = posed_scene();
    auto model = std::make_shared<Model>(*out.model);
    Material& m = model->materials[0];
    m.name = "shiny skin";
    m.shading = Shading::MetallicRoughness;
    m.base_color = vec4(0.25f, 0.5f, 1.0f, 0.5f);
    m.use(TextureSlot::Normal).image = -1;
    if (texture_in_file) {
      fs::create_directories(folder_ / "out" / "pictures");
      const fs::path file = folder_ / "out" / "pictures" / "my skin.png";
      write_png(file, model->images[0]);
      model->images.write()[0].file = file.string();
    }
    out.model = model;
    return out;
  }
  std::vector<std::string> write(const Scene& scene, const std::string& name = "posed.obj") const {
    fs::create_directories(folder_ / "out");
    return export_posed(scene, evaluate(scene), folder_ / "out" / name);
  }
  fs::path library() const { return folder_ / "out" / "posed.mtl"; }
};

TEST_F(ObjLibraryTest, MaterialsAndTheirTexturesComeBack) {
  EXPECT_TRUE(write(scene()).empty());
  const auto model = import_model(folder_ / "out" / "posed.obj");
  ASSERT_EQ(model->meshes.size(), 2u);
  const Material& m = model->materials.at(static_cast<std::size_t>(model->meshes[0].material));
  EXPECT_EQ(m.name, "shiny_skin");
  ASSERT_GE(m.base_image(), 0);
  EXPECT_EQ(model->images[static_cast<std::size_t>(m.base_image())].name, "my skin.png");
  EXPECT_NEAR(m.roughness, 0.25f, 1e-6f);
  EXPECT_NEAR(m.metallic, 0.75f, 1e-6f);
  EXPECT_NEAR(m.base_color.a, 0.5f, 1e-6f);
  EXPECT_NE(read_all(library()).find("map_Kd pictures/my skin.png\n"), std::string::npos)
      << read_all(library());
  // sRGB, as OBJ has it: 0.5 of the light is 0.735 there.
  EXPECT_NE(read_all(library()).find(" 0.7353"), std::string::npos) << read_all(library());
}

TEST_F(ObjLibraryTest, TexturesInsideTheModelAreTold) {
  const std::vector<std::string> notes = write(scene(false));
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0],
            "1 texture lies inside the model's file, and the .mtl can only name files: it is left "
            "out; a .glb has all textures.");
  EXPECT_EQ(read_all(library()).find("map_Kd"), std::string::npos);
}

TEST_F(ObjLibraryTest, OnlyALibraryOfAnExportIsReplaced) {
  write(scene(false));
  const std::string first = read_all(library());
  EXPECT_EQ(write(scene(false)).size(), 1u);
  EXPECT_EQ(read_all(library()), first);
  write_all(library(), "newmtl mine\n");
  const std::vector<std::string> notes = write(scene());
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("is none of an export"), std::string::npos) << notes[0];
  EXPECT_EQ(read_all(library()), "newmtl mine\n");
  EXPECT_EQ(read_all(folder_ / "out" / "posed.obj").find("mtllib"), std::string::npos);
}

TEST_F(ObjLibraryTest, WhatTheModelWasReadFromStays) {
  write(scene(false));
  Scene read = scene(false);
  auto model = std::make_shared<Model>(*read.model);
  model->companions = {library().string()};
  read.model = model;
  const std::vector<std::string> notes = write(read);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("is a file that the model was read from"), std::string::npos) << notes[0];
}

TEST_F(ObjLibraryTest, AModelKnowsTheFilesThatItIsMadeOf) {
  write(scene());
  const auto model = import_model(folder_ / "out" / "posed.obj");
  ASSERT_EQ(model->companions.size(), 2u);
  EXPECT_TRUE(fs::equivalent(model->companions[0], library()));
  EXPECT_TRUE(fs::equivalent(model->companions[1], folder_ / "out" / "pictures" / "my skin.png"));
  const import_files::Folder folder;
  const auto gltf = import_model(import_files::skinned_square().write(folder));
  EXPECT_EQ(gltf->companions, std::vector<std::string>{(folder.path() / "model.bin").string()});
}

}  // namespace
}  // namespace bindpose::obj_library_test
