// Collada files, from the text to the pose, in closed form: curves, morphs, skins.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/collada/head.h"
#include "io/collada_files.h"
#include "io/import.h"
#include "io/io_fixture.h"
#include "rig/morph.h"
#include "scene/scene.h"
#include "thread_time.h"

namespace bindpose::tests::collada_test {
namespace {

class Collada : public FolderTest {
 protected:
  std::shared_ptr<const Model> open(const std::string& file) {
    write_all(folder_ / "model.dae", file);
    return import_model(folder_ / "model.dae");
  }
  // Node "arm" with these transform elements, and a mesh below it.
  std::shared_ptr<const Model> arm(const std::string& transforms, const std::string& animations) {
    return open(
        dae_file("<library_animations>" + animations + "</library_animations><library_geometries>" +
                     dae_geometry("tri", "tri", "0 0 0 1 0 0 0 1 0") + "</library_geometries>",
                 "<node id=\"arm\" name=\"arm\">" + transforms +
                     "<instance_geometry url=\"#tri\"/></node>"));
  }
};

PosedScene posed(const std::shared_ptr<const Model>& model, double time, int clip = 0) {
  Scene scene = make_scene(model);
  scene.pose.base = time < 0 ? BasePose::Rest : BasePose::Clip;
  scene.pose.clip = clip;
  scene.pose.time = std::max(time, 0.0);
  return evaluate(scene);
}
mat4 world(const std::shared_ptr<const Model>& model, const char* joint, double time,
           int clip = 0) {
  const int j = find_joint(model->skeleton, joint);
  EXPECT_GE(j, 0) << joint;
  return posed(model, time, clip).world.at(static_cast<std::size_t>(std::max(j, 0)));
}
bool reported(const Model& model, const std::string& part) {
  return std::any_of(model.report.begin(), model.report.end(), [&](const ReportEntry& r) {
    return r.message.find(part) != std::string::npos;
  });
}
mat4 turned(float x, float y, float z) {
  return to_matrix({{}, rotation_from_degrees({x, y, z})});
}

// A Bezier segment with x(s) = y(s) = s^3: value 0 to 8 in 2 seconds, control points at the corners
// (0, 0) and (0, 0) relative: x(s) = 2 s^3, y(s) = 8 s^2 (3 - 2 s).
TEST_F(Collada, BezierInTimeAndValue) {
  const auto model =
      arm("<translate sid=\"move\">0 5 0</translate>",
          dae_animation("a", {"arm/move.X", "0 2", "0 8", "BEZIER BEZIER", "0 0 0 8", "0 0 0 0"}));
  ASSERT_EQ(model->clips.size(), 1u);
  EXPECT_DOUBLE_EQ(model->clips[0].duration, 2.0);
  for (const float s : {0.2f, 0.5f, 0.9f}) {
    const vec3 at(world(model, "arm", 2.0 * std::pow(double{s}, 3.0))[3]);
    EXPECT_NEAR(at.x, 8.0f * s * s * (3.0f - 2.0f * s), 1e-4f);
    EXPECT_EQ(at.y, 5.0f);
  }
}

// The angle in degrees, tangents in value alone: from 0 to 90 with the slopes 30 and 0 a third.
TEST_F(Collada, BezierOfAnAngleInValueAlone) {
  DaeCurve curve{"arm/rz.ANGLE", "0 3", "0 90", "BEZIER BEZIER", "0 90", "30 90"};
  curve.tangent_stride = 1;
  const auto model = arm("<rotate sid=\"rz\">0 0 1 15</rotate>", dae_animation("a", curve));
  const float s = 0.4f, u = 0.6f;
  const float degrees = 3 * u * u * s * 30 + 3 * u * s * s * 90 + s * s * s * 90;
  EXPECT_LT(max_difference(world(model, "arm", 3.0 * 0.4), turned(0, 0, degrees)), 1e-5f);
  EXPECT_LT(max_difference(world(model, "arm", -1.0), turned(0, 0, 15)), 1e-5f);
}

// y(s) of a Hermite curve with the tangents (3, 6) and (3, 0) over 3 seconds: time is even.
TEST_F(Collada, HermiteOfThreeNumbers) {
  DaeCurve curve{"arm/move", "0 3", "0 0 1 4 0 1", "HERMITE HERMITE"};
  curve.components = 3;
  curve.in = "3 0 3 0 3 0 3 0 3 0 3 0";
  curve.out = "3 6 3 0 3 0 3 6 3 0 3 0";
  curve.tangent_stride = 6;
  const auto model = arm("<translate sid=\"move\">0 0 0</translate>", dae_animation("a", curve));
  const float s = 0.3f, s2 = s * s, s3 = s2 * s;
  const float x = (s3 - 2 * s2 + s) * 6 + (3 * s2 - 2 * s3) * 4;
  const vec3 at(world(model, "arm", 3.0 * 0.3)[3]);
  EXPECT_NEAR(glm::length(at - vec3(x, 0, 1)), 0.0f, 1e-5f);
}

TEST_F(Collada, StepsAndStraightLinesInOneCurve) {
  const auto model = arm("<scale sid=\"size\">1 1 1</scale>",
                         dae_animation("a", {"arm/size.Y", "0 1 2", "1 3 5", "STEP LINEAR STEP"}));
  EXPECT_EQ(world(model, "arm", 0.9)[1].y, 1.0f);
  EXPECT_EQ(world(model, "arm", 1.5)[1].y, 4.0f);
}

// Euler angles stay angles: rotateZ rotateY rotateX in the order of the elements, and an axis that
// is none of the three.
TEST_F(Collada, RotationsInTheirOrderAndAboutAnyAxis) {
  const auto model =
      arm("<rotate sid=\"z\">0 0 1 0</rotate><rotate sid=\"x\">-1 0 0 40</rotate>"
          "<rotate sid=\"any\">1 1 1 0</rotate><scale>1 2 1</scale>",
          dae_animation("a", {"arm/z.ANGLE", "0 1", "0 720", "LINEAR LINEAR"}) +
              dae_animation("b", {"arm/x.ANGLE", "0 1", "0 90", "LINEAR LINEAR"}) +
              dae_animation("c", {"arm/any.ANGLE", "0 1", "0 240", "LINEAR LINEAR"}));
  ASSERT_EQ(model->clips.size(), 1u);
  const mat4 scale = to_matrix({{}, quat(1, 0, 0, 0), {1, 2, 1}});
  // A third of a turn about (1, 1, 1) takes x to y to z.
  mat4 cycle(0.0f);
  cycle[0][1] = cycle[1][2] = cycle[2][0] = cycle[3][3] = 1.0f;
  EXPECT_LT(max_difference(world(model, "arm", 0.5),
                           turned(0, 0, 360) * turned(-45, 0, 0) * cycle * scale),
            1e-5f);
  const auto back = arm("<rotate sid=\"back\">0 0 -1 0</rotate>",
                        dae_animation("a", {"arm/back.ANGLE", "0 1", "0 60", "LINEAR LINEAR"}));
  EXPECT_LT(max_difference(world(back, "arm", 0.5), turned(0, 0, -30)), 1e-5f);
}

// As 3ds Max writes them: one curve for each number of the matrix, "(column)(row)".
TEST_F(Collada, MatricesWholeAndByNumbers) {
  DaeCurve whole{"arm/matrix", "0 2", "", "LINEAR LINEAR"};
  whole.value = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 -1 0 6 1 0 0 0 0 0 1 0 0 0 0 1";
  whole.components = 16;
  const std::string still = "<matrix sid=\"matrix\">1 0 0 9 0 1 0 0 0 0 1 0 0 0 0 1</matrix>";
  const auto model = arm(still, dae_animation("a", whole));
  EXPECT_LT(max_difference(world(model, "arm", 1.0), to_matrix({{3, 0, 0}}) * turned(0, 0, 45)),
            1e-5f);
  const auto single =
      arm(still, dae_animation("a", {"arm/matrix(3)(1)", "0 2", "0 4", "LINEAR LINEAR"}));
  EXPECT_LT(max_difference(world(single, "arm", 1.0), to_matrix({{9, 2, 0}})), 1e-5f);
}

TEST_F(Collada, ClipsAreWindowsOfTheAnimations) {
  const std::string animations = "<library_animations>" +
                                 dae_animation("a", {"arm/move.X", "0 4", "0 8", "LINEAR LINEAR"}) +
                                 "</library_animations>";
  const std::string clips =
      "<library_animation_clips><animation_clip id=\"c1\" name=\"walk\" start=\"1\" end=\"3\">"
      "<instance_animation url=\"#a\"/></animation_clip><animation_clip id=\"c2\" start=\"2\">"
      "<instance_animation url=\"#a\"/></animation_clip></library_animation_clips>";
  const auto model =
      open(dae_file(animations + clips,
                    "<node id=\"arm\" name=\"arm\"><translate sid=\"move\">0 0 0</translate>"
                    "<node id=\"tip\" name=\"tip\"/></node>"));
  ASSERT_EQ(model->clips.size(), 2u);
  EXPECT_EQ(model->clips[0].name, "walk");
  EXPECT_EQ(model->clips[1].name, "c2");
  EXPECT_DOUBLE_EQ(model->clips[0].duration, 2.0);
  EXPECT_DOUBLE_EQ(model->clips[1].duration, 2.0);
  EXPECT_FLOAT_EQ(world(model, "arm", 0.5, 0)[3].x, 3.0f);
  EXPECT_FLOAT_EQ(world(model, "arm", 2.0, 1)[3].x, 8.0f);
}

TEST_F(Collada, WhatIsNotReadIsSaid) {
  const auto model = arm("<translate sid=\"move\">0 0 0</translate>",
                         dae_animation("a", {"arm/move.X", "0 1", "0 8", "CARDINAL BEZIER"}) +
                             dae_animation("b", {"camera/xfov.X", "0 1", "0 8", "LINEAR LINEAR"}) +
                             dae_animation("c", {"arm/move.Y", "1 0", "0 8", "LINEAR LINEAR"}));
  EXPECT_FLOAT_EQ(world(model, "arm", 0.5)[3].x, 4.0f);
  EXPECT_TRUE(reported(*model, "interpolation that is not read"));
  EXPECT_TRUE(reported(*model, "\"camera/xfov.X\""));
  EXPECT_TRUE(reported(*model, "do not fit together"));
}

// Base and two targets; the weight of the second is animated.
std::string shapes(const std::string& method) {
  const bool relative = method == "RELATIVE";
  return "<library_geometries>" + dae_geometry("base", "face", "0 0 0 1 0 0 0 1 0") +
         dae_geometry("up", "lift", relative ? "0 0 2 0 0 0 0 0 0" : "0 0 2 1 0 0 0 1 0") +
         dae_geometry("side", "pull", relative ? "0 0 0 4 0 0 0 0 0" : "0 0 0 5 0 0 0 1 0") +
         "</library_geometries>";
}
vec3 shaped(const std::shared_ptr<const Model>& model, const vec3& point, double time) {
  std::vector<vec3> p, n;
  Scene scene = make_scene(model);
  scene.pose.base = time < 0 ? BasePose::Rest : BasePose::Clip;
  scene.pose.clip = 0;
  scene.pose.time = std::max(time, 0.0);
  skin_mesh(scene, evaluate(scene), 0, p, &n);
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (model->meshes[0].position[i] == point) return p[i];
  }
  ADD_FAILURE() << "no such vertex";
  return vec3(0.0f);
}
const std::string kWeights = "<library_animations>" +
                             dae_animation("a", {"morph-weights(1)", "0 2", "0 1", "STEP STEP"}) +
                             "</library_animations>";

void check_shapes(const std::shared_ptr<const Model>& model) {
  ASSERT_EQ(model->morph_channels.size(), 2u);
  EXPECT_EQ(model->morph_channels[0].name, "lift");
  EXPECT_FLOAT_EQ(model->morph_channels[0].default_weight, 0.25f);
  EXPECT_EQ(model->morph_channels[1].name, "pull");
  EXPECT_FLOAT_EQ(model->morph_channels[1].default_weight, 0.5f);
  EXPECT_EQ(shaped(model, {0, 0, 0}, -1.0), vec3(0, 0, 0.5f));
  EXPECT_EQ(shaped(model, {1, 0, 0}, -1.0), vec3(3, 0, 0));
  ASSERT_EQ(model->clips.size(), 1u);
  EXPECT_EQ(shaped(model, {1, 0, 0}, 1.9), vec3(1, 0, 0));
  EXPECT_EQ(shaped(model, {1, 0, 0}, 2.0), vec3(5, 0, 0));
}

// The base has normals, the shape (or what is read of it) none: they turn with the face.
TEST_F(Collada, NormalsTurnWithTheFacesThatAMorphMoves) {
  std::string base = dae_geometry("base", "base", "0 0 0 1 0 0 0 1 0");
  base.insert(base.find("<vertices"), dae_source("base-n", "0 0 1 0 0 1 0 0 1", 3));
  base.insert(base.find("</vertices>"), "<input semantic=\"NORMAL\" source=\"#base-n\"/>");
  const auto model = open(
      dae_file("<library_geometries>" + base + dae_geometry("up", "up", "0 0 0 1 0 1 0 1 0") +
                   "</library_geometries><library_controllers>" +
                   dae_morph("morph", "base", "NORMALIZED", "up", "1") + "</library_controllers>",
               "<node id=\"face\" name=\"face\"><instance_controller url=\"#morph\"/></node>"));
  const Scene scene = make_scene(model);
  std::vector<vec3> p, n;
  skin_mesh(scene, evaluate(scene), 0, p, &n);
  ASSERT_EQ(n.size(), 3u);
  const vec3 wanted = glm::normalize(vec3(-1, 0, 1));  // (1, 0, 1) x (0, 1, 0)
  for (const vec3& normal : n) EXPECT_NEAR(glm::dot(glm::normalize(normal), wanted), 1.0f, 1e-5f);
  EXPECT_TRUE(std::any_of(model->report.begin(), model->report.end(), [](const ReportEntry& r) {
    return r.message.starts_with("1 shape of its morphs has no normals in the file");
  }));
}

TEST_F(Collada, MorphsNormalizedAndRelative) {
  for (const std::string method : {"NORMALIZED", "RELATIVE"}) {
    SCOPED_TRACE(method);
    check_shapes(open(dae_file(
        kWeights + shapes(method) + "<library_controllers>" +
            dae_morph("morph", "base", method, "up side", "0.25 0.5") + "</library_controllers>",
        "<node id=\"face\" name=\"face\"><instance_controller url=\"#morph\"/></node>")));
  }
}

// Skin of a morph, morph of a skin, and the two beside each other on one mesh.
TEST_F(Collada, MorphsUnderASkin) {
  const std::string joint =
      "<node id=\"hip\" sid=\"hip\" name=\"hip\" type=\"JOINT\"><node id=\"tip\" sid=\"tip\" "
      "name=\"tip\" type=\"JOINT\"/></node>";
  const auto check = [&](const std::string& skin_of, const std::string& morph_of,
                         const std::string& shown) {
    SCOPED_TRACE(skin_of + " " + morph_of);
    const auto model =
        open(dae_file(kWeights + shapes("NORMALIZED") + "<library_controllers>" +
                          dae_morph("morph", morph_of, "NORMALIZED", "up side", "0.25 0.5") +
                          dae_skin("skin", skin_of, "hip tip") + "</library_controllers>",
                      joint + "<node id=\"face\" name=\"face\"><instance_controller url=\"#" +
                          shown + "\"><skeleton>#hip</skeleton></instance_controller></node>"));
    ASSERT_EQ(model->meshes.size(), 1u);
    EXPECT_TRUE(model->meshes[0].file_binding.skin.skinned);
    check_shapes(model);
  };
  check("morph", "base", "skin");
  check("base", "skin", "morph");
  check("base", "base", "skin");
}

// The bind shape matrix may be left out and is the identity then; the joint stands at x = 3 at rest
// and was bound at the origin.
TEST_F(Collada, ASkinWithoutABindShape) {
  const auto model = open(dae_file(
      "<library_geometries>" + dae_geometry("base", "face", "0 0 0 1 0 0 0 1 0") +
          "</library_geometries><library_controllers>" + dae_skin("skin", "base", "hip") +
          "</library_controllers>",
      "<node id=\"hip\" sid=\"hip\" name=\"hip\" type=\"JOINT\"><translate>3 0 0</translate></node>"
      "<node id=\"face\" name=\"face\"><instance_controller url=\"#skin\"><skeleton>#hip</skeleton>"
      "</instance_controller></node>"));
  ASSERT_EQ(model->meshes.size(), 1u);
  EXPECT_FALSE(reported(*model, "has no inverse"));
  EXPECT_EQ(shaped(model, {1, 0, 0}, -1.0), vec3(4, 0, 0));
}

// Assimp refuses the first file (fewer values than times) and stops at an assertion for the second
// (an accessor that names more numbers than it steps over).
TEST_F(Collada, OddCurvesDoNotCostTheFile) {
  for (const char* oddity : {"values", "accessor"}) {
    SCOPED_TRACE(oddity);
    std::string odd = dae_animation("b", {"arm/move.Y", "0 1 2", "0 8 9", "LINEAR LINEAR LINEAR"});
    if (oddity == std::string("values")) {
      const std::string whole = ">0 8 9<";
      odd.replace(odd.find(whole), whole.size(), ">0 8<");
    } else {
      const std::string param = "<param name=\"X\" type=\"float\"/>";
      odd.insert(odd.rfind(param), "<param name=\"A\" type=\"float\"/><param type=\"float\"/>");
    }
    const auto model = arm("<translate sid=\"move\">0 0 0</translate>",
                           dae_animation("a", {"arm/move.X", "0 1", "0 8", "LINEAR LINEAR"}) + odd);
    ASSERT_EQ(model->clips.size(), 1u);
    EXPECT_FLOAT_EQ(world(model, "arm", 0.5)[3].x, 4.0f);
    EXPECT_EQ(model->meshes.size(), 1u);
  }
}

TEST_F(Collada, CommentsAndRawTextInAnimationsAreLeftAlone) {
  const auto model =
      arm("<translate sid=\"move\">0 0 0</translate>",
          "<!-- </library_animations> --><extra><![CDATA[</library_animations>]]></extra>" +
              dae_animation("a", {"arm/move.X", "0 1", "0 8", "LINEAR LINEAR"}));
  ASSERT_EQ(model->meshes.size(), 1u);
  EXPECT_FLOAT_EQ(world(model, "arm", 0.5)[3].x, 4.0f);
}

// Every level would be a call of whoever goes down.
TEST(ColladaNames, AreThoseOfNodesWithAnId) {
  const auto names = collada_node_names(
      "<node id=\"n1\" name=\"left &amp; right\"><node name='b' id='n2'/><node id=\"n3\"/>"
      "<node name=\"nobody\"/><node id=\"n1\" name=\"again\"/></node>");
  using Names = std::unordered_map<std::string, std::string>;
  EXPECT_EQ(names, (Names{{"n1", "left & right"}, {"n2", "b"}}));
}

TEST_F(Collada, AbsurdDepthIsRefused) {
  std::string deep;
  for (int i = 0; i < 200000; ++i) deep += "<animation>";
  for (int i = 0; i < 200000; ++i) deep += "</animation>";
  try {
    arm("<translate sid=\"move\">0 0 0</translate>", deep);
    FAIL();
  } catch (const ImportError& e) {
    EXPECT_NE(std::string(e.what()).find("nests its elements"), std::string::npos) << e.what();
  }
}

// A wall of 40,000 points that share their x: each has to be found without trying all.
TEST_F(Collada, ShapesOfAWall) {
  const auto wall = [](const char* x) {
    std::string points;
    for (int i = 0; i < 40000; ++i) {
      points += (i > 0 ? " " : "") + std::string(x) + " " + std::to_string(i % 200) + " " +
                std::to_string(i / 200);
    }
    return points;
  };
  std::string corners;
  for (int i = 0; i < 39999; ++i) corners += (i > 0 ? " " : "") + std::to_string(i);
  std::string base = dae_geometry("base", "wall", wall("0"));
  const std::string one = "<triangles count=\"1\">", p = "<p>0 1 2</p>";
  base.replace(base.find(p), p.size(), "<p>" + corners + "</p>");
  base.replace(base.find(one), one.size(), "<triangles count=\"13333\">");
  const double start = thread_seconds();
  const auto model = open(
      dae_file("<library_geometries>" + base + dae_geometry("push", "push", wall("3")) +
                   "</library_geometries><library_controllers>" +
                   dae_morph("morph", "base", "NORMALIZED", "push", "1") + "</library_controllers>",
               "<node id=\"wall\" name=\"wall\"><instance_controller url=\"#morph\"/></node>"));
  const double took = thread_seconds() - start;
  ASSERT_EQ(model->meshes.size(), 1u);
  EXPECT_EQ(model->meshes[0].position.size(), 39999u);
  EXPECT_EQ(model->meshes[0].morph.at(0).vertex.size(), 39999u);
  EXPECT_EQ(shaped(model, {0, 7, 3}, -1.0), vec3(3, 7, 3));
  EXPECT_LT(took, 5.0);  // trying all takes 10 s
}

// Points in one place that a shape moves apart, 20,000 of them: said, and not tried pair by pair.
TEST_F(Collada, ShapesThatTearAPlaceApart) {
  std::string same, apart, corners;
  for (int i = 0; i < 20001; ++i) {
    same += (i > 0 ? " " : "") + std::string("1 1 1");
    apart += (i > 0 ? " " : "") + std::string("1 1 ") + std::to_string(i % 2);
    corners += (i > 0 ? " " : "") + std::to_string(i);
  }
  std::string base = dae_geometry("base", "dot", same);
  const std::string one = "<triangles count=\"1\">", p = "<p>0 1 2</p>";
  base.replace(base.find(p), p.size(), "<p>" + corners + "</p>");
  base.replace(base.find(one), one.size(), "<triangles count=\"6667\">");
  const auto model = open(
      dae_file("<library_geometries>" + base + dae_geometry("push", "push", apart) +
                   "</library_geometries><library_controllers>" +
                   dae_morph("morph", "base", "NORMALIZED", "push", "1") + "</library_controllers>",
               "<node id=\"dot\" name=\"dot\"><instance_controller url=\"#morph\"/></node>"));
  ASSERT_EQ(model->meshes.size(), 1u);
  EXPECT_TRUE(reported(*model, "where points meet"));
}

}  // namespace
}  // namespace bindpose::tests::collada_test
