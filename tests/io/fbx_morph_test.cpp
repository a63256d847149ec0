// Blend shapes of FBX files, from the file to the posed surface, in closed form.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "io/assimp/morph_match.h"
#include "io/fbx_files.h"
#include "io/import.h"
#include "io/io_fixture.h"
#include "rig/morph.h"
#include "scene/scene.h"

namespace bindpose::tests::fbx_morph_test {
namespace {

class FbxMorphFile : public FolderTest {
 protected:
  std::shared_ptr<const Model> open(const std::string& file) {
    write_all(folder_ / "model.fbx", file);
    return import_model(folder_ / "model.fbx");
  }
};

const std::string kTwoTriangles =
    geometry(2, "0,0,0,1,0,0,0,1,0,5,0,0,6,0,0,5,1,0", "0,1,-3,3,4,-6");

std::vector<std::string> messages(const Model& model) {
  std::vector<std::string> out;
  for (const ReportEntry& r : model.report) out.push_back(r.message);
  return out;
}

// Two triangles beside each other. Channel "up" (rest 25 %) lifts vertex 0 by z = 2. Channel "away"
// passes through "half" (at 40 %: vertex 4 goes to x + 1) and "whole" (at 100 %: to y + 3).
std::string shapes() {
  return mesh_model(1, "face") + kTwoTriangles + deformer(10, "shapes", "BlendShape", "") +
         deformer(11, "up", "BlendShapeChannel",
                  properties(number("DeformPercent", "Number", 25)) + list("FullWeights", "100")) +
         shape(12, "up", "0", "0,0,2", "0,0,0") +
         deformer(13, "away", "BlendShapeChannel",
                  "  DeformPercent: 0\n" + list("FullWeights", "40,100")) +
         shape(14, "half", "4", "1,0,0", "0,0,0") + shape(15, "whole", "4", "0,3,0", "0,0,0");
}
std::string shape_links() {
  return oo(1, 0) + oo(2, 1) + oo(10, 2) + oo(11, 10) + oo(12, 11) + oo(13, 10) + oo(14, 13) +
         oo(15, 13);
}

// The vertex at `point` in bind space, with these weights (by channel).
vec3 shaped(const Model& model, const vec3& point, const std::vector<float>& weight) {
  for (const Mesh& mesh : model.meshes) {
    std::vector<vec3> p(mesh.position.size());
    morph_points(mesh, weight, p, {});
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (mesh.position[i] == point) return p[i];
    }
  }
  ADD_FAILURE() << "no such vertex";
  return vec3(0.0f);
}

std::vector<float> weights_at(const std::shared_ptr<const Model>& model, double time) {
  Scene scene = make_scene(model);
  scene.pose.base = time < 0 ? BasePose::Rest : BasePose::Clip;
  scene.pose.clip = 0;
  scene.pose.time = std::max(time, 0.0);
  return evaluate(scene).morph;
}

void expect_near(const vec3& a, const vec3& b) {
  EXPECT_NEAR(glm::length(a - b), 0.0f, 1e-5f) << a.x << " " << a.y << " " << a.z;
}

TEST_F(FbxMorphFile, ChannelsHaveTheirNamesAndWeights) {
  const auto model = open(text_fbx(shapes(), shape_links()));
  ASSERT_EQ(model->morph_channels.size(), 2u);
  EXPECT_EQ(model->morph_channels[0].name, "up");
  EXPECT_FLOAT_EQ(model->morph_channels[0].default_weight, 0.25f);
  EXPECT_EQ(model->morph_channels[1].name, "away");
  EXPECT_EQ(model->morph_channels[1].default_weight, 0.0f);
  expect_near(shaped(*model, {0, 0, 0}, weights_at(model, -1.0)), {0, 0, 0.5f});
  // Shapes that are sound are nothing to report: no more than of the same mesh without them.
  const auto plain = open(text_fbx(mesh_model(1, "face") + kTwoTriangles, oo(1, 0) + oo(2, 1)));
  EXPECT_EQ(messages(*model), messages(*plain));
  for (const ReportEntry& r : model->report) {
    EXPECT_EQ(r.message.find("could not be read"), std::string::npos) << r.message;
  }
}

TEST_F(FbxMorphFile, AChannelPassesThroughItsShapes) {
  const auto model = open(text_fbx(shapes(), shape_links()));
  const vec3 at(6, 0, 0);
  expect_near(shaped(*model, at, {0, 0.0f}), {6, 0, 0});
  expect_near(shaped(*model, at, {0, 0.2f}), {6.5f, 0, 0});
  expect_near(shaped(*model, at, {0, 0.4f}), {7, 0, 0});
  expect_near(shaped(*model, at, {0, 0.7f}), {6.5f, 1.5f, 0});
  expect_near(shaped(*model, at, {0, 1.0f}), {6, 3, 0});
  expect_near(shaped(*model, at, {1, 0.0f}), {6, 0, 0});
}

// From 0 to 100 percent in two seconds with the slopes 0 and 100 a second, and a step to -50.
TEST_F(FbxMorphFile, CurvesMoveTheWeights) {
  const std::string objects =
      shapes() + kStack + curve_node(200, "DeformPercent") + curve_node(201, "DeformPercent") +
      text_curve("300", "0,92372316000", "0,100", "1032", "0,100,0,0", "2") +
      text_curve("301", "0,46186158000", "10,-50", "2", "0,0,0,0", "2");
  const std::string links = shape_links() + oo(101, 100) + oo(200, 101) + oo(201, 101) +
                            op(200, 13, "DeformPercent") + op(201, 11, "DeformPercent") +
                            op(300, 200, "d|DeformPercent") + op(301, 201, "d|DeformPercent");
  const auto model = open(text_fbx(objects, links));
  ASSERT_EQ(model->clips.size(), 1u);
  EXPECT_DOUBLE_EQ(model->clips[0].duration, 2.0);
  const float s = 0.45f;
  const float away = 3 * s * s - 2 * s * s * s + (s * s * s - s * s) * 2;
  const std::vector<float> early = weights_at(model, 2.0 * 0.45);
  EXPECT_NEAR(early[0], 0.1f, 1e-6f);
  EXPECT_NEAR(early[1], away, 1e-6f);
  EXPECT_NEAR(weights_at(model, 1.5)[0], -0.5f, 1e-6f);
}

// A stack without curves is a clip where a shape holds another weight than at rest, more or less.
TEST_F(FbxMorphFile, AShapeThatStandsElsewhereIsAClip) {
  const auto held = [&](int percent) {
    std::string node = curve_node(200, "DeformPercent");
    node.replace(node.find("  Properties70:  {\n  }\n"), 23,
                 properties(number("d|DeformPercent", "Number", percent)));
    return open(text_fbx(shapes() + kStack + node, shape_links() + oo(101, 100) + oo(200, 101) +
                                                       op(200, 11, "DeformPercent")));
  };
  EXPECT_TRUE(held(25)->clips.empty());
  for (const int percent : {60, 10}) {
    const auto model = held(percent);
    ASSERT_EQ(model->clips.size(), 1u) << percent;
    EXPECT_NEAR(weights_at(model, 0.5)[0], 0.01f * float(percent), 1e-6f);
  }
}

// A second layer adds half of its 60 percent to the 20 of the first.
TEST_F(FbxMorphFile, LayersAddUp) {
  const std::string two = std::string(kStack) +
                          " AnimationLayer: 102, \"AnimLayer::more\", \"\" {\n" +
                          properties(number("Weight", "Number", 50)) + " }\n";
  const std::string objects = shapes() + two + curve_node(200, "DeformPercent") +
                              curve_node(201, "DeformPercent") +
                              text_curve("300", "0,92372316000", "20,20", "4", "0,0,0,0", "2") +
                              text_curve("301", "0,92372316000", "60,80", "4", "0,0,0,0", "2");
  const std::string links = shape_links() + oo(101, 100) + oo(102, 100) + oo(200, 101) +
                            oo(201, 102) + op(200, 13, "DeformPercent") +
                            op(201, 13, "DeformPercent") + op(300, 200, "d|DeformPercent") +
                            op(301, 201, "d|DeformPercent");
  const auto model = open(text_fbx(objects, links));
  EXPECT_NEAR(weights_at(model, 0.0)[1], 0.5f, 1e-5f);
  EXPECT_NEAR(weights_at(model, 1.0)[1], 0.55f, 1e-5f);
}

// Two models share one mesh: its shapes move in both, each can be set by itself.
TEST_F(FbxMorphFile, InstancesMoveAlike) {
  const std::string objects = shapes() + mesh_model(3, "twin", vector("Lcl Translation", "0,0,9")) +
                              kStack + curve_node(200, "DeformPercent") +
                              text_curve("300", "0,92372316000", "0,100", "4", "0,0,0,0", "2");
  const auto model =
      open(text_fbx(objects, shape_links() + oo(3, 0) + oo(2, 3) + oo(101, 100) + oo(200, 101) +
                                 op(200, 11, "DeformPercent") + op(300, 200, "d|DeformPercent")));
  ASSERT_EQ(model->morph_channels.size(), 4u);
  std::vector<std::string> names;
  for (const MorphChannel& c : model->morph_channels) names.push_back(c.name);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"face.away", "face.up", "twin.away", "twin.up"}));
  const std::vector<float> weight = weights_at(model, 1.0);
  for (std::size_t c = 0; c < 4; ++c) {
    EXPECT_NEAR(weight[c], model->morph_channels[c].name.ends_with("up") ? 0.5f : 0.0f, 1e-6f);
  }
}

