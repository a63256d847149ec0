// MD5 meshes whose numbers lead outside: refused before Assimp follows them.
#include <gtest/gtest.h>

#include "io/import.h"
#include "io/io_fixture.h"

namespace bindpose::tests::md5_test {
namespace {

constexpr const char* kMesh = R"(MD5Version 10
commandline "made here"

numJoints 2
numMeshes 1

joints {
  "origin" -1 ( 0 0 0 ) ( 0 0 0 ) // root {
  "tip" 0 ( 1 0 0 ) ( 0 0 0 )
}

mesh {
  // a triangle
  flags 1 2 // of some other program
  shader "skin"
  numverts 3
  vert 0 ( 0 0 ) 0 1
  vert 1 ( 1 0 ) 1 1
  vert 2 ( 0 1 ) 1 2
  numtris 1
  tri 0 0 1 2
  numweights 3
  weight 0 0 1 ( 0 0 0 )
  weight 1 1 0.5 ( 1 0 0 )
  weight 2 0 0.5 ( 0 +1 1e0 )
}
)";

class Md5 : public FolderTest {
 protected:
  std::string refusal(const std::string& from, const std::string& to) {
    std::string text = kMesh;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    write_all(folder_ / "a.md5mesh", text);
    return sentence_of([&] { import_model(folder_ / "a.md5mesh"); });
  }
};

TEST_F(Md5, ASoundOneOpens) {
  EXPECT_EQ(refusal("0", "0"), "");
  const auto model = import_model(folder_ / "a.md5mesh");
  EXPECT_EQ(model->meshes.at(0).triangle.size(), 3u);
}

TEST_F(Md5, NumbersThatLeadOutsideAreRefusedWithTheirLine) {
  const struct {
    const char *from, *to, *said;
  } kRows[] = {
      {"weight 1 1 0.5", "weight 1 2 0.5", "names joint 2 of 2"},
      {"weight 1 1 0.5", "weight 7 1 0.5", "names weight 7 of 3"},
      {"tri 0 0 1 2", "tri 0 0 1 3", "names vert 3 of 3"},
      {"tri 0 0 1 2", "tri 0 0 1 -1", "line 21: \"-1\" is not a whole number from 0 on"},
      {"vert 2 ( 0 1 ) 1 2", "vert 2 ( 0 1 ) 1 3", "weights 1 to 4 of 3"},
      {"vert 2 ( 0 1 ) 1 2", "vert 2 ( 0 1 ) 4294967295 2", "weights 4294967295"},
      {"vert 2 ( 0 1 ) 1 2\n", "", "says 3 and lists 2 times \"vert\""},
      {"vert 2 (", "vert 9 (", "names vert 9 of 3"},
      {"numweights 3", "numweights 99999999", "line 22: it says that there are 99999999"},
      {"\"tip\" 0", "\"tip\" 5", "hangs on joint 5, which does not come before it"},
      {"( 1 0 0 ) ( 0 0 0 )", "( 1 0 0 ) 0 0 0 )", "line 9: \"(\" is missing"},
      {"0.5 ( 0 +1 1e0 )", "0.5 ( 0 x 1 )", "line 25: \"x\" is not a number"},
      {"vert 2 ( 0 1 )", "vert 2 ( 99999999999999999999 1 )",
       "line 19: \"99999999999999999999\" has more digits than can be read"},
      // Where one number stands twice, another one is left out.
      {"vert 2 (", "vert 1 (", "the mesh in line 12 has vert 1 twice"},
      {"weight 2 0", "weight 0 0", "has weight 0 twice"},
      {"numtris 1\n  tri 0 0 1 2", "numtris 2\n  tri 1 0 1 2\n  tri 1 0 1 2", "has tri 1 twice"},
      {"numJoints 2", "numJoints 2147483648", "line 4: numJoints says 2147483648, more than"},
      {"numMeshes 1", "numMeshes 4294967295", "line 5: numMeshes says 4294967295, more"},
      // Assimp reads line by line, so two in one line are one to it.
      {"tri 0 0 1 2\n", "tri 0 0 1 2 tri 0 0 1 2\n", "line 21: \"tri\" is more than belongs"},
      {"tri 0 0 1 2\n", "tri 0 0 1\n 2\n", "line 21 breaks off"},
      {"\"tip\" 0", "tip 0", "line 9: \"tip\" is no name in quotes"},
      {"shader \"skin\"", "shader \"skin", "line 15: the quotes behind \"shader\" do not end"},
      {"( 0 0 0 ) // root {\n", "( 0 0 0 ) ", "line 8: \"\"tip\" is more than belongs"}};
  for (const auto& row : kRows) {
    const std::string said = refusal(row.from, row.to);
    EXPECT_NE(said.find(row.said), std::string::npos) << row.to << "\n" << said;
    EXPECT_NE(said.find("a.md5mesh"), std::string::npos) << said;
    EXPECT_NE(said.find("export it again"), std::string::npos) << said;
    EXPECT_EQ(said.find('\n'), std::string::npos);
  }
}

// Lists behind a number without an empty line, braces and comments where Assimp wants none, no
// command line, two lists in a line: the same joints and the same surface.
TEST_F(Md5, HoweverItsLinesStandItIsTheSameRig) {
  ASSERT_EQ(refusal("0", "0"), "");
  const auto sound = import_model(folder_ / "a.md5mesh");
  ASSERT_EQ(sound->meshes.size(), 1u);
  const std::pair<const char*, const char*> kRows[] = {
      {"numMeshes 1\n\njoints", "numMeshes 1\njoints"},
      {"MD5Version 10\ncommandline \"made here\"\n\nnumJoints 2\nnumMeshes 1\n\n",
       "MD5Version 10\n"},
      {"joints {", "joints\n{"},
      {"joints {", "joints{"},
      {"mesh {", "mesh\n{"},
      {"}\n\nmesh", "} mesh"},
      {"  \"tip\"", "  // \"between\" 0 ( 9 9 9 ) ( 0 0 0 )\n  \"tip\""},
      {"  numverts 3", "  // vert 1 ( 0 0 ) 0 1 }\n  numverts 3"},
      {"\"made here\"", "\"mesh { joints {\""},
      {"\njoints {", "// all of them\njoints {"},
      {"MD5Version 10", "// of a tool\nMD5Version 10"}};
  for (const auto& [from, to] : kRows) {
    SCOPED_TRACE(to);
    ASSERT_EQ(refusal(from, to), "");
    const auto model = import_model(folder_ / "a.md5mesh");
    EXPECT_EQ(model->skeleton.name, sound->skeleton.name);
    EXPECT_EQ(model->skeleton.parent, sound->skeleton.parent);
    EXPECT_EQ(model->skeleton.file_flags.is_joint, sound->skeleton.file_flags.is_joint);
    ASSERT_EQ(model->meshes.size(), 1u);
    const Mesh &a = sound->meshes[0], &b = model->meshes[0];
    EXPECT_EQ(a.position, b.position);
    EXPECT_EQ(a.triangle, b.triangle);
    EXPECT_EQ(a.file_binding.skin.joint, b.file_binding.skin.joint);
    EXPECT_EQ(a.file_binding.influences.weight, b.file_binding.influences.weight);
  }
}

TEST_F(Md5, CountsInTheHeadThatAreWrongAreTold) {
  const auto told = [&](const std::string& from, const std::string& to) {
    EXPECT_EQ(refusal(from, to), "") << to;
    std::string all;
    const auto model = import_model(folder_ / "a.md5mesh");
    for (const ReportEntry& e : model->report)
      if (e.message.starts_with("num")) all += e.message;
    return all;
  };
  EXPECT_EQ(told("numMeshes 1", "numMeshes 1"), "");
  EXPECT_TRUE(
      told("numMeshes 1", "numMeshes 12").starts_with("numMeshes says 12, and the file has 1: "));
  EXPECT_TRUE(
      told("numJoints 2", "numJoints 3").starts_with("numJoints says 3, and the file has 2: "));
}

TEST_F(Md5, AnotherVersionIsNamed) {
  EXPECT_NE(
      refusal("MD5Version 10", "MD5Version 9")
          .find("a.md5mesh\" is MD5 of version \"9\", and version 10, that of Doom 3, is read; "
                "export it as that, or as glTF or FBX."),
      std::string::npos);
}

// Cut anywhere: a sentence or a model, never more than that.
TEST_F(Md5, CutAnywhereItIsRefusedOrRead) {
  const std::string text = kMesh;
  for (std::size_t n = 20; n < text.size(); n += 3) {
    write_all(folder_ / "cut.md5mesh", text.substr(0, n));
    const std::string said = sentence_of([&] { import_model(folder_ / "cut.md5mesh"); });
    // Between the joints and the mesh there is a skeleton that is whole.
    const bool whole = n > text.find("}\n") && n < text.find("mesh {") + 4;
    if (!whole && n + 3 < text.size()) {
      EXPECT_NE(said, "") << n;
    }
  }
}

}  // namespace
}  // namespace bindpose::tests::md5_test
