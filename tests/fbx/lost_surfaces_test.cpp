// What is said where a mesh of an FBX file, or all of the file, is broken.
#include <gtest/gtest.h>

#include <algorithm>

#include "fbx/fbx_fixture.h"

namespace bindpose::tests::lost_fbx_test {
namespace {

class LostFbx : public FbxFileTest {
 protected:
  std::string refusal(const std::string& file) {
    return sentence_of([&] { open(file); });
  }
  void expect(const std::string& sentence, std::initializer_list<const char*> parts) {
    EXPECT_NE(sentence.find("model.fbx\""), std::string::npos) << sentence;
    for (const char* part : parts) EXPECT_NE(sentence.find(part), std::string::npos) << sentence;
  }
};

constexpr const char* kTriangle = "0,0,0,1,0,0,0,1,0";

std::string mesh_file(const std::string& points, const std::string& polygons,
                      const std::string& objects = {}, const std::string& links = {}) {
  return text_fbx(mesh_model(1, "cloth") + geometry(2, points, polygons) + objects,
                  oo(1, 0) + oo(2, 1) + links);
}

TEST_F(LostFbx, SaysWhichNumberIsWrong) {
  expect(refusal(mesh_file(kTriangle, "0,1,-3,0,9,-3")),
         {"holds no mesh and no skeleton", "mesh cloth", "its polygon 2 names point 9",
          "numbered 0 to 2"});
  expect(refusal(mesh_file(kTriangle, "0,1,-100")), {"its polygon 1 names point 99"});
  expect(refusal(mesh_file("0,0,0,1,0,0,0,1", "0,1,-3")), {"8 numbers"});
  expect(refusal(mesh_file("0,0,0,1,zero,0,0,1,0", "0,1,-3")),
         {"its points are not all numbers: number 5 is \"zero\""});
}

// A file that holds something else opens, and the report says what is missing.
TEST_F(LostFbx, IsToldWhereTheRestOpens) {
  const auto model = open(mesh_file(kTriangle, "0,1,-10", limb(3, "hip", ""), oo(3, 0)));
  EXPECT_TRUE(model->meshes.empty());
  const auto said =
      std::find_if(model->report.begin(), model->report.end(), [](const ReportEntry& e) {
        return e.severity == Severity::Warning && e.place == "mesh cloth";
      });
  ASSERT_NE(said, model->report.end());
  EXPECT_NE(said->message.find("its polygon 1 names point 9"), std::string::npos) << said->message;
  EXPECT_EQ(said->joint, find_joint(model->skeleton, "cloth"));
}

TEST_F(LostFbx, AMeshWithoutPolygonsIsNoFault) {
  const std::string bare = " Geometry: 2, \"Geometry::\", \"Mesh\" {\n }\n";
  const auto model = open(
      text_fbx(mesh_model(1, "cloth") + bare + limb(3, "hip", ""), oo(1, 0) + oo(2, 1) + oo(3, 0)));
  for (const ReportEntry& e : model->report) EXPECT_EQ(e.severity, Severity::Info) << e.message;
}

// One point in six corners is one vertex.
TEST_F(LostFbx, APointThatIsNoNumberIsCountedOnce) {
  const auto model = open(mesh_file("nan,0,0,1,0,0,0,1,0,1,1,1", "0,1,-3,0,2,-4,0,1,-4"));
  const auto said =
      std::find_if(model->report.begin(), model->report.end(), [](const ReportEntry& e) {
        return e.message.find("not a finite number") != std::string::npos;
      });
  ASSERT_NE(said, model->report.end());
  EXPECT_TRUE(said->message.starts_with("1 vertex is ")) << said->message;
}

TEST_F(LostFbx, ABrokenTreeWithNothingInIt) {
  std::string file = mesh_file(kTriangle, "0,1,-3");
  file.replace(file.find("*9"), 2, "*-9");
  expect(refusal(file), {"is damaged at byte ", "an array's size is no number"});
}

TEST_F(LostFbx, ALoopBelowNothing) {
  const std::string pair = mesh_model(1, "cloth") + limb(3, "hip", "");
  expect(refusal(text_fbx(pair, oo(1, 3) + oo(3, 1))), {"\"cloth\" hangs below itself"});
  expect(refusal(text_fbx(pair, oo(1, 3) + oo(3, 3))), {"\"hip\" hangs below itself"});
  expect(refusal(text_fbx(mesh_model(1, "cloth"), "")),
         {"its node \"cloth\" does not hang below the scene's root"});
}

TEST_F(LostFbx, TheFirstBytesOfABinaryFile) {
  const std::string file = BinaryFbx(7400).file({});
  for (const std::size_t size : {23u, 27u}) {
    expect(refusal(file.substr(0, size)),
           {"breaks off after ", std::to_string(size).c_str(), " bytes"});
  }
}

TEST_F(LostFbx, AZeroInAText) {
  std::string file = mesh_file(kTriangle, "0,1,-3");
  file[40] = '\0';
  expect(refusal(file), {"byte 40 of it is a zero"});
}

TEST_F(LostFbx, AByteOrderMarkIsNone) {
  EXPECT_EQ(open("\xEF\xBB\xBF" + mesh_file(kTriangle, "0,1,-3"))->meshes.size(), 1u);
}

// Where Assimp would go down as deep by calls, in what is read and in what is stepped over.
TEST_F(LostFbx, DepthIsRefused) {
  for (const char* name : {"Objects", "Unknown"}) {
    std::string deep = mesh_file(kTriangle, "0,1,-3") + name + ":  {\n";
    for (int i = 0; i < 100; ++i) deep += "a:  {\n";
    for (int i = 0; i < 101; ++i) deep += "}\n";
    expect(refusal(deep), {"nested too deep"});
    BinaryNode nested{"a", {}, {}};
    for (int i = 0; i < 100; ++i) nested = BinaryNode{"a", {int32(1)}, {nested}};
    nested.name = name;
    expect(refusal(BinaryFbx(7400).file({nested})), {"nested too deep"});
  }
}

TEST_F(LostFbx, ArraysThatSayMillionsTooMany) {
  std::string file = mesh_file(kTriangle, "0,1,-3");
  file.replace(file.find("*9"), 2, "*2000000000");
  expect(refusal(file), {"is damaged at byte ", "an array has fewer numbers than it says"});
}

}  // namespace
}  // namespace bindpose::tests::lost_fbx_test