// Two shapes of one name are told apart by their order.
TEST_F(FbxMorphFile, ShapesOfOneName) {
  std::string objects = shapes();
  for (std::size_t at = objects.find("Geometry::half"); at != objects.npos;
       at = objects.find("Geometry::half")) {
    objects.replace(at, 14, "Geometry::up");
  }
  const auto model = open(text_fbx(objects, shape_links()));
  ASSERT_EQ(model->morph_channels.size(), 2u);
  expect_near(shaped(*model, {0, 0, 0}, {1, 0}), {0, 0, 2});
  expect_near(shaped(*model, {6, 0, 0}, {0, 0.4f}), {7, 0, 0});
}

// A square of two triangles with these normals of its corners.
std::string square(const std::string& normals) {
  std::string out = geometry(2, "0,0,0,1,0,0,1,1,0,0,1,0", "0,1,-3,0,2,-4");
  out.insert(out.rfind(" }"),
             "  LayerElementNormal: 0 {\n   MappingInformationType: \"ByPolygonVertex\"\n"
             "   ReferenceInformationType: \"Direct\"\n " +
                 list("Normals", normals) +
                 "  }\n  Layer: 0 {\n   LayerElement:  {\n    Type: \"LayerElementNormal\"\n"
                 "    TypedIndex: 0\n   }\n  }\n");
  return out;
}
constexpr const char* kUpward = "0,0,1,0,0,1,0,0,1,0,0,1,0,0,1,0,0,1";

