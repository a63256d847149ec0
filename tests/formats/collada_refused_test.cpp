// What is said of a Collada file that lacks what it reads: one sentence, in place of Assimp's.
#include <gtest/gtest.h>

#include "io/collada_files.h"
#include "io/import.h"
#include "io/io_fixture.h"
#include "others_leak.h"

namespace bindpose::tests::collada_refused_test {
namespace {

std::string sound() {
  return dae_file(
      "<library_geometries>" + dae_geometry("tri", "cloth", "0 0 0 1 0 0 0 1 0") +
          "</library_geometries><library_controllers>" + dae_skin("skin", "tri", "hip knee") +
          "</library_controllers>",
      "<node id=\"hip\" sid=\"hip\" type=\"JOINT\"><node id=\"knee\" sid=\"knee\" "
      "type=\"JOINT\"/></node><node id=\"m\"><instance_controller url=\"#skin\"/></node>");
}

class ColladaRefused : public FolderTest {
 protected:
  void expect(const std::string& text, const std::string& part) {
    SCOPED_TRACE(part);
    write_all(folder_ / "a.dae", text);
    const std::string said = sentence_of([&] {
      const OthersLeak leak;  // Assimp forgets what it had read
      import_model(folder_ / "a.dae");
    });
    EXPECT_NE(said.find("a.dae\" was not opened: " + part + "; export it again."), said.npos)
        << said;
    EXPECT_EQ(said.find('\n'), said.npos);
  }
  static std::string with(const std::string& from, const std::string& to) {
    std::string text = sound();
    const std::size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return text.replace(at, from.size(), to);
  }
};

TEST_F(ColladaRefused, TheFileIsSound) {
  write_all(folder_ / "a.dae", sound());
  EXPECT_EQ(import_model(folder_ / "a.dae")->meshes.size(), 1u);
}

TEST_F(ColladaRefused, NothingInIt) {
  const std::string nothing = "it is empty: it has neither a surface nor a scene";
  expect("<?xml version=\"1.0\"?>\n<COLLADA/>\n", nothing);
  expect(
      "<?xml version=\"1.0\"?>\n<COLLADA version=\"1.4.1\"><asset><up_axis>Y_UP</up_axis></asset>"
      "</COLLADA>\n",
      nothing);
  expect(dae_file("", ""), "its scene \"scene\" is empty, without any node");
}

TEST_F(ColladaRefused, NoSceneToShow) {
  expect(with("<scene><instance_visual_scene url=\"#scene\"/></scene>", ""),
         "it does not say which scene it shows (<instance_visual_scene>)");
  expect(with("url=\"#scene\"", "url=\"#other\""),
         "the scene that it shows, \"#other\", is not in the file");
}

TEST_F(ColladaRefused, SourcesThatAreNotThere) {
  expect(with("\"POSITION\" source=\"#tri-p\"", "\"POSITION\" source=\"#gone\""),
         "in geometry \"cloth\" \"POSITION\" is read from \"#gone\", which is not in the file");
  expect(with("\"VERTEX\" source=\"#tri-vertices\"", "\"VERTEX\" source=\"#gone\""),
         "in geometry \"cloth\" \"VERTEX\" is read from \"#gone\", which is not in the file");
  expect(with("accessor source=\"#tri-p-array\"", "accessor source=\"#gone\""),
         "in geometry \"cloth\" the source \"tri-p\" reads \"#gone\", which is not in the file");
  expect(with("<input semantic=\"VERTEX\" source=\"#tri-vertices\" offset=\"0\"/>", ""),
         "in geometry \"cloth\" <triangles> does not read the mesh's <vertices> (an input VERTEX)");
  expect(with("\"JOINT\" source=\"#skin-j\"", "\"JOINT\" source=\"#gone\""),
         "in controller \"skin\" \"JOINT\" is read from \"#gone\", which is not in the file");
}

}  // namespace
}  // namespace bindpose::tests::collada_refused_test
