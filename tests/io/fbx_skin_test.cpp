// Skins of FBX files, and the vertices that the report points at.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/fbx/file.h"
#include "io/fbx_files.h"
#include "io/import.h"
#include "io/io_fixture.h"
#include "scene/scene.h"

namespace bindpose::tests::fbx_skin_test {
namespace {

class FbxSkinFile : public FolderTest {
 protected:
  std::shared_ptr<const Model> open(const std::string& file) {
    write_all(folder_ / "model.fbx", file);
    return import_model(folder_ / "model.fbx");
  }
};

constexpr const char* kIdentity = "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1";

// How the joint `bone` pulls at vertices of the geometry whose skin has this id.
struct Cluster {
  int id, bone;
  std::string vertices, weights;
};
std::string cluster_text(const Cluster& c) {
  return deformer(c.id, "", "Cluster",
                  list("Indexes", c.vertices) + list("Weights", c.weights) +
                      list("Transform", kIdentity) + list("TransformLink", kIdentity));
}
std::string cluster_links(const Cluster& c, int skin) {
  return oo(c.id, skin) + oo(c.bone, c.id);
}

// Two triangles that share an edge: vertices 0 to 3.
std::string square(const std::vector<Cluster>& clusters) {
  std::string out = mesh_model(1, "cloth") +
                    geometry(2, "0,0,0,1,0,0,0,1,0,1,1,0", "0,1,-3,2,1,-4") +
                    deformer(20, "", "Skin", "");
  for (const Cluster& c : clusters) out += cluster_text(c);
  return out;
}
std::string square_links(const std::vector<Cluster>& clusters) {
  std::string out = oo(1, 0) + oo(2, 1) + oo(20, 2);
  for (const Cluster& c : clusters) out += cluster_links(c, 20);
  return out;
}

std::vector<vec3> points_of(const Model& model, const std::string& part) {
  std::vector<vec3> out;
  for (const ReportEntry& r : model.report) {
    if (r.message.find(part) == std::string::npos) continue;
    EXPECT_EQ(r.mesh, 0);
    for (const std::uint32_t v : r.vertex) out.push_back(model.meshes.at(0).position.at(v));
  }
  return out;
}

TEST_F(FbxSkinFile, TheReportPointsAtTheVertices) {
  const std::vector<Cluster> clusters{{21, 3, "0,1,3,3", "1,0.5,0.5,0.5"},
                                      {22, 4, "0,1", "-1,0.25"}};
  const auto model = open(text_fbx(square(clusters) + limb(3, "a", "") + limb(4, "b", ""),
                                   square_links(clusters) + oo(3, 0) + oo(4, 3)));
  ASSERT_EQ(model->meshes.size(), 1u);
  EXPECT_EQ(model->meshes[0].position.size(), 4u);
  EXPECT_EQ(points_of(*model, "no weights"), std::vector<vec3>{vec3(0, 1, 0)});
  EXPECT_EQ(points_of(*model, "not add up to 1"), std::vector<vec3>{vec3(1, 0, 0)});
  EXPECT_EQ(points_of(*model, "left out: negative"), std::vector<vec3>{vec3(0, 0, 0)});
  EXPECT_EQ(points_of(*model, "same joint twice"), std::vector<vec3>{vec3(1, 1, 0)});
}

// A joint in two clusters is one joint, bound where the first has it. (Assimp 5.2 hands on the
// weights of the first only, and the same bone twice, which it then frees twice.)
TEST_F(FbxSkinFile, TwoClustersForOneJoint) {
  const std::string skin = mesh_model(1, "cloth") +
                           geometry(2, "0,0,0,1,0,0,0,1,0,1,1,0", "0,1,-3,2,1,-4") +
                           deformer(20, "", "Skin", "");
  const auto bound_at = [](int id, const std::string& vertices, const std::string& x) {
    return deformer(id, "", "Cluster",
                    list("Indexes", vertices) + list("Weights", "1,1") +
                        list("Transform", "1,0,0,0,0,1,0,0,0,0,1,0,-" + x + ",0,0,1") +
                        list("TransformLink", "1,0,0,0,0,1,0,0,0,0,1,0," + x + ",0,0,1"));
  };
  for (const bool swapped : {false, true}) {
    const std::string clusters =
        bound_at(21, "0,1", swapped ? "5" : "2") + bound_at(22, "2,3", swapped ? "2" : "5");
    const auto model =
        open(text_fbx(skin + clusters + limb(3, "a", vector("Lcl Translation", "2,0,0")),
                      oo(1, 0) + oo(2, 1) + oo(20, 2) + oo(21, 20) + oo(22, 20) + oo(3, 21) +
                          oo(3, 22) + oo(3, 0)));
    ASSERT_EQ(model->meshes.size(), 1u);
    const Mesh& mesh = model->meshes[0];
    ASSERT_EQ(mesh.file_binding.skin.joint.size(), 1u);
    const std::vector<float> weight =
        joint_weights(mesh.file_binding, mesh.file_binding.skin.joint[0]);
    for (std::size_t v = 0; v < mesh.position.size(); ++v) {
      if (mesh.position[v].y > 0.5f) continue;  // those of the second
      EXPECT_EQ(weight[v], 1.0f) << v;
    }
    EXPECT_FLOAT_EQ(mesh.file_binding.skin.bind[0][3][0], swapped ? 5.0f : 2.0f);
  }
}

// All sixteen count: joint k is moved by 2^k in x, every weight is 1/16.
TEST_F(FbxSkinFile, SixteenInfluencesOnAVertex) {
  std::vector<Cluster> clusters;
  std::string bones, bone_links;
  for (int k = 0; k < 16; ++k) {
    clusters.push_back({100 + k, 200 + k, "0,1,2,3", "0.0625,0.0625,0.0625,0.0625"});
    bones += limb(200 + k, "j" + std::to_string(k), "");
    bone_links += oo(200 + k, 0);
  }
  const auto model = open(text_fbx(square(clusters) + bones, square_links(clusters) + bone_links));
  EXPECT_EQ(weight_stats(model->meshes.at(0).file_binding.influences).max_influences, 16u);
  Scene scene = make_scene(model);
  for (int k = 0; k < 16; ++k) {
    const int j = find_joint(model->skeleton, "j" + std::to_string(k));
    ASSERT_GE(j, 0);
    scene.pose.user_local[static_cast<std::size_t>(j)] =
        to_matrix({{static_cast<float>(1 << k), 0, 0}});
  }
  std::vector<vec3> p, n;
  skin_mesh(scene, evaluate(scene), 0, p, &n);
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_EQ(p[i].x, model->meshes[0].position[i].x + 65535.0f / 16.0f);
  }
}

// One geometry under two models: the skin moves both to the same place, whatever the models do.
TEST_F(FbxSkinFile, InstancesOfASkinnedMesh) {
  const std::vector<Cluster> clusters{{21, 3, "0,1,2,3", "1,1,1,1"}};
  const auto model =
      open(text_fbx(square(clusters) + mesh_model(5, "twin", vector("Lcl Translation", "0,0,7")) +
                        limb(3, "a", ""),
                    square_links(clusters) + oo(5, 0) + oo(2, 5) + oo(3, 0)));
  ASSERT_EQ(model->meshes.size(), 2u);
  Scene scene = make_scene(model);
  const int a = find_joint(model->skeleton, "a");
  scene.pose.user_local[static_cast<std::size_t>(a)] = to_matrix({{0, 3, 0}});
  std::vector<vec3> first, second, n;
  const PosedScene posed = evaluate(scene);
  skin_mesh(scene, posed, 0, first, &n);
  skin_mesh(scene, posed, 1, second, &n);
  for (const std::vector<vec3>* p : {&first, &second}) {
    for (const vec3& v : *p) EXPECT_GE(v.y, 3.0f);
  }
}

// A mirrored model: the faces keep their outside.
TEST_F(FbxSkinFile, MirroredMeshesKeepTheirOutside) {
  const auto model = open(text_fbx(mesh_model(1, "cloth", vector("Lcl Scaling", "-1,2,0.5")) +
                                       geometry(2, "0,0,0,1,0,0,0,1,1", "0,1,-3"),
                                   oo(1, 0) + oo(2, 1)));
  const Scene scene = make_scene(model);
  std::vector<vec3> p, n;
  skin_mesh(scene, evaluate(scene), 0, p, &n);
  const auto at = [&](std::size_t k) { return p[model->meshes[0].triangle[k]]; };
  EXPECT_EQ(std::min({at(0).x, at(1).x, at(2).x}), -1.0f);
  const vec3 face = glm::normalize(glm::cross(at(1) - at(0), at(2) - at(0)));
  // Drawn by the order of corners in the file, the mirrored face looks the other way; normals and
  // winding agree up to that one sign for all corners.
  for (const vec3& normal : n) EXPECT_NEAR(std::abs(glm::dot(normal, face)), 1.0f, 1e-5f);
}

// A bone that hangs nowhere is no node; clips pass over the joint that is added for it.
TEST_F(FbxSkinFile, ABoneOutsideOfTheSceneBesideAClip) {
  const std::string key = "0,46186158000";
  const auto model =
      open(text_fbx(square({{30, 10, "0,1", "1,1"}, {31, 11, "2,3", "1,1"}}) +
                        limb(10, "inside", "") + limb(11, "outside", "") + kStack +
                        curve_node(200, "T") + text_curve("300", key, "0,1", "4", "0,0,0,0", "2"),
                    square_links({{30, 10, "", ""}, {31, 11, "", ""}}) + oo(10, 0) + oo(101, 100) +
                        oo(200, 101) + op(200, 10, "Lcl Translation") + op(300, 200, "d|X")));
  EXPECT_GE(find_joint(model->skeleton, "inside"), 0);
  EXPECT_GE(find_joint(model->skeleton, "outside"), 0);
  ASSERT_EQ(model->clips.size(), 1u);
}

// One skin on two geometries, behind another skin: both have its bones.
TEST(FbxScene, ASkinOfTwoGeometries) {
  const std::string triangle = "0,0,0,1,0,0,0,1,0";
  const FbxScene scene = read_fbx_scene(text_fbx(
      mesh_model(1, "hat") + geometry(2, triangle, "0,1,-3") + mesh_model(3, "left sleeve") +
          geometry(4, triangle, "0,1,-3") + mesh_model(5, "right sleeve") +
          geometry(6, triangle, "0,1,-3") + limb(10, "head", "") + limb(11, "arm", "") +
          deformer(20, "", "Skin", "") + cluster_text({30, 10, "0", "1"}) +
          deformer(21, "", "Skin", "") + cluster_text({31, 11, "0", "1"}),
      oo(2, 1) + oo(4, 3) + oo(6, 5) + oo(20, 2) + oo(21, 4) + oo(21, 6) +
          cluster_links({30, 10, "", ""}, 20) + cluster_links({31, 11, "", ""}, 21)));
  ASSERT_EQ(scene.skins.size(), 3u);
  std::vector<std::string> bones;
  for (const FbxSkin& skin : scene.skins) {
    for (const FbxCluster& c : scene.clusters.at(static_cast<std::size_t>(skin.clusters))) {
      bones.push_back(scene.models.at(static_cast<std::size_t>(c.bone)).name);
    }
  }
  EXPECT_EQ(bones, (std::vector<std::string>{"head", "arm", "arm"}));
}

// Whatever Assimp made of the matrices (each version something else), the file's own count, unless
// one is missing.
TEST(FbxOffsets, ComeFromTheFilesClusters) {
  const auto cluster = [](int id, const std::string& matrix) {
    return deformer(id, "", "Cluster",
                    list("Transform", matrix) + list("TransformLink", kIdentity));
  };
  const std::string file =
      text_fbx(mesh_model(1, "cloth") + limb(10, "upper", "") + limb(11, "lower", "") +
                   deformer(20, "", "Skin", "") + geometry(2, "0,0,0,1,0,0,0,1,0", "0,1,-3") +
                   cluster(30, "1,0,0,0,0,1,0,0,0,0,1,0,2,3,4,1") +
                   cluster(31, "0,1,0,0,-1,0,0,0,0,0,1,0,5,6,7,1"),
               oo(1, 0) + oo(10, 0) + oo(11, 10) + oo(2, 1) + oo(20, 2) + oo(30, 20) + oo(31, 20) +
                   oo(10, 30) + oo(11, 31));
  FbxFile fbx;
  fbx.scene = read_fbx_scene(file);
  ASSERT_EQ(fbx.scene.models.size(), 3u);
  fbx.model_of = {-1, 0, 1, 2};
  fbx.node_of = {1, 2, 3};
  const mat4 assimp(7.0f);
  SkinPlan whole;
  whole.node = 1;
  whole.slot_node = {3, 2};
  whole.offset = {assimp, assimp};
  SkinPlan lacking = whole;
  lacking.slot_node = {2, 1};  // the mesh's own node has no cluster
  std::vector<SkinPlan> plans{whole, lacking};
  // Meshes without a skin, or whose node is not the file's, come before.
  SkinPlan rigid, strange = whole;
  rigid.node = 1;
  strange.node = 0;
  std::vector<SkinPlan> behind{rigid, strange, whole};
  set_fbx_offsets(fbx, behind);
  EXPECT_TRUE(behind[2].offset_from_file);
  set_fbx_offsets(fbx, plans);
  EXPECT_TRUE(plans[0].offset_from_file);
  EXPECT_EQ(plans[0].offset[0],
            mat4(vec4(0, 1, 0, 0), vec4(-1, 0, 0, 0), vec4(0, 0, 1, 0), vec4(5, 6, 7, 1)));
  EXPECT_EQ(plans[0].offset[1][3], vec4(2, 3, 4, 1));
  EXPECT_FALSE(plans[1].offset_from_file);
  EXPECT_EQ(plans[1].offset, lacking.offset);
}

// Where the file's own could not be read, what Assimp put into them is seen from the rest pose: the
// joint is bound where it stands.
TEST(FbxOffsets, AreToldApartByTheRestPose) {
  const mat4 parent = to_matrix({{1, 2, 3}, rotation_from_degrees({20, 0, 50})});
  const mat4 local = to_matrix({{0, 4, 0}, rotation_from_degrees({0, 70, 0})});
  const mat4 joint = to_matrix({{5, 0, 1}, rotation_from_degrees({10, 30, 0})});
  const mat4 geometric = to_matrix({{0, 0, 2}, rotation_from_degrees({0, 0, 80})});
  FileTree tree;
  tree.offsets_vary = true;
  tree.nodes.resize(3);
  tree.nodes[0].local = tree.nodes[0].world = parent;
  tree.nodes[1].parent = 0;
  tree.nodes[1].local = local;
  tree.nodes[1].world = parent * local;
  tree.nodes[1].geometric = geometric;
  tree.nodes[2].world = joint;
  const struct {
    mat4 mesh;  // what stands for the mesh's world matrix
    OffsetReading reading;
  } kCases[] = {{parent * local, OffsetReading::AsStored},
                {local, OffsetReading::LacksParents},
                {parent, OffsetReading::LacksParents},
                {parent * local * geometric, OffsetReading::HoldsGeometric}};
  for (const auto& [mesh, reading] : kCases) {
    tree.nodes[1].has_geometric = reading == OffsetReading::HoldsGeometric;
    SkinPlan plan;
    plan.node = 1;
    plan.slot_node = {2};
    plan.offset = {inverse_affine(joint) * mesh};
    const Binding binding = choose_binding(plan, tree, 1.0f, {});
    EXPECT_EQ(binding.reading, reading);
    EXPECT_LT(max_difference(binding.bind.at(0), joint), 1e-5f) << static_cast<int>(reading);
  }
}

}  // namespace
}  // namespace bindpose::tests::fbx_skin_test
