// Clips that edits add: taken, baked, dropped, undone, as text, and after a reload.
#include <gtest/gtest.h>

#include <cmath>

#include "rig/time/key_times.h"
#include "scene/clips/make_clips.h"
#include "scene/edit/edit.h"
#include "scene/test_model.h"

namespace bindpose::tests {
namespace {

std::shared_ptr<const AddedClip> turning_clip(const std::string& name, int joint) {
  auto out = std::make_shared<AddedClip>();
  out->clip.name = name;
  out->clip.duration = 2.0;
  JointTrack track;
  track.joint = joint;
  track.factors.resize(1);
  track.factors[0].rotation = {
      {0.0, 2.0}, {quat(1, 0, 0, 0), rotation_from_degrees({0, 0, 90})}, Interpolation::Linear};
  out->clip.tracks.push_back(track);
  return out;
}

TakeClip taking(const std::string& name, int joint) {
  return {"walk.bvh", name, "", false, turning_clip(name, joint)};
}

TEST(ClipEdits, a_taken_clip_is_the_last_one_and_shown_and_undone) {
  Document document(make_scene(random_model(1, 6)));
  const int own = clip_count(document.scene());
  const std::uint64_t untouched = document.position();
  EXPECT_EQ(document.apply({TakeClip{"walk.bvh"}}).extent, Change::None);  // nobody opened the file
  EXPECT_FALSE(document.can_undo());
  EXPECT_EQ(document.apply({taking("walk", 1)}).extent, Change::Pose);
  EXPECT_EQ(document.undo_label(), "Take clip walk");
  EXPECT_NE(document.position(), untouched);  // work that would be lost
  ASSERT_EQ(clip_count(document.scene()), own + 1);
  EXPECT_EQ(document.scene().pose.clip, own);
  EXPECT_EQ(document.scene().pose.base, BasePose::Clip);
  document.apply({SetTime{1.0}});
  const mat4 half = evaluate(document.scene()).base_local[1];
  EXPECT_LT(max_difference(half, to_matrix({{}, rotation_from_degrees({0, 0, 45}), vec3(1.0f)})),
            1e-6f);
  document.undo();
  EXPECT_EQ(clip_count(document.scene()), own);
  EXPECT_EQ(document.scene().pose.base, BasePose::Rest);
  EXPECT_EQ(document.position(), untouched);
  document.redo();
  EXPECT_EQ(clip_at(document.scene(), own)->name, "walk");
  EXPECT_EQ(document.scene().pose.clip, own);
}

TEST(ClipEdits, what_cannot_be_played_is_not_added) {
  Document document(make_scene(random_model(1, 6)));
  EXPECT_EQ(document.apply({taking("far", 999)}).extent, Change::None);
  auto broken = std::make_shared<AddedClip>(*turning_clip("broken", 1));
  broken->clip.tracks[0].factors[0].rotation.time = {1.0, 0.5};
  EXPECT_EQ(document.apply({TakeClip{"f", "", "", false, broken}}).extent, Change::None);
  broken = std::make_shared<AddedClip>(*turning_clip("broken", 1));
  broken->clip.tracks[0].factors[0].rotation.value.pop_back();
  EXPECT_EQ(document.apply({TakeClip{"f", "", "", false, broken}}).extent, Change::None);
  EXPECT_FALSE(document.can_undo());
}

TEST(ClipEdits, baking_takes_the_edits_into_a_clip_of_its_own) {
  Document document(make_scene(random_model(1, 6)));
  EXPECT_EQ(document.apply({BakeClip{}}).extent, Change::None);  // no clip is shown
  document.apply({taking("walk", 1)});
  document.apply({SetBasePose{BasePose::Rest}});
  EXPECT_EQ(document.apply({BakeClip{}}).extent, Change::None);  // nor is the one that was
  document.undo();
  document.apply({SetTime{1.3}});
  document.apply({TransformJoint{1, TransformJoint::Rotate, {20, 0, 0}}});
  document.apply({TransformJoint{2, TransformJoint::Translate, {0, 1, 0}}});
  const std::vector<mat4> before = evaluate(document.scene()).world;
  const int walk = document.scene().pose.clip;
  EXPECT_EQ(document.apply({BakeClip{}}).extent, Change::Pose);
  EXPECT_EQ(document.scene().pose.clip, walk + 1);
  EXPECT_EQ(document.scene().pose.time, 1.3);
  EXPECT_EQ(clip_at(document.scene(), walk + 1)->name, "walk baked");
  for (const mat4& user : document.scene().pose.user_local) EXPECT_EQ(user, mat4(1.0f));
  const std::vector<mat4> after = evaluate(document.scene()).world;
  for (std::size_t j = 0; j < after.size(); ++j) {
    EXPECT_LT(max_difference(after[j], before[j]), 1e-5f) << j;
  }
  document.undo();
  EXPECT_EQ(clip_count(document.scene()), walk + 1);
  EXPECT_EQ(evaluate(document.scene()).world, before);
}

TEST(ClipEdits, a_baked_clip_keeps_its_frames) {
  Document document(make_scene(random_model(1, 6)));
  auto taken = std::make_shared<AddedClip>(*turning_clip("walk", 1));
  Keys<quat>& keys = taken->clip.tracks[0].factors[0].rotation;
  keys = {};
  for (int k = 0; k <= 48; ++k) {
    keys.time.push_back(k / 24.0);
    keys.value.push_back(glm::angleAxis(std::sin(0.1f * float(k)), vec3(1, 0, 0)));
  }
  taken->clip.duration = 2.0;
  document.apply({TakeClip{"f", "", "", false, taken}});
  document.apply({TransformJoint{1, TransformJoint::Translate, {0, 1, 0}}});
  document.apply({BakeClip{}});
  const Clip& baked = *clip_at(document.scene(), document.scene().pose.clip);
  ASSERT_EQ(baked.name, "walk baked");
  EXPECT_EQ(frame_rate(baked), 24.0) << "the edit was followed between the frames";
}

TEST(ClipEdits, a_dropped_clip_leaves_the_others_where_they_were) {
  Document document(make_scene(random_model(1, 6)));
  const int own = clip_count(document.scene());
  document.apply({taking("a", 1)});
  document.apply({taking("b", 2)});
  EXPECT_EQ(document.apply({DropClip{own - 1}}).extent, Change::None);  // the model's own
  document.apply({DropClip{own}});
  EXPECT_EQ(clip_at(document.scene(), document.scene().pose.clip)->name, "b");
  document.apply({DropClip{own}});
  EXPECT_EQ(document.scene().pose.base, BasePose::Rest);
  EXPECT_EQ(clip_count(document.scene()), own);
  document.undo();
  EXPECT_EQ(clip_at(document.scene(), document.scene().pose.clip)->name, "b");
}

TEST(ClipEdits, text_reads_back) {
  Document document(make_scene(random_model(1, 6)));
  document.apply({taking("my walk", 1)});
  const Scene& scene = document.scene();
  const char* const kTexts[] = {"take clip walk.bvh",
                                "take clip \"my files/walk.bvh\" \"Take 001\" map pairs.json feet",
                                "take clip walk.bvh 2 feet",
                                "bake clip",
                                "bake clip \"new one\"",
                                "drop clip \"my walk\"",
                                "base clip \"my walk\""};
  for (const char* text : kTexts) {
    std::string error;
    const auto edit = parse_edit(text, scene, error);
    ASSERT_TRUE(edit) << text << ": " << error;
    EXPECT_EQ(to_text(*edit, scene), text);
  }
  std::string error;
  EXPECT_FALSE(parse_edit("take clip", scene, error));
  EXPECT_FALSE(parse_edit("take clip a b c", scene, error));
  EXPECT_FALSE(parse_edit("drop clip nothing", scene, error));
  EXPECT_FALSE(parse_edit("base clip \"my walk\"", *scene.model, error));  // the model has it not
}

TEST(ClipEdits, a_reload_carries_them_over_by_the_names_of_joints) {
  const auto model = random_model(1, 6);
  Document document(make_scene(model));
  document.apply({taking("walk", 1)});
  auto other = std::make_shared<Model>(*model);
  other->id = ModelId::fresh();
  const std::string moved = other->skeleton.name[1];
  std::swap(other->skeleton.name[1], other->skeleton.name[2]);
  other->clips.push_back({"one more", 1.0, {}, {}});
  document.reload(other);
  const Scene& scene = document.scene();
  ASSERT_EQ(scene.added_clips.size(), 1u);
  EXPECT_EQ(scene.added_clips[0]->clip.tracks[0].joint, 2);
  EXPECT_EQ(clip_at(scene, scene.pose.clip)->name, "walk");
  document.undo();
  document.redo();
  EXPECT_EQ(document.scene().added_clips[0]->clip.tracks[0].joint, 2);
  EXPECT_EQ(clip_at(document.scene(), document.scene().pose.clip)->name, "walk");
}

// The clip that was baked is gone under its name: undo shows the rest pose.
TEST(ClipEdits, a_bake_is_undone_after_its_clip_got_another_name) {
  const auto model = std::make_shared<Model>(*random_model(1, 6));
  model->clips = {{"walk", 2.0, {}, {}}};
  Document document(make_scene(model));
  document.apply({SetBasePose{BasePose::Clip, 0}});
  document.apply({BakeClip{"baked"}});
  const auto other = std::make_shared<Model>(*model);
  other->id = ModelId::fresh();
  other->clips[0].name = "run";
  document.reload(other);
  EXPECT_EQ(clip_at(document.scene(), document.scene().pose.clip)->name, "baked");
  document.undo();
  EXPECT_EQ(clip_count(document.scene()), 1);
  EXPECT_EQ(document.scene().pose.base, BasePose::Rest);
  EXPECT_EQ(document.scene().pose.clip, -1);
  document.redo();
  EXPECT_EQ(clip_at(document.scene(), document.scene().pose.clip)->name, "baked");
  document.undo();
  document.reload(other);
  EXPECT_EQ(document.scene().pose.base, BasePose::Rest);
}

}  // namespace
}  // namespace bindpose::tests
