// glTF data in forms that Assimp misreads: whole numbers for places, sparse accessors; scenes and
// required extensions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/import.h"
#include "io/import_files.h"
#include "io/io_fixture.h"
#include "scene/scene.h"

namespace bindpose::gltf_dense_test {
namespace {

using import_files::Folder;
using import_files::Gltf;
using import_files::json;
using import_files::skinned_square;
using import_files::Square;

std::shared_ptr<const Model> load(Gltf g) {
  const Folder folder;
  return import_model(g.write(folder));
}

bool reported(const Model& model, const std::string& part) {
  return std::any_of(model.report.begin(), model.report.end(), [&](const ReportEntry& r) {
    return r.message.find(part) != std::string::npos;
  });
}

bool has_vertex(const Model& model, const vec3& point) {
  const auto& all = model.meshes.at(0).position;
  return std::any_of(all.begin(), all.end(),
                     [&](const vec3& p) { return glm::length(p - point) < 1e-5f; });
}

json& attributes(Gltf& g) {
  return g.root["meshes"][0]["primitives"][0]["attributes"];
}

// x and y of each of the square's corners, as numbers of type T times `one`; each element is padded
// to a multiple of four bytes, as vertex attributes are.
template <typename T>
std::size_t quantised_corners(Gltf& g, T one, int type, bool normalized) {
  const Square square;
  std::vector<T> values;
  for (std::size_t i = 0; i < square.position.size(); ++i) {
    values.push_back(static_cast<T>(square.position[i] * static_cast<float>(one)));
    if (i % 3 == 2) values.push_back(T{0});
  }
  const std::size_t accessor = g.accessor(values, "VEC3", 4, type, normalized);
  g.root["bufferViews"].back()["byteStride"] = 4 * sizeof(T);
  return accessor;
}

TEST(GltfQuantised, places_as_shorts_and_normals_as_bytes) {
  Gltf g = skinned_square();
  g.root["extensionsUsed"] = g.root["extensionsRequired"] = {"KHR_mesh_quantization"};
  attributes(g)["POSITION"] = quantised_corners<std::int16_t>(g, 100, 5122, false);
  std::vector<std::int8_t> normal;
  for (int i = 0; i < 6; ++i) normal.insert(normal.end(), {0, 0, 127, 0});
  attributes(g)["NORMAL"] = g.accessor(normal, "VEC3", 4, 5120, true);
  g.root["bufferViews"].back()["byteStride"] = 4;
  const auto model = load(g);
  EXPECT_TRUE(has_vertex(*model, {100, 100, 0}));
  EXPECT_EQ(model->meshes[0].position.size(), 4u);
  for (const vec3& n : model->meshes[0].normal) EXPECT_EQ(n, vec3(0, 0, 1));
  EXPECT_TRUE(reported(*model, "stored as whole numbers (2 arrays)"));
}

TEST(GltfQuantised, normalised_places_and_texture_coordinates) {
  Gltf g = skinned_square();
  g.root["extensionsRequired"] = {"KHR_mesh_quantization"};
  attributes(g)["POSITION"] = quantised_corners<std::uint16_t>(g, 65535, 5123, true);
  std::vector<std::uint16_t> uv;
  for (int i = 0; i < 6; ++i) uv.insert(uv.end(), {32768, 65535});
  attributes(g)["TEXCOORD_0"] = g.accessor(uv, "VEC2", 2, 5123, true);
  const auto model = load(g);
  EXPECT_TRUE(has_vertex(*model, {1, 1, 0}));
  ASSERT_FALSE(model->meshes[0].uv.empty());
  EXPECT_NEAR(model->meshes[0].uv[0].x, 0.5f, 1e-4f);
  EXPECT_NEAR(model->meshes[0].uv[0].y, 1.0f, 1e-4f);
}

// Where in a picture the first vertex of the first mesh lies: uv' = offset + R (scale uv), with
// R = (cos, sin; -sin, cos).
vec2 shown_uv(const Model& model, TextureSlot slot) {
  const Mesh& mesh = model.meshes.at(0);
  const TextureUse& t = model.materials.at(static_cast<std::size_t>(mesh.material)).use(slot);
  const vec2 uv = t.scale * (t.uv_set == 0 ? mesh.uv : mesh.uv_second).at(0);
  const float c = std::cos(t.rotation), s = std::sin(t.rotation);
  return t.offset + vec2(c * uv.x + s * uv.y, c * uv.y - s * uv.x);
}

// gltfpack's way: coordinates of 12 bits, say, and a transform that makes them what they were.
TEST(GltfTextureTransform, moves_coordinates_that_are_whole_numbers) {
  Gltf g = skinned_square();
  const json texture = {{"index", 0},
                        {"extensions", {{"KHR_texture_transform", {{"scale", {0.5, 0.25}}}}}}};
  g.root["textures"] = {{{"source", 0}}};
  g.root["images"] = {{{"uri", "none.png"}}};
  g.root["materials"] = json::array({{{"pbrMetallicRoughness", {{"baseColorTexture", texture}}}}});
  g.root["meshes"][0]["primitives"][0]["material"] = 0;
  attributes(g)["TEXCOORD_0"] =
      g.accessor(std::vector<std::uint16_t>(12, 65535), "VEC2", 2, 5123, true);
  const auto model = load(g);
  ASSERT_FALSE(model->meshes[0].uv.empty());
  const vec2 uv = shown_uv(*model, TextureSlot::BaseColor);
  EXPECT_NEAR(uv.x, 0.5f, 1e-5f);
  EXPECT_NEAR(uv.y, 0.25f, 1e-5f);
}

// A quarter about z in 16 bits a number, as files have it that are made small.
TEST(GltfQuantised, turns_of_a_clip) {
  Gltf g = skinned_square();
  const std::size_t time = g.floats({0.0f, 1.0f}, "SCALAR", 1);
  g.root["accessors"][time]["min"] = {0.0};
  g.root["accessors"][time]["max"] = {1.0};
  const std::vector<std::int16_t> turn{0, 0, 0, 32767, 0, 0, 23170, 23170};
  const std::size_t output = g.accessor(turn, "VEC4", 4, 5122, true);
  g.root["animations"] = {
      {{"samplers", {{{"input", time}, {"output", output}}}},
       {"channels", {{{"sampler", 0}, {"target", {{"node", 2}, {"path", "rotation"}}}}}}}};
  const auto model = load(g);
  Scene scene = make_scene(model);
  scene.pose.base = BasePose::Clip;
  scene.pose.clip = 0;
  scene.pose.time = 1.0;
  const int b = find_joint(model->skeleton, "b");  // two along x from "a"
  EXPECT_LT(
      glm::length(vec3(evaluate(scene).world[static_cast<std::size_t>(b)][3]) - vec3(0, 2, 0)),
      1e-4f);
}

// The extension's own example: the lower left quadrant of the image, turned.
TEST(GltfTextureTransform, moves_turns_and_scales_the_texture) {
  Gltf g = skinned_square();
  g.root["extensionsRequired"] = {"KHR_texture_transform"};
  const auto material = [](const json& transform) {
    return json{{"pbrMetallicRoughness",
                 {{"baseColorTexture",
                   {{"index", 0}, {"extensions", {{"KHR_texture_transform", transform}}}}}}}};
  };
  g.root["textures"] = {{{"source", 0}}};
  g.root["images"] = {{{"uri", "none.png"}}};
  std::vector<float> uv;
  for (int i = 0; i < 6; ++i) uv.insert(uv.end(), {0.25f, 1.0f});
  attributes(g)["TEXCOORD_0"] = g.floats(uv, "VEC2", 2);
  std::vector<float> other;
  for (int i = 0; i < 6; ++i) other.insert(other.end(), {1.0f, 0.0f});
  attributes(g)["TEXCOORD_1"] = g.floats(other, "VEC2", 2);
  g.root["meshes"][0]["primitives"][0]["material"] = 0;
  const auto check = [&](const json& transform, const vec2& wanted) {
    g.root["materials"] = json::array({material(transform)});
    const auto model = load(g);
    ASSERT_FALSE(model->meshes[0].uv.empty());
    const vec2 shown = shown_uv(*model, TextureSlot::BaseColor);
    EXPECT_NEAR(shown.x, wanted.x, 1e-5f) << transform;
    EXPECT_NEAR(shown.y, wanted.y, 1e-5f) << transform;
  };
  check(json::object(), {0.25f, 1.0f});
  check({{"offset", {0.5, -0.25}}, {"scale", {2.0, 0.5}}}, {1.0f, 0.25f});
  const double quarter = 1.5707963267948966;
  check({{"offset", {0, 1}}, {"rotation", quarter}, {"scale", {0.5, 0.5}}}, {0.5f, 0.875f});
  // Scaled before it is turned.
  check({{"rotation", quarter}, {"scale", {4.0, 0.5}}}, {0.5f, -1.0f});
  check({{"texCoord", 1}, {"offset", {0.5, 0.5}}}, {1.5f, 0.5f});
  check({{"offset", {0.5}}, {"scale", "big"}, {"rotation", nullptr}}, {0.25f, 1.0f});
}

// A material whose other textures alone are moved does not stop those behind it.
TEST(GltfTextureTransform, each_material_has_its_own) {
  Gltf g = skinned_square();
  const json moved = {{"index", 0},
                      {"extensions", {{"KHR_texture_transform", {{"offset", {0.5, 0.25}}}}}}};
  g.root["textures"] = {{{"source", 0}}};
  g.root["images"] = {{{"uri", "none.png"}}};
  g.root["materials"] = {{{"normalTexture", moved}},
                         {{"pbrMetallicRoughness", {{"baseColorTexture", moved}}}}};
  attributes(g)["TEXCOORD_0"] = g.floats(std::vector<float>(12, 0.125f), "VEC2", 2);
  g.root["meshes"][0]["primitives"][0]["material"] = 1;
  const auto model = load(g);
  ASSERT_FALSE(model->meshes[0].uv.empty());
  const vec2 uv = shown_uv(*model, TextureSlot::BaseColor);
  EXPECT_NEAR(uv.x, 0.625f, 1e-6f);
  EXPECT_NEAR(uv.y, 0.375f, 1e-6f);
}

TEST(GltfQuantised, what_a_morph_adds) {
  Gltf g = skinned_square();
  std::vector<std::int8_t> lift(24, 0);
  lift[4 + 2] = -127;  // corner 1
  const std::size_t accessor = g.accessor(lift, "VEC3", 4, 5120, true);
  g.root["bufferViews"].back()["byteStride"] = 4;
  g.root["meshes"][0]["primitives"][0]["targets"] = {{{"POSITION", accessor}}};
  g.root["meshes"][0]["weights"] = {2.0};
  const auto model = load(g);
  const Scene scene = make_scene(model);
  std::vector<vec3> p;
  skin_mesh(scene, evaluate(scene), 0, p, nullptr);
  EXPECT_TRUE(std::any_of(p.begin(), p.end(),
                          [](const vec3& v) { return glm::length(v - vec3(1, 0, -2)) < 1e-5f; }));
}

// Sparse: corner `index` of an array of corners becomes `value`.
json sparse(Gltf& g, std::uint16_t index, const vec3& value) {
  const std::size_t indices = g.accessor(std::vector<std::uint16_t>{index}, "SCALAR", 1, 5123);
  const std::size_t values = g.floats({value.x, value.y, value.z}, "VEC3", 3);
  const auto view = [&](std::size_t a) { return g.root["accessors"][a]["bufferView"]; };
  return {{"count", 1},
          {"indices", {{"bufferView", view(indices)}, {"componentType", 5123}}},
          {"values", {{"bufferView", view(values)}}}};
}

TEST(GltfSparse, changes_some_elements_of_an_array) {
  Gltf g = skinned_square();
  json part = sparse(g, 1, {7, 8, 9});
  g.root["accessors"][attributes(g)["POSITION"].get<std::size_t>()]["sparse"] = part;
  const auto model = load(g);
  EXPECT_TRUE(has_vertex(*model, {7, 8, 9}));
  EXPECT_TRUE(has_vertex(*model, {1, 1, 0}));
  EXPECT_FALSE(has_vertex(*model, {1, 0, 0}) && model->meshes[0].position.size() == 4);
}

TEST(GltfSparse, a_morph_without_an_array_below_it) {
  Gltf g = skinned_square();
  json part = sparse(g, 2, {0, 0, 5});
  g.root["accessors"].push_back(
      {{"componentType", 5126}, {"count", 6}, {"type", "VEC3"}, {"sparse", part}});
  g.root["meshes"][0]["primitives"][0]["targets"] = {
      {{"POSITION", g.root["accessors"].size() - 1}}};
  const auto model = load(g);
  ASSERT_EQ(model->meshes[0].morph.size(), 1u);
  const MorphTarget& target = model->meshes[0].morph[0];
  ASSERT_EQ(target.vertex.size(), 1u);
  EXPECT_EQ(target.position[0], vec3(0, 0, 5));
  // Corner 4 lies on corner 2 and stays, so that the two are different vertices.
  EXPECT_EQ(model->meshes[0].position.size(), 5u);
}

TEST(GltfSparse, what_points_past_the_end_is_reported) {
  Gltf g = skinned_square();
  json part = sparse(g, 6, {7, 8, 9});
  const std::size_t accessor = g.floats(std::vector<float>(18, 0.0f), "VEC3", 3);
  g.root["accessors"][accessor]["sparse"] = part;
  g.root["accessors"][accessor].erase("bufferView");
  EXPECT_TRUE(reported(*load(g), "1 array of numbers could not be read"));
  g.root["accessors"][0]["name"] = "sparse";  // whatever those before it are called
  EXPECT_TRUE(reported(*load(g), "1 array of numbers could not be read"));
}

// One set of weights that cannot be read does not take the others with it.
TEST(GltfWeights, those_behind_a_set_that_is_damaged) {
  Gltf g = skinned_square();
  const std::vector<std::uint8_t> some(24, 255);
  attributes(g)["WEIGHTS_0"] = g.accessor(some, "SCALAR", 4, 5121, true);
  attributes(g)["WEIGHTS_1"] = g.accessor(some, "VEC4", 4, 5121, true);
  attributes(g)["JOINTS_1"] = g.accessor(std::vector<std::uint8_t>(24, 1), "VEC4", 4, 5121);
  const auto model = load(g);
  EXPECT_TRUE(reported(*model, "1 set of weights or joint numbers could not be read"));
  EXPECT_TRUE(reported(*model, "1 set of weights is stored as whole numbers"));
}

TEST(GltfScenes, the_default_one_is_shown_and_the_others_reported) {
  Gltf g = skinned_square();
  g.root["nodes"].push_back({{"name", "elsewhere"}});
  g.root["scenes"] = {{{"name", "empty"}, {"nodes", {4}}}, {{"name", "main"}, {"nodes", {0}}}};
  g.root["scene"] = 1;
  const auto model = load(g);
  EXPECT_EQ(model->meshes.size(), 1u);
  EXPECT_LT(find_joint(model->skeleton, "elsewhere"), 0);
  EXPECT_TRUE(reported(*model, "2 scenes; \"main\", its default, is shown"));
}

TEST(GltfSkin, the_mesh_s_own_node_does_not_move_it) {
  Gltf g = skinned_square();
  g.root["nodes"][1]["translation"] = {100.0, 0.0, 0.0};
  g.root["nodes"][1]["scale"] = {3.0, 3.0, 3.0};
  const auto model = load(g);
  const Scene scene = make_scene(model);
  std::vector<vec3> p;
  skin_mesh(scene, evaluate(scene), 0, p, nullptr);
  Box box;
  for (const vec3& v : p) box.add(v);
  EXPECT_LT(glm::length(box.lo - vec3(0, 0, 0)), 1e-4f);
  EXPECT_LT(glm::length(box.hi - vec3(1, 1, 0)), 1e-4f);
}

TEST(GltfExtensions, a_required_one_that_is_not_read_is_named) {
  const Folder folder;
  const auto refusal = [&](const char* name) {
    Gltf g = skinned_square();
    g.root["extensionsRequired"] = {name};
    return tests::sentence_of([&] { import_model(g.write(folder)); });
  };
  for (const char* name : {"KHR_draco_mesh_compression", "EXT_meshopt_compression"}) {
    EXPECT_EQ(refusal(name), "");  // nothing in it is compressed
  }
  const std::string said = refusal("EXT_mesh_gpu_instancing");
  EXPECT_NE(said.find("EXT_mesh_gpu_instancing"), std::string::npos) << said;
  EXPECT_NE(said.find("export it again without that extension"), std::string::npos) << said;
  EXPECT_EQ(refusal("KHR_materials_unlit"), "");
}

TEST(GltfExtensions, textures_that_are_not_read_are_a_warning) {
  Gltf g = skinned_square();
  g.root["extensionsRequired"] = {"KHR_texture_basisu"};
  const json packed = {{"extensions", {{"KHR_texture_basisu", {{"source", 0}}}}}};
  g.root["textures"] = json::array({packed, packed});
  g.root["images"] = json::array({{{"uri", "none.ktx2"}}, {{"uri", "none.png"}}});
  const json base = {{"baseColorTexture", {{"index", 0}}}};
  g.root["materials"] = json::array({{{"pbrMetallicRoughness", base}}});
  g.root["meshes"][0]["primitives"][0]["material"] = 0;
  EXPECT_TRUE(reported(*load(g), "2 textures are stored by KHR_texture_basisu alone"));
  g.root["textures"][0]["source"] = 1;  // what older programs show
  const auto model = load(g);
  EXPECT_TRUE(reported(*model, "1 texture is stored by KHR_texture_basisu alone"));
  EXPECT_TRUE(reported(*model, "\"none.png\" is missing"));
}

// Assimp reads such a skin, and without its matrices through a null pointer.
TEST(GltfSkin, bytes_that_are_no_text_hide_nothing) {
  const Folder folder;
  Gltf g = skinned_square();
  g.root["skins"][0].erase("inverseBindMatrices");
  g.root["skins"][0]["name"] = "QQ";
  const auto path = g.write(folder);
  std::string text = tests::read_all(path);
  text.replace(text.find("QQ"), 2, "\xff\xfe");
  EXPECT_EQ(import_model(folder.write("model.gltf", text))->meshes.size(), 1u);
}

}  // namespace
}  // namespace bindpose::gltf_dense_test
