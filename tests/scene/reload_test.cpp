#include <gtest/gtest.h>

#include "scene/edit/edit.h"
#include "scene/test_model.h"

namespace bindpose::reload_test {
namespace {

// The same character with a joint more in front and the last one gone.
std::shared_ptr<Model> named_model(const std::vector<std::string>& names,
                                   const std::vector<std::string>& clips = {}) {
  std::vector<RawJoint> raw;
  for (std::size_t j = 0; j < names.size(); ++j) {
    raw.push_back({names[j], static_cast<int>(j) - 1, mat4(1.0f), true});
  }
  auto model = std::make_shared<Model>();
  model->skeleton = build_skeleton(raw).skeleton;
  model->bind_local = model->skeleton.rest_local;
  model->has_bind.assign(names.size(), 0);
  for (const std::string& clip : clips) model->clips.push_back({.name = clip, .duration = 2.0});
  return model;
}

mat4 turned(float degrees) {
  return glm::mat4_cast(rotation_from_degrees({0, 0, degrees}));
}

TEST(Reload, EditsAndSelectionFollowTheirNames) {
  Document document(make_scene(named_model({"hips", "spine", "head"})));
  document.apply({SetUserLocal{1, turned(30)}});
  document.apply({SetUserLocal{2, turned(50)}});
  document.apply({SetSelection{1}});
  document.reload(named_model({"root", "hips", "spine"}));
  const Scene& scene = document.scene();
  EXPECT_EQ(scene.selection.joint, 2);
  EXPECT_EQ(scene.pose.user_local[2], turned(30));
  EXPECT_EQ(scene.pose.user_local[0], mat4(1.0f));
  EXPECT_EQ(scene.pose.user_local[1], mat4(1.0f));
}

TEST(Reload, IsNoWorkWhereNoWeightsWereEdited) {
  Document document(make_scene(named_model({"hips", "spine"})));
  const std::uint64_t before = document.position();
  document.reload(named_model({"root", "hips", "spine"}));
  EXPECT_EQ(document.position(), before);
}

TEST(Reload, HistoryGoesOnForTheJointsThatAreStillThere) {
  Document document(make_scene(named_model({"hips", "spine", "head"})));
  document.apply({SetUserLocal{1, turned(30)}});
  document.apply({SetUserLocal{2, turned(50)}});
  document.reload(named_model({"root", "hips", "spine"}));
  ASSERT_TRUE(document.can_undo());
  document.undo();
  EXPECT_EQ(document.scene().pose.user_local[2], mat4(1.0f));
  EXPECT_FALSE(document.can_undo()) << "the head's step went with the head";
  document.redo();
  EXPECT_EQ(document.scene().pose.user_local[2], turned(30));
}

TEST(Reload, TheClipIsFoundByNameAndTheTimeStays) {
  Document document(make_scene(named_model({"hips"}, {"walk", "run"})));
  document.apply({SetBasePose{BasePose::Clip, 1}});
  document.apply({SetTime{1.5}});
  document.reload(named_model({"hips"}, {"idle", "walk", "run"}));
  EXPECT_EQ(document.scene().pose.base, BasePose::Clip);
  EXPECT_EQ(document.scene().pose.clip, 2);
  EXPECT_EQ(document.scene().pose.time, 1.5);
  document.reload(named_model({"hips"}, {"idle"}));
  EXPECT_EQ(document.scene().pose.base, BasePose::Rest) << "the clip is gone";
  while (document.can_undo()) document.undo();
  EXPECT_EQ(document.scene().pose.base, BasePose::Rest);
}

// Another mesh has come before: each morph's weight is where its name is now, and the new one is
// the file's.
TEST(Reload, WeightsOfMorphsFollowTheirNames) {
  const auto with = [](std::initializer_list<const char*> names) {
    auto model = named_model({"hips"});
    for (const char* name : names) model->morph_channels.push_back({name});
    return model;
  };
  Document document(make_scene(with({"smile", "blink"})));
  document.apply({SetMorph{0, 0.25f}});
  document.apply({SetMorph{1, 0.75f}});
  document.reload(with({"frown", "blink", "smile"}));
  const auto& morph = document.scene().pose.user_morph;
  ASSERT_EQ(morph.size(), 3u);
  EXPECT_FALSE(morph[0].has_value());
  EXPECT_EQ(morph[1], 0.75f);
  EXPECT_EQ(morph[2], 0.25f);
}

TEST(Reload, ADragInProgressIsKeptAsAStep) {
  Document document(make_scene(named_model({"hips", "spine"})));
  document.apply({SetUserLocal{1, turned(20)}, Phase::Preview});
  document.reload(named_model({"hips", "spine"}));
  EXPECT_FALSE(document.in_gesture());
  EXPECT_EQ(document.scene().pose.user_local[1], turned(20));
  document.undo();
  EXPECT_EQ(document.scene().pose.user_local[1], mat4(1.0f));
}

}  // namespace
}  // namespace bindpose::reload_test
