// One vertex taken apart, and its weights edited.
#include "scene/probe.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "rig/weights/weight_rows.h"
#include "scene/edit/edit.h"
#include "test_model.h"

namespace bindpose::probe_test {
namespace {

constexpr VertexRef kFour{0, 4};  // has four influences (but for slots that came twice)

class WeightsTest : public ::testing::Test {
 protected:
  std::shared_ptr<Model> model_ = tests::random_model(7, 12);
  Document document_{make_scene(model_)};

  const Scene& scene() const { return document_.scene(); }
  const Influences& influences(int mesh = 0) const {
    return binding_of(scene(), static_cast<std::size_t>(mesh)).influences;
  }
  WeightRow row(VertexRef at) const { return read_row(influences(at.mesh), at.vertex); }
  Probe probed(VertexRef at) const { return probe(scene(), evaluate(scene()), at); }
};

vec3 weighted_sum(const Probe& p) {
  vec3 sum(0.0f);
  for (const ProbeRow& r : p.rows) sum += r.weight * r.candidate;
  return sum;
}

// Two joints, the second a unit along x, turned by 90 degrees about z: every number is known.
std::shared_ptr<Model> two_joints() {
  auto model = std::make_shared<Model>();
  mat4 along(1.0f);
  along[3] = vec4(1.0f, 0.0f, 0.0f, 1.0f);
  const RawJoint raw[] = {{"base", -1, mat4(1.0f), true}, {"tip", 0, along, true}};
  model->skeleton = build_skeleton(raw).skeleton;
  Mesh mesh;
  mesh.name = "strip";
  mesh.position = {{2.0f, 0.0f, 0.0f}, {0.5f, 0.5f, 0.0f}};
  mesh.normal = {{0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
  mesh.file_binding.skin.skinned = true;
  mesh.file_binding.skin.joint = {0, 1};
  mesh.file_binding.skin.bind = {mat4(1.0f), along};
  mesh.file_binding.skin.inverse_bind = {mat4(1.0f), inverse_affine(along)};
  mesh.file_binding.influences = pack_influences({{{0, 0.25f}, {1, 0.75f}}, {}}, 2).influences;
  model->meshes.push_back(mesh);
  derive_weight_flags(*model);
  derive_bind_pose(*model);
  return model;
}

TEST(Probe, MatchesAClosedForm) {
  Document document(make_scene(two_joints()));
  document.apply({TransformJoint{1, TransformJoint::Rotate, {0.0f, 0.0f, 90.0f}}});
  const PosedScene posed = evaluate(document.scene());
  const Probe p = probe(document.scene(), posed, {0, 0});
  ASSERT_EQ(p.rows.size(), 2u);
  EXPECT_EQ(p.rows[0].joint, 1);
  EXPECT_FLOAT_EQ(p.rows[0].weight, 0.75f);
  EXPECT_LT(glm::distance(p.rows[0].candidate, vec3(1.0f, 1.0f, 0.0f)), 1e-6f);
  EXPECT_LT(glm::distance(p.rows[1].candidate, vec3(2.0f, 0.0f, 0.0f)), 1e-6f);
  EXPECT_LT(glm::distance(p.position, vec3(1.25f, 0.75f, 0.0f)), 1e-6f);
  EXPECT_FLOAT_EQ(p.raw_weight_sum, 1.0f);
  EXPECT_FALSE(p.follows_node);
}

TEST(Probe, AVertexWithoutWeightsFollowsItsNode) {
  Document document(make_scene(two_joints()));
  document.apply({TransformJoint{0, TransformJoint::Translate, {0.0f, 0.0f, 3.0f}}});
  const Probe p = probe(document.scene(), evaluate(document.scene()), {0, 1});
  ASSERT_EQ(p.rows.size(), 1u);
  EXPECT_TRUE(p.follows_node);
  EXPECT_EQ(p.rows[0].joint, 0);
  EXPECT_LT(glm::distance(p.position, vec3(0.5f, 0.5f, 3.0f)), 1e-6f);
  EXPECT_LT(glm::distance(p.rows[0].candidate, p.position), 1e-6f);
}

TEST_F(WeightsTest, TheProbeIsWhereTheSkinIs) {
  document_.apply({TransformJoint{1, TransformJoint::Rotate, {30.0f, 20.0f, 50.0f}}});
  for (const WeightUse use : {WeightUse::Normalised, WeightUse::Raw}) {
    ViewSettings view;
    view.weights = use;
    document_.apply({SetView{view}});
    const PosedScene posed = evaluate(scene());
    for (int m = 0; m < 2; ++m) {
      std::vector<vec3> position, normal;
      skin_mesh(scene(), posed, m, position, &normal);
      for (std::uint32_t v = 0; v < position.size(); ++v) {
        const Probe p = probe(scene(), posed, {m, v});
        EXPECT_LT(glm::distance(p.position, position[v]), 1e-5f);
        EXPECT_LT(glm::distance(p.normal, normal[v]), 1e-5f);
        EXPECT_LT(glm::distance(weighted_sum(p), position[v]), 2e-5f);
      }
    }
  }
}

TEST_F(WeightsTest, TheProbeIgnoresWhatTheModelLacks) {
  EXPECT_TRUE(probed({}).rows.empty());
  EXPECT_TRUE(probed({5, 0}).rows.empty());
  EXPECT_TRUE(probed({0, 30}).rows.empty());
}

TEST_F(WeightsTest, AnEditWritesARowAndIsOneStepBack) {
  const Influences before = influences();
  const std::vector<vec3> others = [&] {
    std::vector<vec3> out;
    skin_mesh(scene(), evaluate(scene()), 0, out, nullptr);
    return out;
  }();
  document_.apply({SetWeights{kFour, {{3, 1.0f}, {5, 3.0f}}}});
  const Probe p = probed(kFour);
  ASSERT_EQ(p.rows.size(), 2u);
  EXPECT_EQ(p.rows[0].joint, 5);
  EXPECT_FLOAT_EQ(p.rows[0].weight, 0.75f);
  EXPECT_FLOAT_EQ(p.raw_weight_sum, 4.0f);
  EXPECT_EQ(check_model(tests::with_edited_weights(scene())), "");
  std::vector<vec3> moved;
  skin_mesh(scene(), evaluate(scene()), 0, moved, nullptr);
  for (std::size_t v = 0; v < moved.size(); ++v) {
    EXPECT_EQ(moved[v] == others[v], v != kFour.vertex) << v;
  }
  EXPECT_EQ(document_.undo_label(), "Weights of vertex 4");
  document_.undo();
  EXPECT_EQ(influences().offset, before.offset);
  EXPECT_EQ(influences().slot, before.slot);
  EXPECT_EQ(influences().weight, before.weight);
  EXPECT_EQ(influences().raw_weight_sum, before.raw_weight_sum);
  document_.redo();
  EXPECT_EQ(row(kFour).entry.size(), 2u);
}

TEST_F(WeightsTest, CopiesOfADocumentDoNotShareWeights) {
  document_.apply({SetWeights{kFour, {{3, 1.0f}}}});
  Document copy = document_;
  copy.apply({SetWeights{kFour, {{5, 1.0f}}}});
  EXPECT_EQ(probed(kFour).rows[0].joint, 3);
  copy.undo();
  copy.undo();
  EXPECT_EQ(probed(kFour).rows[0].joint, 3);
  document_.undo();
  EXPECT_EQ(row(kFour), read_row(model_->meshes[0].file_binding.influences, 4));
}

TEST_F(WeightsTest, AGestureIsOneStepAndCanBeCancelled) {
  const WeightRow start = row(kFour);
  for (const float w : {0.1f, 0.4f, 0.9f}) {
    document_.apply({SetWeights{kFour, {{3, w}, {5, 1.0f - w}}}, Phase::Preview});
  }
  EXPECT_FLOAT_EQ(probed(kFour).rows[0].weight, 0.9f);
  document_.apply({SetWeights{kFour, {}}, Phase::Cancel});
  EXPECT_EQ(row(kFour), start);
  EXPECT_FALSE(document_.can_undo());
  document_.apply({SetWeights{kFour, {{3, 0.5f}}}, Phase::Preview});
  document_.apply({SetHover{1}});
  document_.apply({SetWeights{kFour, {{3, 0.2f}, {5, 0.8f}}}, Phase::Commit});
  EXPECT_EQ(row(kFour).entry.size(), 2u);
  document_.undo();
  EXPECT_EQ(row(kFour), start);
  EXPECT_FALSE(document_.can_undo());
  // Another recorded edit ends a gesture where it stands.
  document_.apply({SetWeights{kFour, {{3, 1.0f}}}, Phase::Preview});
  document_.apply({ResetAll{}});
  document_.apply({TransformJoint{1, TransformJoint::Rotate, {0, 0, 9}}});
  document_.undo();
  EXPECT_EQ(row(kFour).entry.size(), 1u);
  document_.undo();
  EXPECT_EQ(row(kFour), start);
}

TEST_F(WeightsTest, AJointThatTheSkinLacksGetsASlotUntilUndo) {
  const VertexRef at{1, 3};  // mesh 1 lacks every third joint
  const Skin before = binding_of(scene(), 1).skin;
  ASSERT_EQ(find_slot(before, 6), -1);
  document_.apply({SetBasePose{BasePose::Bind}});
  const vec3 bound = probed(at).position;
  document_.apply({SetWeights{at, {{6, 1.0f}}}});
  EXPECT_EQ(find_slot(binding_of(scene(), 1).skin, 6), static_cast<int>(before.joint.size()));
  EXPECT_EQ(check_model(tests::with_edited_weights(scene())), "");
  EXPECT_LT(glm::distance(probed(at).position, bound), 1e-4f) << "T_j is the identity at bind";
  document_.undo();
  EXPECT_EQ(binding_of(scene(), 1).skin.joint, before.joint);
  EXPECT_EQ(binding_of(scene(), 1).skin.bind.size(), before.bind.size());
  EXPECT_EQ(binding_of(scene(), 1).skin.inverse_bind.size(), before.bind.size());
}

TEST_F(WeightsTest, FlagsOfTheSkeletonFollow) {
  const int joint = binding_of(scene(), 0).skin.joint[0];
  const auto flag = [&] {
    return joint_flags(scene()).has_weight[static_cast<std::size_t>(joint)] != 0;
  };
  for (std::uint32_t v = 0; v < 30; ++v) document_.apply({SetWeights{{0, v}, {}}});
  for (std::uint32_t v = 0; v < 30; ++v) document_.apply({SetWeights{{1, v}, {}}});
  EXPECT_FALSE(flag());
  document_.apply({SetWeights{{0, 2}, {{joint, 0.5f}}}});
  EXPECT_TRUE(flag());
  document_.undo();
  EXPECT_FALSE(flag());
}

TEST_F(WeightsTest, WhatCannotBeWrittenIsIgnored) {
  const float inf = std::numeric_limits<float>::infinity();
  for (const SetWeights& e : {SetWeights{{}, {{1, 1.0f}}}, SetWeights{{0, 30}, {{1, 1.0f}}},
                              SetWeights{kFour, {{12, 1.0f}}}, SetWeights{kFour, {{1, -0.1f}}},
                              SetWeights{kFour, {{1, inf}}}}) {
    EXPECT_EQ(document_.apply({e}).extent, Change::None);
  }
  EXPECT_FALSE(document_.can_undo());
  EXPECT_TRUE(scene().edited.binding.empty()) << "no copy is made in vain";
}

TEST_F(WeightsTest, WholeMeshesAreOneStep) {
  const std::vector<std::vector<WeightEntry>> rows(30, {{1, 0.5f}, {0, 0.5f}});
  auto weights = std::make_shared<std::vector<MeshWeights>>();
  weights->push_back({1, {6, 2}, pack_influences(rows, 2).influences});
  const Influences before = influences(1);
  document_.apply({SetInfluences{weights, "bind segment 0.5"}});
  EXPECT_EQ(document_.undo_label(), "Bind segment 0.5");
  EXPECT_EQ(check_model(tests::with_edited_weights(scene())), "");
  const Probe p = probed({1, 9});
  ASSERT_EQ(p.rows.size(), 2u);
  EXPECT_EQ(p.rows[0].joint + p.rows[1].joint, 8);
  document_.undo();
  EXPECT_EQ(influences(1).slot, before.slot);
  EXPECT_EQ(influences(1).weight, before.weight);
  document_.redo();
  EXPECT_EQ(probed({1, 9}).rows.size(), 2u);
  weights->front().joint = {6, 99};
  EXPECT_EQ(document_.apply({SetInfluences{weights, ""}}).extent, Change::None);
}

TEST(WithShare, KeepsTheProportionsOfTheOthers) {
  const std::vector<JointWeight> row = {{4, 0.5f}, {7, 0.3f}, {2, 0.2f}};
  const auto share = [](const std::vector<JointWeight>& r) {
    std::vector<float> out;
    for (const JointWeight& w : r) out.push_back(std::round(1e6f * w.weight) / 1e6f);
    return out;
  };
  EXPECT_EQ(share(with_share(row, 7, 0.65f)), (std::vector<float>{0.25f, 0.65f, 0.1f}));
  EXPECT_EQ(share(with_share(row, 7, 0.0f))[1], 0.0f);
  EXPECT_EQ(share(with_share(row, 4, 2.0f)), (std::vector<float>{1.0f, 0.0f, 0.0f}));
  EXPECT_EQ(share(with_share(row, 9, 0.5f)), (std::vector<float>{0.25f, 0.15f, 0.1f, 0.5f}));
  const std::vector<JointWeight> alone = {{4, 1.0f}};
  EXPECT_EQ(share(with_share(alone, 4, 0.3f)), std::vector<float>{1.0f}) << "nobody takes the rest";
  const std::vector<JointWeight> with_zero = {{4, 1.0f}, {7, 0.0f}};
  EXPECT_EQ(share(with_share(with_zero, 4, 0.25f)), (std::vector<float>{0.25f, 0.75f}));
}

TEST_F(WeightsTest, TheLogSaysWhatChanged) {
  const std::uint64_t start = scene().weights.revision;
  document_.apply({SetWeights{kFour, {{3, 1.0f}}}});
  const auto entries = entries_since(scene().weights, start);
  ASSERT_TRUE(entries);
  ASSERT_EQ(entries->size(), 1u);
  EXPECT_EQ((*entries)[0].mesh, 0);
  EXPECT_EQ((*entries)[0].vertex, 4);
  for (int k = 0; k < 200; ++k) {
    document_.apply({SetWeights{kFour, {{3, 1.0f}, {5, 0.01f * static_cast<float>(k + 1)}}}});
  }
  EXPECT_FALSE(entries_since(scene().weights, start)) << "too long ago";
  EXPECT_TRUE(entries_since(scene().weights, scene().weights.revision)->empty());
}

TEST_F(WeightsTest, TwoDocumentsOfOneFileNeverShareARevision) {
  Document other(make_scene(model_));
  document_.apply({SetWeights{kFour, {{3, 1.0f}}}});
  other.apply({SetWeights{kFour, {{5, 1.0f}}}});
  EXPECT_NE(scene().weights.revision, other.scene().weights.revision);
  EXPECT_FALSE(entries_since(other.scene().weights, scene().weights.revision)) << "not its past";
}

TEST_F(WeightsTest, TextFormsReadBack) {
  const Model& model = *model_;
  const auto there_and_back = [&](const std::string& text) {
    std::string error;
    const auto edit = parse_edit(text, model, error);
    EXPECT_EQ(error, "");
    return edit ? to_text(*edit, model) : "";
  };
  for (const char* text : {"pin mesh1 12", "pin none", "hover-vertex mesh0 3", "hover-vertex none",
                           "weights mesh0 4 joint3 0.25 joint5 0.75", "weights mesh1 0"}) {
    EXPECT_EQ(there_and_back(text), text);
  }
  EXPECT_EQ(there_and_back("pin 1 12"), "pin mesh1 12");
  std::string error;
  EXPECT_FALSE(parse_edit("pin mesh1 30", model, error));
  EXPECT_NE(error.find("0 to 29"), std::string::npos) << error;
  EXPECT_FALSE(parse_edit("pin mehs1 3", model, error));
  EXPECT_NE(error.find("mesh1"), std::string::npos) << error;
  EXPECT_FALSE(parse_edit("weights mesh0 4 joint3", model, error));
}

TEST_F(WeightsTest, PinAndHoverAreNoUndoSteps) {
  document_.apply({SetHoverVertex{{0, 3}}});
  EXPECT_EQ(scene().selection.probed(), (VertexRef{0, 3}));
  document_.apply({SetPinnedVertex{{1, 5}}});
  EXPECT_EQ(scene().selection.probed(), (VertexRef{1, 5}));
  EXPECT_EQ(document_.apply({SetPinnedVertex{{2, 0}}}).extent, Change::None);
  EXPECT_EQ(document_.apply({SetPinnedVertex{{0, 30}}}).extent, Change::None);
  EXPECT_FALSE(document_.can_undo());
  document_.apply({SetPinnedVertex{}});
  EXPECT_EQ(scene().selection.probed(), (VertexRef{0, 3}));
}

TEST_F(WeightsTest, ReloadKeepsThePinWhereTheVertexStillIs) {
  document_.apply({SetPinnedVertex{{1, 5}}});
  document_.apply({SetWeights{kFour, {{3, 1.0f}}}});
  auto next = std::make_shared<Model>(*model_);
  next->id = ModelId::fresh();
  std::swap(next->meshes[0], next->meshes[1]);
  document_.reload(next);
  EXPECT_EQ(scene().selection.pinned_vertex, (VertexRef{0, 5}));
  EXPECT_FALSE(document_.can_undo()) << "weights are the file's again";
  EXPECT_EQ(scene().model->id, next->id);
  auto smaller = tests::random_model(7, 12);
  smaller->meshes[1].name = "other";
  document_.reload(smaller);
  EXPECT_TRUE(scene().selection.pinned_vertex.empty());
}

}  // namespace
}  // namespace bindpose::probe_test
