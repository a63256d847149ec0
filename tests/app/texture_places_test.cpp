// Textures that lie elsewhere: found by folder or file, in the import process, and by a workspace.
#include "app/import/texture_places.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "app/cli/open_scene.h"
#include "app/import/import_worker.h"
#include "io/files/image_io.h"
#include "io/io_fixture.h"
#include "io/text/scene_json.h"
#include "io/workspace/workspace.h"

namespace bindpose::app::texture_places_test {
namespace {

namespace fs = std::filesystem;
using bindpose::tests::sentence_of;
using bindpose::tests::write_all;

constexpr const char* kSheet = R"(mtllib sheet.mtl
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
vn 0 0 1
usemtl skin
f 1/1/1 2/2/1 3/3/1
usemtl coat
f 1/1/1 3/3/1 4/4/1
)";

class TexturePlacesTest : public bindpose::tests::FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    fs::create_directories(folder_ / "model");
    fs::create_directories(folder_ / "elsewhere" / "deep");
    write_all(model(), kSheet);
    write_all(
        folder_ / "model" / "sheet.mtl",
        "newmtl skin\nKd 1 1 1\nmap_Kd old\\Skin.TGA\nnewmtl coat\nKd 1 1 1\nmap_Kd coat.png\n");
  }
  fs::path model() const { return folder_ / "model" / "sheet.obj"; }
  fs::path paint(const fs::path& file, std::uint8_t red) const {
    Image image;
    image.width = image.height = 1;
    image.pixels = {red, 1, 2, 255};
    write_png(file, image);
    return file;
  }
  std::shared_ptr<const Model> load(const TexturePlaces& places = {},
                                    const std::vector<fs::path>& folders = {}) const {
    ImportLimits limits;
    limits.worker = BINDPOSE_BINARY;
    limits.texture_folders = folders;
    ImportOptions options;
    options.texture_folders = places.folders;
    options.texture_files = places.files;
    return import_in_child(model().string(), options, limits);
  }
  // The red of the picture that a material shows; -1: none.
  static int red_of(const Model& model, const std::string& material) {
    for (const Material& m : model.materials) {
      if (m.name != material || m.base_image() < 0) continue;
      return model.images[static_cast<std::size_t>(m.base_image())].pixels[0];
    }
    return -1;
  }
};

TEST_F(TexturePlacesTest, WhatIsMissingIsSaidWithoutItsFolders) {
  EXPECT_EQ(missing_words(*load()),
            "2 textures are missing: \"Skin.TGA\", \"coat.png\". File > Find textures looks for "
            "them.");
  paint(folder_ / "model" / "coat.png", 7);
  EXPECT_EQ(missing_words(*load()),
            "A texture is missing: \"Skin.TGA\". File > Find textures looks for it.");
  fs::create_directories(folder_ / "model" / "old");
  paint(folder_ / "model" / "old" / "Skin.TGA", 7);
  EXPECT_EQ(missing_words(*load()), "");
}

TEST_F(TexturePlacesTest, what_is_missing_is_named) {
  const auto model = load();
  EXPECT_EQ(missing_names(*model), (std::vector<std::string>{"old\\Skin.TGA", "coat.png"}));
  EXPECT_NE(info_text(*model, {}).find("coat.png"), std::string::npos);
  EXPECT_NE(info_json(*model, {}).find("\"missing_textures\""), std::string::npos);
}

TEST_F(TexturePlacesTest, a_folder_is_searched_by_name_whatever_case_and_ending) {
  paint(folder_ / "elsewhere" / "deep" / "sKIN.png", 50);
  paint(folder_ / "elsewhere" / "COAT.PNG", 60);
  const auto before = load();
  const auto places = with_place(*before, {}, (folder_ / "elsewhere").string());
  const auto model = load(places);
  EXPECT_TRUE(model->missing_textures.empty());
  EXPECT_EQ(red_of(*model, "skin"), 50);
  EXPECT_EQ(red_of(*model, "coat"), 60);
  // The same by --textures.
  EXPECT_EQ(red_of(*load({}, {folder_ / "elsewhere"}), "skin"), 50);
}