// At rest, of the first mesh.
std::vector<vec3> normals_at(const std::shared_ptr<const Model>& model, const vec3& point) {
  Scene scene = make_scene(model);
  std::vector<vec3> p, n, out;
  skin_mesh(scene, evaluate(scene), 0, p, &n);
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (glm::distance(p[i], point) < 1e-5f) out.push_back(glm::normalize(n[i]));
  }
  return out;
}
bool one_shape_lacks_normals(const Model& model) {
  return std::any_of(model.report.begin(), model.report.end(), [](const ReportEntry& r) {
    return r.message.starts_with("1 shape of its morphs has no normals in the file") && r.mesh == 0;
  });
}

// It folds along its diagonal. Blender writes zeros for the normals of shapes. A normal of one face
// turns with it, one that both share turns part of the way.
TEST_F(FbxMorphFile, NormalsTurnWithTheFacesWhereShapesHaveNone) {
  const auto flat = open(
      text_fbx(mesh_model(1, "face") + square(kUpward) + deformer(10, "shapes", "BlendShape", "") +
                   deformer(11, "up", "BlendShapeChannel", "  DeformPercent: 100\n") +
                   shape(12, "up", "1", "0,0,1", "0,0,0"),
               oo(1, 0) + oo(2, 1) + oo(10, 2) + oo(11, 10) + oo(12, 11)));
  const vec3 up(0, 0, 1), tilted = glm::normalize(vec3(-1, 1, 1));  // (1,0,1) x (1,1,0)
  const auto alone = normals_at(flat, {1, 0, 1});
  ASSERT_EQ(alone.size(), 1u);
  expect_near(alone[0], tilted);
  expect_near(normals_at(flat, {0, 1, 0}).at(0), up);
  const auto shared = normals_at(flat, {0, 0, 0});
  ASSERT_EQ(shared.size(), 1u) << "both sides share it";
  EXPECT_GT(glm::dot(shared[0], tilted), 0.8f);
  EXPECT_GT(glm::dot(shared[0], up), 0.8f);
  EXPECT_TRUE(one_shape_lacks_normals(*flat));
}

