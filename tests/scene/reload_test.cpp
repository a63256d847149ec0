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

// Parts of one mesh have its name: the edits of the second one stay the second one's.
TEST(Reload, MeshesOfOneNameKeepTheirOwnWeights) {
  const auto model = [] {
    auto out = named_model({"hips", "spine"});
    for (int m = 0; m < 3; ++m) {
      Mesh mesh;
      mesh.name = "body";
      mesh.position.resize(2);
      mesh.normal.resize(2, vec3(0.0f, 0.0f, 1.0f));
      mesh.file_binding.influences = pack_influences({{{0, 1.0f}}, {{0, 1.0f}}}, 2).influences;
      Skin& skin = mesh.file_binding.skin;
      skin.joint = {0, 1};
      skin.bind = skin.inverse_bind = std::vector<mat4>(2, mat4(1.0f));
      skin.skinned = true;
      out->meshes.push_back(std::move(mesh));
    }
    derive_weight_flags(*out);
    return out;
  };
  Document document(make_scene(model()));
  document.apply({SetWeights{{1, 0}, {{1, 1.0f}}}});
  ASSERT_TRUE(has_own_weights(document.scene(), 1));
  EXPECT_EQ(document.reload(model()), 0u);
  const auto spine = [&](std::size_t m) {
    const auto& [in, skin] = binding_of(document.scene(), m);
    return skin.joint[in.slot[0]] == 1;
  };
  EXPECT_FALSE(spine(0));
  EXPECT_TRUE(spine(1));
  EXPECT_FALSE(spine(2));
  // One went: the others of the name go together in their order.
  auto fewer = model();
  fewer->meshes.erase(fewer->meshes.begin());
  fewer->meshes.insert(fewer->meshes.begin(), fewer->meshes[0]);
  fewer->meshes[0].name = "other";
  EXPECT_EQ(document.reload(fewer), 0u);
  EXPECT_TRUE(spine(1));
}

}  // namespace
}  // namespace bindpose::reload_test
