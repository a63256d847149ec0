// Files of today's versions that Assimp refuses or gets wrong, which are written anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "fbx/fbx_fixture.h"
#include "others_leak.h"

namespace bindpose::tests::mended_fbx_test {
namespace {

class MendedFbx : public FbxFileTest {};

constexpr const char* kTriangle = "0,0,0,1,0,0,0,1,0";

std::string id_model(const std::string& id, const std::string& name, const std::string& xyz) {
  return " Model: " + id + ", \"Model::" + name + "\", \"LimbNode\" {\n" +
         properties(vector("Lcl Translation", xyz)) + " }\n";
}
std::string id_link(const std::string& from, const std::string& to) {
  return " C: \"OO\"," + from + "," + to + "\n";
}

vec3 place_of(const std::shared_ptr<const Model>& model, const char* joint) {
  const int j = find_joint(model->skeleton, joint);
  EXPECT_GE(j, 0) << joint;
  if (j < 0) return vec3(0.0f);
  return vec3(evaluate(posed(model, -1, 0.0)).world[static_cast<std::size_t>(j)][3]);
}

TEST_F(MendedFbx, IdsBelowZero) {
  const auto model = open(
      text_fbx(id_model("-1", "hip", "1,0,0") + id_model("-9223372036854775807", "knee", "0,2,0"),
               id_link("-1", "0") + id_link("-9223372036854775807", "-1")));
  expect_at(place_of(model, "knee"), {1, 2, 0});
}

// The first object has the id; a mesh that shares one with a material keeps its place.
TEST_F(MendedFbx, IdsThatCollide) {
  const auto model = open(text_fbx(mesh_model(1, "cloth") + geometry(2, kTriangle, "0,1,-3") +
                                       " Material: 2, \"Material::red\", \"\" {\n }\n",
                                   oo(1, 0) + oo(2, 1)));
  ASSERT_EQ(model->meshes.size(), 1u);
  EXPECT_EQ(model->meshes[0].position.size(), 3u);
}

// Old programs wrote names in the code page of their country.
TEST_F(MendedFbx, NamesInAnyBytes) {
  const auto model = open(text_fbx(id_model("1",
                                            "H\xfc"
                                            "fte",
                                            "1,0,0") +
                                       id_model("2", "\x83knee", "0,2,0"),
                                   id_link("1", "0") + id_link("2", "1")));
  expect_at(place_of(model, "H?fte"), {1, 0, 0});
  expect_at(place_of(model, "?knee"), {1, 2, 0});
}

// Byte 22 says that numbers have their highest byte first.
std::string turned(const std::string& value) {
  std::string out = value;
  std::reverse(out.begin(), out.end());
  return out;
}
template <typename T>
std::string big(T value) {
  std::string out;
  put(out, value);
  return turned(out);
}
std::string big_node(std::size_t at, const std::string& name,
                     const std::vector<std::string>& values,
                     const std::vector<std::function<std::string(std::size_t)>>& children = {}) {
  std::string all, below;
  for (const std::string& v : values) all += v;
  const std::size_t head = 13 + name.size();
  for (const auto& child : children) below += child(at + head + all.size() + below.size());
  if (!children.empty()) below += std::string(13, '\0');
  const auto number = [](std::size_t n) { return big(static_cast<std::uint32_t>(n)); };
  return number(at + head + all.size() + below.size()) + number(values.size()) +
         number(all.size()) + static_cast<char>(name.size()) + name + all + below;
}
std::string big_text(const std::string& v) {
  return "S" + big(static_cast<std::uint32_t>(v.size())) + v;
}
template <typename T>
std::string big_array(char type, const std::vector<T>& values) {
  std::string content;
  for (const T v : values) content += big(v);
  return type + big(static_cast<std::uint32_t>(values.size())) + big(std::uint32_t{0}) +
         big(static_cast<std::uint32_t>(content.size())) + content;
}

TEST_F(MendedFbx, BigEndian) {
  using Child = std::function<std::string(std::size_t)>;
  const auto node = [](std::string name, std::vector<std::string> values,
                       std::vector<Child> children = {}) -> Child {
    return [=](std::size_t at) { return big_node(at, name, values, children); };
  };
  const std::string zero_one("\0\1", 2);
  const auto id = [](std::int64_t v) { return "L" + big(v); };
  std::string file("Kaydara FBX Binary  \0\x1a\x01", 23);
  file += big(std::uint32_t{7400});
  const std::vector<Child> all{
      node("FBXHeaderExtension", {}, {node("FBXVersion", {"I" + big(std::int32_t{7400})})}),
      node("Objects", {},
           {node("Model", {id(1), big_text("cloth" + zero_one + "Model"), big_text("Mesh")}),
            node("Geometry", {id(2), big_text(zero_one + "Geometry"), big_text("Mesh")},
                 {node("Vertices", {big_array<double>('d', {0, 0, 0, 1, 0, 0, 0, 1, 0})}),
                  node("PolygonVertexIndex", {big_array<std::int32_t>('i', {0, 1, -3})})})}),
      node("Connections", {},
           {node("C", {big_text("OO"), id(1), id(0)}), node("C", {big_text("OO"), id(2), id(1)})})};
  for (const Child& n : all) file += n(file.size());
  const auto model = open(file + std::string(13, '\0'));
  ASSERT_EQ(model->meshes.size(), 1u);
  expect_at(where(model, {1, 0, 0}, -1, 0.0), {1, 0, 0});
}

std::string named(const std::string& name, const std::string& kind) {
  return text(name + std::string("\0\1", 2) + kind);
}

// Bytes of a sound are of a type that Assimp does not know.
TEST_F(MendedFbx, ASoundInTheFile) {
  const auto file = [&](const std::vector<BinaryNode>& more) {
    std::vector<BinaryNode> objects{
        {"Model",
         {int64(1), named("cloth", "Model"), text("Mesh")},
         {{"Version", {int32(232)}, {}}}},
        {"Geometry",
         {int64(2), named("", "Geometry"), text("Mesh")},
         {{"Vertices", {array<double>('d', {0, 0, 0, 1, 0, 0, 0, 1, 0}, true)}, {}},
          {"PolygonVertexIndex", {array<std::int32_t>('i', {0, 1, -3}, false)}, {}}}}};
    objects.insert(objects.end(), more.begin(), more.end());
    return BinaryFbx(7400).file({{"FBXHeaderExtension", {}, {{"FBXVersion", {int32(7400)}, {}}}},
                                 {"Objects", {}, objects},
                                 {"Connections",
                                  {},
                                  {{"C", {text("OO"), int64(1), int64(0)}, {}},
                                   {"C", {text("OO"), int64(2), int64(1)}, {}}}}});
  };
  EXPECT_EQ(open(file({}))->meshes.size(), 1u);
  const auto model = open(file({{"Audio",
                                 {int64(3), named("bang", "Audio"), text("Clip")},
                                 {{"Content", {std::string("Z") + 'x'}, {}}}}}));
  ASSERT_EQ(model->meshes.size(), 1u);
  EXPECT_EQ(model->format, "FBX 7400");
  expect_at(where(model, {0, 1, 0}, -1, 0.0), {0, 1, 0});
}

// A cluster without matrices was bound where the bind pose has its bone and its mesh.
TEST_F(MendedFbx, ClustersBoundByThePoseAlone) {
  const std::string pose =
      " Pose: 9, \"Pose::bind\", \"BindPose\" {\n  PoseNode:  {\n   Node: 1\n" +
      list("Matrix", "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1") + "  }\n  PoseNode:  {\n   Node: 4\n" +
      list("Matrix", "1,0,0,0,0,1,0,0,0,0,1,0,1,0,0,1") + "  }\n }\n";
  const auto model = open(text_fbx(
      mesh_model(1, "cloth") + geometry(2, kTriangle, "0,1,-3") + deformer(3, "", "Skin", "") +
          limb(4, "bone", vector("Lcl Translation", "1,3,0")) +
          deformer(5, "", "Cluster", list("Indexes", "1") + list("Weights", "1")) + pose,
      oo(1, 0) + oo(2, 1) + oo(3, 2) + oo(4, 0) + oo(5, 3) + oo(4, 5)));
  ASSERT_EQ(model->meshes.size(), 1u);
  // The bone has moved up by 3 since.
  expect_at(where(model, {1, 3, 0}, -1, 0.0), {1, 3, 0});
  expect_at(where(model, {0, 0, 0}, -1, 0.0), {0, 0, 0});
}

// A thousandth of the pose's extent is rounding, more is said.
TEST_F(MendedFbx, ABoneBesideItsPose) {
  const std::string turn = "1,0,0,0,0,1,0,0,0,0,1,0,";
  const std::string pose =
      " Pose: 9, \"Pose::bind\", \"BindPose\" {\n  PoseNode:  {\n   Node: 1\n" +
      list("Matrix", turn + "0,0,0,1") + "  }\n  PoseNode:  {\n   Node: 4\n" +
      list("Matrix", turn + "10,0,0,1") + "  }\n }\n";
  for (const auto& [at, said] : {std::pair<std::string, bool>{"10.005", false}, {"10.05", true}}) {
    const auto model = open(text_fbx(
        mesh_model(1, "cloth") + geometry(2, kTriangle, "0,1,-3") + deformer(3, "", "Skin", "") +
            limb(4, "bone", vector("Lcl Translation", "10,0,0")) +
            deformer(5, "", "Cluster",
                     list("Indexes", "1") + list("Weights", "1") +
                         list("Transform", turn + "-" + at + ",0,0,1") +
                         list("TransformLink", turn + at + ",0,0,1")) +
            pose,
        oo(1, 0) + oo(2, 1) + oo(3, 2) + oo(4, 0) + oo(5, 3) + oo(4, 5)));
    EXPECT_EQ(std::ranges::count(model->report, ReportKind::ApartFromPose, &ReportEntry::kind) > 0,
              said)
        << at;
  }
}

// FBX 7100 may still have its shapes in the geometry, whose properties are their weights.
TEST_F(MendedFbx, ShapesInTheGeometry) {
  const std::string face =
      " Geometry: 2, \"Geometry::\", \"Mesh\" {\n" + properties(number("up", "Number", 50)) +
      list("Vertices", kTriangle) + list("PolygonVertexIndex", "0,1,-3") + "  Shape: \"up\" {\n" +
      list("Indexes", "2") + list("Vertices", "0,2,0") + list("Normals", "0,0,0") + "  }\n }\n";
  const std::string curve = text_curve("30", "0,46186158000", "0,100", "4", "0,0,0,0", "2");
  const auto model = open(text_fbx(
      mesh_model(1, "cloth") + face + kStack + curve_node(20, "up") + curve,
      oo(1, 0) + oo(2, 1) + oo(101, 100) + oo(20, 101) + op(20, 2, "up") + op(30, 20, "d|up")));
  ASSERT_EQ(model->morph_channels.size(), 1u);
  EXPECT_EQ(model->morph_channels[0].name, "up");
  EXPECT_FLOAT_EQ(model->morph_channels[0].default_weight, 0.5f);
  expect_at(where(model, {0, 2, 0}, 0, 0.0), {0, 1, 0});
  expect_at(where(model, {0, 2, 0}, 0, 1.0), {0, 3, 0});
}

// Assimp puts a node below each of its parents; programs know one, the first.
TEST_F(MendedFbx, NodesBelowSeveralOthers) {
  const auto model = open(text_fbx(limb(1, "a", vector("Lcl Translation", "1,0,0")) +
                                       limb(2, "b", vector("Lcl Translation", "0,1,0")) +
                                       limb(3, "c", vector("Lcl Translation", "0,0,1")),
                                   oo(1, 0) + oo(2, 1) + oo(3, 2) + oo(3, 1)));
  expect_at(place_of(model, "c"), {1, 1, 1});
  EXPECT_EQ(std::count_if(model->skeleton.name.begin(), model->skeleton.name.end(),
                          [](const std::string& name) { return name.starts_with("c"); }),
            1);
  EXPECT_TRUE(std::any_of(model->report.begin(), model->report.end(), [](const ReportEntry& r) {
    return r.message == "1 node hangs below several others; each was kept below the first of them.";
  }));
}

// A layer of normals that does not say whose they are costs the normals, not the mesh.
TEST_F(MendedFbx, LayersWithoutAMapping) {
  const std::string face = " Geometry: 2, \"Geometry::\", \"Mesh\" {\n" +
                           list("Vertices", kTriangle) + list("PolygonVertexIndex", "0,1,-3") +
                           "  LayerElementNormal: 0 {\n   Version: 101\n   Name: \"\"\n"
                           "   ReferenceInformationType: \"Direct\"\n" +
                           list("Normals", "0,0,1,0,0,1,0,0,1") +
                           "  }\n  Layer: 0 {\n   Version: 100\n   LayerElement:  {\n"
                           "    Type: \"LayerElementNormal\"\n    TypedIndex: 0\n   }\n  }\n }\n";
  const auto model = open(text_fbx(mesh_model(1, "cloth") + face, oo(1, 0) + oo(2, 1)));
  ASSERT_EQ(model->meshes.size(), 1u);
  EXPECT_EQ(model->meshes[0].position.size(), 3u);
}

std::string triple(const std::string& name, const std::string& xyz) {
  return "   P: \"" + name + "\", \"Vector3D\", \"Vector\", \"\"," + xyz + "\n";
}

// T R S, R about x first, y and z: the mesh alone is moved so.
TEST_F(MendedFbx, GeometricTransformsOfAllParts) {
  const auto model = open(text_fbx(
      mesh_model(1, "cloth",
                 triple("GeometricTranslation", "1,0,0") + triple("GeometricRotation", "20,40,90") +
                     triple("GeometricScaling", "2,3,4")) +
          geometry(2, "0,0,0,1,0,0,0,1,1", "0,1,-3"),
      oo(1, 0) + oo(2, 1)));
  ASSERT_EQ(model->meshes.size(), 1u);
  const float x = glm::radians(20.0f), y = glm::radians(40.0f);
  // (0 3 4) about x, then y; a quarter turn about z takes x to y and y to -x.
  const vec3 about_x(0.0f, 3 * std::cos(x) - 4 * std::sin(x), 3 * std::sin(x) + 4 * std::cos(x));
  const vec3 about_y(about_x.z * std::sin(y), about_x.y, about_x.z * std::cos(y));
  const vec3 expected(1.0f - about_y.y, about_y.x, about_y.z);
  expect_at(where(model, expected, -1, 0.0), expected);
}

// Two layers that put the joint at x = 1 and add 10 to it.
std::string layered(const std::string& base, const std::string& top) {
  const auto layer = [](int id, const std::string& flags) {
    return " AnimationLayer: " + std::to_string(id) + ", \"AnimLayer::l\", \"\" {\n" +
           properties(flags) + " }\n";
  };
  const std::string stack =
      " AnimationStack: 100, \"AnimStack::take\", \"\" {\n  Properties70:  {\n"
      "   P: \"LocalStop\", \"KTime\", \"Time\", \"\",46186158000\n  }\n }\n";
  return text_fbx(limb(1, "arm", vector("Lcl Translation", "5,0,0")) + stack + layer(101, base) +
                      layer(102, top) + curve_node(20, "T") + curve_node(21, "T") +
                      text_curve("30", "0,46186158000", "1,1.5", "4", "0,0,0,0", "2") +
                      text_curve("31", "0,46186158000", "10,10.5", "4", "0,0,0,0", "2"),
                  oo(1, 0) + oo(101, 100) + oo(102, 100) + oo(20, 101) + oo(21, 102) +
                      op(20, 1, "Lcl Translation") + op(21, 1, "Lcl Translation") +
                      op(30, 20, "d|X") + op(31, 21, "d|X"));
}
std::string flag(const std::string& name) {
  return "   P: \"" + name + "\", \"bool\", \"\", \"\",1\n";
}

TEST_F(MendedFbx, LayersThatAreMutedOrAlone) {
  const auto x = [&](const std::string& file) {
    const auto model = open(file);
    const int arm = find_joint(model->skeleton, "arm");
    return evaluate(posed(model, 0, 0.0)).world.at(static_cast<std::size_t>(arm))[3].x;
  };
  EXPECT_NEAR(x(layered("", "")), 11.0f, 1e-5f);
  EXPECT_NEAR(x(layered("", flag("Mute"))), 1.0f, 1e-5f);
  EXPECT_NEAR(x(layered(flag("Mute"), "")), 15.0f, 1e-5f);  // added to the rest
  EXPECT_NEAR(x(layered("", flag("Solo"))), 15.0f, 1e-5f);
  EXPECT_NEAR(x(layered(flag("Solo"), "")), 1.0f, 1e-5f);
}

// It has keys for x alone, and nothing on y and z: there it adds nothing.
TEST_F(MendedFbx, ALayerAddsNothingWhereItHasNothing) {
  std::string file = layered("", "");
  file.replace(file.find("5,0,0"), 5, "5,2,3");
  for (const std::string& text : {file, [&] {
                                    std::string muted = layered(flag("Mute"), "");
                                    return muted.replace(muted.find("5,0,0"), 5, "5,2,3");
                                  }()}) {
    const auto model = open(text);
    const int arm = find_joint(model->skeleton, "arm");
    const vec4 at = evaluate(posed(model, 0, 0.0)).world.at(static_cast<std::size_t>(arm))[3];
    EXPECT_NEAR(at.y, 2.0f, 1e-5f);
    EXPECT_NEAR(at.z, 3.0f, 1e-5f);
  }
}

TEST_F(MendedFbx, AGeometryCacheIsTold) {
  const auto model = open(text_fbx(mesh_model(1, "cloth") + geometry(2, kTriangle, "0,1,-3") +
                                       deformer(3, "cloth", "VertexCacheDeformer", ""),
                                   oo(1, 0) + oo(2, 1) + oo(3, 2)));
  EXPECT_TRUE(std::ranges::any_of(model->report, [](const ReportEntry& e) {
    return e.message.starts_with("1 mesh is moved by a geometry cache");
  }));
}

// Blender's vertex groups: how much of the shape each of its vertices takes.
TEST_F(MendedFbx, ShapesThatVerticesTakeInParts) {
  const auto model = open(text_fbx(mesh_model(1, "cloth") + geometry(2, kTriangle, "0,1,-3") +
                                       deformer(3, "", "BlendShape", "") +
                                       deformer(4, "up", "BlendShapeChannel",
                                                properties(number("DeformPercent", "Number", 100)) +
                                                    list("FullWeights", "100,25")) +
                                       shape(5, "up", "1,2", "0,0,4,0,0,4", "0,0,0,0,0,0"),
                                   oo(1, 0) + oo(2, 1) + oo(3, 2) + oo(4, 3) + oo(5, 4)));
  ASSERT_EQ(model->meshes.size(), 1u);
  expect_at(where(model, {1, 0, 4}, -1, 0.0), {1, 0, 4});
  expect_at(where(model, {0, 1, 1}, -1, 0.0), {0, 1, 1});
}

// A copy that did not come to its end: Assimp has words of its own for it, which nobody knows.
TEST_F(MendedFbx, ThatBreakOffSaySo) {
  for (const char* name : {"ogre.fbx", "text.fbx"}) {
    std::string whole =
        std::string(name) == "text.fbx"
            ? text_fbx(mesh_model(1, "a") + geometry(2, kTriangle, "0,1,-3"), oo(1, 0) + oo(2, 1))
            : read_all(std::string(BINDPOSE_SOURCE_DIR) + "/assets/ogre.fbx");
    for (const std::size_t part : {2u, 3u}) {
      const std::string cut = whole.substr(0, whole.size() / part);
      const OthersLeak assimp;
      const std::string said = sentence_of([&] { open(cut); });
      EXPECT_NE(said.find("breaks off after " + std::to_string(cut.size()) +
                          " bytes; copy or export it again."),
                std::string::npos)
          << said;
    }
  }
}

}  // namespace
}  // namespace bindpose::tests::mended_fbx_test