// The file adds (1, 0, -1) to the normal (0, 0, 1) of one point; the other shape has none.
TEST_F(FbxMorphFile, ShapesKeepTheirNormalsBesideOnesWithout) {
  const auto rest = [&](const std::string& normals, int up, int away) {
    const auto channel = [](int id, const std::string& name, int percent) {
      return deformer(id, name, "BlendShapeChannel",
                      "  DeformPercent: " + std::to_string(percent) + "\n");
    };
    return open(text_fbx(
        mesh_model(1, "face") + square(normals) + deformer(10, "shapes", "BlendShape", "") +
            channel(11, "up", up) + shape(12, "up", "1", "0,0,1", "1,0,-1") +
            channel(13, "away", away) + shape(14, "away", "3", "0,0,1", ""),
        oo(1, 0) + oo(2, 1) + oo(10, 2) + oo(11, 10) + oo(12, 11) + oo(13, 10) + oo(14, 13)));
  };
  const auto given = rest(kUpward, 100, 0);
  expect_near(normals_at(given, {1, 0, 1}).at(0), {1, 0, 0});
  expect_near(normals_at(given, {0, 0, 0}).at(0), {0, 0, 1});
  EXPECT_TRUE(one_shape_lacks_normals(*given));
  const auto turned = rest(kUpward, 0, 100);
  expect_near(normals_at(turned, {0, 1, 1}).at(0), glm::normalize(vec3(1, -1, 1)));
  // Half of a shape turns half of the way to its normal of length 1.
  const auto half = rest(kUpward, 50, 0);
  expect_near(normals_at(half, {1, 0, 0.5f}).at(0), glm::normalize(vec3(0.5f, 0, 0.5f)));
}

// Assimp leaves those out.
TEST_F(FbxMorphFile, ShapesWithoutNormalsAreRead) {
  std::string objects = mesh_model(1, "face") + geometry(2, "0,0,0,1,0,0,0,1,0", "0,1,-3") +
                        deformer(10, "shapes", "BlendShape", "") +
                        deformer(11, "up", "BlendShapeChannel", "  DeformPercent: 50\n") +
                        shape(12, "up", "0", "0,0,2", "") +
                        deformer(13, "away", "BlendShapeChannel", "  DeformPercent: 100\n") +
                        shape(14, "away", "1", "3,0,0", "0,0,0");
  const auto open_with = [&](const std::string& all) {
    return open(text_fbx(
        all, oo(1, 0) + oo(2, 1) + oo(10, 2) + oo(11, 10) + oo(12, 11) + oo(13, 10) + oo(14, 13)));
  };
  const auto model = open_with(objects);
  ASSERT_EQ(model->morph_channels.size(), 2u);
  expect_near(shaped(*model, {0, 0, 0}, weights_at(model, -1.0)), {0, 0, 1});
  expect_near(shaped(*model, {1, 0, 0}, weights_at(model, -1.0)), {4, 0, 0});
  // What does not fit is not made to.
  objects.replace(objects.find("0,0,2"), 5, "0,0,2,7");
  const auto damaged = open_with(objects);
  EXPECT_TRUE(std::any_of(damaged->report.begin(), damaged->report.end(), [](const ReportEntry& r) {
    return r.message.starts_with("1 shape of its morphs could not be read") && r.mesh == 0;
  }));
}

