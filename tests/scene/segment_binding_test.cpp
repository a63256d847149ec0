#include "scene/segment_binding.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/transform.h"
#include "scene/edit/edit.h"
#include "test_model.h"

namespace bindpose::segment_binding_test {
namespace {

// A tower of points beside two bones on top of each other, 0 to 1 and 1 to 1.5 (a leaf).
std::shared_ptr<Model> tower(bool skinned) {
  std::vector<RawJoint> raw = {{"root", -1, mat4(1.0f), skinned},
                               {"top", 0, to_matrix({{0, 1, 0}}), skinned}};
  if (!skinned) {  // without a skin a file's root, which carries the mesh here, is no bone
    raw.insert(raw.begin(), {"ground", -1, mat4(1.0f), false});
    raw[1].parent = 0;
    raw[2].parent = 1;
  }
  auto model = std::make_shared<Model>();
  model->name = "tower";
  model->skeleton = build_skeleton(raw).skeleton;
  Mesh mesh;
  mesh.name = "tower";
  std::vector<std::vector<WeightEntry>> rows;
  for (int i = 0; i < 20; ++i) {
    mesh.position.emplace_back(0.3f, 0.1f * static_cast<float>(i), 0.0f);
    mesh.normal.emplace_back(1.0f, 0.0f, 0.0f);
    rows.push_back({{0, 1.0f}});
  }
  mesh.triangle = {0, 1, 2};
  mesh.file_binding.skin.joint = {0};
  mesh.file_binding.skin.bind = mesh.file_binding.skin.inverse_bind = {mat4(1.0f)};
  mesh.file_binding.skin.skinned = skinned;
  if (skinned) {
    mesh.file_binding.skin.joint.push_back(1);
    mesh.file_binding.skin.bind.push_back(to_matrix({{0, 1, 0}}));
    mesh.file_binding.skin.inverse_bind.push_back(to_matrix({{0, -1, 0}}));
  } else {
    rows.assign(20, {});
  }
  mesh.file_binding.influences =
      pack_influences(rows, mesh.file_binding.skin.joint.size()).influences;
  model->meshes.push_back(std::move(mesh));
  derive_bind_pose(*model);
  derive_weight_flags(*model);
  return model;
}

float weight(const Scene& scene, int joint, std::size_t vertex) {
  return joint_weights(binding_of(scene, 0), joint)[vertex];
}

// A mesh whose skin has the same bones elsewhere: its first joint says how its points go to where
// the bones are.
TEST(SegmentBinding, AMeshBoundElsewhereIsTakenToTheBones) {
  auto model = tower(true);
  const mat4 away = to_matrix({{2, -1, 3}, glm::angleAxis(0.7f, glm::normalize(vec3(1, 2, 3)))});
  Mesh other = model->meshes[0];
  for (vec3& p : other.position) p = vec3(away * vec4(p, 1.0f));
  Skin& skin = other.file_binding.skin;
  for (std::size_t s = 0; s < skin.joint.size(); ++s) {
    skin.bind[s] = away * skin.bind[s];
    skin.inverse_bind[s] = glm::inverse(skin.bind[s]);
  }
  // The one that is not at the origin comes first.
  std::swap(skin.joint[0], skin.joint[1]);
  std::swap(skin.bind[0], skin.bind[1]);
  std::swap(skin.inverse_bind[0], skin.inverse_bind[1]);
  model->meshes.push_back(std::move(other));
  EXPECT_EQ(to_bind_world(*model, 0), mat4(1.0f));
  EXPECT_LT(max_difference(to_bind_world(*model, 1), glm::inverse(away)), 1e-5f);
}

TEST(SegmentBinding, ThePointBetweenTwoBonesIsSharedByTheFormula) {
  Document document(make_scene(tower(true)));
  SegmentRadii radii;
  radii.all = 1.0f;
  ASSERT_NE(document.apply({bind_edit(*document.scene().model, radii)}).extent, Change::None);
  const Scene& scene = document.scene();
  EXPECT_EQ(check_model(tests::with_edited_weights(scene)), "");
  // Vertex 5 at height 0.5: 0.3 from the lower bone, sqrt(0.3^2 + 0.5^2) from the upper one's foot.
  const double lower = 1.0 - 0.3, upper = 1.0 - std::hypot(0.3, 0.5);
  EXPECT_NEAR(static_cast<double>(weight(scene, 0, 5)), lower / (lower + upper), 1e-6);
  EXPECT_NEAR(static_cast<double>(weight(scene, 1, 5)), upper / (lower + upper), 1e-6);
  ASSERT_TRUE(document.scene().reach);
  EXPECT_EQ(document.scene().reach->segments.size(), 2u);
  EXPECT_EQ(document.scene().reach->segments[0].tail, vec3(0, 1, 0));
}

TEST(SegmentBinding, IsOneStepOfUndo) {
  Document document(make_scene(tower(true)));
  const Influences before = binding_of(document.scene(), 0).influences;
  document.apply({bind_edit(*document.scene().model, {})});
  EXPECT_NE(binding_of(document.scene(), 0).influences.weight, before.weight);
  SegmentRadii wider;
  wider.all = 3.0f;
  for (const float r : {0.5f, 1.0f, 3.0f}) {
    wider.all = r;
    document.apply({bind_edit(*document.scene().model, wider), Phase::Preview});
  }
  document.apply({bind_edit(*document.scene().model, wider), Phase::Commit});
  EXPECT_EQ(document.scene().reach->radii, wider);
  document.undo();
  EXPECT_EQ(document.scene().reach->radii, SegmentRadii{});
  document.undo();
  EXPECT_FALSE(document.scene().reach);
  EXPECT_EQ(binding_of(document.scene(), 0).influences.weight, before.weight);
  document.redo();
  EXPECT_TRUE(document.scene().reach);
}

// Whoever says where weights come from speaks of radii only while it is so.
TEST(SegmentBinding, TheReachHoldsWhileNothingElseHasChangedTheWeights) {
  Document document(make_scene(tower(true)));
  const auto reach = [&] { return exact_reach(document.scene()) != nullptr; };
  const Edit computed = bind_edit(*document.scene().model, {});
  document.apply({computed});
  ASSERT_TRUE(reach());
  const SetWeights row{{0, 5}, {{0, 0.5f}, {1, 0.5f}}};
  document.apply({row, Phase::Preview});
  EXPECT_FALSE(reach());
  document.apply({row, Phase::Cancel});
  EXPECT_TRUE(reach());
  std::string error;
  for (const char* text : {"mend limit 1 all", "mend set top 0.5 all"}) {
    const auto mend = parse_edit(text, *document.scene().model, error);
    ASSERT_TRUE(mend) << error;
    ASSERT_NE(document.apply({*mend}).extent, Change::None) << text;
    EXPECT_FALSE(reach()) << text;
    EXPECT_TRUE(document.scene().reach) << text;  // what sets radii goes on from them
    document.undo();
    EXPECT_TRUE(reach()) << text;
    document.redo();
    EXPECT_FALSE(reach()) << text;
    document.undo();
  }
  document.apply({row});
  EXPECT_FALSE(reach());
  SegmentRadii wider;
  wider.all = 3.0f;
  document.apply({bind_edit(*document.scene().model, wider)});
  EXPECT_TRUE(reach());
  document.undo();
  EXPECT_FALSE(reach());
  document.undo();
  EXPECT_TRUE(reach());
}

TEST(SegmentBinding, TheReachDoesNotHoldWhereALockKeptWeights) {
  Document document(make_scene(tower(true)));
  const Edit computed = bind_edit(*document.scene().model, {});
  document.apply({computed});
  document.apply({LockJoints{{1}, true, true}});
  SegmentRadii none;
  none.of = {{1, 0.0f}};
  document.apply({bind_edit(*document.scene().model, none)});
  EXPECT_FALSE(exact_reach(document.scene()));
  EXPECT_EQ(document.scene().reach->radii, none);
  document.undo();
  EXPECT_TRUE(exact_reach(document.scene()));
  // A lock that keeps what is wanted anyway keeps nothing else.
  document.apply({computed});
  EXPECT_TRUE(exact_reach(document.scene()));
  SegmentRadii wider;
  wider.all = 3.0f;
  document.apply({bind_edit(*document.scene().model, wider)});
  EXPECT_FALSE(exact_reach(document.scene()));
}

TEST(SegmentBinding, BonesDoNotChangeWithTheWeights) {
  Document document(make_scene(tower(true)));
  const auto segments = bind_segments(*document.scene().model);
  SegmentRadii none;
  none.of = {{1, 0.0f}};
  document.apply({bind_edit(*document.scene().model, none)});
  const auto again = bind_segments(*document.scene().model);
  ASSERT_EQ(segments.size(), 2u);
  ASSERT_EQ(again.size(), 2u);
  for (std::size_t s = 0; s < segments.size(); ++s) EXPECT_EQ(segments[s].tail, again[s].tail);
}

TEST(SegmentBinding, AMeshWithoutASkinIsBoundWhereItStands) {
  const auto model = tower(false);
  Document document(make_scene(model));
  document.apply({bind_edit(*model, {})});
  const Scene& scene = document.scene();
  EXPECT_TRUE(binding_of(scene, 0).skin.skinned);
  EXPECT_EQ(check_model(tests::with_edited_weights(scene)), "");
  std::vector<vec3> before, after;
  const Scene rest = make_scene(model);
  skin_mesh(rest, evaluate(rest), 0, before, nullptr);
  skin_mesh(scene, evaluate(scene), 0, after, nullptr);
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_LT(glm::length(before[i] - after[i]), 1e-6f);
  }
}

TEST(SegmentBinding, ReadsAndWritesAsText) {
  const auto model = tower(true);
  std::string error;
  const char* text = "bind segments radius 0.5 joint top 0.25";
  const auto edit = parse_edit(text, *model, error);
  ASSERT_TRUE(edit) << error;
  EXPECT_EQ(to_text(*edit, *model), text);
  EXPECT_TRUE(parse_edit("bind segment radius 0.5", *model, error)) << "as `bind --method` has it";
  EXPECT_FALSE(parse_edit("bind segments radius -1", *model, error));
  EXPECT_FALSE(parse_edit("bind cold", *model, error));
  EXPECT_NE(error.find("segments"), std::string::npos);
  // One bone among others may be left out, but not all.
  const char* without_top = "bind segments radius 0.5 joint top 0";
  const auto one_less = parse_edit(without_top, *model, error);
  ASSERT_TRUE(one_less) << error;
  EXPECT_EQ(to_text(*one_less, *model), without_top);
  EXPECT_FALSE(parse_edit("bind segments radius 0 joint top 0", *model, error));
  EXPECT_NE(error.find("no bone reaches anything"), std::string::npos) << error;
  Model empty;
  empty.name = "nothing";
  EXPECT_FALSE(parse_edit("bind segments", empty, error));
  EXPECT_NE(error.find("nothing"), std::string::npos);
}

// A scene without a skin: names with the place of their parent, and the nodes that carry a mesh.
Scene bare_scene(const std::vector<RawJoint>& nodes, const std::vector<int>& carriers) {
  auto model = std::make_shared<Model>();
  model->skeleton = build_skeleton(nodes).skeleton;
  model->bind_local = model->skeleton.rest_local;
  model->has_bind.assign(nodes.size(), 0);
  for (const int node : carriers) {
    Mesh mesh;
    mesh.name = "m";
    mesh.node = node;
    mesh.position = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.normal.resize(3, vec3(0, 0, 1));
    mesh.triangle = {0, 1, 2};
    mesh.file_binding.influences.offset.assign(4, 0);
    mesh.file_binding.influences.raw_weight_sum.assign(3, 0.0f);
    model->meshes.push_back(std::move(mesh));
  }
  return make_scene(model);
}

TEST(SegmentBinding, WhatStandsInASceneIsNoSkeleton) {
  const mat4 up = glm::translate(mat4(1.0f), vec3(0, 1, 0));
  const auto node = [&](const char* name, int parent) { return RawJoint{name, parent, up, false}; };
  const auto bones = [](const Scene& scene) {
    std::vector<std::string> out;
    for (const BoneSegment& bone : bind_segments(*scene.model))
      out.push_back(scene.model->skeleton.name[static_cast<std::size_t>(bone.joint)]);
    return out;
  };
  const Scene set = bare_scene({node("ROOT", -1), node("Cube", 0), node("Camera", 0),
                                node("Camera_Orientation", 2), node("Light.001", 0)},
                               {1});
  EXPECT_FALSE(has_bones(*set.model));
  const Scene room = bare_scene(
      {node("ROOT", -1), node("Cube", 0), node("room", 0), node("Sun", 2), node("Lamp", 2)}, {1});
  EXPECT_FALSE(has_bones(*room.model));
  const Scene socket = bare_scene({node("ROOT", -1), node("Cube", 0), node("socket", 1)}, {1});
  EXPECT_FALSE(has_bones(*socket.model));
  const Scene group = bare_scene({node("ROOT", -1), node("house", 0), node("door", 1)}, {2});
  EXPECT_FALSE(has_bones(*group.model));
  EXPECT_EQ(bones(group), std::vector<std::string>());
  // A chain beside it is one, and nothing else is; a name that only begins so is no lamp's.
  const Scene chain = bare_scene({node("ROOT", -1), node("Cube", 0), node("camerae", 0),
                                  node("spine", 2), node("head", 3), node("Camera", 0)},
                                 {1});
  EXPECT_TRUE(has_bones(*chain.model));
  EXPECT_EQ(bones(chain), (std::vector<std::string>{"camerae", "spine", "head"}));
  // Parts that hang on one another, and a mesh that hangs on a bone.
  const Scene parts = bare_scene(
      {node("ROOT", -1), node("upper", 0), node("lower", 1), node("hand", 2)}, {1, 2, 3});
  EXPECT_TRUE(has_bones(*parts.model));
  EXPECT_EQ(bones(parts), (std::vector<std::string>{"upper", "lower", "hand"}));
  // Above a chain it is a bone, though objects hang below.
  const Scene rig = bare_scene(
      {node("ROOT", -1), node("hips", 0), node("spine", 1), node("head", 2), node("Cube", 1)}, {4});
  EXPECT_EQ(bones(rig), (std::vector<std::string>{"hips", "spine", "head"}));
}

}  // namespace
}  // namespace bindpose::segment_binding_test
