// Models are told apart by their numbers, whatever they are called: Assimp joins bones and nodes by
// name.
#include <gtest/gtest.h>

#include <algorithm>

#include "fbx/fbx_fixture.h"

namespace bindpose::tests::fbx_names_test {
namespace {

class FbxNames : public FbxFileTest {
 protected:
  // A triangle whose corners follow a node each: those stand at x = 0, 1, 2 and turn by nothing.
  std::string arm(const std::string& first, const std::string& second, const std::string& third) {
    const auto cluster = [](int id, int point, double x) {
      return deformer(
          id, "c", "Cluster",
          list("Indexes", std::to_string(point)) + list("Weights", "1") +
              list("Transform", "1,0,0,0,0,1,0,0,0,0,1,0," + std::to_string(-x) + ",0,0,1") +
              list("TransformLink", "1,0,0,0,0,1,0,0,0,0,1,0," + std::to_string(x) + ",0,0,1"));
    };
    return text_fbx(mesh_model(1, "cloth") + geometry(2, "0,0,0,1,0,0,2,1,0", "0,1,-3") +
                        limb(3, first, "") + limb(4, second, vector("Lcl Translation", "1,0,0")) +
                        limb(5, third, vector("Lcl Translation", "1,0,0")) +
                        deformer(10, "s", "Skin", "") + cluster(11, 0, 0) + cluster(12, 1, 1) +
                        cluster(13, 2, 2),
                    oo(1, 0) + oo(2, 1) + oo(3, 0) + oo(4, 3) + oo(5, 4) + oo(10, 2) + oo(11, 10) +
                        oo(12, 10) + oo(13, 10) + oo(3, 11) + oo(4, 12) + oo(5, 13));
  }
  // Each corner follows a joint of its own, by its whole weight.
  static void expect_three_joints(const std::shared_ptr<const Model>& model) {
    ASSERT_EQ(model->meshes.size(), 1u);
    const Mesh& mesh = model->meshes[0];
    const Influences& rows = mesh.file_binding.influences;
    const auto world = evaluate(posed(model, -1, 0.0)).world;
    EXPECT_EQ(mesh.file_binding.skin.joint.size(), 3u);
    for (std::size_t i = 0; i < mesh.position.size(); ++i) {
      ASSERT_EQ(rows.offset[i + 1] - rows.offset[i], 1u) << "vertex " << i;
      const int joint = mesh.file_binding.skin.joint.at(rows.slot[rows.offset[i]]);
      EXPECT_NEAR(world.at(static_cast<std::size_t>(joint))[3].x, mesh.position[i].x, 1e-6f);
    }
  }
};

TEST_F(FbxNames, BonesOfOneNameKeepTheirWeights) {
  const auto model = open(arm("hip", "arm", "arm"));
  expect_three_joints(model);
  EXPECT_GE(find_joint(model->skeleton, "arm"), 0);
  EXPECT_GE(find_joint(model->skeleton, "arm#2"), 0);
}

TEST_F(FbxNames, ABoneThatIsCalledLikeItsMesh) {
  const auto model = open(arm("hip", "cloth", "cloth"));
  expect_three_joints(model);
  EXPECT_EQ(model->meshes[0].name, "cloth");
}

TEST_F(FbxNames, LongNamesAreNotCut) {
  const std::string begin(2000, 'x');
  const auto model = open(arm("hip", begin + "1", begin + "2"));
  expect_three_joints(model);
  EXPECT_GE(find_joint(model->skeleton, begin + "2"), 0);
}

TEST_F(FbxNames, NamesLikeThoseOfPivots) {
  const auto model = open(arm("hip", "arm", "arm_$AssimpFbx$_Rotation"));
  expect_three_joints(model);
  EXPECT_GE(find_joint(model->skeleton, "arm_$AssimpFbx$_Rotation"), 0);
}

// A made-up name that a node of the file has already.
TEST_F(FbxNames, NamesLikeThoseThatAreMadeUp) {
  const auto model = open(arm("node#1", "arm", "arm"));
  expect_three_joints(model);
  for (const char* name : {"node#1", "arm", "arm#2"}) {
    EXPECT_GE(find_joint(model->skeleton, name), 0) << name;
  }
}

// A material before the model that has its number: what hangs on the number is the model's.
TEST_F(FbxNames, AModelKeepsItsNumber) {
  const std::string red = " Material: 1, \"Material::red\", \"\" {\n }\n";
  const auto model = open(text_fbx(red + mesh_model(1, "cloth") + limb(3, "hip", "") +
                                       geometry(2, "0,0,0,1,0,0,0,1,0", "0,1,-3"),
                                   oo(1, 0) + oo(2, 1) + oo(3, 1)));
  ASSERT_EQ(model->meshes.size(), 1u);
  EXPECT_EQ(model->meshes[0].name, "cloth");
  EXPECT_GE(find_joint(model->skeleton, "hip"), 0);
  EXPECT_TRUE(std::any_of(model->report.begin(), model->report.end(), [](const ReportEntry& e) {
    return e.severity == Severity::Warning &&
           e.message.starts_with("1 object has the number of another one");
  }));
}

// Where a mesh does not say which material it has, it is the model's first, as in FBX programs.
TEST_F(FbxNames, TheFirstMaterialIsTheMeshsOwn) {
  const std::string red = " Material: 7, \"Material::red\", \"\" {\n  ShadingModel: \"phong\"\n" +
                          properties("   P: \"DiffuseColor\", \"Color\", \"\", \"A\",1,0,0\n") +
                          " }\n" +
                          " Texture: 8, \"Texture::t\", \"\" {\n  Type: \"TextureVideoClip\"\n"
                          "  FileName: \"gone.png\"\n  RelativeFilename: \"gone.png\"\n }\n";
  const auto model =
      open(text_fbx(mesh_model(1, "cloth") + geometry(2, "0,0,0,1,0,0,0,1,0", "0,1,-3") + red,
                    oo(1, 0) + oo(2, 1) + oo(7, 1) + op(8, 7, "DiffuseColor")));
  ASSERT_EQ(model->meshes.size(), 1u);
  ASSERT_GE(model->meshes[0].material, 0);
  EXPECT_EQ(model->materials[static_cast<std::size_t>(model->meshes[0].material)].name, "red");
  ASSERT_EQ(model->missing_textures.size(), 1u);
}

}  // namespace
}  // namespace bindpose::tests::fbx_names_test
