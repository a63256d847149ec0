// The traps of glTF on its way through Assimp, each in a file of a few numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/import.h"
#include "io/import_files.h"
#include "math/transform.h"
#include "scene/scene.h"
#include "scene/weight_problems.h"

namespace bindpose::import_gltf_test {
namespace {

using import_files::Folder;
using import_files::Gltf;
using import_files::json;
using import_files::skinned_square;
using import_files::Square;

bool reported(const Model& model, const std::string& part) {
  return std::any_of(model.report.begin(), model.report.end(), [&](const ReportEntry& r) {
    return r.message.find(part) != std::string::npos;
  });
}

// The joint that a click on the entry selects.
std::string spoken_of(const Model& model, const std::string& part) {
  for (const ReportEntry& r : model.report) {
    if (r.message.find(part) == std::string::npos) continue;
    return r.joint < 0 ? "none" : model.skeleton.name[static_cast<std::size_t>(r.joint)];
  }
  return "no such entry";
}

std::shared_ptr<const Model> load(Gltf g) {
  const Folder folder;
  return import_model(g.write(folder));
}

// Weight of the joint of that name at the vertex at `point`.
float weight_at(const Model& model, const std::string& joint, const vec3& point) {
  const Mesh& mesh = model.meshes.at(0);
  const std::vector<float> weight =
      joint_weights(mesh.file_binding, find_joint(model.skeleton, joint));
  for (std::size_t i = 0; i < mesh.position.size(); ++i) {
    if (mesh.position[i] == point) return weight[i];
  }
  return -1.0f;
}

TEST(ImportWeld, corners_that_differ_in_nothing_are_one_vertex) {
  const auto model = load(skinned_square());
  ASSERT_EQ(model->meshes.size(), 1u);
  EXPECT_EQ(model->meshes[0].position.size(), 4u);
  EXPECT_EQ(model->meshes[0].triangle.size(), 6u);
  EXPECT_EQ(model->meshes[0].name, "square");
}

// Also where the file shares most vertices already: a strip of quads, of which each but the last
// names its right edge's vertices twice.
TEST(ImportWeld, doubled_vertices_of_an_indexed_mesh_are_one) {
  constexpr int kQuads = 50;
  Gltf g;
  std::vector<float> position;
  std::vector<std::uint16_t> index;
  for (int q = 0; q < kQuads; ++q) {
    const float x = static_cast<float>(q);
    const auto v = static_cast<std::uint16_t>(4 * q);
    position.insert(position.end(), {x, 0, 0, x + 1, 0, 0, x + 1, 1, 0, x, 1, 0});
    for (int side = 0; side < 2; ++side) {  // both sides: 12 corners on 4 vertices
      for (const int k : {0, 1, 2, 0, 2, 3}) index.push_back(static_cast<std::uint16_t>(v + k));
    }
  }
  std::vector<float> normal;
  for (std::size_t i = 0; i < position.size(); i += 3) normal.insert(normal.end(), {0, 0, 1});
  g.root["nodes"] = {{{"mesh", 0}}};
  g.root["meshes"] = {
      {{"primitives",
        {{{"attributes",
           {{"POSITION", g.floats(position, "VEC3", 3)}, {"NORMAL", g.floats(normal, "VEC3", 3)}}},
          {"indices", g.accessor(index, "SCALAR", 1, 5123)}}}}}};
  const auto model = load(g);
  EXPECT_EQ(model->meshes.at(0).position.size(), 2u * (kQuads + 1));
}

// Newer versions of Assimp number vertices by their first use; two are used by no triangle, one
// between others.
TEST(ImportOrder, vertices_keep_the_order_and_numbers_of_the_file) {
  Gltf g;
  std::vector<float> point;
  for (int i = 0; i < 6; ++i) {
    point.insert(point.end(), {static_cast<float>(i), static_cast<float>(i * i), 0.0f});
  }
  const json attributes = {{"POSITION", g.floats(point, "VEC3", 3)}};
  const json indices = g.accessor(std::vector<std::uint16_t>{4, 3, 1, 3, 4, 0}, "SCALAR", 1, 5123);
  g.root["meshes"] = {{{"primitives", {{{"attributes", attributes}, {"indices", indices}}}}}};
  g.root["nodes"] = {{{"mesh", 0}}};
  const auto model = load(g);
  ASSERT_EQ(model->meshes.size(), 1u);
  const Mesh& mesh = model->meshes[0];
  std::vector<vec3> at;
  for (std::size_t c = 0; c < mesh.triangle.size(); ++c)
    at.push_back(mesh.position[mesh.triangle[c]]);
  EXPECT_EQ(
      at, (std::vector<vec3>{{4, 16, 0}, {3, 9, 0}, {1, 1, 0}, {3, 9, 0}, {4, 16, 0}, {0, 0, 0}}));
  // Without normals corners are apart, in the order of the faces; each still knows its number.
  for (std::size_t i = 0; i < mesh.position.size(); ++i) {
    EXPECT_EQ(mesh.position[i].x, static_cast<float>(mesh.source_vertex.at(i)));
  }
  g.root["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] =
      g.floats({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3", 3);
  const auto smooth = load(g);
  EXPECT_EQ(smooth->meshes.at(0).source_vertex, (std::vector<std::uint32_t>{0, 1, 3, 4}));
  EXPECT_EQ(smooth->meshes[0].position.at(2), vec3(3, 9, 0));
  // What is left out is not counted either.
  point[3 * 5] = std::numeric_limits<float>::quiet_NaN();
  g.root["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = g.floats(point, "VEC3", 3);
  EXPECT_FALSE(reported(*load(g), "not a finite number"));
  point[3 * 4] = std::numeric_limits<float>::quiet_NaN();
  g.root["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = g.floats(point, "VEC3", 3);
  EXPECT_TRUE(reported(*load(g), "not a finite number"));
}

TEST(ImportWeld, corners_of_different_joints_stay_apart) {
  Square square;
  square.joint[4 * 3] = 1;  // corner 3 lies on corner 0 and follows b
  const auto model = load(skinned_square(square));
  const Mesh& mesh = model->meshes[0];
  EXPECT_EQ(mesh.position.size(), 5u);
  for (std::size_t i = 0; i < mesh.position.size(); ++i) {
    EXPECT_EQ(mesh.file_binding.influences.offset[i + 1] - mesh.file_binding.influences.offset[i],
              1u);
  }
}

TEST(ImportGltf, skin_without_inverse_binds_gets_identities) {
  Gltf g = skinned_square();
  g.root["skins"][0].erase("inverseBindMatrices");
  const auto model = load(g);
  const Mesh& mesh = model->meshes[0];
  ASSERT_EQ(mesh.file_binding.skin.bind.size(), 2u);
  EXPECT_EQ(mesh.file_binding.skin.inverse_bind[1] * mesh.file_binding.skin.mesh_to_bind,
            mat4(1.0f));
  EXPECT_TRUE(reported(*model, "no inverse bind matrices"));
}

TEST(ImportGltf, too_few_inverse_binds_get_identities) {
  Gltf g = skinned_square();
  g.root["skins"][0]["inverseBindMatrices"] = g.floats(import_files::identities(1), "MAT4", 16);
  EXPECT_TRUE(reported(*load(g), "inverse bind matrices are unusable"));
}

TEST(ImportGltf, singular_inverse_bind_is_replaced) {
  Gltf g = skinned_square();
  std::vector<float> matrices = import_files::identities(2);
  std::fill(matrices.begin() + 16, matrices.end() - 1, 0.0f);
  g.root["skins"][0]["inverseBindMatrices"] = g.floats(matrices, "MAT4", 16);
  const auto model = load(g);
  EXPECT_EQ(spoken_of(*model, "has no inverse"), "b");
  EXPECT_TRUE(reported(*model, "Its bind matrix for the mesh \"square\" has no inverse"));
  // The rest pose, where b stands at x = 2, was taken for the bind pose.
  EXPECT_EQ(vec3(model->meshes[0].file_binding.skin.bind[1][3]), vec3(2, 0, 0));
}

// One of two joints stands at x = 2 instead of 0; the square's diagonal is the unit.
TEST(ImportGltf, bind_residual_of_every_skin_is_reported) {
  Gltf g = skinned_square();
  g.root["skins"][0]["inverseBindMatrices"] = g.floats(import_files::identities(2), "MAT4", 16);
  const auto model = load(g);
  const Mesh& mesh = model->meshes.at(0);
  Box box;
  for (const vec3& p : mesh.position) box.add(p);
  EXPECT_NEAR(mesh.file_binding.skin.bind_residual, 0.5f * 2.0f / box.diagonal(), 1e-6f);
  EXPECT_TRUE(reported(*model, "it was bound in another pose"));
  EXPECT_TRUE(reported(*model, "matrices were read as stored"));
}

TEST(ImportGltf, normalised_byte_weights) {
  Gltf g = skinned_square();
  std::vector<std::uint8_t> weight;
  std::vector<std::uint8_t> joint;
  for (int i = 0; i < 6; ++i) {
    weight.insert(weight.end(), {51, 204, 0, 0});
    joint.insert(joint.end(), {0, 1, 0, 0});
  }
  auto& attributes = g.root["meshes"][0]["primitives"][0]["attributes"];
  attributes["WEIGHTS_0"] = g.accessor(weight, "VEC4", 4, 5121, true);
  attributes["JOINTS_0"] = g.accessor(joint, "VEC4", 4, 5121);
  const auto model = load(g);
  EXPECT_NEAR(weight_at(*model, "a", {1, 1, 0}), 0.2f, 1e-6f);
  EXPECT_NEAR(weight_at(*model, "b", {1, 1, 0}), 0.8f, 1e-6f);
}

TEST(ImportGltf, weights_that_are_negative_or_no_number_are_counted) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float bad : {-0.25f, nan, std::numeric_limits<float>::infinity()}) {
    Gltf g = skinned_square();
    std::vector<float> weight;
    std::vector<std::uint8_t> joint;
    for (int i = 0; i < 6; ++i) {
      weight.insert(weight.end(), {1.0f, i == 2 ? bad : 0.0f, 0.0f, 0.0f});
      joint.insert(joint.end(), {0, 1, 0, 0});
    }
    auto& attributes = g.root["meshes"][0]["primitives"][0]["attributes"];
    attributes["WEIGHTS_0"] = g.accessor(weight, "VEC4", 4, 5126);
    attributes["JOINTS_0"] = g.accessor(joint, "VEC4", 4, 5121);
    const auto model = load(g);
    EXPECT_EQ(weight_problems(borrowed_scene(*model), kUsualLimit).broken, 1u) << bad;
    EXPECT_TRUE(reported(*model, "1 weight was left out: negative")) << bad;
    EXPECT_EQ(weight_at(*model, "a", {1, 1, 0}), 1.0f) << bad;
  }
}

// However many: each can be found.
TEST(ImportGltf, all_vertices_with_broken_weights_are_listed) {
  constexpr std::size_t kMany = 9000;
  Gltf g = skinned_square();
  std::vector<float> position, weight;
  std::vector<std::uint8_t> joint;
  for (std::size_t i = 0; i < kMany; ++i) {
    const float x = static_cast<float>(i);
    position.insert(position.end(), {x, i % 3 == 1 ? 1.0f : 0.0f, i % 3 == 2 ? 1.0f : 0.0f});
    weight.insert(weight.end(), {1.0f, -0.25f, 0.0f, 0.0f});
    joint.insert(joint.end(), {0, 1, 0, 0});
  }
  g.root["meshes"][0]["primitives"][0]["attributes"] = {
      {"POSITION", g.floats(position, "VEC3", 3)},
      {"JOINTS_0", g.accessor(joint, "VEC4", 4, 5121)},
      {"WEIGHTS_0", g.accessor(weight, "VEC4", 4, 5126)}};
  const auto model = load(g);
  EXPECT_EQ(weight_problems(borrowed_scene(*model), kUsualLimit).broken, kMany);
}

TEST(ImportGltf, second_joint_set_of_another_type) {
  Gltf g = skinned_square();
  std::vector<float> half;
  std::vector<std::uint16_t> joint;
  for (int i = 0; i < 6; ++i) {
    half.insert(half.end(), {0.5f, 0, 0, 0});
    joint.insert(joint.end(), {1, 0, 0, 0});
  }
  auto& attributes = g.root["meshes"][0]["primitives"][0]["attributes"];
  attributes["WEIGHTS_0"] = g.floats(half, "VEC4", 4);
  attributes["WEIGHTS_1"] = g.floats(half, "VEC4", 4);
  attributes["JOINTS_1"] = g.accessor(joint, "VEC4", 4, 5123);
  const auto model = load(g);
  EXPECT_NEAR(weight_at(*model, "a", {1, 0, 0}), 0.5f, 1e-6f);
  EXPECT_NEAR(weight_at(*model, "b", {1, 0, 0}), 0.5f, 1e-6f);
}

TEST(ImportGltf, mesh_shared_by_two_skins) {
  Gltf g = skinned_square();
  g.root["nodes"].push_back({{"name", "twin"}, {"mesh", 0}, {"skin", 1}});
  g.root["nodes"][0]["children"] = {1, 2, 4};
  g.root["skins"].push_back(
      {{"joints", {3, 2}},
       {"inverseBindMatrices", g.floats(import_files::identities(2), "MAT4", 16)}});
  const auto model = load(g);
  ASSERT_EQ(model->meshes.size(), 2u);
  const int a = find_joint(model->skeleton, "a");
  const int b = find_joint(model->skeleton, "b");
  EXPECT_EQ(model->meshes[0].file_binding.skin.joint, (std::vector<int>{a, b}));
  EXPECT_EQ(model->meshes[1].file_binding.skin.joint, (std::vector<int>{b, a}));
}

TEST(ImportGltf, joints_keep_their_name_beside_nodes_of_the_same_name) {
  Gltf g = skinned_square();
  g.root["nodes"][1]["name"] = "b";  // the mesh's node comes first in the file
  const auto model = load(g);
  const int b = find_joint(model->skeleton, "b");
  ASSERT_GE(b, 0);
  EXPECT_TRUE(model->skeleton.file_flags.is_joint[static_cast<std::size_t>(b)]);
  EXPECT_GE(find_joint(model->skeleton, "b#2"), 0);
  EXPECT_EQ(model->meshes[0].file_binding.skin.joint[1], b);
}

TEST(ImportGltf, two_joints_of_one_name_are_two_joints) {
  Gltf g = skinned_square();
  g.root["nodes"][3]["name"] = "a";
  const auto model = load(g);
  const Skin& skin = model->meshes[0].file_binding.skin;
  ASSERT_EQ(skin.joint.size(), 2u);
  EXPECT_EQ(model->skeleton.name[static_cast<std::size_t>(skin.joint[0])], "a");
  EXPECT_EQ(model->skeleton.name[static_cast<std::size_t>(skin.joint[1])], "a#2");
  EXPECT_EQ(spoken_of(*model, "one now \"a#2\""), "a#2");
}

TEST(ImportGltf, clip_of_the_second_joint_of_a_name_moves_that_one) {
  Gltf g = skinned_square();
  g.root["nodes"][3]["name"] = "a";
  const std::size_t times = g.accessor<float>({0.0f}, "SCALAR", 1, 5126);
  g.root["accessors"][times]["min"] = g.root["accessors"][times]["max"] = {0.0};
  const std::size_t move = g.floats({7, 0, 0}, "VEC3", 3);
  g.root["animations"] = {
      {{"samplers", {{{"input", times}, {"output", move}}}},
       {"channels", {{{"sampler", 0}, {"target", {{"node", 3}, {"path", "translation"}}}}}}}};
  const auto model = load(g);
  ASSERT_EQ(model->clips.at(0).tracks.size(), 1u);
  EXPECT_EQ(model->clips[0].tracks[0].joint, find_joint(model->skeleton, "a#2"));
}

TEST(ImportGltf, joints_outside_of_the_scene_are_added) {
  Gltf g = skinned_square();
  g.root["nodes"][0]["children"] = {1};
  const auto model = load(g);
  ASSERT_GE(find_joint(model->skeleton, "a"), 0);
  EXPECT_EQ(model->meshes.at(0).file_binding.skin.joint.size(), 2u);
  EXPECT_TRUE(reported(*model, "the file has no node for it"));
  EXPECT_EQ(spoken_of(*model, "the file has no node for it"), "a");
}

TEST(ImportGltf, weights_are_normalised_and_their_sums_kept) {
  Square square;
  square.weight[0] = square.weight[12] = 0.5f;  // both corners at the origin
  const auto model = load(skinned_square(square));
  const Mesh& mesh = model->meshes[0];
  ASSERT_EQ(mesh.position[0], vec3(0));
  EXPECT_EQ(mesh.file_binding.influences.weight[0], 1.0f);
  EXPECT_EQ(mesh.file_binding.influences.raw_weight_sum[0], 0.5f);
  EXPECT_TRUE(
      reported(*model, "1 vertex has weights that do not add up to 1 (sums from 0.5 to 0.5)"));
}

TEST(ImportGltf, vertices_without_weights_follow_the_meshs_node) {
  Square square;
  std::fill(square.weight.begin(), square.weight.end(), 0.0f);
  square.weight[4] = 1.0f;  // only the corner at x = 1
  Gltf g = skinned_square(square);
  g.root["nodes"][1]["translation"] = {0.0, 5.0, 0.0};
  const auto model = load(g);
  EXPECT_TRUE(reported(*model, "3 vertices have no weights"));
  std::vector<vec3> point;
  const Scene scene = make_scene(model);
  skin_mesh(scene, evaluate(scene), 0, point, nullptr);
  ASSERT_EQ(point.size(), 4u);
  EXPECT_EQ(std::count(point.begin(), point.end(), vec3(1, 0, 0)), 1);  // glTF: the node is ignored
  EXPECT_EQ(std::count(point.begin(), point.end(), vec3(1, 6, 0)), 1);
}

TEST(ImportGltf, unskinned_mesh_is_one_rigid_slot) {
  Gltf g = skinned_square();
  g.root["nodes"][1].erase("skin");
  const auto model = load(g);
  const Mesh& mesh = model->meshes[0];
  EXPECT_FALSE(mesh.file_binding.skin.skinned);
  EXPECT_EQ(mesh.file_binding.skin.joint, std::vector<int>{mesh.node});
  EXPECT_EQ(mesh.file_binding.influences.weight, std::vector<float>(4, 1.0f));
}

TEST(ImportGltf, base_colour_is_linear_and_masks_cut_out) {
  Gltf g = skinned_square();
  g.root["materials"] = {
      {{"name", "leaf"},
       {"alphaMode", "MASK"},
       {"doubleSided", true},
       {"pbrMetallicRoughness", {{"baseColorFactor", {0.5, 0.25, 0.125, 1.0}}}}}};
  g.root["meshes"][0]["primitives"][0]["material"] = 0;
  const auto model = load(g);
  const Material& leaf = model->materials.at(0);
  EXPECT_EQ(leaf.name, "leaf");
  EXPECT_EQ(leaf.base_color, vec4(0.5f, 0.25f, 0.125f, 1.0f));
  EXPECT_NE(leaf.alpha_mode, AlphaMode::Opaque);
  EXPECT_TRUE(leaf.two_sided);
}

TEST(ImportGltf, bind_pose_is_upright_below_a_turned_root) {
  Gltf g = skinned_square();
  const float h = std::sqrt(0.5f);
  g.root["nodes"][0]["rotation"] = {-h, 0, 0, h};  // z up below, y up above
  std::vector<float> matrices = import_files::identities(2);
  matrices[16 + 12] = -2.0f;
  g.root["skins"][0]["inverseBindMatrices"] = g.floats(matrices, "MAT4", 16);
  const auto model = load(g);
  const Mesh& mesh = model->meshes[0];
  // B_j agrees with the rest pose, so the points were turned along with it.
  EXPECT_LT(mesh.file_binding.skin.bind_residual, 1e-6f);
  EXPECT_TRUE(reported(*model, "It was bound in the rest pose"));
  const mat4 world = make_scene(model).model->skeleton.rest_local[0];
  EXPECT_LT(max_difference(mesh.file_binding.skin.mesh_to_bind, world), 1e-6f);
  EXPECT_LT(glm::distance(mesh.normal[0], vec3(0, 1, 0)), 1e-6f);
}

}  // namespace
}  // namespace bindpose::import_gltf_test
