// A clip faded into another one: by closed forms, as an edit, baked.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "edit_fixture.h"
#include "math/transform.h"
#include "scene/clips/make_clips.h"
#include "scene/lesson/lesson_plan.h"
#include "scene/time/timeline.h"

namespace bindpose::tests::fade_test {
namespace {

mat4 turned(float degrees, const vec3& shift = vec3(0.0f), const vec3& scale = vec3(1.0f)) {
  return to_matrix({shift, rotation_from_degrees({0, 0, degrees}), scale});
}

// "slow" takes 2 s and holds joint b at 0 degrees, then 20; "fast" takes 1 s, from 90 to 170, and
// moves and stretches it. Joint a stays.
std::shared_ptr<Model> model_with_clips() {
  auto model = std::make_shared<Model>();
  const std::vector<RawJoint> raw{{"a", kNoParent, mat4(1.0f), true},
                                  {"b", 0, glm::translate(mat4(1.0f), vec3(1, 0, 0)), true}};
  model->skeleton = build_skeleton(raw).skeleton;
  model->bind_local = model->skeleton.rest_local;
  model->has_bind.assign(2, 0);
  model->morph_channels.resize(1);
  model->morph_channels[0].name = "smile";
  const auto clip = [&](const char* name, double duration, float from, float to, const vec3& shift,
                        const vec3& scale) {
    Clip c;
    c.name = name;
    c.duration = duration;
    JointTrack track;
    track.joint = 1;
    track.factors.resize(1);
    track.factors[0].rotation = {
        {0.0, duration}, {rotation_from_degrees({0, 0, from}), rotation_from_degrees({0, 0, to})}};
    track.factors[0].fallback = {shift, quat(1, 0, 0, 0), scale};
    c.tracks.push_back(track);
    model->clips.push_back(c);
  };
  clip("slow", 2.0, 0.0f, 20.0f, vec3(1, 0, 0), vec3(1.0f));
  clip("fast", 1.0, 90.0f, 170.0f, vec3(3, 2, 0), vec3(3.0f));
  clip("off", 1.0, 0.0f, 0.0f, vec3(0.0f), vec3(1.0f));
  model->clips[1].morphs.push_back({0, {{0.0, 1.0}, {0.0f, 1.0f}, Interpolation::Linear}});
  return model;
}

class Fade : public EditedDocument {
 protected:
  Fade() : EditedDocument(model_with_clips()) { edit("base clip slow"); }
  mat4 local() { return evaluate(doc.scene()).base_local[1]; }
  const std::optional<ClipFade>& fade() const { return doc.scene().pose.timeline.fade; }
};

TEST_F(Fade, LiesBetweenTheTwoAtTheSamePartOfTheirLength) {
  edit("timeline fade fast 0.5");
  EXPECT_LT(max_difference(local(), turned(45, {2, 1, 0}, vec3(2.0f))), 1e-6f);
  edit("time 1");  // halfway: 10 and 130 degrees
  EXPECT_LT(max_difference(local(), turned(70, {2, 1, 0}, vec3(2.0f))), 1e-6f);
  EXPECT_NEAR(evaluate(doc.scene()).morph[0], 0.25f, 1e-6f);
  edit("timeline fade fast 0.25");
  EXPECT_LT(max_difference(local(), turned(40, {1.5, 0.5, 0}, vec3(1.5f))), 1e-6f);
  EXPECT_EQ(evaluate(doc.scene()).base_local[0], mat4(1.0f)) << "nothing moves the other joint";
}

TEST_F(Fade, OrAtTheSameSecond) {
  edit("timeline fade fast 0.5 time");
  edit("time 0.5");  // 5 and 130 degrees
  EXPECT_LT(max_difference(local(), turned(67.5, {2, 1, 0}, vec3(2.0f))), 1e-6f);
  edit("time 1.5");  // 15 and 170: the shorter one holds its end
  EXPECT_LT(max_difference(local(), turned(92.5, {2, 1, 0}, vec3(2.0f))), 1e-6f);
}

TEST_F(Fade, IsExactlyTheOneOrTheOtherAtItsEnds) {
  edit("time 1.3");
  const PosedScene slow = evaluate(doc.scene());
  edit("timeline fade fast 0");
  EXPECT_EQ(evaluate(doc.scene()).world, slow.world);
  edit("timeline fade fast 1");
  const PosedScene faded = evaluate(doc.scene());
  edit("base clip fast");
  doc.apply({SetTime{1.3 / 2.0 * 1.0}});
  EXPECT_EQ(evaluate(doc.scene()).world, faded.world);
  EXPECT_EQ(evaluate(doc.scene()).morph, faded.morph);
}

// A stretch along a diagonal is a symmetric matrix without any turn in it: halfway to none is half
// of it, and no keys of turn and sizes could say so.
TEST(FadedLocals, KeepShear) {
  mat4 sheared(1.0f);
  sheared[0][1] = sheared[1][0] = 0.5f;
  mat4 half(1.0f);
  half[0][1] = half[1][0] = 0.25f;
  EXPECT_LT(max_difference(faded(sheared, mat4(1.0f), 0.5f), half), 1e-6f);
  EXPECT_EQ(faded(sheared, sheared, 0.3f), sheared);
  // The short way: from 170 to -170 degrees by way of 180.
  EXPECT_LT(max_difference(faded(turned(170), turned(-170), 0.5f), turned(180)), 1e-6f);
}

TEST_F(Fade, IsUndoneAndReadBack) {
  for (const char* text : {"timeline fade fast 0.35", "timeline fade fast 0.5 time",
                           "timeline fade \"off\" 1", "timeline fade off"}) {
    const mat4 before = local();
    const std::optional<ClipFade> was = fade();
    EXPECT_EQ(edit(text).extent, Change::Pose);
    EXPECT_EQ(doc.undo_label(), std::string("T") + (text + 1));
    const std::optional<ClipFade> now = fade();
    EXPECT_EQ(doc.undo().extent, Change::Pose) << "joints move";
    EXPECT_EQ(fade(), was);
    EXPECT_EQ(local(), before);
    doc.redo();
    EXPECT_EQ(fade(), now);
  }
  doc.apply({SetFade{ClipFade{1, 0.25f}}, Phase::Preview});
  doc.apply({SetFade{ClipFade{1, 0.5f}}, Phase::Preview});
  doc.apply({SetFade{}, Phase::Cancel});
  EXPECT_EQ(fade(), std::nullopt);
}

TEST_F(Fade, RefusesWhatMakesNoSense) {
  EXPECT_NE(refused("timeline fade fast 2").find("from 0, the clip"), std::string::npos);
  EXPECT_NE(refused("timeline fade dance 0.5").find("dance"), std::string::npos);
  EXPECT_NE(refused("timeline fade fast 0.5 beat").find("phase or time"), std::string::npos);
  EXPECT_EQ(edit("timeline fade slow 0.5").extent, Change::None) << "into itself";
  EXPECT_EQ(doc.apply({SetFade{ClipFade{7, 0.5f}}}).extent, Change::None);
  EXPECT_EQ(doc.apply({SetFade{ClipFade{1, std::nanf("")}}}).extent, Change::None);
  Document none(make_scene(model_with_clips()));
  EXPECT_EQ(none.apply({SetFade{ClipFade{1, 0.5f}}}).extent, Change::None) << "no clip is chosen";
}

TEST_F(Fade, GoesWithItsClips) {
  edit("timeline fade fast 0.5");
  edit("base rest");
  edit("base clip slow");
  EXPECT_TRUE(fade()) << "another base pose is a look aside";
  edit("base clip off");
  EXPECT_FALSE(fade()) << "another clip begins by itself";
  edit("base clip slow");
  edit("timeline fade fast 0.5");
  edit("bake clip");
  EXPECT_FALSE(fade());
  edit("base clip slow");
  edit("timeline fade \"slow baked\" 0.5");
  edit("drop clip \"slow baked\"");
  EXPECT_FALSE(fade());
  doc.undo();
  EXPECT_EQ(fade(), (ClipFade{3, 0.5f}));
  auto longer = model_with_clips();  // the file, written again with a clip in front
  longer->clips.insert(longer->clips.begin(), longer->clips[2]);
  longer->clips[0].name = "new";
  doc.reload(longer);
  EXPECT_EQ(fade(), (ClipFade{4, 0.5f}));
  edit("timeline fade fast 0.5");
  auto without = model_with_clips();
  without->clips.erase(without->clips.begin() + 1);
  doc.reload(without);
  EXPECT_FALSE(fade()) << "the other clip is gone";
}

TEST_F(Fade, IsBakedWithTheEditsAsOneClip) {
  edit("timeline fade fast 0.35");
  edit("joint b rotate 30 0 10");
  edit("joint a rotate 0 20 0");
  std::vector<PosedScene> before;
  for (int k = 0; k <= 20; ++k) {
    doc.apply({SetTime{0.1 * k - (k % 2) * 0.013}});
    before.push_back(evaluate(doc.scene()));
  }
  edit("bake clip both");
  EXPECT_EQ(clip_at(doc.scene(), doc.scene().pose.clip)->name, "both");
  for (int k = 0; k <= 20; ++k) {
    doc.apply({SetTime{0.1 * k - (k % 2) * 0.013}});
    const PosedScene now = evaluate(doc.scene());
    for (std::size_t j = 0; j < 2; ++j) {
      EXPECT_LT(max_difference(now.world[j], before[std::size_t(k)].world[j]), 1e-5f) << k;
    }
    EXPECT_NEAR(now.morph[0], before[std::size_t(k)].morph[0], 1e-5f) << k;
  }
}

TEST_F(Fade, IsRecordedInLessons) {
  edit("timeline fade fast 0.35 time");
  const auto lines = edits_of(doc.scene());
  EXPECT_NE(std::ranges::find(lines, "timeline fade fast 0.35 time"), lines.end());
}

}  // namespace
}  // namespace bindpose::tests::fade_test
