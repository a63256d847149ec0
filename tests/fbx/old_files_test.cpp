// Files of versions that Assimp does not read.
#include <gtest/gtest.h>

#include "fbx/fbx_fixture.h"
#include "io/fbx/upgrade/keys.h"

namespace bindpose::tests::old_fbx_test {
namespace {

class OldFbx : public FbxFileTest {};

constexpr const char* kIdentity = "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1";

// A triangle whose corner at (1 0 0) hangs on `bone`, which turns by 90 degrees about z within a
// second, and whose shape "up" lifts the corner at (0 1 0) by 2, to half of it at once and whole
// after a second.
std::string old_key(const std::string& name, const std::string& keys, int count) {
  return "Channel: \"" + name +
         "\" {\nDefault: 0\nKeyVer: 4005\nKeyCount: " + std::to_string(count) + "\nKey: " + keys +
         "\n}\n";
}
constexpr const char* kSecond = "46186158000";

std::string old_take(const std::string& bone, const std::string& mesh, const std::string& shape) {
  return "Takes:  {\nTake: \"turn\" {\nLocalTime: 0," + std::string(kSecond) + "\nModel: \"" +
         bone + "\" {\nChannel: \"Transform\" {\nChannel: \"R\" {\n" + old_key("X", "0,0,L", 1) +
         old_key("Y", "0,0,L", 1) + old_key("Z", "0,0,L\n ," + std::string(kSecond) + ",90,L", 2) +
         "}\n}\n}\nModel: \"" + mesh + "\" {\n" +
         old_key(shape, "0,50,L," + std::string(kSecond) + ",100,L", 2) + "}\n}\n}\n";
}

std::string file_6100() {
  return "; FBX 6.1.0 project file\nFBXHeaderExtension:  {\nFBXHeaderVersion: 1003\n"
         "FBXVersion: 6100\n}\nObjects:  {\nModel: \"Model::cloth\", \"Mesh\" {\nProperties60:  {\n"
         "Property: \"up\", \"Number\", \"A\",0\n}\n"
         "Vertices:\n\t0,0,0,1,0,0\n ,0,1,0\nPolygonVertexIndex: 0,1,-3\n"
         "Shape: \"up\" {\nIndexes: 2\nVertices: 0,2,0\nNormals: 0,0,0\n}\n}\n"
         "Model: \"Model::bone\", \"LimbNode\" {\nProperties60:  {\n"
         "Property: \"Lcl Translation\", \"Lcl Translation\", \"A\",0,0,5\n}\n}\n"
         "Deformer: \"Deformer::skin\", \"Skin\" {\nLink_DeformAcuracy: 50\n}\n"
         "Deformer: \"SubDeformer::c\", \"Cluster\" {\nIndexes: 1\nWeights: 1\nTransform: "
         "1,0,0,0,0,1,0,0,0,0,1,0,0,0,-5,1\nTransformLink: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,5,1\n}\n}\n"
         "Connections:  {\nConnect: \"OO\", \"Model::cloth\", \"Model::Scene\"\n"
         "Connect: \"OO\", \"Model::bone\", \"Model::Scene\"\n"
         "Connect: \"OO\", \"Deformer::skin\", \"Model::cloth\"\n"
         "Connect: \"OO\", \"SubDeformer::c\", \"Deformer::skin\"\n"
         "Connect: \"OO\", \"Model::bone\", \"SubDeformer::c\"\n}\n" +
         old_take("Model::bone", "Model::cloth", "up");
}

void expect_it_moves(const std::shared_ptr<const Model>& model) {
  ASSERT_EQ(model->meshes.size(), 1u);
  ASSERT_GE(model->clips.size(), 1u);
  EXPECT_EQ(model->clips[0].name, "turn");
  EXPECT_NEAR(model->clips[0].duration, 1.0, 1e-9);
  expect_at(where(model, {1, 0, 0}, 0, 0.0), {1, 0, 0});
  expect_at(where(model, {1, 0, 0}, 0, 1.0), {0, 1, 0});
  expect_at(where(model, {0, 1, 0}, 0, 0.0), {0, 2, 0});
  expect_at(where(model, {0, 1, 0}, 0, 1.0), {0, 3, 0});
  expect_at(where(model, {0, 0, 0}, 0, 1.0), {0, 0, 0});
}

TEST_F(OldFbx, ObjectsByNameShapesInTheMeshAndTakes) {
  const auto model = open(file_6100());
  EXPECT_EQ(model->format, "FBX 6100");
  expect_it_moves(model);
}

// Before 6000 everything lies in the models, which name their children.
TEST_F(OldFbx, ModelsThatHoldEverything) {
  const std::string still =
      "Channel: \"Transform\" {\nChannel: \"T\" {\nChannel: \"X\" {\nDefault: 0"
      "\n}\nChannel: \"Y\" {\nDefault: 0\n}\nChannel: \"Z\" {\nDefault: ";
  const auto model = open(
      "; FBX 5.8.0 project file\nFBXHeaderExtension:  {\nFBXVersion: 5800\n}\n"
      "Model: \"Model::root\" {\nType: \"Null\"\n" +
      still +
      "0\n}\n}\n}\n"
      "Children: \"Model::cloth\", \"Model::bone\"\n}\nModel: \"Model::cloth\" {\n"
      "Shape: \"up\" {\nIndexes: 2\nVertices: 0,2,0\nNormals: 0,0,0\n}\n"
      "Vertices: 0,0,0,1,0,0,0,1,0\nNormals: 0,0,1,0,0.6,0.8,0,0,1\nMaterialAssignation: "
      "\"AllSame\"\n"
      "Materials: 0\nPolygonVertexIndex: 0,1,-3\nMaterial: \"Material::red\" {\n"
      "ShadingModel: \"phong\"\nDiffuse: 1,0,0\n}\nLink: \"Model::bone\" {\nIndexes: 1\nWeights: "
      "1\n"
      "Transform: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,-5,1\n"
      "TransformLink: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,5,1\n}\n}\n"
      "Model: \"Model::bone\" {\nType: \"LimbNode\"\n" +
      still + "5\n}\n}\n}\n}\n" + old_take("Model::bone", "Model::cloth", "up (Shape)") +
      "Settings:  {\nFrameRate: \"25\"\n}\n");
  EXPECT_EQ(model->format, "FBX 5800");
  expect_it_moves(model);
  EXPECT_EQ(model->clips[0].rate, 25.0);
  // One normal a point, the file's own: the face's would be (0 0 1) everywhere.
  const Mesh& mesh = model->meshes[0];
  for (std::size_t i = 0; i < mesh.position.size(); ++i) {
    const bool leans = glm::distance(mesh.position[i], vec3(1, 0, 0)) < 1e-5f;
    expect_at(mesh.normal[i], leans ? vec3(0, 0.6f, 0.8f) : vec3(0, 0, 1));
  }
  ASSERT_GE(model->materials.size(), 1u);
  EXPECT_EQ(model->materials[0].name, "red");
  const int bone = find_joint(model->skeleton, "bone");
  ASSERT_GE(bone, 0);
  EXPECT_EQ(
      model->skeleton
          .name[static_cast<std::size_t>(model->skeleton.parent[static_cast<std::size_t>(bone)])],
      "root");
}

// The same file cut anywhere is refused in a sentence, or opens.
TEST_F(OldFbx, CutFilesDoNoHarm) {
  const std::string file = file_6100();
  for (std::size_t size = 100; size < file.size(); size += 37) {
    try {
      open(file.substr(0, size));
    } catch (const std::runtime_error& e) {
      EXPECT_TRUE(std::string(e.what()).ends_with('.')) << e.what();
    }
  }
}

TEST_F(OldFbx, VersionsBefore3000AreRefusedByNumber) {
  EXPECT_NE(sentence_of([&] {
              open("; FBX 2 project file\nFBXHeaderExtension:  {\nFBXVersion: 2000\n}\n");
            }).find("FBX version 2000, which is too old"),
            std::string::npos);
}

std::optional<FbxKeys> keys_of(const std::string& list, int version) {
  const std::string text =
      "; FBX\nFBXVersion: 6100\nChannel: \"X\" {\nKeyVer: " + std::to_string(version) +
      "\nKey: " + list + "\n}\n";
  const FbxTree tree = parse_fbx(text, [](std::string_view, std::string_view) { return true; });
  return read_fbx_keys(tree, fbx_child(tree, 0, "Channel"));
}

// The letters between the numbers say how many of these follow.
TEST(OldKeys, LettersSayWhatFollows) {
  const auto keys =
      keys_of("0,1,U,s,2,3,n,5,6,U,s,0,0,a,0.25,0.5,7,8,L,9,10,C,n,11,12,C,s,13,14,U,a,n", 4005);
  ASSERT_TRUE(keys);
  EXPECT_EQ(keys->time, (std::vector<std::int64_t>{0, 5, 7, 9, 11, 13}));
  EXPECT_EQ(keys->value, (std::vector<float>{1, 6, 8, 10, 12, 14}));
  EXPECT_EQ(keys->data[0], 2.0f);
  EXPECT_EQ(keys->data[1], 3.0f);
  EXPECT_EQ(keys->flags, (std::vector<std::int32_t>{0x408, 0x3000408, 0x4, 0x102, 0x2, 0x6108}));
}
TEST(OldKeys, VersionsDifferInWhatFollows) {
  EXPECT_TRUE(keys_of("0,1,U,s,2,3,5,6,L", 4003));
  EXPECT_FALSE(keys_of("0,1,U,s,2,3,5,6,L", 4005));
  EXPECT_TRUE(keys_of("0,1,C,5,6,C", 4003));
  EXPECT_TRUE(keys_of("0,1,U,p,0,0,n,5,6,L", 4004));
  EXPECT_TRUE(keys_of("0,1,U,q,0,0,n,n,5,6,L", 4005));
  EXPECT_TRUE(keys_of("0,1,U,t,0,0,0,5,6,U,d,0,c", 4005));
}
TEST(OldKeys, WhatIsCutOrUnknownIsNone) {
  for (const char* list : {"0", "0,1", "0,1,U", "0,1,U,s,2", "0,1,U,s,2,3,a,1", "0,1,Q", "0,1,U,z",
                           "0,1,U,s,2,3,x", "a,1,L", "0,b,L"}) {
    EXPECT_FALSE(keys_of(list, 4005)) << list;
  }
}

}  // namespace
}  // namespace bindpose::tests::old_fbx_test
