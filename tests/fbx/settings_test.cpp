// What a file says for all of its objects: defaults by kind, axes and units.
#include <gtest/gtest.h>

#include <assimp/scene.h>

#include <limits>

#include "fbx/fbx_fixture.h"
#include "io/fbx/display.h"
#include "io/fbx/object.h"
#include "io/fbx/tree/tree.h"
#include "io/fbx/upgrade/upgrade.h"

namespace bindpose::tests::fbx_settings_test {
namespace {

std::string template_of(const std::string& kind, const std::string& class_name,
                        const std::string& order) {
  return " ObjectType: \"" + kind + "\" {\n  Count: 1\n  PropertyTemplate: \"" + class_name +
         "\" {\n   Properties70:  {\n    P: \"RotationOrder\", \"enum\", \"\", \"\"," + order +
         "\n   }\n  }\n }\n";
}

std::string file_with_templates(int version) {
  return "; FBX project file\nFBXHeaderExtension:  {\n FBXHeaderVersion: 1003\n FBXVersion: " +
         std::to_string(version) + "\n}\nDefinitions:  {\n Version: 100\n" +
         template_of("Geometry", "FbxMesh", "1") + template_of("Model", "FbxNode", "4") +
         template_of("Material", "FbxSurfacePhong", "2") +
         "}\nObjects:  {\n}\nConnections:  {\n}\n";
}

std::int64_t order_in(const FbxTree& tree, std::string_view kind) {
  return FbxProperties(tree, {fbx_template(tree, kind)}).integer("RotationOrder", -1);
}

bool all(std::string_view, std::string_view) {
  return true;
}

TEST(FbxTemplates, EachKindHasItsOwn) {
  const std::string file = file_with_templates(7100);
  const FbxTree tree = parse_fbx(file, all);
  EXPECT_EQ(order_in(tree, "Geometry"), 1);
  EXPECT_EQ(order_in(tree, "Model"), 4);
  EXPECT_EQ(order_in(tree, "Material"), 2);
  EXPECT_EQ(fbx_template(tree, "NodeAttribute"), 0u);
}

// The first version with ids has templates as today's have.
TEST(FbxTemplates, AreKeptFrom7000On) {
  for (const int version : {7000, 7100}) {
    const std::vector<std::uint8_t> bytes = upgraded_fbx(file_with_templates(version));
    const FbxTree tree =
        parse_fbx({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, all);
    EXPECT_EQ(order_in(tree, "Model"), 4) << version;
  }
}

struct Axes {
  int up, up_sign, front, front_sign;
};

mat4 display_of(const Axes& axes, double unit) {
  aiMetadata data;
  data.Add("UpAxis", std::int32_t{axes.up});
  data.Add("UpAxisSign", std::int32_t{axes.up_sign});
  data.Add("FrontAxis", std::int32_t{axes.front});
  data.Add("FrontAxisSign", std::int32_t{axes.front_sign});
  data.Add("UnitScaleFactor", unit);
  return fbx_display(data);
}

// All 6 by 6 pairs: up is up, nothing is mirrored or sheared, front stays in front where it can be,
// and where it lies on the line of up another one is found.
TEST(FbxDisplay, AnyPairOfAxesGivesATurn) {
  for (int up = 0; up < 6; ++up) {
    for (int front = 0; front < 6; ++front) {
      SCOPED_TRACE(std::to_string(up) + " " + std::to_string(front));
      const Axes axes{up / 2, up % 2 == 0 ? 1 : -1, front / 2, front % 2 == 0 ? 1 : -1};
      const mat3 turn(display_of(axes, 100.0));
      EXPECT_LT(glm::distance(glm::determinant(turn), 1.0f), 1e-6f);
      const mat3 square = turn * glm::transpose(turn);
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) EXPECT_NEAR(square[c][r], c == r ? 1.0f : 0.0f, 1e-6f);
      vec3 upward(0.0f), forward(0.0f);
      upward[axes.up] = float(axes.up_sign);
      forward[axes.front] = float(axes.front_sign);
      EXPECT_LT(glm::distance(turn * upward, vec3(0, 1, 0)), 1e-6f);
      if (axes.up != axes.front) {
        EXPECT_LT(glm::distance(turn * forward, vec3(0, 0, 1)), 1e-6f);
      }
    }
  }
}

// Assimp refuses 0, and in its own words.
class FbxUnit : public FbxFileTest {
 protected:
  // How many metres a unit is on show, and that it is told.
  void expect_a_centimetre(const std::string& file, const char* said) {
    SCOPED_TRACE(said);
    const auto model = open(file);
    EXPECT_NEAR(model->to_display[0][0], 0.01f, 1e-7f);
    EXPECT_TRUE(std::any_of(model->report.begin(), model->report.end(), [&](const ReportEntry& e) {
      return e.severity == Severity::Warning &&
             e.message == std::string("It says that its unit has ") + said +
                              " centimetres (UnitScaleFactor), which is no size; 1 was taken.";
    }));
  }
};

TEST_F(FbxUnit, OfNoSizeIsACentimetre) {
  const auto text_file = [](const std::string& unit, int version = 7400) {
    const std::string file =
        text_fbx(mesh_model(1, "cloth") + geometry(2, "0,0,0,1,0,0,0,1,0", "0,1,-3"),
                 oo(1, 0) + oo(2, 1), version);
    return file +
           "GlobalSettings:  {\n Version: 1000\n Properties70:  {\n  P: \"UnitScaleFactor\", "
           "\"double\", \"Number\", \"\"," +
           unit + "\n }\n}\n";
  };
  EXPECT_NEAR(open(text_file("100"))->to_display[0][0], 1.0f, 1e-6f);
  expect_a_centimetre(text_file("0"), "0");
  expect_a_centimetre(text_file("0.000"), "0");
  expect_a_centimetre(text_file("-2.54"), "-2.54");
  expect_a_centimetre(text_file("0", 7000), "0");
}

TEST_F(FbxUnit, OfNoSizeInABinaryFile) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  for (const std::string& none : {real(0.0), real(kNaN), int32(0), int64(-3)}) {
    const BinaryNode unit{
        "P", {text("UnitScaleFactor"), text("double"), text("Number"), text(""), none}, {}};
    const std::string bytes =
        BinaryFbx(7400).file({{"GlobalSettings", {}, {{"Properties70", {}, {unit}}}}});
    ModelFile file;
    file.bytes.assign(bytes.begin(), bytes.end());
    const FbxTree tree = parse_fbx(file.text(), all);
    EXPECT_TRUE(mend_fbx_unit(tree, file).has_value());
    const std::uint32_t list =
        fbx_child(tree, fbx_child(tree, 0, "GlobalSettings"), "Properties70");
    EXPECT_EQ(FbxProperties(tree, {list}).real("UnitScaleFactor", 0.0), 1.0);
    EXPECT_FALSE(mend_fbx_unit(tree, file).has_value());
    EXPECT_EQ(file.bytes.size(), bytes.size());
  }
}

}  // namespace
}  // namespace bindpose::tests::fbx_settings_test
