// Whole files through import_model: what the file's own tree adds to what Assimp reads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/fbx/version.h"
#include "io/fbx_files.h"
#include "io/import.h"
#include "io/io_fixture.h"
#include "scene/scene.h"

namespace bindpose::tests::fbx_import_test {
namespace {

class FbxImport : public FolderTest {
 protected:
  std::shared_ptr<const Model> open(const std::string& file) {
    write_all(folder_ / "model.fbx", file);
    return import_model(folder_ / "model.fbx");
  }
};

mat4 world(const std::shared_ptr<const Model>& model, const char* joint, double time) {
  Scene scene = make_scene(model);
  scene.pose.base = time < 0 ? BasePose::Rest : BasePose::Clip;
  scene.pose.clip = 0;
  scene.pose.time = std::max(time, 0.0);
  const int j = find_joint(model->skeleton, joint);
  return evaluate(scene).world.at(static_cast<std::size_t>(j));
}

TEST(FbxVersion, IsReadNoFurtherThanTheText) {
  const std::string_view text = "FBXVersion: 7400";
  EXPECT_EQ(fbx_version(text), 7400);
  EXPECT_EQ(fbx_version(text.substr(0, text.size() - 1)), 740);
  EXPECT_EQ(fbx_version(text.substr(0, text.find('7'))), 0);
}

// A head so long that the version is not found in it: the format is named without one.
TEST_F(FbxImport, TheFormatSaysTheVersionWhereItIsKnown) {
  const std::string file = text_fbx(limb(1, "arm", ""), oo(1, 0));
  EXPECT_EQ(open(file)->format, "FBX 7100");
  const std::size_t second_line = file.find('\n') + 1;
  EXPECT_EQ(open(file.substr(0, second_line) + ";" + std::string(5000, '-') + "\n" +
                 file.substr(second_line))
                ->format,
            "FBX");
}

// Cubic keys, level and all of one value: however many there are, they hold one pose.
TEST_F(FbxImport, LevelCurvesDoNotMove) {
  const auto holds_one_pose = [&](const std::string& values, const std::string& slopes) {
    const auto model =
        open(text_fbx(limb(1, "arm", "") + kStack + curve_node(201, "T") +
                          text_curve("301", "0,92372316000", values, "1032", slopes, "2"),
                      oo(1, 0) + oo(101, 100) + oo(201, 101) + op(201, 1, "Lcl Translation") +
                          op(301, 201, "d|X")));
    EXPECT_EQ(world(model, "arm", 0.0)[3].x, 8.0f);
    return std::any_of(model->report.begin(), model->report.end(), [](const ReportEntry& r) {
      return r.message.find("Nothing moves in it") != std::string::npos;
    });
  };
  EXPECT_TRUE(holds_one_pose("8,8", "0,0,0,0"));
  EXPECT_FALSE(holds_one_pose("8,8", "0,720,0,0")) << "away from 8 and back again";
  EXPECT_FALSE(holds_one_pose("8,9", "0,0,0,0"));
}

// An angle that goes from 0 to 720 degrees with the slopes 0 and 720 per second, and a stepped
// translation: neither is what Assimp hands on.
TEST_F(FbxImport, CurvesBetweenSparseKeys) {
  const std::string file =
      text_fbx(limb(1, "arm", "") + limb(2, "hand", vector("Lcl Translation", "0,3,0")) + kStack +
                   curve_node(200, "R") + curve_node(201, "T") +
                   text_curve("300", "0,92372316000", "0,720", "1032", "0,720,0,0", "2") +
                   text_curve("301", "0,46186158000", "1,5", "2", "0,0,0,0", "2"),
               oo(1, 0) + oo(2, 1) + oo(101, 100) + oo(200, 101) + oo(201, 101) +
                   op(200, 1, "Lcl Rotation") + op(201, 1, "Lcl Translation") +
                   op(300, 200, "d|Z") + op(301, 201, "d|X"));
  const auto model = open(file);
  ASSERT_EQ(model->clips.size(), 1u);
  EXPECT_EQ(model->clips[0].name, "take");
  EXPECT_DOUBLE_EQ(model->clips[0].duration, 2.0);
  const double s = 0.45;
  const double degrees = (3 * s * s - 2 * s * s * s) * 720 + (s * s * s - s * s) * 2 * 720;
  const mat4 arm =
      to_matrix({{1, 0, 0}, rotation_from_degrees({0, 0, static_cast<float>(degrees)})});
  EXPECT_LT(max_difference(world(model, "arm", 2 * s), arm), 1e-5f);
  EXPECT_LT(max_difference(world(model, "hand", 2 * s), arm * to_matrix({{0, 3, 0}})), 1e-5f);
  EXPECT_EQ(world(model, "arm", 1.5)[3].x, 5);
}

// Assimp hands the texture's own place on; it is not applied, and that is said where it shows.
TEST_F(FbxImport, TexturesThatAreMovedAreReported) {
  const auto with = [&](const std::string& place) {
    const std::string material =
        " Material: 20, \"Material::red\", \"\" {\n  Version: 102\n  ShadingModel: \"phong\"\n" +
        properties("") +
        " }\n Texture: 21, \"Texture::paint\", \"\" {\n  Type: \"TextureVideoClip\"\n" +
        "  FileName: \"paint.png\"\n  RelativeFilename: \"paint.png\"\n" + place + properties("") +
        " }\n";
    std::string triangle = geometry(2, "0,0,0,1,0,0,0,1,0", "0,1,-3");
    triangle.insert(
        triangle.rfind(" }"),
        "  LayerElementMaterial: 0 {\n   MappingInformationType: \"AllSame\"\n"
        "   ReferenceInformationType: \"IndexToDirect\"\n   Materials: *1 {\n    a: 0\n   }\n"
        "  }\n  Layer: 0 {\n   LayerElement:  {\n    Type: \"LayerElementMaterial\"\n"
        "    TypedIndex: 0\n   }\n  }\n");
    return open(text_fbx(mesh_model(1, "face") + triangle + material,
                         oo(1, 0) + oo(2, 1) + oo(20, 1) + op(21, 20, "DiffuseColor")));
  };
  const auto said = [](const Model& model) {
    return std::count_if(model.report.begin(), model.report.end(), [](const ReportEntry& r) {
      return r.place == "material red" && r.mesh == 0 &&
             r.message.find("moved, turned or scaled on the mesh") != r.message.npos;
    });
  };
  EXPECT_EQ(said(*with("  ModelUVTranslation: 0,0\n  ModelUVScaling: 1,1\n")), 0);
  EXPECT_EQ(said(*with("  ModelUVTranslation: 0.5,0\n  ModelUVScaling: 1,1\n")), 1);
  EXPECT_EQ(said(*with("  ModelUVTranslation: 0,0\n  ModelUVScaling: 2,1\n")), 1);
}

// The clip starts where the stack says.
TEST_F(FbxImport, ClipsStartAtZero) {
  std::string stack = kStack;
  stack.replace(stack.find("   P: \"LocalStop\""), 0,
                "   P: \"LocalStart\", \"KTime\", \"Time\", \"\",46186158000\n");
  const auto model =
      open(text_fbx(limb(1, "arm", "") + stack + curve_node(201, "T") +
                        text_curve("301", "0,92372316000", "0,8", "4", "0,0,0,0", "2"),
                    oo(1, 0) + oo(101, 100) + oo(201, 101) + op(201, 1, "Lcl Translation") +
                        op(301, 201, "d|X")));
  ASSERT_EQ(model->clips.size(), 1u);
  EXPECT_DOUBLE_EQ(model->clips[0].duration, 1.0);
  EXPECT_FLOAT_EQ(world(model, "arm", 0.0)[3].x, 4);
  EXPECT_FLOAT_EQ(world(model, "arm", 0.5)[3].x, 6);
}

// Frames a second by the settings' TimeMode (FBX SDK, FbxTime::EMode).
TEST_F(FbxImport, ClipsHaveTheRateOfTheSettings) {
  const auto rate = [this](const std::string& settings) {
    const auto model =
        open(text_fbx(limb(1, "arm", "") + kStack + curve_node(201, "T") +
                          text_curve("301", "0,92372316000", "0,8", "4", "0,0,0,0", "2"),
                      oo(1, 0) + oo(101, 100) + oo(201, 101) + op(201, 1, "Lcl Translation") +
                          op(301, 201, "d|X")) +
             (settings.empty() ? "" : "GlobalSettings:  {\n" + properties(settings) + "}\n"));
    return model->clips.at(0).rate;
  };
  const auto mode = [](int m) {
    return "   P: \"TimeMode\", \"enum\", \"\", \"\"," + std::to_string(m) + "\n";
  };
  EXPECT_EQ(rate(""), 0.0);
  EXPECT_EQ(rate(mode(0)), 0.0) << "the program's own";
  EXPECT_EQ(rate(mode(3)), 60.0);
  EXPECT_EQ(rate(mode(6)), 30.0);
  EXPECT_EQ(rate(mode(10)), 25.0);
  EXPECT_EQ(rate(mode(11)), 24.0);
  EXPECT_NEAR(rate(mode(13)), 23.976, 1e-3);
  EXPECT_NEAR(rate(mode(17)), 59.94, 1e-2);
  EXPECT_EQ(rate(mode(14) + number("CustomFrameRate", "double", 18.5)), 18.5);
  EXPECT_EQ(rate(mode(14) + number("CustomFrameRate", "double", -1)), 0.0);
  EXPECT_EQ(rate(mode(99)), 0.0);
}

// All keys beyond the clip's end: Assimp stops at an assertion. The curve's first value holds.
TEST_F(FbxImport, KeysOutsideOfTheClip) {
  const auto model =
      open(text_fbx(limb(1, "arm", "") + kStack + curve_node(201, "T") +
                        text_curve("301", "184744632000,277116948000", "3,8", "4", "0,0,0,0", "2"),
                    oo(1, 0) + oo(101, 100) + oo(201, 101) + op(201, 1, "Lcl Translation") +
                        op(301, 201, "d|X")));
  ASSERT_EQ(model->clips.size(), 1u);
  EXPECT_DOUBLE_EQ(model->clips[0].duration, 2.0);
  EXPECT_FLOAT_EQ(world(model, "arm", 1.0)[3].x, 3);
}

// Two joints of one name, told apart by where they hang; each has its own curve.
TEST_F(FbxImport, JointsOfOneName) {
  const std::string linear = "0,92372316000";
  const auto model =
      open(text_fbx(limb(1, "left", "") + limb(2, "right", "") + limb(3, "tip", "") +
                        limb(4, "tip", "") + kStack + curve_node(200, "T") + curve_node(201, "T") +
                        text_curve("300", linear, "0,2", "4", "0,0,0,0", "2") +
                        text_curve("301", linear, "0,6", "4", "0,0,0,0", "2"),
                    oo(1, 0) + oo(2, 0) + oo(3, 1) + oo(4, 2) + oo(101, 100) + oo(200, 101) +
                        oo(201, 101) + op(200, 3, "Lcl Translation") +
                        op(201, 4, "Lcl Translation") + op(300, 200, "d|X") + op(301, 201, "d|Y")));
  EXPECT_EQ(vec3(world(model, "tip", 1.0)[3]), vec3(1, 0, 0));
  EXPECT_EQ(vec3(world(model, "tip#2", 1.0)[3]), vec3(0, 3, 0));
  // The entry about the name selects the joint that got another one.
  const auto entry = std::find_if(
      model->report.begin(), model->report.end(),
      [](const ReportEntry& r) { return r.message.find("\"tip#2\"") != std::string::npos; });
  ASSERT_NE(entry, model->report.end());
  EXPECT_EQ(entry->joint, find_joint(model->skeleton, "tip#2"));
}

// Rrs leaves the parent's scale out, RrSs takes it over axis by axis: parent scaled (2, 3, 1) and
// turned, child turned by 90 degrees about z.
TEST_F(FbxImport, InheritedScalesAtRestAndInMotion) {
  const std::string turned = vector("Lcl Rotation", "0,0,90") + vector("Lcl Translation", "1,0,0");
  const auto model = open(text_fbx(
      limb(1, "parent", vector("Lcl Scaling", "2,3,1") + inherit(1)) +
          limb(2, "ordinary", turned + inherit(1)) + limb(3, "without", turned + inherit(2)) +
          limb(4, "axiswise", turned + inherit(0)) + kStack + curve_node(200, "S") +
          text_curve("300", "0,92372316000", "2,6", "4", "0,0,0,0", "2") +
          text_curve("301", "0,92372316000", "3,3", "4", "0,0,0,0", "2"),
      oo(1, 0) + oo(2, 1) + oo(3, 1) + oo(4, 1) + oo(101, 100) + oo(200, 101) +
          op(200, 1, "Lcl Scaling") + op(300, 200, "d|X") + op(301, 200, "d|Y")));
  const mat4 turn = to_matrix({{}, rotation_from_degrees({0, 0, 90})});
  const auto check = [&](double time, float x) {
    const mat4 scale = to_matrix({{}, {1, 0, 0, 0}, {x, 3, 1}});
    const mat4 at = to_matrix({{x, 0, 0}});
    EXPECT_LT(max_difference(world(model, "ordinary", time), scale * to_matrix({{1, 0, 0}}) * turn),
              1e-5f);
    EXPECT_LT(max_difference(world(model, "without", time), at * turn), 1e-5f);
    EXPECT_LT(max_difference(world(model, "axiswise", time), at * turn * scale), 1e-5f);
  };
  check(-1.0, 2);
  check(1.0, 4);
}

// Values that would come out as infinite are dropped, not shown.
TEST_F(FbxImport, HugeNumbersDoNotArrive) {
  const auto model =
      open(text_fbx(limb(1, "a", vector("Lcl Translation", "1e300,0,0")) +
                        limb(2, "b", vector("Lcl Scaling", "0,0,0")) + limb(3, "c", inherit(2)) +
                        kStack + curve_node(200, "S") +
                        text_curve("300", "0,92372316000", "0,1e38", "1032", "1e38,1e38,0,0", "2"),
                    oo(1, 0) + oo(2, 1) + oo(3, 2) + oo(101, 100) + oo(200, 101) +
                        op(200, 2, "Lcl Scaling") + op(300, 200, "d|X")));
  EXPECT_TRUE(check_model(*model).empty());
}

// A property about one axis: straight from one value to the other in two seconds.
struct Moved {
  char axis;
  std::string values;
  std::string flags = "4";  // straight
};

std::string choice(const std::string& name, int value) {
  return "   P: \"" + name + "\", \"enum\", \"\", \"\"," + std::to_string(value) + "\n";
}
std::string weight(double percent) {
  return number("Weight", "Number", percent);
}

// Two layers on top of each other, in closed form.
class FbxLayers : public FolderTest {
 protected:
  // Of the joint, where the second layer lies on the first as `how` says.
  mat4 world(const std::string& part, const Moved& below, const Moved& above,
             const std::string& how, double time) {
    const auto curve = [](const char* id, const Moved& m) {
      return text_curve(id, "0,92372316000", m.values, m.flags, "0,0,0,0", "2");
    };
    const auto along = [](const Moved& m) { return std::string("d|") + m.axis; };
    write_all(folder_ / "model.fbx",
              text_fbx(limb(1, "arm", "") + kStack +
                           " AnimationLayer: 102, \"AnimLayer::more\", \"\" {\n" + properties(how) +
                           " }\n" + curve_node(200, "below") + curve_node(201, "above") +
                           curve("300", below) + curve("301", above),
                       oo(1, 0) + oo(101, 100) + oo(102, 100) + oo(200, 101) + oo(201, 102) +
                           op(200, 1, part) + op(201, 1, part) + op(300, 200, along(below)) +
                           op(301, 201, along(above))));
    Scene scene = make_scene(import_model(folder_ / "model.fbx"));
    scene.pose.base = BasePose::Clip;
    scene.pose.clip = 0;
    scene.pose.time = time;
    const int arm = find_joint(scene.model->skeleton, "arm");
    return evaluate(scene).world.at(static_cast<std::size_t>(arm));
  }
};

mat4 turned(float x, float y, float z) {
  return to_matrix({{}, rotation_from_degrees({x, y, z})});
}

TEST_F(FbxLayers, RotationsAreMultipliedUnlessAnglesAreToBeAdded) {
  const Moved x{'X', "0,90"}, z{'Z', "0,90"};
  const auto at = [&](const std::string& how, double time) {
    return world("Lcl Rotation", x, z, how, time);
  };
  EXPECT_LT(max_difference(at("", 2.0), turned(90, 0, 0) * turned(0, 0, 90)), 1e-5f);
  EXPECT_LT(max_difference(at("", 1.0), turned(45, 0, 0) * turned(0, 0, 45)), 1e-5f);
  EXPECT_LT(max_difference(at(weight(50), 2.0), turned(90, 0, 0) * turned(0, 0, 45)), 1e-5f);
  const std::string by_angle = choice("RotationAccumulationMode", 1);
  EXPECT_LT(max_difference(at(by_angle, 2.0), turned(90, 0, 90)), 1e-5f);
  EXPECT_LT(max_difference(at(by_angle + weight(50), 2.0), turned(90, 0, 45)), 1e-5f);
}

TEST_F(FbxLayers, AMixedRotationIsThatPartOfTheWay) {
  const std::string mixed = choice("BlendMode", 2) + weight(25);
  const mat4 after = world("Lcl Rotation", {'Z', "0,20"}, {'Z', "0,100"}, mixed, 2.0);
  EXPECT_LT(max_difference(after, turned(0, 0, 40)), 1e-5f);
}

TEST_F(FbxLayers, ALayerMayStandInPlaceOfThoseBelow) {
  const mat4 after =
      world("Lcl Rotation", {'Z', "0,20"}, {'Z', "0,100"}, choice("BlendMode", 1), 2.0);
  EXPECT_LT(max_difference(after, turned(0, 0, 100)), 1e-5f);
}

// A weight is an exponent there; what mirrors goes on mirroring.
TEST_F(FbxLayers, ScalesAreMultipliedUnlessTheyAreToBeAdded) {
  const auto x_at_end = [&](const std::string& above, const std::string& how) {
    return world("Lcl Scaling", {'X', "1,2"}, {'X', above}, how, 2.0)[0].x;
  };
  EXPECT_NEAR(x_at_end("1,9", weight(50)), 2.0f * 3.0f, 1e-5f);
  EXPECT_NEAR(x_at_end("-1,-9", weight(50)), 2.0f * -3.0f, 1e-5f);
  EXPECT_NEAR(x_at_end("1,8", weight(50) + choice("ScaleAccumulationMode", 1)), 2.0f + 4.0f, 1e-5f);
}

TEST_F(FbxLayers, TranslationsAreAddedOrMixed) {
  const auto x_at = [&](const std::string& how, double time) {
    return world("Lcl Translation", {'X', "0,8"}, {'X', "0,4"}, how, time)[3].x;
  };
  EXPECT_NEAR(x_at(weight(50), 2.0), 10.0f, 1e-5f);
  EXPECT_NEAR(x_at(weight(50), 0.5), 2.5f, 1e-5f);
  EXPECT_NEAR(x_at(choice("BlendMode", 2) + weight(25), 2.0), 7.0f, 1e-5f);
}

// Combined into keys, a curve of steps (flag 2; with 256 the next value at once) still jumps: both
// moments lie within 1/240 second of the jump.
TEST_F(FbxLayers, AStepStaysOne) {
  const auto x_at = [&](const std::string& flags, const std::string& how, double time) {
    return world("Lcl Translation", {'X', "0,8", flags}, {'X', "0,4"}, how, time)[3].x;
  };
  EXPECT_NEAR(x_at("2", weight(50), 1.9998), 1.9998f, 1e-5f);
  EXPECT_NEAR(x_at("2", weight(50), 2.0), 10.0f, 1e-5f);
  EXPECT_NEAR(x_at("258", weight(50), 0.0), 0.0f, 1e-5f);
  EXPECT_NEAR(x_at("258", weight(50), 0.0002), 8.0002f, 1e-5f);
  const auto turn_at = [&](double time) {
    return world("Lcl Rotation", {'X', "0,90", "2"}, {'Z', "0,90"}, "", time);
  };
  EXPECT_LT(max_difference(turn_at(1.9998), turned(0, 0, 89.991f)), 1e-5f);
  EXPECT_LT(max_difference(turn_at(2.0), turned(90, 0, 0) * turned(0, 0, 90)), 1e-5f);
}

}  // namespace
}  // namespace bindpose::tests::fbx_import_test
