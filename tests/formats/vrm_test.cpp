// VRM characters of both versions, written here: a head with two shapes on an arm's rig whose
// joints' names say nothing.
#include <gtest/gtest.h>

#include "io/export/export.h"
#include "io/import.h"
#include "io/import_files.h"
#include "io/text/scene_json.h"
#include "rig/retarget/human_bones.h"
#include "scene/pose/symmetry.h"
#include "scene/scene.h"

namespace bindpose::testing::vrm_test {
namespace {

using import_files::Folder;
using import_files::Gltf;
using import_files::json;

// Nodes: 0 root, 1 face (mesh 0 with the shapes 0 and 1), 2 n2 hips, 3 n3 and 4 n4: arms.
Gltf character() {
  Gltf g = import_files::skinned_square();
  g.root["nodes"] = {{{"name", "root"}, {"children", {1, 2}}},
                     {{"name", "face"}, {"mesh", 0}, {"skin", 0}},
                     {{"name", "n2"}, {"children", {3, 4}}},
                     {{"name", "n3"}, {"translation", {1.0, 1.0, 0.0}}},
                     {{"name", "n4"}, {"translation", {-1.0, 1.1, 0.0}}}};
  g.root["skins"] = {{{"joints", {2, 3, 4}},
                      {"inverseBindMatrices", g.floats(import_files::identities(3), "MAT4", 16)}}};
  const auto shape = [&](int corner, float z) {
    std::vector<float> moved(18, 0.0f);
    moved[static_cast<std::size_t>(3 * corner) + 2] = z;
    return g.floats(moved, "VEC3", 3);
  };
  g.root["meshes"][0]["primitives"][0]["targets"] = {{{"POSITION", shape(1, 1.0f)}},
                                                     {{"POSITION", shape(5, 2.0f)}}};
  g.root["meshes"][0]["extras"]["targetNames"] = {"Fcl_A", "Fcl_B"};
  return g;
}

json vrm0() {
  return {{"meta", {{"title", "Alice"}, {"author", "Lewis"}}},
          {"humanoid",
           {{"humanBones",
             {{{"bone", "hips"}, {"node", 2}},
              {{"bone", "leftThumbIntermediate"}, {"node", 3}},
              {{"bone", "rightThumbIntermediate"}, {"node", 4}},
              {{"bone", "tail"}, {"node", 1}},
              {{"bone", "head"}, {"node", 77}}}}}},
          {"firstPerson", {{"lookAtTypeName", "Bone"}}},
          {"secondaryAnimation", {{"boneGroups", {{{"bones", {3}}}, {{"bones", {4}}}}}}},
          {"blendShapeMaster",
           {{"blendShapeGroups",
             {{{"presetName", "joy"},
               {"name", "Joy"},
               {"binds",
                {{{"mesh", 0}, {"index", 0}, {"weight", 50}},
                 {{"mesh", 0}, {"index", 1}, {"weight", 100}},
                 {{"mesh", 0}, {"index", 9}, {"weight", 100}},
                 {{"mesh", 8}, {"index", 0}, {"weight", 100}}}}},
              {{"presetName", "unknown"},
               {"name", "Wink"},
               {"binds", {{{"mesh", 0}, {"index", 1}, {"weight", 25}}}}},
              {{"presetName", "angry"},
               {"binds", json::array()},
               {"materialValues", {{{"materialName", "skin"}}}}}}}}}};
}

json vrm1() {
  return {
      {"specVersion", "1.0"},
      {"meta", {{"name", "Alice"}, {"authors", {"Lewis", "John"}}}},
      {"humanoid",
       {{"humanBones",
         {{"hips", {{"node", 2}}},
          {"leftThumbProximal", {{"node", 3}}},
          {"rightThumbProximal", {{"node", 4}}}}}}},
      {"lookAt", {{"type", "bone"}}},
      {"expressions",
       {{"preset",
         {{"happy",
           {{"morphTargetBinds",
             {{{"node", 1}, {"index", 0}, {"weight", 0.5}},
              {{"node", 1}, {"index", 1}, {"weight", 1.0}}}}}}}},
        {"custom",
         {{"Wink", {{"morphTargetBinds", {{{"node", 1}, {"index", 1}, {"weight", 0.25}}}}}}}}}}};
}

std::string whole_report(const Model& model) {
  std::string out;
  for (const ReportEntry& r : model.report) out += r.place + ": " + r.message + "\n";
  return out;
}

std::size_t channel(const Model& model, const std::string& name) {
  for (std::size_t c = 0; c < model.morph_channels.size(); ++c) {
    if (model.morph_channels[c].name == name) return c;
  }
  ADD_FAILURE() << "no morph " << name;
  return 0;
}

class Vrm : public ::testing::TestWithParam<int> {
 protected:
  std::shared_ptr<const Model> open(const std::function<void(json&)>& change = [](json&) {}) {
    Gltf g = character();
    const bool old = GetParam() == 0;
    json vrm = old ? vrm0() : vrm1();
    change(vrm);
    g.root["extensions"][old ? "VRM" : "VRMC_vrm"] = vrm;
    if (!old) g.root["extensions"]["VRMC_springBone"]["springs"] = {json::object(), json::object()};
    return import_model(g.write(folder_));
  }
  Folder folder_;
};

TEST_P(Vrm, JointsAreTheHumanBonesThatTheFileSays) {
  const auto model = open();
  const Skeleton& s = model->skeleton;
  ASSERT_EQ(s.human_bone.size(), s.name.size());
  const auto bone = [&](const char* joint) {
    return s.human_bone[static_cast<std::size_t>(find_joint(s, joint))];
  };
  EXPECT_EQ(bone("n2"), "hips");
  EXPECT_EQ(bone("n3"), "leftThumbProximal");
  EXPECT_EQ(bone("n4"), "rightThumbProximal");
  EXPECT_EQ(bone("face"), "");
  const std::vector<JointPart> part = joint_parts(s);
  const auto at = [&](const char* joint) {
    return part[static_cast<std::size_t>(find_joint(s, joint))];
  };
  EXPECT_EQ(at("n2"), (JointPart{"hips", BodySide::None}));
  EXPECT_EQ(at("n3"), (JointPart{"thumb", BodySide::Left}));
  EXPECT_EQ(at("n4"), (JointPart{"thumb", BodySide::Right}));
}

TEST_P(Vrm, InfoSaysWhichBoneAJointIs) {
  const auto model = open();
  EXPECT_NE(info_text(*model, {}).find("n3  [leftThumbProximal]"), std::string::npos);
  const json info = json::parse(info_json(*model, {}));
  for (const json& joint : info["joints"]) {
    EXPECT_EQ(joint.contains("human_bone"), joint["name"] != "root" && joint["name"] != "face");
    if (joint["name"] == "n2") {
      EXPECT_EQ(joint["human_bone"], "hips");
    }
  }
}

// n4 does not stand where n3 is mirrored: only the file's word makes them two sides.
TEST_P(Vrm, SidesAreTheFilesWord) {
  const auto model = open();
  const RigMirror mirror = rig_mirror(*model);
  const int left = find_joint(model->skeleton, "n3"), right = find_joint(model->skeleton, "n4");
  EXPECT_EQ(mirror.pairs.partner[static_cast<std::size_t>(left)], right);
  EXPECT_EQ(mirror.pairs.partner[static_cast<std::size_t>(right)], left);
}

// v = p + m (.5 d0 + 1 d1) for "happy", in closed form.
TEST_P(Vrm, ExpressionsAreMorphs) {
  const auto model = open();
  ASSERT_EQ(model->morph_channels.size(), 4u) << whole_report(*model);
  EXPECT_EQ(model->morph_channels[0].name, "Fcl_A");
  Scene scene = make_scene(model);
  const auto posed_z = [&](const std::string& name, float m, std::size_t corner) {
    scene.pose.user_morph.assign(model->morph_channels.size(), std::nullopt);
    scene.pose.user_morph[channel(*model, name)] = m;
    const PosedScene posed = evaluate(scene);
    std::vector<vec3> position;
    skin_mesh(scene, posed, 0, position, nullptr);
    const auto& source = model->meshes[0].source_vertex;
    float z = 0.0f;
    for (std::size_t v = 0; v < position.size(); ++v) {
      const std::size_t in_file = source.empty() ? v : source[v];
      if (in_file == corner) z = position[v].z;
    }
    return z;
  };
  EXPECT_FLOAT_EQ(posed_z("expression happy", 1.0f, 1), 0.5f);
  EXPECT_FLOAT_EQ(posed_z("expression happy", 1.0f, 5), 2.0f);
  EXPECT_FLOAT_EQ(posed_z("expression happy", 0.5f, 5), 1.0f);
  EXPECT_FLOAT_EQ(posed_z("expression Wink", 1.0f, 5), 0.5f);
  EXPECT_FLOAT_EQ(posed_z("expression Wink", 1.0f, 1), 0.0f);
  EXPECT_FLOAT_EQ(posed_z("Fcl_B", 1.0f, 5), 2.0f) << "the shapes themselves stay";
}

TEST_P(Vrm, WhatIsNotShownIsSaid) {
  const std::string report = whole_report(*open());
  EXPECT_NE(report.find("VRM " + std::string(GetParam() == 0 ? "0" : "1.0") +
                        " character, \"Alice\", by Lewis"),
            std::string::npos)
      << report;
  EXPECT_NE(report.find("3 human bones"), std::string::npos) << report;
  EXPECT_NE(report.find("It has 2 chains of spring bones and eyes that look at a place, which are "
                        "not simulated."),
            std::string::npos)
      << report;
  if (GetParam() == 0) {
    EXPECT_NE(report.find("1 expression changes colours"), std::string::npos) << report;
  }
}

TEST_P(Vrm, ABrokenExtensionIsNoHarm) {
  for (const char* key : {"humanoid", "blendShapeMaster", "expressions", "meta", "lookAt"}) {
    for (const json& value : {json(), json(3), json("x"), json::array({1, "x"}),
                              json{{"humanBones", {{{"bone", 3}, {"node", -1}}}},
                                   {"blendShapeGroups", {1, {{"binds", {4, {{"mesh", 0}}}}}}},
                                   {"preset", {{"happy", {{"morphTargetBinds", "x"}}}}}}}) {
      const auto model = open([&](json& vrm) { vrm[key] = value; });
      EXPECT_GE(model->morph_channels.size(), 2u) << key << value;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, Vrm, ::testing::Values(0, 1));

TEST(HumanBones, TheThumbsOfVrm0AreNamedAnew) {
  EXPECT_EQ(human_bone_of_vrm0("leftThumbProximal"), "leftThumbMetacarpal");
  EXPECT_EQ(human_bone_of_vrm0("rightThumbIntermediate"), "rightThumbProximal");
  EXPECT_EQ(human_bone_of_vrm0("rightThumbDistal"), "rightThumbDistal");
  EXPECT_EQ(human_bone_of_vrm0("leftThumbMetacarpal"), "");
  EXPECT_EQ(human_bone_of_vrm1("leftThumbMetacarpal"), "leftThumbMetacarpal");
  EXPECT_EQ(human_bone_of_vrm1("leftLittleIntermediate"), "leftLittleIntermediate");
  EXPECT_EQ(human_bone_of_vrm1("leftNose"), "");
  EXPECT_EQ(part_of_human_bone("upperChest"), (JointPart{"spine", BodySide::None}));
  EXPECT_EQ(part_of_human_bone("rightLowerArm"), (JointPart{"forearm", BodySide::Right}));
}

}  // namespace
}  // namespace bindpose::testing::vrm_test