// Two materials: each part of the surface holds a part of the shapes only, which says nothing on
// which is which.
TEST_F(FbxMorphFile, ShapesOfOneNameOnTwoMaterials) {
  const auto material = [](int id) {
    return " Material: " + std::to_string(id) + ", \"Material::m" + std::to_string(id) +
           "\", \"\" {\n  Version: 102\n" + properties("") + " }\n";
  };
  std::string mesh = geometry(2, "0,0,0,1,0,0,0,1,0,5,0,0,6,0,0,5,1,0", "0,1,-3,3,4,-6");
  const std::string by_polygon =
      "  LayerElementMaterial: 0 {\n   Version: 101\n   Name: \"\"\n   MappingInformationType: "
      "\"ByPolygon\"\n"
      "   ReferenceInformationType: \"IndexToDirect\"\n" +
      list("Materials", "0,1") +
      "  }\n"
      "  Layer: 0 {\n   Version: 100\n   LayerElement:  {\n    Type: \"LayerElementMaterial\"\n"
      "    TypedIndex: 0\n   }\n  }\n";
  mesh.insert(mesh.rfind(" }"), by_polygon);
  // On the second triangle the first shape moves little and the second much; on the first it is the
  // other way round.
  const std::string objects = mesh_model(1, "face") + mesh + material(30) + material(31) +
                              deformer(10, "shapes", "BlendShape", "") +
                              deformer(11, "a", "BlendShapeChannel", list("FullWeights", "100")) +
                              shape(12, "S", "0,3", "0,0,1,0,0,0.25", "0,0,0,0,0,0") +
                              deformer(13, "b", "BlendShapeChannel", list("FullWeights", "100")) +
                              shape(14, "S", "0,3", "0,0,0.25,0,0,0.5", "0,0,0,0,0,0");
  const auto model =
      open(text_fbx(objects, oo(1, 0) + oo(2, 1) + oo(30, 1) + oo(31, 1) + oo(10, 2) + oo(11, 10) +
                                 oo(12, 11) + oo(13, 10) + oo(14, 13)));
  ASSERT_EQ(model->meshes.size(), 2u);
  ASSERT_EQ(model->morph_channels.size(), 2u);
  expect_near(shaped(*model, {0, 0, 0}, {1, 0}), {0, 0, 1});
  expect_near(shaped(*model, {5, 0, 0}, {1, 0}), {5, 0, 0.25f});
  expect_near(shaped(*model, {0, 0, 0}, {0, 1}), {0, 0, 0.25f});
  expect_near(shaped(*model, {5, 0, 0}, {0, 1}), {5, 0, 0.5f});
}

MoveBox up_to(const vec3& most) {
  MoveBox out;
  out.add(most);
  return out;
}

// Assimp 5.3 and 5.4 hold shapes in sets, whose order is anyone's guess.
TEST(MorphMatch, ShuffledShapesAreFoundByNameAndByWhatTheyMove) {
  NodeMorphs plan;
  plan.shape = {{{"blend.open", "half"}, 0, {}, up_to({1, 0, 0})},
                {{"blend.open", "full"}, 0, {}, up_to({2, 0, 0})},
                {{"blend.close", "closed"}, 1, {}, {}}};
  const std::vector<SeenShape> seen{{"blend.close", {}},
                                    {"blend.open", up_to({2, 0, 0})},
                                    {"blend.open", up_to({1, 0, 0})},
                                    {"other", {}}};
  EXPECT_EQ(find_in_plan(seen, plan), (std::vector<int>{2, 1, 0, -1}));
  // Alike in all: the file's order.
  plan.shape[1].moves = plan.shape[0].moves;
  EXPECT_EQ(find_in_plan({{"blend.open", {}}, {"blend.open", {}}}, plan), (std::vector<int>{0, 1}));
}

TEST(MorphMatch, ThousandsOfOneNameGoByOrder) {
  constexpr int kCount = 20000;
  NodeMorphs plan;
  std::vector<SeenShape> seen;
  for (int i = 0; i < kCount; ++i) {
    plan.shape.push_back(
        {{"S"}, static_cast<std::size_t>(i), {}, up_to({static_cast<float>(i), 0, 0})});
    seen.push_back({"S", {}});
  }
  std::vector<int> order(kCount);
  std::iota(order.begin(), order.end(), 0);
  EXPECT_EQ(find_in_plan(seen, plan), order);
}

}  // namespace
}  // namespace bindpose::tests::fbx_morph_test
