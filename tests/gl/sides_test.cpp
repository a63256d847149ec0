// Which side of a one-sided surface shows where something mirrors: the outside of the file, always.
// (glTF 2.0, 3.7.2.1: where a node's determinant is negative, faces run the other way round.)
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "gl/post.h"
#include "gl/square.h"
#include "io/files/base64.h"
#include "io/import.h"
#include "scene/edit/edit.h"
#include "temp_folder.h"

namespace bindpose::test::sides_test {
namespace {

class SidesTest : public PictureTest {
 protected:
  void SetUp() override {
    PictureTest::SetUp();
    camera.target = vec3(0.0f);
    camera.distance = 4.0f;
    camera.pitch = 0.0f;
  }
  bool shows(bool behind) {
    scene.view.surface = false;
    const vec3 background = at(picture(), vec3(0.0f));
    scene.view.surface = true;
    camera.yaw = behind ? 3.14159265f : 0.0f;
    const bool shown = glm::length(at(picture(), vec3(0.0f)) - background) > 0.1f;
    camera.yaw = 0.0f;
    return shown;
  }
  void expect_front_alone(const char* what) {
    EXPECT_TRUE(shows(false)) << what;
    EXPECT_FALSE(shows(true)) << what;
  }
  void edit(const std::string& text) {
    Document document(scene);
    std::string error;
    const auto parsed = parse_edit(text, scene, error);
    ASSERT_TRUE(parsed) << error;
    document.apply({*parsed});
    open(document.scene().model);
    scene.pose = document.scene().pose;
  }
};

Material green() {
  Material m;
  m.base_color = vec4(0.2f, 0.6f, 0.2f, 1.0f);
  m.shading = Shading::Unlit;
  m.two_sided = false;
  return m;
}

// A square towards +z on a node with x mirrored, skinned to a joint at the origin. Its inverse bind
// matrix has the mirror, so that the rest pose shows it where its node stands; or not, so that its
// points stay where they are, as the format says: the node of a skin does not count.
std::string mirrored_node(bool in_matrix) {
  std::vector<std::uint8_t> bytes;
  const auto add = [&](const auto& values) {
    const auto* at = reinterpret_cast<const std::uint8_t*>(values.data());
    bytes.insert(bytes.end(), at, at + values.size() * sizeof(values[0]));
  };
  add(std::vector<float>{-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0});
  add(std::vector<float>{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1});
  add(std::vector<float>{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  add(std::vector<std::uint16_t>(16, 0));
  std::vector<float> matrix(16, 0.0f);
  for (std::size_t k = 0; k < 16; k += 5) matrix[k] = 1.0f;
  if (in_matrix) matrix[0] = -1.0f;
  add(matrix);
  add(std::vector<std::uint16_t>{0, 1, 2, 0, 2, 3});
  return R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
    "nodes": [{"name": "joint"}, {"name": "cloth", "mesh": 0, "skin": 0, "scale": [-1, 1, 1]}],
    "skins": [{"joints": [0], "inverseBindMatrices": 4}],
    "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [0.2, 0.6, 0.2, 1]},
                   "extensions": {"KHR_materials_unlit": {}}}],
    "extensionsUsed": ["KHR_materials_unlit"],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1, "WEIGHTS_0": 2,
      "JOINTS_0": 3}, "indices": 5, "material": 0}]}],
    "accessors": [
      {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3",
       "min": [-1, -1, 0], "max": [1, 1, 0]},
      {"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC3"},
      {"bufferView": 2, "componentType": 5126, "count": 4, "type": "VEC4"},
      {"bufferView": 3, "componentType": 5123, "count": 4, "type": "VEC4"},
      {"bufferView": 4, "componentType": 5126, "count": 1, "type": "MAT4"},
      {"bufferView": 5, "componentType": 5123, "count": 6, "type": "SCALAR"}],
    "bufferViews": [
      {"buffer": 0, "byteOffset": 0, "byteLength": 48},
      {"buffer": 0, "byteOffset": 48, "byteLength": 48},
      {"buffer": 0, "byteOffset": 96, "byteLength": 64},
      {"buffer": 0, "byteOffset": 160, "byteLength": 32},
      {"buffer": 0, "byteOffset": 192, "byteLength": 64},
      {"buffer": 0, "byteOffset": 256, "byteLength": 12}],
    "buffers": [{"byteLength": 268, "uri": "data:application/octet-stream;base64,)" +
         base64_encoded(bytes) + "\"}]}";
}

TEST_F(SidesTest, OfASkinOnAMirroredNode) {
  for (const bool in_matrix : {false, true}) {
    const auto file = tests::temp_folder() / "mirrored_node.gltf";
    std::ofstream(file) << mirrored_node(in_matrix);
    open(import_model(file));
    ASSERT_EQ(scene.model->meshes.size(), 1u);
    ASSERT_FALSE(scene.model->materials.at(0).two_sided);
    expect_front_alone(in_matrix ? "by the matrix" : "where it is");
  }
}

TEST_F(SidesTest, OfAPoseThatBecomesTheBindPose) {
  Mesh mesh = square();
  mesh.material = 0;
  open(model_of({mesh}, {green()}));
  expect_front_alone("as it came");
  scene.pose.user_local[0] = to_matrix(Transform{vec3(0.0f), {}, vec3(-1.0f, 1.0f, 1.0f)});
  expect_front_alone("mirrored");
  edit("bind pose here");
  expect_front_alone("bound so");
  edit("reset all");
  expect_front_alone("and posed back");
}

// A normal that lies in its triangle tells no side: a hair of rounding above or below it, the light
// must not differ, nor may it jump where normals lean from one side to the other.
TEST_F(SidesTest, NormalsAlongTheSurfaceMakeNoNoise) {
  Mesh mesh = square();
  const auto steps = [&](float left, float right) {
    for (std::size_t v = 0; v < mesh.position.size(); ++v) {
      const float lean = mesh.position[v].x < 0.0f ? left : right;
      mesh.normal[v] = glm::normalize(vec3(0.0f, 1.0f, lean));
    }
    Material m = green();
    m.shading = Shading::MetallicRoughness;
    m.roughness = 1.0f;
    open(model_of({mesh}, {m}));
    camera.yaw = 0.4f;
    const Image image = picture();
    float most = 0.0f;
    for (int k = -20; k < 20; ++k) {
      const float x = 0.04f * static_cast<float>(k);
      most = std::max(most, glm::length(at(image, vec3(x, 0.1f, 0.0f)) -
                                        at(image, vec3(x + 0.04f, 0.1f, 0.0f))));
    }
    return most;
  };
  EXPECT_LT(steps(0.0f, 0.0f), 0.02f);
  EXPECT_LT(steps(-1e-6f, 1e-6f), 0.02f);
  EXPECT_LT(steps(-0.5f, 0.5f), 0.15f);
}

}  // namespace
}  // namespace bindpose::test::sides_test
