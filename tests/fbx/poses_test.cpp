// Pose objects of FBX files: which of them counts for a skin, and what of it. Figures are closed
// forms: B_j = P_m^-1 P_j of matrices that only move.
#include <gtest/gtest.h>

#include "fbx/fbx_fixture.h"
#include "scene/draft/bind_doctor.h"
#include "scene/edit/edit.h"

namespace bindpose::tests::fbx_poses_test {
namespace {

using Places = std::vector<std::pair<int, double>>;  // model, x

std::string moved(double x) {
  return "1,0,0,0,0,1,0,0,0,0,1,0," + std::to_string(x) + ",0,0,1";
}

std::string pose(int id, const Places& places, const std::string& kind = "BindPose") {
  std::string out = " Pose: " + std::to_string(id) + ", \"Pose::bind\", \"" + kind + "\" {\n";
  for (const auto& [model, x] : places) {
    out += "  PoseNode:  {\n   Node: " + std::to_string(model) + "\n" + list("Matrix", moved(x)) +
           "  }\n";
  }
  return out + " }\n";
}

// A triangle, model `id`, on the bones 4 (at x = 1) and 6 (at x = 2), which its clusters have
// there. `asks`: of the skin.
std::string cloth(int id, bool with_matrices = true, const std::string& asks = {}) {
  const auto cluster = [&](int number, const char* index, double x) {
    return deformer(
        number, "", "Cluster",
        list("Indexes", index) + list("Weights", index[1] == 0 ? "1" : "1,1") +
            (with_matrices ? list("Transform", moved(-x)) + list("TransformLink", moved(x)) : ""));
  };
  return mesh_model(id, "cloth " + std::to_string(id)) +
         geometry(id + 1, "0,0,0,1,0,0,0,1,0", "0,1,-3") + deformer(id + 2, "", "Skin", asks) +
         cluster(id + 3, "0,1", 1.0) + cluster(id + 4, "2", 2.0);
}
std::string cloth_links(int id) {
  return oo(id, 0) + oo(id + 1, id) + oo(id + 2, id + 1) + oo(id + 3, id + 2) + oo(id + 4, id + 2) +
         oo(4, id + 3) + oo(6, id + 4);
}
const std::string kBones = limb(4, "bone", vector("Lcl Translation", "1,0,0")) +
                           limb(6, "tip", vector("Lcl Translation", "2,0,0"));
const std::string kBoneLinks = oo(4, 0) + oo(6, 0);

class FbxPoses : public FbxFileTest {
 protected:
  // x of where the file's Pose has a joint, in a mesh's bind space.
  static std::optional<double> in_pose(const Model& model, const std::string& joint, int mesh = 0) {
    const auto bind = pose_bind(model, mesh, find_joint(model.skeleton, joint));
    return bind ? std::optional<double>(double{(*bind)[3].x}) : std::nullopt;
  }
  std::shared_ptr<const Model> with(const std::string& poses, const std::string& asks = {}) {
    return open(text_fbx(cloth(20, true, asks) + kBones + poses, cloth_links(20) + kBoneLinks));
  }
  static std::size_t told_apart(const Model& model) {
    return static_cast<std::size_t>(
        std::count_if(model.report.begin(), model.report.end(),
                      [](const ReportEntry& r) { return r.kind == ReportKind::ApartFromPose; }));
  }
};

// The first was made when the mesh stood at 10 and has one bone; the second has all.
TEST_F(FbxPoses, OfSeveralTheOneWithTheMeshAndMostOfItsJointsCountsAsAWhole) {
  const std::string part = pose(9, {{20, 10.0}, {4, 11.5}}),
                    whole = pose(10, {{20, 3.0}, {4, 4.25}, {6, 5.0}}),
                    bones = pose(11, {{4, 7.0}, {6, 7.0}}),
                    rest = pose(12, {{20, 9.0}, {4, 9.0}, {6, 9.0}}, "RestPose");
  for (const std::string& poses : {part + whole + bones + rest, rest + bones + whole + part}) {
    const auto model = with(poses);
    EXPECT_EQ(in_pose(*model, "bone"), 1.25);
    EXPECT_EQ(in_pose(*model, "tip"), 2.0);
    EXPECT_EQ(told_apart(*model), 1u);
    Document doc(make_scene(model));
    std::string error;
    doc.apply({parse_edit("rebind pose", doc.scene(), error).value()});
    const Skin& skin = binding_of(doc.scene(), 0).skin;
    EXPECT_EQ(skin.bind.at(0)[3].x, 1.25f);
    EXPECT_EQ(skin.bind.at(1)[3].x, 2.0f);
  }
}

TEST_F(FbxPoses, WithoutTheMeshesOwnEntryAPoseSaysNothing) {
  const auto model = with(pose(9, {{4, 7.0}, {6, 7.0}}));
  EXPECT_EQ(in_pose(*model, "bone"), std::nullopt);
  EXPECT_EQ(told_apart(*model), 0u);
  const Scene scene = make_scene(model);
  for (const BoundJoint& j : bound_joints(scene, evaluate(scene))) {
    EXPECT_FALSE(j.in_pose);
    EXPECT_FALSE(in_doubt(j, BindDoubt::Fault));
  }
  std::string error;
  EXPECT_FALSE(parse_edit("rebind pose", scene, error));
  EXPECT_NE(error.find("says nothing of its bind pose"), std::string::npos) << error;
}

// Two skins that were bound at different times: each has a Pose of its own.
TEST_F(FbxPoses, EachSkinHasItsOwn) {
  const auto model =
      open(text_fbx(cloth(20) + cloth(40) + kBones + pose(9, {{20, 0.0}, {4, 1.0}, {6, 2.0}}) +
                        pose(10, {{40, 5.0}, {4, 6.5}, {6, 7.0}}),
                    cloth_links(20) + cloth_links(40) + kBoneLinks));
  ASSERT_EQ(model->meshes.size(), 2u);
  const int other = model->meshes[0].name == "cloth 40" ? 0 : 1;
  EXPECT_EQ(in_pose(*model, "bone", 1 - other), 1.0);
  EXPECT_EQ(in_pose(*model, "bone", other), 1.5);
  EXPECT_EQ(told_apart(*model), 1u);
  EXPECT_TRUE(apart_from_pose(*model));
}

// What asks for a blend, and what Assimp would misread, is written anew before it is read.
TEST_F(FbxPoses, AreKeptWhereTheFileIsWrittenAnew) {
  const std::string poses = pose(9, {{20, 0.0}, {4, 1.25}, {6, 2.0}});
  const auto model = with(poses, "  SkinningType: \"Blend\"\n" + list("Indexes", "0,1,2") +
                                     list("BlendWeights", "0,0,0.25"));
  EXPECT_EQ(in_pose(*model, "bone"), 1.25);
  EXPECT_EQ(told_apart(*model), 1u);
  // A cluster without matrices takes them from the same whole Pose: the mesh stood at 3 then.
  const auto bare = open(text_fbx(cloth(20, false) + kBones + pose(8, {{20, 10.0}, {4, 10.0}}) +
                                      pose(9, {{20, 3.0}, {4, 4.25}, {6, 5.0}}),
                                  cloth_links(20) + kBoneLinks));
  const Skin& skin = bare->meshes.at(0).file_binding.skin;
  ASSERT_EQ(skin.bind.size(), 2u);
  EXPECT_FLOAT_EQ((inverse_affine(skin.mesh_to_bind) * skin.bind[0])[3].x, 1.25f);
  EXPECT_FLOAT_EQ((inverse_affine(skin.mesh_to_bind) * skin.bind[1])[3].x, 2.0f);
  EXPECT_EQ(in_pose(*bare, "tip"), 2.0);
}

TEST_F(FbxPoses, ClustersWithoutMatricesAreTold) {
  const auto told = [&](const std::string& poses) {
    const auto model =
        open(text_fbx(cloth(20, false) + kBones + poses, cloth_links(20) + kBoneLinks));
    return std::count_if(model->report.begin(), model->report.end(), [&](const ReportEntry& e) {
      return e.message.starts_with("2 lists of weights do not say where the joint was") &&
             (e.severity == Severity::Warning) == poses.empty();
    });
  };
  EXPECT_EQ(told(pose(9, {{20, 3.0}, {4, 4.25}, {6, 5.0}})), 1);
  EXPECT_EQ(told(""), 1);
}

// Version 6100: objects are known by their names.
TEST_F(FbxPoses, OfOldFilesToo) {
  const auto place = [](const std::string& name, double x) {
    return "PoseNode:  {\nNode: \"Model::" + name + "\"\nMatrix: " + moved(x) + "\n}\n";
  };
  const auto cluster = [](const std::string& name, const char* index, double x) {
    return "Deformer: \"SubDeformer::" + name + "\", \"Cluster\" {\nIndexes: " + index +
           "\nWeights: 1\nTransform: " + moved(-x) + "\nTransformLink: " + moved(x) + "\n}\n";
  };
  const auto limb_of = [](const std::string& name, double x) {
    return "Model: \"Model::" + name +
           "\", \"LimbNode\" {\nProperties60:  {\nProperty: \"Lcl Translation\", \"Lcl "
           "Translation\", \"A\"," +
           std::to_string(x) + ",0,0\n}\n}\n";
  };
  std::string links;
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"Model::cloth", "Model::Scene"},
                                                        {"Model::bone", "Model::Scene"},
                                                        {"Model::tip", "Model::Scene"},
                                                        {"Deformer::skin", "Model::cloth"},
                                                        {"SubDeformer::a", "Deformer::skin"},
                                                        {"SubDeformer::b", "Deformer::skin"},
                                                        {"Model::bone", "SubDeformer::a"},
                                                        {"Model::tip", "SubDeformer::b"}})
    links += "Connect: \"OO\", \"" + from + "\", \"" + to + "\"\n";
  const auto model = open(
      "; FBX 6.1.0 project file\nFBXHeaderExtension:  {\nFBXHeaderVersion: 1003\n"
      "FBXVersion: 6100\n}\nObjects:  {\nModel: \"Model::cloth\", \"Mesh\" {\n"
      "Vertices: 0,0,0,1,0,0,0,1,0\nPolygonVertexIndex: 0,1,-3\n}\n" +
      limb_of("bone", 1.0) + limb_of("tip", 2.0) +
      "Deformer: \"Deformer::skin\", \"Skin\" {\nLink_DeformAcuracy: 50\n}\n" +
      cluster("a", "0", 1.0) + cluster("b", "2", 2.0) +
      "Pose: \"Pose::BIND_POSES\", \"BindPose\" {\nType: \"BindPose\"\nNbPoseNodes: 2\n" +
      place("cloth", 10.0) + place("bone", 11.0) + "}\n" +
      "Pose: \"Pose::BIND_POSES\", \"BindPose\" {\nType: \"BindPose\"\nNbPoseNodes: 3\n" +
      place("cloth", 3.0) + place("bone", 4.25) + place("tip", 5.0) + "}\n}\nConnections:  {\n" +
      links + "}\n");
  ASSERT_EQ(model->meshes.size(), 1u);
  EXPECT_EQ(in_pose(*model, "bone"), 1.25);
  EXPECT_EQ(in_pose(*model, "tip"), 2.0);
}

