// What is said of an OBJ that lacks its materials, holds no surface or can not be read.
#include <gtest/gtest.h>

#include <algorithm>

#include "io/import.h"
#include "io/io_fixture.h"

namespace bindpose::tests::obj_sentences_test {
namespace {

constexpr const char* kFace = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

class ObjSentences : public FolderTest {
 protected:
  std::shared_ptr<const Model> open(const std::string& text) {
    write_all(folder_ / "a.obj", text);
    return import_model(folder_ / "a.obj");
  }
  std::string warnings(const std::string& text) {
    std::string out;
    const auto model = open(text);
    for (const ReportEntry& e : model->report) {
      if (e.severity == Severity::Warning) out += e.place + ": " + e.message + "\n";
    }
    return out;
  }
  std::string refusal(const std::string& text) {
    return sentence_of([&] { open(text); });
  }
};

TEST_F(ObjSentences, ALibraryThatIsNotThere) {
  EXPECT_EQ(warnings("mtllib gone.mtl\n" + std::string(kFace) + "usemtl red\nf 1 2 3\n"),
            "file: Its materials are in \"gone.mtl\" (mtllib), which is not beside it: its surface "
            "has none of their colours and textures.\n");
}

TEST_F(ObjSentences, AMaterialThatNoLibraryHas) {
  write_all(folder_ / "a.mtl", "newmtl red\nKd 1 0 0\n");
  const std::string start = "mtllib a.mtl\n" + std::string(kFace);
  EXPECT_EQ(warnings(start + "usemtl red\nf 1 2 3\n"), "");
  const std::string said = warnings(start + "usemtl blue\nf 1 2 3\n");
  EXPECT_TRUE(said.starts_with("material blue: Faces name it (usemtl), and no library")) << said;
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1);
  EXPECT_EQ(warnings(std::string(kFace) + "f 1 2 3\n"), "");
}

TEST_F(ObjSentences, LinesAndNothingElse) {
  for (const char* lines : {"l 1 2 3\n", "f 1 2\n"}) {
    const std::string said = refusal(kFace + std::string(lines));
    EXPECT_NE(said.find("a.obj\" holds no mesh and no skeleton"), std::string::npos) << said;
    EXPECT_NE(said.find("It has no triangles"), std::string::npos) << said;
  }
}

// Assimp leaves such a vertex out: the faces behind it went to others, and nobody was told.
TEST_F(ObjSentences, AVertexThatIsNoneIsNeverPassedOver) {
  const std::string rest = std::string(kFace) + "v 0 0 1\nf 2 3 4\n";  // there are enough for all
  const std::pair<const char*, const char*> kRows[] = {
      {"v 7 7\n", "line 1: a vertex (v) has 2 of 3 numbers"},
      {"# two\r\n\tv 7 7\r\n", "line 2: a vertex (v) has 2 of 3 numbers"},
      {"v\n", "line 1: a vertex (v) has 0 of 3 numbers"},
      {"v 7 7 # 7\n", "line 1: a vertex (v) has 2 of 3 numbers"},
      {"g a \\\nb\nv 7 \\\n 7\n", "line 3: a vertex (v) has 2 of 3 numbers"},
      {"v 7 x 7\n", "line 1: \"x\" is no number"}};
  for (const auto& [line, part] : kRows) {
    const std::string said = refusal(line + rest);
    EXPECT_NE(said.find("a.obj\" was not opened: " + std::string(part)), std::string::npos) << said;
  }
}

// As the field's tools read them.
TEST_F(ObjSentences, VerticesThatAssimpDoesNotKnowAreRead) {
  const std::string rest = std::string(kFace) + "f 1 2 3\n";
  const std::pair<std::string, bool> kRows[] = {
      {"v 7 8 9\n", false},           {"  v 7 8 9\n", false},           {"v 7 8 9 1 1\n", true},
      {"v 7 8 9 .5 .25 1 1\n", true}, {"v 7 8 9 # 1 2\n", false},       {"v 7 8 \\\n 9\n", false},
      {"v 7 8 9 of metal\n", false},  {"\xEF\xBB\xBFv 7 8 9\n", false}, {"v 7 8 9\r", false}};
  for (const auto& [line, told] : kRows) {
    SCOPED_TRACE(line);
    const auto model = open(line + rest);
    ASSERT_EQ(model->meshes.size(), 1u);
    const auto& places = model->meshes[0].position;
    ASSERT_EQ(places.size(), 3u);
    for (const vec3& p : {vec3(7, 8, 9), vec3(0, 0, 0), vec3(1, 0, 0)}) {
      EXPECT_TRUE(std::any_of(places.begin(), places.end(), [&](const vec3& q) { return p == q; }));
    }
    EXPECT_EQ(told, std::any_of(model->report.begin(), model->report.end(), [](const auto& e) {
                return e.message ==
                       "1 vertex has more numbers than a place (3) and a colour (3) take; the "
                       "others were left out.";
              }));
  }
  EXPECT_EQ(open("  v 0 0 0\n v 1 0 0\n v 0 1 0\n  f 1 2 3\n")->meshes.size(), 1u);
}

// A line that lies on the edge of what is read at once.
TEST_F(ObjSentences, LongFilesAreLookedAtWhole) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  for (std::size_t before = kPiece - 6; before <= kPiece + 1; ++before) {
    const std::string text = "#" + std::string(before - 2, 'x') + "\nv 7 7\n" + kFace + "f 1 2 3\n";
    EXPECT_NE(refusal(text).find("line 2: a vertex (v) has 2 of 3 numbers"), std::string::npos)
        << before;
  }
}

TEST_F(ObjSentences, NothingButComments) {
  const std::string said = refusal("# made here\n# and empty\n");
  EXPECT_NE(
      said.find(
          "a.obj\" holds no mesh and no skeleton: no line of it is a vertex (v); export it again."),
      std::string::npos)
      << said;
}

TEST_F(ObjSentences, TheLineThatIsWrong) {
  const std::string start = kFace;
  const std::pair<std::string, const char*> kRows[] = {
      {"v 0 0\n" + start + "f 1 2 4\n", "line 1: a vertex (v) has 2 of 3 numbers"},
      {"v 0 zero 0\n" + start + "f 1 2 4\n", "line 1: \"zero\" is no number"},
      {start + "f 1 2 4\n", "line 4: a face names v 4, and the file has 3"},
      {start + "f 1 2 -4\n", "line 4: a face names v -4, and before it there are 3"},
      {start + "f 0 1 2\n", "line 4: a face names v 0, and they are numbered from 1"},
      {start + "# f 9 9 9\nf 1 2 \\\n 3\nf 1 2 7\n", "line 7: a face names v 7"},
      {start + "f 1 2 99999999999\n", "line 4: a face names v 99999999999"}};
  for (const auto& [text, part] : kRows) {
    const std::string said = refusal(text);
    EXPECT_NE(said.find("a.obj\" was not opened: " + std::string(part)), std::string::npos) << said;
    EXPECT_TRUE(said.ends_with("; mend it there, or export the file again.")) << said;
  }
}

}  // namespace
}  // namespace bindpose::tests::obj_sentences_test
