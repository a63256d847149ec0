// Rigs at their limits, from the file to the posed surface, in closed form.
#include <gtest/gtest.h>

#include "io/import.h"
#include "io/import_files.h"
#include "math/transform.h"
#include "scene/scene.h"

namespace bindpose::import_rigs_test {
namespace {

using import_files::Folder;
using import_files::Gltf;
using import_files::identities;
using import_files::json;
using import_files::skinned_square;

std::shared_ptr<const Model> load(Gltf g) {
  const Folder folder;
  return import_model(g.write(folder));
}

struct Surface {
  std::vector<vec3> position, normal;
};
Surface posed(const Scene& scene, int mesh) {
  Surface out;
  skin_mesh(scene, evaluate(scene), mesh, out.position, &out.normal);
  return out;
}
Surface at_rest(const std::shared_ptr<const Model>& model, int mesh) {
  return posed(make_scene(model), mesh);
}

// One triangle at the origin; `attributes` come on top.
json triangle(Gltf& g, json attributes) {
  attributes["POSITION"] = g.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
  return {{"primitives", {{{"attributes", attributes}}}}};
}

// Sets 0 to 3: sixteen joints, joint k shifts by 2^k, every weight 1/16.
TEST(ImportRigs, four_sets_of_joints_and_weights) {
  constexpr int kJoints = 16;
  Gltf g;
  g.root["nodes"] = {{{"name", "root"}}, {{"name", "body"}, {"mesh", 0}, {"skin", 0}}};
  json joints = json::array(), children = {1};
  double sum = 0.0;
  for (int k = 0; k < kJoints; ++k) {
    g.root["nodes"].push_back({{"name", "j" + std::to_string(k)}, {"translation", {1 << k, 0, 0}}});
    joints.push_back(k + 2);
    children.push_back(k + 2);
    sum += static_cast<double>(1 << k) / kJoints;
  }
  g.root["nodes"][0]["children"] = children;
  json attributes;
  for (int set = 0; set < 4; ++set) {
    std::vector<std::uint8_t> small;
    std::vector<std::uint16_t> wide;
    for (int v = 0; v < 3; ++v) {
      for (int k = 0; k < 4; ++k) {
        small.push_back(static_cast<std::uint8_t>(4 * set + k));
        wide.push_back(static_cast<std::uint16_t>(4 * set + k));
      }
    }
    const std::string end = "_" + std::to_string(set);
    attributes["JOINTS" + end] =
        set % 2 == 0 ? g.accessor(small, "VEC4", 4, 5121) : g.accessor(wide, "VEC4", 4, 5123);
    attributes["WEIGHTS" + end] =
        set == 3 ? g.accessor(std::vector<std::uint16_t>(12, 4096), "VEC4", 4, 5123, true)
                 : g.floats(std::vector<float>(12, 1.0f / 16), "VEC4", 4);
  }
  g.root["meshes"] = json::array({triangle(g, attributes)});
  g.root["skins"] = {
      {{"joints", joints}, {"inverseBindMatrices", g.floats(identities(kJoints), "MAT4", 16)}}};
  const auto model = load(g);
  ASSERT_EQ(model->meshes.size(), 1u);
  const Influences& in = model->meshes[0].file_binding.influences;
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(in.offset[i + 1] - in.offset[i], 16u);
  EXPECT_NEAR(at_rest(model, 0).position[0].x, sum, sum * 2e-5);  // 4096 / 65535 is not quite 1/16
}

// A chain of 500, each 1 above the last and turned by 1 degree about z; a vertex for each.
TEST(ImportRigs, five_hundred_joints) {
  constexpr int kJoints = 500;
  Gltf g;
  const double half = glm::radians(0.5);
  g.root["nodes"] = {{{"name", "body"}, {"mesh", 0}, {"skin", 0}}};
  g.root["scenes"][0]["nodes"] = {0, 1};
  json joints = json::array();
  std::vector<float> position, weight;
  std::vector<std::uint16_t> joint;
  for (int k = 0; k < kJoints; ++k) {
    json node = {{"name", "j" + std::to_string(k)},
                 {"translation", {0, 1, 0}},
                 {"rotation", {0, 0, std::sin(half), std::cos(half)}}};
    if (k + 1 < kJoints) node["children"] = {k + 2};
    g.root["nodes"].push_back(node);
    joints.push_back(k + 1);
    position.insert(position.end(), {0.5f, 0, static_cast<float>(k)});
    weight.insert(weight.end(), {1, 0, 0, 0});
    joint.insert(joint.end(), {static_cast<std::uint16_t>(k), 0, 0, 0});
  }
  std::vector<std::uint16_t> index;
  for (std::uint16_t k = 2; k < kJoints; ++k)
    index.insert(index.end(), {0, static_cast<std::uint16_t>(k - 1), k});
  g.root["meshes"] = {{{"primitives",
                        {{{"attributes",
                           {{"POSITION", g.floats(position, "VEC3", 3)},
                            {"JOINTS_0", g.accessor(joint, "VEC4", 4, 5123)},
                            {"WEIGHTS_0", g.floats(weight, "VEC4", 4)}}},
                          {"indices", g.accessor(index, "SCALAR", 1, 5123)}}}}}};
  g.root["skins"] = {
      {{"joints", joints}, {"inverseBindMatrices", g.floats(identities(kJoints), "MAT4", 16)}}};
  const auto model = load(g);
  EXPECT_EQ(joint_count(model->skeleton.file_flags), 500u);
  const Surface s = at_rest(model, 0);
  double x = 0, y = 0;
  std::vector<glm::dvec3> wanted;
  for (int k = 0; k < kJoints; ++k) {
    const double before = glm::radians(static_cast<double>(k));
    x -= std::sin(before);
    y += std::cos(before);
    const double turned = glm::radians(k + 1.0);
    wanted.emplace_back(x + 0.5 * std::cos(turned), y + 0.5 * std::sin(turned), k);
  }
  for (const vec3& p : s.position) {
    const auto& w = wanted.at(static_cast<std::size_t>(std::lround(p.z)));
    EXPECT_NEAR(p.x, w.x, 2e-3);
    EXPECT_NEAR(p.y, w.y, 2e-3);
  }
}

// Nodes 2 and 3 show one mesh by two skins with other joints and other matrices: each stands where
// its own skin puts it.
TEST(ImportRigs, one_mesh_under_two_skins) {
  Gltf g = skinned_square();
  g.root["nodes"].push_back({{"name", "twin"}, {"mesh", 0}, {"skin", 1}});
  g.root["nodes"][0]["children"] = {1, 2, 4};
  std::vector<float> shifted = identities(1);
  shifted[13] = 5.0f;
  g.root["skins"].push_back(
      {{"joints", {3}}, {"inverseBindMatrices", g.floats(shifted, "MAT4", 16)}});
  const auto model = load(g);
  ASSERT_EQ(model->meshes.size(), 2u);
  const Surface first = at_rest(model, 0), second = at_rest(model, 1);
  const auto low = [](const Surface& s) {
    vec3 out = s.position[0];
    for (const vec3& p : s.position) out = glm::min(out, p);
    return out;
  };
  EXPECT_EQ(low(first), vec3(0, 0, 0));
  EXPECT_EQ(low(second), vec3(2, 5, 0));  // joint b is at x = 2
}

// T = diag(-1, 2, 0.5) by way of a parent's mirror and the joint's own scale.
TEST(ImportRigs, mirrored_and_stretched_joints) {
  Gltf g = skinned_square();
  g.root["nodes"][2]["scale"] = {-1.0, 1.0, 1.0};
  g.root["nodes"][3]["scale"] = {1.0, 2.0, 0.5};
  g.root["nodes"][3]["translation"] = {0.0, 0.0, 3.0};
  std::vector<std::uint8_t> joint;
  std::vector<float> normal;
  for (int v = 0; v < 6; ++v) {
    joint.insert(joint.end(), {1, 0, 0, 0});
    normal.insert(normal.end(), {0.6f, 0.0f, 0.8f});
  }
  auto& attributes = g.root["meshes"][0]["primitives"][0]["attributes"];
  attributes["JOINTS_0"] = g.accessor(joint, "VEC4", 4, 5121);
  attributes["NORMAL"] = g.floats(normal, "VEC3", 3);
  const auto model = load(g);
  const Mesh& mesh = model->meshes.at(0);
  // The file's points, whatever the bind pose made of them: the square's corners in x and y.
  const Surface s = at_rest(model, 0);
  vec3 lo(1e9f), hi(-1e9f);
  for (const vec3& p : s.position) lo = glm::min(lo, p), hi = glm::max(hi, p);
  EXPECT_LT(glm::length(lo - vec3(-1, 0, 3)), 1e-5f);
  EXPECT_LT(glm::length(hi - vec3(0, 2, 3)), 1e-5f);
  // Normals go by the inverse transpose: (0.6 / -1, 0, 0.8 / 0.5), to unit length; the cofactor
  // matrix turns it with the winding.
  const vec3 wanted = glm::normalize(vec3(-0.6f, 0.0f, 1.6f));
  for (const vec3& n : s.normal) EXPECT_NEAR(std::abs(glm::dot(n, wanted)), 1.0f, 1e-5f);
  EXPECT_EQ(mesh.position.size(), 4u);
}

// A mesh without a skin, below a joint: it goes where the joint goes.
TEST(ImportRigs, attachments_follow_their_bones) {
  Gltf g = skinned_square();
  g.root["meshes"].push_back(triangle(g, json::object()));
  g.root["nodes"][3]["children"] = {4};
  g.root["nodes"].push_back({{"name", "sword"}, {"mesh", 1}, {"translation", {0.0, 0.0, 7.0}}});
  const auto model = load(g);
  ASSERT_EQ(model->meshes.size(), 2u);
  const int sword = model->meshes[0].file_binding.skin.skinned ? 1 : 0;
  Scene scene = make_scene(model);
  EXPECT_EQ(posed(scene, sword).position[0], vec3(2, 0, 7));
  const int b = find_joint(model->skeleton, "b");
  scene.pose.user_local[static_cast<std::size_t>(b)] =
      to_matrix({vec3(0.0f), rotation_from_degrees({0, 90, 0})});
  const Surface s = posed(scene, sword);
  EXPECT_LT(glm::length(s.position[0] - vec3(2 + 7, 0, 0)), 1e-5f);
}

TEST(ImportRigs, skeletons_without_a_mesh_and_meshes_without_a_skeleton) {
  Gltf g = skinned_square();
  g.root["nodes"][1] = {{"name", "empty"}};
  g.root["meshes"] = json::array();
  g.root.erase("meshes");
  const auto bones = load(g);
  EXPECT_TRUE(bones->meshes.empty());
  const Scene scene = make_scene(bones);
  const int b = find_joint(bones->skeleton, "b");
  ASSERT_GE(b, 0);
  EXPECT_EQ(vec3(evaluate(scene).world[static_cast<std::size_t>(b)][3]), vec3(2, 0, 0));

  Gltf still;
  still.root["nodes"] = {{{"name", "thing"}, {"mesh", 0}, {"translation", {0.0, 4.0, 0.0}}}};
  still.root["meshes"] = json::array({triangle(still, json::object())});
  const auto thing = load(still);
  EXPECT_EQ(joint_count(thing->skeleton.file_flags), 0u);
  EXPECT_EQ(at_rest(thing, 0).position[0], vec3(0, 4, 0));
}

}  // namespace
}  // namespace bindpose::import_rigs_test