TEST_F(TexturePlacesTest, a_file_stands_for_the_one_of_its_name) {
  const auto before = load();
  const fs::path file = paint(folder_ / "elsewhere" / "skin.png", 70);
  const auto model = load(with_place(*before, {}, file.string()));
  EXPECT_EQ(red_of(*model, "skin"), 70);
  EXPECT_EQ(missing_names(*model), std::vector<std::string>{"coat.png"});
  // The only one that is missing may have any name.
  const fs::path other = paint(folder_ / "elsewhere" / "anything.png", 80);
  const auto places = with_place(*model, with_place(*before, {}, file.string()), other.string());
  const auto whole = load(places);
  EXPECT_TRUE(whole->missing_textures.empty());
  EXPECT_EQ(red_of(*whole, "coat"), 80);
  // With two missing it is not clear which.
  const std::string said = sentence_of([&] { with_place(*before, {}, other.string()); });
  EXPECT_NE(said.find("old\\Skin.TGA"), std::string::npos) << said;
  // Unless one was chosen, in the dialog of the material that lacks it; a name that fits goes
  // first.
  const auto chosen = load(with_place(*before, {}, other.string(), "coat.png"));
  EXPECT_EQ(red_of(*chosen, "coat"), 80);
  EXPECT_EQ(missing_names(*chosen), std::vector<std::string>{"old\\Skin.TGA"});
  EXPECT_EQ(red_of(*load(with_place(*before, {}, file.string(), "coat.png")), "skin"), 70);
  EXPECT_NE(sentence_of([&] { with_place(*whole, {}, other.string()); }), "");
  EXPECT_NE(sentence_of([&] { with_place(*before, {}, "/nowhere/at.all"); }), "");
}

// --texture: a picture of any name, by the texture's whole name or its last part.
TEST_F(TexturePlacesTest, a_file_of_any_name_is_taken_on_the_command_line) {
  ImportLimits limits;
  limits.worker = BINDPOSE_BINARY;
  limits.texture_files["Skin.TGA"] = paint(folder_ / "elsewhere" / "x.png", 40);
  limits.texture_files["coat.png"] = paint(folder_ / "elsewhere" / "y.png", 41);
  const auto model = import_in_child(this->model().string(), {}, limits);
  EXPECT_TRUE(model->missing_textures.empty());
  EXPECT_EQ(red_of(*model, "skin"), 40);
  EXPECT_EQ(red_of(*model, "coat"), 41);
  EXPECT_EQ(model->images[0].file, (folder_ / "elsewhere" / "x.png").string());
}

TEST_F(TexturePlacesTest, a_workspace_keeps_them_and_may_be_moved) {
  const auto before = load();
  const fs::path file = paint(folder_ / "elsewhere" / "skin.png", 90);
  paint(folder_ / "elsewhere" / "deep" / "coat.png", 91);
  TexturePlaces places = with_place(*before, {}, file.string());
  places = with_place(*before, places, (folder_ / "elsewhere" / "deep").string());
  WorkspaceContent content;
  content.scene = make_scene(load(places));
  content.textures = places;
  write_workspace(content, folder_ / "work.bindpose");

  const fs::path moved = folder_.string() + "_moved";
  fs::rename(folder_, moved);
  ImportLimits limits;
  limits.worker = BINDPOSE_BINARY;
  const OpenedScene opened = open_scene((moved / "work.bindpose").string(), {}, limits);
  fs::rename(moved, folder_);
  EXPECT_EQ(red_of(*opened.scene.model, "skin"), 90);
  EXPECT_EQ(red_of(*opened.scene.model, "coat"), 91);
}

TEST_F(TexturePlacesTest, what_a_workspace_says_of_textures_may_be_anything) {
  WorkspaceContent content;
  content.scene = make_scene(load());
  write_workspace(content, folder_ / "work.bindpose");
  const std::string text = bindpose::tests::read_all(folder_ / "work.bindpose");
  for (const char* odd :
       {"1", "[]", "{\"folders\": 3}", "{\"folders\": [1, {\"path\": 2}]}",
        "{\"files\": [{\"texture\": 1}, {\"texture\": \"a\", \"path\": \"/no\"}]}"}) {
    write_all(folder_ / "odd.bindpose",
              "{\"textures\": " + std::string(odd) + "," + text.substr(text.find('{') + 1));
    EXPECT_TRUE(read_workspace(folder_ / "odd.bindpose").textures.empty()) << odd;
  }
}

}  // namespace
}  // namespace bindpose::app::texture_places_test
