// VRM characters of both versions.
#include <gtest/gtest.h>

#include "formats/vrm_files.h"
#include "io/export/export.h"
#include "io/export/rig/rig.h"
#include "io/gltf_files.h"
#include "io/import.h"
#include "io/import_files.h"
#include "io/text/scene_json.h"
#include "rig/morph.h"
#include "rig/retarget/human_bones.h"
#include "rig/retarget/joint_map.h"
#include "scene/check/check.h"
#include "scene/pose/symmetry.h"
#include "scene/scene.h"

namespace bindpose::tests::vrm_test {
namespace {

using import_files::Folder;
using import_files::Gltf;
using import_files::json;
using vrm_files::character;
using vrm_files::vrm0;
using vrm_files::vrm1;

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

// VRM 0 looks along -z: seen from the front it is to look at who opens it, as VRM 1 does.
TEST_P(Vrm, LooksAtWhoOpensIt) {
  const auto model = open();
  const vec3 front = mat3(model->to_display) * vec3(0.0f, 0.0f, GetParam() == 0 ? -1.0f : 1.0f);
  EXPECT_LT(glm::distance(front, vec3(0, 0, 1)), 1e-6f);
  EXPECT_GT(glm::determinant(mat3(model->to_display)), 0.0f);
  EXPECT_NE(model->format.find(GetParam() == 0 ? ", VRM 0" : ", VRM 1"), std::string::npos)
      << model->format;
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

// Two characters whose joints' names say nothing: the bones of a human pair them, the hips as what
// carries the body.
TEST_P(Vrm, ClipsGoOverByHumanBones) {
  const auto source = open(), other = open();
  Model target = *other;
  for (std::string& name : target.skeleton.name) name = "another " + name;
  const auto rig = [](const Model& m) { return RigPose{m.skeleton, m.bind_local, m.to_display}; };
  const JointMap map = propose_pairs(rig(*source), rig(target));
  const auto joint = [&](const char* name) { return find_joint(source->skeleton, name); };
  for (const char* name : {"n2", "n3", "n4"}) {
    const auto pair = std::ranges::find(map.pair, joint(name), &JointPair::source);
    ASSERT_NE(pair, map.pair.end()) << name;
    EXPECT_EQ(pair->target, joint(name)) << name;
    EXPECT_EQ(pair->by, PairedBy::Part) << name;
  }
  EXPECT_EQ(map.source_hips, joint("n2"));
  EXPECT_EQ(map.target_hips, joint("n2"));
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

// VRM 1.0: "A value greater than 0.5 is 1.0, otherwise 0.0"; the corner goes by 2 where it is
// whole.
TEST_P(Vrm, ABinaryExpressionIsNothingOrWhole) {
  const auto model = open([](json& vrm) {
    if (GetParam() == 0) {
      vrm["blendShapeMaster"]["blendShapeGroups"][0]["isBinary"] = true;
    } else {
      vrm["expressions"]["preset"]["happy"]["isBinary"] = true;
      vrm["expressions"]["preset"]["happy"]["overrideBlink"] = "block";
      vrm["expressions"]["custom"]["Wink"]["overrideMouth"] = "none";
    }
  });
  const std::size_t happy = channel(*model, "expression happy");
  const auto moved = [&](float m, std::size_t of) {
    std::vector<float> weight(model->morph_channels.size(), 0.0f);
    weight[of] = m;
    float most = 0.0f;
    for (std::size_t v = 0; v < model->meshes[0].position.size(); ++v)
      most = std::max(most, morph_point(model->meshes[0], weight, v).position.z);
    return most;
  };
  for (const float m : {-1.0f, 0.0f, 0.3f, 0.5f}) EXPECT_FLOAT_EQ(moved(m, happy), 0.0f) << m;
  for (const float m : {0.50001f, 0.6f, 1.0f, 2.0f}) EXPECT_FLOAT_EQ(moved(m, happy), 2.0f) << m;
  EXPECT_FLOAT_EQ(moved(0.5f, channel(*model, "expression Wink")), 0.25f) << "blended";
  const std::string report = whole_report(*model);
  EXPECT_NE(report.find("1 expression is binary (happy): nothing up to 0.5, whole above."),
            std::string::npos)
      << report;
  EXPECT_EQ(report.find("1 expression overrides (happy)") != std::string::npos, GetParam() == 1)
      << report;
}

TEST_P(Vrm, TwoBonesInOneJointAreTold) {
  const auto model = open([](json& vrm) {
    json& bones = vrm["humanoid"]["humanBones"];
    if (GetParam() == 0) {
      bones.push_back({{"bone", "rightHand"}, {"node", 3}});
      bones.push_back({{"bone", "hips"}, {"node", 0}});
    } else {
      bones["rightHand"] = {{"node", 3}};
    }
  });
  const std::string report = whole_report(*model);
  EXPECT_NE(report.find("human bone rightHand: It is n3, which is leftThumbProximal already"),
            std::string::npos)
      << report;
  EXPECT_EQ(report.find("human bone hips: It is root, and n2 already") != std::string::npos,
            GetParam() == 0)
      << report;
  bool told = false;
  for (const Finding& f : check(make_scene(model), *find_profile("vrm"))) {
    told = told || (f.rule == Rule::BrokenVrm && f.severity == Severity::Error);
    if (f.rule == Rule::MissingHumanBone) {
      EXPECT_EQ(f.text.find("rightHand"), std::string::npos) << f.text;
    }
  }
  EXPECT_TRUE(told);
}

TEST_P(Vrm, AShapeThatIsNotThereIsTold) {
  const auto model = open([](json& vrm) {
    if (GetParam() == 0) {
      vrm["blendShapeMaster"]["blendShapeGroups"][1]["binds"][0]["index"] = 7;
    } else {
      vrm["expressions"]["custom"]["Wink"]["morphTargetBinds"][0]["index"] = 7;
    }
  });
  EXPECT_EQ(model->morph_channels.size(), 3u);
  const std::string report = whole_report(*model);
  EXPECT_NE(
      report.find("expression Wink: It binds 1 morph target that the file does not have: shape "
                  "7 of face. Nothing of it is left to be shown."),
      std::string::npos)
      << report;
  if (GetParam() == 0) {
    EXPECT_NE(report.find("expression happy: It binds 2 morph targets that the file does not have: "
                          "shape 0 of a mesh that is not there, shape 9 of face. The rest of it is "
                          "shown."),
              std::string::npos)
        << report;
  }
}

TEST_P(Vrm, IsWrittenAsOneAgain) {
  const auto model = open();
  const Scene scene = make_scene(model);
  const auto out = folder_.path() / "again.VRM";
  EXPECT_TRUE(export_rig(scene, out).empty());
  const tests::GlbParts parts = tests::take_apart(out);
  const json vrm = GetParam() == 0 ? vrm0() : vrm1();
  const char* extension = GetParam() == 0 ? "VRM" : "VRMC_vrm";
  EXPECT_EQ(json::parse(parts.text)["extensions"][extension], vrm);
  const auto again = import_model(out);
  EXPECT_EQ(again->skeleton.human_bone, model->skeleton.human_bone);
  EXPECT_EQ(again->morph_channels.size(), model->morph_channels.size());
  EXPECT_NE(
      sentence_of([&] { export_rig(scene, out, nullptr, GlbPacking::Small); }).find("name it .glb"),
      std::string::npos);
  EXPECT_NE(sentence_of([&] { export_posed(scene, evaluate(scene), out); }).find("export the rig"),
            std::string::npos);
}

TEST(VrmExport, WhatIsNoVrmIsNotWrittenAsOne) {
  const Folder folder;
  const Scene scene = make_scene(import_model(character().write(folder)));
  const auto out = folder.path() / "no.vrm";
  EXPECT_NE(sentence_of([&] { export_rig(scene, out); }).find("does not come from a VRM file"),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(out));
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

// A viewer looks at a character as others do: what is for first person alone is not seen.
TEST_P(Vrm, MeshesForFirstPersonAloneAreHidden) {
  const bool old = GetParam() == 0;
  const auto annotate = [&](const char* person) {
    return [old, person](json& vrm) {
      vrm["firstPerson"]["meshAnnotations"] = {
          {{old ? "mesh" : "node", old ? 1 : 5}, {old ? "firstPersonFlag" : "type", person}}};
    };
  };
  const auto with_hair = [&](const char* person) {
    Gltf g = character();
    g.root["meshes"].push_back(g.root["meshes"][0]);
    g.root["meshes"][1].erase("extras");
    g.root["meshes"][1]["primitives"][0].erase("targets");
    g.root["nodes"].push_back({{"name", "hair"}, {"mesh", 1}, {"skin", 0}});
    g.root["nodes"][0]["children"].push_back(5);
    json vrm = old ? vrm0() : vrm1();
    annotate(person)(vrm);
    g.root["extensions"][old ? "VRM" : "VRMC_vrm"] = vrm;
    return import_model(g.write(folder_));
  };
  const auto hidden = [](const Model& model) {
    std::string out;
    for (const Mesh& mesh : model.meshes) out += mesh.hidden ? mesh.name : "";
    return out;
  };
  const auto first = with_hair(old ? "FirstPersonOnly" : "firstPersonOnly");
  EXPECT_EQ(hidden(*first), "hair");
  EXPECT_NE(whole_report(*first).find("1 mesh is for first person alone (hair) and hidden"),
            std::string::npos);
  const auto third = with_hair(old ? "ThirdPersonOnly" : "thirdPersonOnly");
  EXPECT_EQ(hidden(*third), "");
  EXPECT_NE(whole_report(*third).find("1 mesh is left out where the character looks at itself"),
            std::string::npos);
  EXPECT_EQ(whole_report(*with_hair(old ? "Auto" : "auto")).find("first person"),
            std::string::npos);
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
}  // namespace bindpose::tests::vrm_test