// Exporters wrote skins and Poses of these files at one time: each joint of a skin is in the Pose
// that counts for it, and where the skin has it. The last four are written anew before they are
// read.
TEST(FbxPosesOfOtherPrograms, AgreeWithTheirSkins) {
  const std::filesystem::path shared = BINDPOSE_SHARED_DIR;
  if (!std::filesystem::exists(shared)) GTEST_SKIP() << "no ../shared here";
  for (const char* name :
       {"models/maya_kenney_character/maya_kenney_character.fbx",
        "models/maya_transformed_skin/maya_transformed_skin.fbx", "models/two_skins_fbx/skin.fbx",
        "models/max_transformed_skin/max_transformed_skin.fbx",
        "models/max_transformed_skin_6100/max_transformed_skin_6100.fbx",
        "wild/models/maya_advanced_skinned_pivot_6100/maya_advanced_skinned_pivot_6100.fbx",
        "wild/models/maya_game_sausage_6100/maya_game_sausage_6100.fbx"}) {
    if (!std::filesystem::exists(shared / name)) continue;
    const Scene scene = make_scene(import_model(shared / name));
    const std::vector<BoundJoint> joints = bound_joints(scene, evaluate(scene));
    EXPECT_FALSE(joints.empty()) << name;
    for (const BoundJoint& j : joints) {
      EXPECT_TRUE(j.in_pose) << name << ' ' << scene.model->skeleton.name.at(std::size_t(j.joint));
      EXPECT_FALSE(j.from_pose.apart) << name << ' ' << j.from_pose.distance;
    }
  }
}

}  // namespace
}  // namespace bindpose::tests::fbx_poses_test
