// Libraries of materials that no line of theirs may stop their OBJ by, and the ways they and their
// pictures are named.
#include <gtest/gtest.h>

#include "io/files/image_io.h"
#include "io/import.h"
#include "io/io_fixture.h"

namespace bindpose::tests::mtl_test {
namespace {

constexpr const char* kFace = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n";

class Mtl : public FolderTest {
 protected:
  std::shared_ptr<const Model> with(const std::string& lines,
                                    const std::string& names = "mtllib a.mtl\n") {
    write_all(folder_ / "a.mtl", "newmtl red\nKd 1 0 0\n" + lines);
    write_all(folder_ / "a.obj", names + kFace);
    return import_model(folder_ / "a.obj");
  }
  static const Material& red(const Model& model) {
    return model.materials.at(static_cast<std::size_t>(model.meshes.at(0).material));
  }
  static std::string said(const Model& model, const std::string& part) {
    for (const ReportEntry& e : model.report) {
      if (e.message.find(part) != e.message.npos) return e.message;
    }
    return {};
  }
};

TEST_F(Mtl, NoLineOfItStopsItsObj) {
  for (const char* line :
       {"d -halo 0.5", "Tr -halo 0.5", "decal x.png", "Kd spectral f.rfl", "Kd xyz 1 1 1",
        "Tf spectral f.rfl", "Kd a b c", "Kd", "Ns x", "map_Kd", "Ke nan 0 0", "newmtl"}) {
    SCOPED_TRACE(line);
    const auto model = with(std::string("\n") + line + "\n");
    EXPECT_EQ(said(*model, "library"),
              "A line of its library \"a.mtl\" is not understood and was "
              "left out: 4 (\"" +
                  std::string(line) + "\").");
    EXPECT_EQ(red(*model).base_color, vec4(1, 0, 0, 1));
  }
}

// As Blender and others write them; what is not drawn of them is no fault.
TEST_F(Mtl, KnownLinesAreSaidNothingOf) {
  for (const char* line : {"aniso 0.0\nanisor 0.0", "Pc 0\nPcr 0.03\nPs 0", "sharpness 60",
                           "Kd 1 0 0 # red", "# Kd x", "\tillum 2 ", "map_foo x.png"}) {
    SCOPED_TRACE(line);
    EXPECT_EQ(said(*with(std::string(line) + "\n"), "library"), "");
  }
  EXPECT_EQ(red(*with("Kd 0.0 0.0 1.0\r\nd 0.5\r")).base_color, vec4(0, 0, 1, 0.5f));
  EXPECT_EQ(red(*with("Kd 1\n")).base_color, vec4(1));  // of one number the others are the same
}

TEST_F(Mtl, ManyLinesAreOneSentence) {
  EXPECT_EQ(said(*with("a\nb\nc\nd\n"), "library"),
            "Lines of its library \"a.mtl\" are not understood and were left out: 3 (\"a\"), 4 "
            "(\"b\"), 5 (\"c\") and 1 more.");
}

// The texture's name: behind options, with blanks behind it, in other capitals.
TEST_F(Mtl, PicturesAreFoundByNamesThatAreNearlyTheirs) {
  Image pixel;
  pixel.width = pixel.height = 1;
  pixel.pixels = {9, 9, 9, 255};
  write_png(folder_ / "in.png", pixel);
  write_png(folder_ / "my skin.png", pixel);
  for (const char* line :
       {"map_Kd in.png   ", "map_Kd -o 0 0 0 -s 1 1 1 in.png", "map_Kd -mm 0 1 in.png",
        "map_Kd my skin.png", "map_Kd -clamp on in.png"}) {
    SCOPED_TRACE(line);
    const auto model = with(std::string(line) + "\n");
    EXPECT_GE(red(*model).base_image(), 0);
    EXPECT_EQ(said(*model, "capitals"), "");
  }
  const auto model = with("map_Kd IN.PNG\n");
  EXPECT_GE(red(*model).base_image(), 0);
  EXPECT_EQ(said(*model, "capitals"),
            "It names the picture \"IN.PNG\", which is not there; \"in.png\" was taken, whose name "
            "differs in capitals alone.");
  write_png(folder_ / "In.png", pixel);  // two fit: neither is taken
  EXPECT_LT(red(*with("map_Kd IN.PNG\n")).base_image(), 0);
}

TEST_F(Mtl, NamesOfLibraries) {
  write_all(folder_ / "b.mtl", "newmtl blue\nKd 0 0 1\n");
  for (const char* names : {"mtllib a.mtl \t\n", "mtllib b.mtl a.mtl\n", "mtllib a.mtl gone.mtl\n",
                            "mtllib A.MTL\n", "mtllib .\\a.mtl\n"}) {
    SCOPED_TRACE(names);
    const auto model = with("", names);
    EXPECT_EQ(red(*model).base_color, vec4(1, 0, 0, 1));
    EXPECT_EQ(said(*model, "no library"), "");
  }
  EXPECT_NE(said(*with("", "mtllib a.mtl gone.mtl\n"), "\"gone.mtl\" (mtllib)"), "");
  EXPECT_NE(said(*with("", "mtllib A.MTL\n"), "\"a.mtl\" was taken"), "");
}

TEST_F(Mtl, PicturesOutsideOfTheFolderAreToldToBeThere) {
  Image pixel;
  pixel.width = pixel.height = 1;
  pixel.pixels = {9, 9, 9, 255};
  const auto below = folder_ / "below";
  std::filesystem::create_directories(below);
  write_png(folder_ / "x.png", pixel);
  write_all(below / "a.mtl", "newmtl red\nmap_Kd ../x.png\n");
  write_all(below / "a.obj", std::string("mtllib a.mtl\n") + kFace);
  const auto model = import_model(below / "a.obj");
  EXPECT_NE(said(*model, "\"../x.png\" lies outside of the model's folder"), "");
  EXPECT_EQ(model->missing_textures.size(), 1u);
  write_all(below / "a.mtl", "newmtl red\nmap_Kd ../y.png\n");
  EXPECT_NE(said(*import_model(below / "a.obj"), "\"../y.png\" is missing"), "");
}

// Lines that Assimp takes for others, or refuses.
TEST_F(Mtl, SoundObjLinesAreRead) {
  const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\n";
  for (const std::string& text :
       {v + "f 1 2 3 # a face\n", v + "f 1/1 2/1 3/1 # 1 2\n", v + "l 1 2 # c\nf 1 2 3\n",
        v + "lod 1\nparm u 0 1\nf 1 2 3\n", "vt 0\nvt .5\nvt 0 0 0 0\n" + v + "f 1/1 2/2 3/3\n",
        v + "vn 0 0 1 # up\nf 1//2 2//2 3//2\n", v + "fo 1 2 3\n",
        v + "f 1 2 3\n" + std::string(1, '\0'), v + "f 1 2 3" + std::string(2, '\0') + "\n"}) {
    SCOPED_TRACE(text);
    write_all(folder_ / "b.obj", text);
    const auto model = import_model(folder_ / "b.obj");
    ASSERT_EQ(model->meshes.size(), 1u);
    EXPECT_EQ(model->meshes[0].triangle.size(), 3u);
  }
  write_all(folder_ / "b.obj", v + "vt\nf 1 2 3\n");
  EXPECT_NE(sentence_of([&] {
              import_model(folder_ / "b.obj");
            }).find("line 6: a texture coordinate (vt) has 0 of 1 number;"),
            std::string::npos);
}

}  // namespace
}  // namespace bindpose::tests::mtl_test
