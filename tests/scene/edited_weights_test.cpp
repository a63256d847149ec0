// Weights stand beside the model: it is never written nor copied, and scenes share them until one
// of them is edited.
#include <gtest/gtest.h>

#include "rig/weights/weight_rows.h"
#include "scene/edit/edit.h"
#include "scene/test_model.h"

namespace bindpose::edited_weights_test {
namespace {

constexpr VertexRef kFour{0, 4};  // has influences
constexpr VertexRef kNew{1, 3};   // of a mesh whose skin lacks joint 6

void expect_same(const MeshBinding& a, const MeshBinding& b) {
  EXPECT_EQ(a.influences.offset, b.influences.offset);
  EXPECT_EQ(a.influences.slot, b.influences.slot);
  EXPECT_EQ(a.influences.weight, b.influences.weight);
  EXPECT_EQ(a.influences.raw_weight_sum, b.influences.raw_weight_sum);
  EXPECT_EQ(a.skin.joint, b.skin.joint);
  EXPECT_EQ(a.skin.bind, b.skin.bind);
  EXPECT_EQ(a.skin.inverse_bind, b.skin.inverse_bind);
  EXPECT_EQ(a.skin.skinned, b.skin.skinned);
}

void expect_same_weights(const Scene& scene, const Model& with) {
  for (std::size_t m = 0; m < with.meshes.size(); ++m) {
    expect_same(binding_of(scene, m), with.meshes[m].file_binding);
  }
  EXPECT_EQ(joint_flags(scene), with.skeleton.file_flags);
}

class EditedWeightsTest : public ::testing::Test {
 protected:
  std::shared_ptr<const Model> model_ = tests::random_model(7, 12);
  const Model as_loaded_ = *model_;
  Document document_{make_scene(model_)};

