// Normals, texture coordinates and materials of files that are written anew, which every way of
// writing one must keep.
#include <gtest/gtest.h>

#include <algorithm>

#include "fbx/fbx_fixture.h"

namespace bindpose::tests::fbx_layers_test {
namespace {

class FbxLayersKept : public FbxFileTest {};

std::string layer(const std::string& name, const std::string& mapping, const std::string& content) {
  return "  LayerElement" + name + ": 0 {\n   Version: 101\n   Name: \"\"\n" +
         "   MappingInformationType: \"" + mapping + "\"\n" + content + "  }\n";
}

std::string entry(const std::string& name) {
  return "   LayerElement:  {\n    Type: \"LayerElement" + name + "\"\n    TypedIndex: 0\n   }\n";
}

// Two triangles, the second of another material, normals that lean and texture coordinates by
// index. `sign`: of ids.
std::string objects(const std::string& sign) {
  const auto id = [&](int number) { return sign + std::to_string(number); };
  const auto list = [](const std::string& name, const std::string& values, int count) {
    return "   " + name + ": *" + std::to_string(count) + " {\n    a: " + values + "\n   }\n";
  };
  std::string out = " Model: " + id(1) + ", \"Model::cloth\", \"Mesh\" {\n  Version: 232\n }\n";
  out += " Geometry: " + id(2) + ", \"Geometry::\", \"Mesh\" {\n" +
         list("Vertices", "0,0,0,1,0,0,0,1,0,1,1,0", 12) +
         list("PolygonVertexIndex", "0,1,-3,1,3,-3", 6) + "  GeometryVersion: 124\n";
  out += layer("Normal", "ByPolygonVertex",
               "   ReferenceInformationType: \"Direct\"\n" +
                   list("Normals", "0,.6,.8,0,.6,.8,0,.6,.8,0,.6,.8,0,.6,.8,0,.6,.8", 18));
  out += layer("UV", "ByPolygonVertex",
               "   ReferenceInformationType: \"IndexToDirect\"\n" +
                   list("UV", "0,0,.25,0,0,.75,1,1", 8) + list("UVIndex", "0,1,2,1,3,2", 6));
  out += layer("Material", "ByPolygon",
               "   ReferenceInformationType: \"IndexToDirect\"\n" + list("Materials", "0,1", 2));
  out += "  Layer: 0 {\n   Version: 100\n" + entry("Normal") + entry("Material") + entry("UV") +
         "  }\n }\n";
  for (const int material : {3, 4}) {
    out += " Material: " + id(material) + ", \"Material::" + (material == 3 ? "red" : "blue") +
           "\", \"\" {\n  Version: 102\n  ShadingModel: \"phong\"\n  Properties70:  {\n" +
           "   P: \"DiffuseColor\", \"Color\", \"\", \"A\"," +
           (material == 3 ? "0.9,0.1,0.1" : "0.1,0.1,0.9") + "\n  }\n }\n";
  }
  return out;
}

std::string connections(const std::string& sign) {
  const std::pair<int, int> links[] = {{1, 0}, {2, 1}, {3, 1}, {4, 1}};
  std::string out;
  for (const auto& [from, to] : links)
    out += " C: \"OO\"," + sign + std::to_string(from) + "," +
           (to == 0 ? std::string("0") : sign + std::to_string(to)) + "\n";
  return out;
}

void expect_all_layers(const std::shared_ptr<const Model>& model) {
  ASSERT_EQ(model->meshes.size(), 2u) << "one a material";
  ASSERT_GE(model->materials.size(), 2u);
  for (const Mesh& mesh : model->meshes) {
    ASSERT_EQ(mesh.normal.size(), mesh.position.size());
    ASSERT_EQ(mesh.uv.size(), mesh.position.size());
    for (std::size_t i = 0; i < mesh.position.size(); ++i) {
      expect_at(mesh.normal[i], {0, 0.6f, 0.8f});
      const vec3& p = mesh.position[i];
      const vec2 uv = p.x * p.y > 0.5f ? vec2(1, 1) : vec2(0.25f * p.x, 0.75f * p.y);
      EXPECT_NEAR(mesh.uv[i].x, uv.x, 1e-5f);
      EXPECT_NEAR(std::min(std::abs(mesh.uv[i].y - uv.y), std::abs(1.0f - mesh.uv[i].y - uv.y)),
                  0.0f, 1e-5f);
    }
  }
  std::vector<std::string> names;
  for (const Mesh& mesh : model->meshes)
    names.push_back(model->materials.at(std::size_t(mesh.material)).name);
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"blue", "red"}));
}

TEST_F(FbxLayersKept, AsTheyAreInAFileThatIsReadAsItIs) {
  expect_all_layers(open(text_fbx(objects(""), connections(""))));
}

// Ids below zero have the file written anew.
TEST_F(FbxLayersKept, InAFileThatIsWrittenAnew) {
  expect_all_layers(open(text_fbx(objects("-"), connections("-"))));
}

// So has an old version.
TEST_F(FbxLayersKept, InOldVersions) {
  expect_all_layers(open(text_fbx(objects(""), connections(""), 7000)));
}

}  // namespace
}  // namespace bindpose::tests::fbx_layers_test
