// A glTF without normals: shown flat, and otherwise as it lies in the file.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "io/import.h"
#include "io/import_files.h"
#include "scene/scene.h"

namespace bindpose::flat_gltf_test {
namespace {

using import_files::Folder;
using import_files::Gltf;
using import_files::json;
using import_files::skinned_square;

std::shared_ptr<const Model> load(Gltf g) {
  const Folder folder;
  return import_model(g.write(folder));
}

TEST(ImportFlatGltf, MissingNormalsAreFlat) {
  Gltf g = skinned_square();
  g.root["meshes"][0]["primitives"][0]["attributes"].erase("NORMAL");
  const auto model = load(g);
  for (const vec3& n : model->meshes[0].normal) EXPECT_EQ(n, vec3(0, 0, 1));
  EXPECT_TRUE(model->meshes[0].flat);
  EXPECT_FALSE(load(skinned_square())->meshes[0].flat);
  EXPECT_TRUE(std::ranges::any_of(model->report, [](const ReportEntry& r) {
    return r.message == "1 mesh has no normals; shown flat, as glTF asks.";
  }));
}

// What a file shares among its triangles stays one vertex: counts, tables and exports are of the
// file's own, and no one has the work of three.
TEST(ImportFlatGltf, HasTheVerticesOfTheFile) {
  Gltf g = skinned_square();
  json& primitive = g.root["meshes"][0]["primitives"][0];
  primitive["attributes"].erase("NORMAL");
  primitive["attributes"]["POSITION"] =
      g.floats({0, 0, 0, 1, 0, 0, 1, 1, 2, 0, 0, 0, 1, 1, 0, 0, 1, 0}, "VEC3", 3);
  // The fourth and fifth are named by none.
  primitive["indices"] =
      g.accessor(std::vector<std::uint16_t>{0, 1, 2, 0, 2, 5}, "SCALAR", 1, 5123);
  const auto model = load(g);
  const Mesh& mesh = model->meshes[0];
  EXPECT_EQ(mesh.position, (std::vector<vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 2}, {0, 1, 0}}));
  EXPECT_EQ(mesh.triangle, (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}));
  EXPECT_EQ(mesh.source_vertex, (std::vector<std::uint32_t>{0, 1, 2, 5}));
  // At a vertex there is a smooth one: on the ridge it leans to both faces alike.
  const vec3 a = glm::normalize(vec3(0, -2, 1)), b = glm::normalize(vec3(-2, 0, 1));
  EXPECT_LT(glm::distance(mesh.normal[1], a), 1e-6f);
  EXPECT_LT(glm::distance(mesh.normal[3], b), 1e-6f);
  EXPECT_LT(glm::distance(mesh.normal[0], glm::normalize(a + b)), 1e-6f);
}

// Two faces at the same places that look away from one another do not take each other's normals.
TEST(ImportFlatGltf, ACardWithABackOfItsOwnLooksBothWays) {
  Gltf g = skinned_square();
  json& primitive = g.root["meshes"][0]["primitives"][0];
  primitive["attributes"].erase("NORMAL");
  primitive["indices"] =
      g.accessor(std::vector<std::uint16_t>{0, 1, 2, 5, 4, 3}, "SCALAR", 1, 5123);
  primitive["attributes"]["POSITION"] =
      g.floats({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0}, "VEC3", 3);
  const auto model = load(g);
  const Mesh& mesh = model->meshes[0];
  ASSERT_EQ(mesh.normal.size(), 6u);
  for (std::size_t v = 0; v < 6; ++v) EXPECT_EQ(mesh.normal[v], vec3(0, 0, v < 3 ? 1 : -1)) << v;
}

}  // namespace
}  // namespace bindpose::flat_gltf_test