  const Scene& scene() const { return document_.scene(); }
  void write(VertexRef at, std::vector<JointWeight> row, Phase phase = Phase::Once) {
    document_.apply({SetWeights{at, std::move(row)}, phase});
  }
  // All of mesh 1 by two joints, of which its skin lacks one.
  void write_whole(Phase phase = Phase::Once) {
    const std::vector<std::vector<WeightEntry>> rows(30, {{1, 0.5f}, {0, 0.5f}});
    auto weights = std::make_shared<std::vector<MeshWeights>>();
    weights->push_back({1, {6, 2}, pack_influences(rows, 2).influences});
    document_.apply({SetInfluences{weights, "all"}, phase});
  }
  // Where the weights of a mesh lie: the same as long as nobody copied them.
  const void* place(std::size_t mesh = 0) const {
    return binding_of(scene(), mesh).influences.weight.data();
  }
};

// What is kept aside of a number that is being typed.
TEST_F(EditedWeightsTest, TheSceneAtTheStartOfAGestureHasTheWeightsOfBefore) {
  write(kFour, {{3, 0.5f}, {5, 0.5f}});
  const Scene before = scene();
  write(kFour, {{3, 0.2f}, {5, 0.8f}}, Phase::Preview);
  write(kFour, {{3, 0.9f}, {5, 0.1f}}, Phase::Preview);
  const MeshBinding shown = binding_of(scene(), 0);
  expect_same(binding_of(document_.scene_at_start(), 0), binding_of(before, 0));
  expect_same(binding_of(scene(), 0), shown);
  EXPECT_TRUE(document_.in_gesture());
  write(kFour, {}, Phase::Cancel);
  expect_same(binding_of(document_.scene_at_start(), 0), binding_of(before, 0));
}

TEST_F(EditedWeightsTest, NoEditWritesOrReplacesTheModel) {
  const auto check = [&](const char* when) {
    SCOPED_TRACE(when);
    EXPECT_EQ(scene().model, model_);
    for (std::size_t m = 0; m < model_->meshes.size(); ++m) {
      expect_same(model_->meshes[m].file_binding, as_loaded_.meshes[m].file_binding);
    }
    EXPECT_EQ(model_->skeleton.file_flags, as_loaded_.skeleton.file_flags);
  };
  write(kFour, {{3, 0.5f}, {5, 0.5f}});
  check("a row");
  write(kNew, {{6, 1.0f}});
  check("a joint that the skin lacked");
  write(kFour, {}, Phase::Preview);
  check("a preview");
  write(kFour, {}, Phase::Cancel);
  write_whole();
  check("a whole mesh");
  for (int k = 0; k < 3; ++k) document_.undo();
  check("undone");
  expect_same_weights(scene(), *model_);
  for (int k = 0; k < 3; ++k) document_.redo();
  check("redone");
  EXPECT_EQ(binding_of(scene(), 1).skin.joint.size(),
            model_->meshes[1].file_binding.skin.joint.size() + 1);
}

TEST_F(EditedWeightsTest, AreKeptWhereTheModelIsReadAgain) {
  write(kFour, {{3, 0.5f}, {5, 0.5f}});
  const Model had = tests::with_edited_weights(scene());
  const std::uint64_t position = document_.position();
  auto next = std::make_shared<Model>(*model_);
  next->id = ModelId::fresh();
  EXPECT_EQ(document_.reload(next), 0u);
  expect_same_weights(scene(), had);
  EXPECT_NE(document_.position(), position) << "they stand on another file";
  EXPECT_FALSE(document_.can_undo()) << "their history goes";
  // Another mesh in its place: they cannot be kept, and that is said.
  auto other = std::make_shared<Model>(*model_);
  other->id = ModelId::fresh();
  other->meshes[static_cast<std::size_t>(kFour.mesh)].name = "another";
  EXPECT_EQ(document_.reload(other), 1u);
  expect_same_weights(scene(), *other);
}

TEST_F(EditedWeightsTest, ACopiedSceneKeepsItsOwn) {
  write(kFour, {{3, 1.0f}});
  const Scene copy = scene();
  const Model had = tests::with_edited_weights(copy);
  write(kFour, {{5, 1.0f}});
  expect_same_weights(copy, had);
  write(kNew, {{6, 1.0f}}, Phase::Preview);
  expect_same_weights(copy, had);
  write(kNew, {{6, 1.0f}}, Phase::Commit);
  write_whole();
  expect_same_weights(copy, had);
  while (document_.can_undo()) document_.undo();
  expect_same_weights(copy, had);
  expect_same_weights(scene(), *model_);
  // And the other way round.
  Document other(copy);
  other.apply({SetWeights{kFour, {{7, 1.0f}}}});
  expect_same_weights(copy, had);
  expect_same_weights(scene(), *model_);
}

// The model must not be copied for every picture of a drag.
TEST_F(EditedWeightsTest, AScenesOwnWeightsAreWrittenInPlace) {
  write(kFour, {{3, 0.5f}, {5, 0.5f}});  // the copy of the file's
  const void* own = place();
  EXPECT_NE(own, model_->meshes[0].file_binding.influences.weight.data());
  for (int gesture = 0; gesture < 2; ++gesture) {
    for (const float w : {0.25f, 0.75f, 0.125f}) {
      write(kFour, {{3, w}, {5, 1.0f - w}}, Phase::Preview);
      EXPECT_EQ(place(), own) << w;
    }
    write(kFour, {{3, 0.375f}, {5, 0.625f}}, gesture == 0 ? Phase::Commit : Phase::Cancel);
    EXPECT_EQ(place(), own);
  }
  document_.undo();
  EXPECT_EQ(place(), own);
  document_.redo();
  EXPECT_EQ(place(), own);
  EXPECT_EQ(place(1), model_->meshes[1].file_binding.influences.weight.data())
      << "a mesh that was not edited has none of its own";
  const Scene copy = scene();
  write(kFour, {{3, 0.5f}, {5, 0.5f}});
  EXPECT_NE(place(), own) << "the copy has it now";
  EXPECT_EQ(binding_of(copy, 0).influences.weight.data(), own);
}

TEST_F(EditedWeightsTest, UndoOfAWholeMeshIsTheFilesAgain) {
  write_whole();
  EXPECT_NE(&binding_of(scene(), 1), &model_->meshes[1].file_binding);
  const void* own = place(1);
  write(kNew, {{2, 1.0f}});
  EXPECT_NE(place(1), own) << "the step that undo goes back to keeps its own";
  document_.undo();
  document_.undo();
  EXPECT_EQ(&binding_of(scene(), 1), &model_->meshes[1].file_binding);
  document_.redo();
  EXPECT_EQ(place(1), own);
  EXPECT_EQ(joint_flags(scene()).is_joint[6], 1);
}

TEST_F(EditedWeightsTest, FlagsAreThoseThatTheWeightsHave) {
  const auto check = [&](const char* when) {
    Model derived = tests::with_edited_weights(scene());
    derive_weight_flags(derived);
    EXPECT_EQ(joint_flags(scene()).has_weight, derived.skeleton.file_flags.has_weight) << when;
  };
  write_whole();
  check("a whole mesh");
  for (std::uint32_t v = 0; v < 30; ++v) {
    write({0, v}, {{3, 1.0f}});
    check("a row");
  }
  write_whole();
  check("a whole mesh, and joints without weights");
  EXPECT_EQ(joint_flags(scene()).has_weight[5], 0);
  EXPECT_EQ(joint_flags(scene()).is_joint[5], 1);
  while (document_.can_undo()) {
    document_.undo();
    check("undone");
  }
}

TEST(CopyOnWrite, IsSharedUntilOneIsWritten) {
  CopyOnWrite<int> none;
  EXPECT_FALSE(none);
  CopyOnWrite a(1);
  const int* first = &*a;
  a.write() = 2;
  EXPECT_EQ(&*a, first) << "alone: in place";
  CopyOnWrite b = a;
  EXPECT_EQ(&*b, first);
  b.write() = 3;
  EXPECT_EQ(*a, 2);
  EXPECT_EQ(*b, 3);
  a.write() = 4;
  EXPECT_EQ(&*a, first) << "alone again";
  EXPECT_EQ(*b, 3);
}

}  // namespace
}  // namespace bindpose::edited_weights_test
