// Files that hold a skeleton and its motion but no surface: nothing is made up, and what the file
// calls joints are joints.
#include <gtest/gtest.h>

#include "fbx/fbx_fixture.h"
#include "io/collada_files.h"
#include "scene/bone_layout.h"
#include "scene/weight_problems.h"

namespace bindpose::tests::skeleton_alone_test {
namespace {

class SkeletonAlone : public FolderTest {
 protected:
  std::shared_ptr<const Model> open(const std::string& name, const std::string& text) {
    write_all(folder_ / name, text);
    return import_model(folder_ / name);
  }
};

std::string dae(const std::string& nodes, const std::string& animation = "") {
  return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<COLLADA "
         "xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\"><asset>"
         "<up_axis>Y_UP</up_axis></asset>" +
         (animation.empty() ? "" : "<library_animations>" + animation + "</library_animations>") +
         "<library_visual_scenes><visual_scene id=\"scene\">" + nodes +
         "</visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#scene\"/>"
         "</scene></COLLADA>\n";
}

std::string fbx_6100(const std::string& kind) {
  return "; FBX 6.1.0 project file\nFBXHeaderExtension:  {\nFBXHeaderVersion: 1003\n"
         "FBXVersion: 6100\n}\nObjects:  {\n"
         "Model: \"Model::hips\", \"" +
         kind +
         "\" {\nProperties60:  {\n"
         "Property: \"Lcl Translation\", \"Lcl Translation\", \"A\",0,0,5\n}\n}\n"
         "Model: \"Model::hat\", \"Null\" {\nProperties60:  {\n}\n}\n}\n"
         "Connections:  {\nConnect: \"OO\", \"Model::hips\", \"Model::Scene\"\n"
         "Connect: \"OO\", \"Model::hat\", \"Model::hips\"\n}\n";
}

// By name, the joints alone.
std::vector<std::string> joints_of(const Model& model) {
  std::vector<std::string> out;
  for (std::size_t j = 0; j < model.skeleton.parent.size(); ++j) {
    if (model.skeleton.file_flags.is_joint[j] != 0) out.push_back(model.skeleton.name[j]);
  }
  return out;
}

// By name, what is drawn as a bone with a body.
std::vector<std::string> bones_of(const Model& model) {
  std::vector<std::string> out;
  for (const BoneLayout::Plan& plan : bone_layout(model, model.skeleton.file_flags).plan) {
    if (!plan.helper) out.push_back(model.skeleton.name[static_cast<std::size_t>(plan.joint)]);
  }
  return out;
}

using Names = std::vector<std::string>;

TEST_F(SkeletonAlone, NodesOfTypeJointInCollada) {
  const auto model = open(
      "walk.dae",
      dae("<node id=\"rig\" name=\"rig\"><node type=\"JOINT\" id=\"hips\" name=\"Hips\"><translate "
          "sid=\"place\">0 1 0</translate><node sid=\"knee\" type='JOINT'><translate>0 1 "
          "0</translate><node id=\"light\" name=\"light\"/></node></node></node>",
          dae_animation("move", {"hips/place.X", "0 1", "0 5", "LINEAR LINEAR"})));
  EXPECT_TRUE(model->meshes.empty());
  EXPECT_TRUE(model->materials.empty());
  EXPECT_EQ(joints_of(*model), (Names{"Hips", "knee"}));
  EXPECT_EQ(bones_of(*model), (Names{"Hips", "knee"}));  // though nothing has weights
  ASSERT_EQ(model->clips.size(), 1u);
  const Scene scene = posed(model, 0, 1.0);
  const int hips = find_joint(model->skeleton, "Hips");
  expect_at(vec3(evaluate(scene).world[static_cast<std::size_t>(hips)][3]), {5, 1, 0});
  EXPECT_TRUE(weight_problems(scene, 4).without_weight.empty());
}

// A file of nodes alone has no joints, and no mesh in their shape.
TEST_F(SkeletonAlone, NodesOfColladaStayNodes) {
  const auto model = open("nodes.dae", dae("<node id=\"a\" name=\"a\"><node id=\"b\" name=\"b\">"
                                           "<translate>0 1 0</translate></node></node>"));
  EXPECT_TRUE(model->meshes.empty());
  EXPECT_TRUE(joints_of(*model).empty());
  EXPECT_GE(find_joint(model->skeleton, "b"), 0);
}

TEST_F(SkeletonAlone, LimbNodesOfFbx) {
  for (const char* kind : {"LimbNode", "Limb", "Root"}) {
    const auto model = open("walk.fbx", fbx_6100(kind));
    EXPECT_TRUE(model->meshes.empty());
    EXPECT_EQ(joints_of(*model), Names{"hips"}) << kind;
  }
  EXPECT_TRUE(joints_of(*open("walk.fbx", fbx_6100("Null"))).empty());
}

// Where a surface names its joints these alone are meant, as before.
TEST_F(SkeletonAlone, ASkinSaysWhichJointsItHas) {
  std::string text = fbx_6100("LimbNode");
  text.insert(text.find("Model: \"Model::hat\""),
              "Model: \"Model::cloth\", \"Mesh\" {\nProperties60:  {\n}\nVertices: "
              "0,0,0,1,0,0,0,1,0\nPolygonVertexIndex: 0,1,-3\n}\n"
              "Model: \"Model::tail\", \"LimbNode\" {\nProperties60:  {\n}\n}\n"
              "Deformer: \"Deformer::skin\", \"Skin\" {\nLink_DeformAcuracy: 50\n}\n"
              "Deformer: \"SubDeformer::c\", \"Cluster\" {\nIndexes: 1\nWeights: 1\nTransform: "
              "1,0,0,0,0,1,0,0,0,0,1,0,0,0,-5,1\nTransformLink: "
              "1,0,0,0,0,1,0,0,0,0,1,0,0,0,5,1\n}\n");
  text.insert(text.rfind('}'),
              "Connect: \"OO\", \"Model::cloth\", \"Model::Scene\"\n"
              "Connect: \"OO\", \"Model::tail\", \"Model::hips\"\n"
              "Connect: \"OO\", \"Deformer::skin\", \"Model::cloth\"\n"
              "Connect: \"OO\", \"SubDeformer::c\", \"Deformer::skin\"\n"
              "Connect: \"OO\", \"Model::hips\", \"SubDeformer::c\"\n");
  const auto model = open("rig.fbx", text);
  EXPECT_EQ(model->meshes.size(), 1u);
  EXPECT_EQ(joints_of(*model), Names{"hips"});
  EXPECT_EQ(bones_of(*model), Names{"hips"});
}

}  // namespace
}  // namespace bindpose::tests::skeleton_alone_test
