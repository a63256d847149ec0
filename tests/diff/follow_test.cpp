// The second file of a comparison, posed as the first one is; what is said of both.
#include "scene/diff/follow.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "io/diff/diff_text.h"
#include "math/transform.h"
#include "view/panes.h"
#include "view/rigs.h"

namespace bindpose::tests::follow_test {
namespace {

using rigs::move;
using rigs::turn;

Clip clip_named(const std::string& name) {
  Clip clip;
  clip.name = name;
  clip.duration = 2.0;
  return clip;
}

std::shared_ptr<Model> arm(const mat4& roll = mat4(1.0f), float unit = 1.0f) {
  const float u = 1.0f / unit;
  const mat4 back = glm::inverse(roll);
  auto model = rigs::model({{"root", -1, move(0, 0, 0)},
                            {"upper", 0, move(0, u, 0) * turn(20, {0, 0, 1}) * roll},
                            {"fore", 1, back * move(u, 0, 0) * turn(35, {1, 0, 0}) * roll},
                            {"hand", 2, back * move(u, 0, 0) * roll}});
  model->to_display = rigs::stretch(unit, unit, unit);
  model->clips = {clip_named("idle"), clip_named("wave")};
  Mesh mesh;
  mesh.name = "body";
  model->meshes = {mesh};
  model->meshes.push_back(mesh);
  model->meshes[1].name = "shirt";
  return model;
}

// What a joint's T_j does in display space: the same for both files, however their axes stand.
mat4 moved(const Scene& scene, int joint) {
  Scene bind = scene;
  std::ranges::fill(bind.pose.user_local, mat4(1.0f));
  bind.pose.base = BasePose::Bind;
  const auto j = static_cast<std::size_t>(joint);
  const mat4 d = scene.model->to_display;
  return d * evaluate(scene).world[j] * glm::inverse(d * evaluate(bind).world[j]);
}

void expect_near(const mat4& a, const mat4& b) {
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) EXPECT_NEAR(a[c][r], b[c][r], 2e-5f) << c << ' ' << r;
  }
}

TEST(Follow, TheSameRigGetsTheSameNumbers) {
  Scene a = make_scene(arm()), b = make_scene(arm());
  a.pose.base = BasePose::Clip;
  a.pose.clip = 1;
  a.pose.time = 0.7;
  a.pose.timeline.fade = ClipFade{0, 0.25f, FadeBy::Time};
  a.pose.user_local[2] = turn(40, {0.3f, 0.2f, 0.9f}) * move(0.1f, 0, 0);
  a.selection.joint = 2;
  a.selection.also = {1, 3};
  a.selection.hovered_joint = 3;
  a.selection.pinned_vertex = {0, 0};
  a.marks.hidden = {0, 1, 0, 0};
  a.mesh_hidden = {0, 1};
  a.view.show = Show::Weights;
  EXPECT_EQ(follow(a, follow_map(a, b), b), FollowLag{});
  EXPECT_EQ(b.pose.base, BasePose::Clip);
  EXPECT_EQ(b.pose.clip, 1);
  EXPECT_EQ(b.pose.time, 0.7);
  EXPECT_EQ(b.pose.timeline.fade, a.pose.timeline.fade);
  EXPECT_EQ(b.pose.user_local, a.pose.user_local);
  EXPECT_EQ(b.selection.joint, 2);
  EXPECT_EQ(b.selection.also, (std::vector<int>{1, 3}));
  EXPECT_EQ(b.selection.hovered_joint, 3);
  EXPECT_TRUE(b.selection.pinned_vertex.empty()) << "a vertex of A is none of B";
  EXPECT_TRUE(is_joint_hidden(b, 1));
  EXPECT_EQ(b.mesh_hidden, a.mesh_hidden);
  EXPECT_EQ(b.view, a.view);
  a.pose.user_local[2] = mat4(1.0f);
  a.mesh_hidden = {0, 0};
  a.marks = {};
  follow(a, follow_map(a, b), b);
  EXPECT_EQ(b.pose.user_local, a.pose.user_local) << "what is taken back in A is in B";
  EXPECT_EQ(b.mesh_hidden, a.mesh_hidden);
  EXPECT_FALSE(is_joint_hidden(b, 1));
}

// Trails and ghosts are of the same moments of both.
TEST(Follow, TheClipHasTheSameRateAndRange) {
  auto shorter = arm();
  shorter->clips[1].duration = 1.0;
  Scene a = make_scene(arm()), b = make_scene(arm()), c = make_scene(shorter);
  a.pose.base = BasePose::Clip;
  a.pose.clip = 1;
  a.pose.timeline.rate = 12.0;
  a.pose.timeline.range = TimeRange{0.5, 1.5};
  follow(a, follow_map(a, b), b);
  EXPECT_EQ(b.pose.timeline, a.pose.timeline);
  follow(a, follow_map(a, c), c);
  EXPECT_EQ(c.pose.timeline.range, (TimeRange{0.5, 1.0})) << "as far as its clip goes";
  a.pose.timeline.range = TimeRange{1.25, 1.5};
  follow(a, follow_map(a, c), c);
  EXPECT_FALSE(c.pose.timeline.range);
  EXPECT_EQ(c.pose.timeline.rate, 12.0);
  shorter->clips[1].name = "other";
  follow(a, follow_map(a, c), c);
  EXPECT_EQ(c.pose.timeline, Timeline{}) << "what is of a clip that it lacks";
}

// Joints that stand in other axes, in a file of centimetres: a turn and a way of the world are the
// same ones.
TEST(Follow, AnEditIsTheSameInTheWorldWhateverTheAxesAndUnits) {
  Scene a = make_scene(arm());
  Scene b = make_scene(arm(turn(90, {0, 1, 0}) * turn(30, {1, 0, 0}), 0.01f));
  for (Scene* scene : {&a, &b}) scene->pose.base = BasePose::Bind;
  a.pose.user_local[1] = turn(50, {0, 0, 1});
  a.pose.user_local[2] = move(0.1f, 0.2f, -0.3f) * turn(40, {0.3f, 0.2f, 0.9f});
  EXPECT_EQ(follow(a, follow_map(a, b), b), FollowLag{});
  EXPECT_FALSE(b.pose.user_local[2] == a.pose.user_local[2]);
  for (int j = 0; j < 4; ++j) expect_near(moved(a, j), moved(b, j));
}

TEST(Follow, SaysWhatTheOtherFileLacks) {
  Scene a = make_scene(arm());
  auto other = rigs::model({{"rig:root", -1, move(0, 0, 0)}, {"rig:upper", 0, move(0, 1, 0)}});
  other->clips = {clip_named("run"), clip_named("jump")};
  Scene b = make_scene(other);
  a.pose.base = BasePose::Clip;
  a.pose.clip = 1;
  a.pose.user_local[1] = a.pose.user_local[3] = turn(10, {1, 0, 0});
  a.selection.joint = 3;
  const FollowLag lag = follow(a, follow_map(a, b), b);
  EXPECT_EQ(lag.no_clip, "wave");
  EXPECT_EQ(lag.no_joints, 1u);
  EXPECT_EQ(lag_words(lag), "No clip \"wave\": its rest pose");
  EXPECT_EQ(b.pose.base, BasePose::Rest);
  EXPECT_NE(b.pose.user_local[1], mat4(1.0f)) << "a namespace is no other name";
  EXPECT_EQ(b.selection.joint, -1);
  a.pose.base = BasePose::Bind;
  EXPECT_EQ(lag_words(follow(a, follow_map(a, b), b)), "It lacks 1 joint that you posed");
}

TEST(TwoFiles, HaveTwoPanesOfOneDeformer) {
  ViewSettings view;
  view.other_file = true;
  view.compare = Deformer::Rigid;
  view.method = Deformer::DualQuaternion;
  for (const Panes panes : {Panes::Two, Panes::Split, Panes::Four}) {
    view.panes = panes;
    const std::vector<Pane> two = layout_panes(view, {400.0f, 300.0f});
    ASSERT_EQ(two.size(), 2u);
    EXPECT_FALSE(two[0].other);
    EXPECT_TRUE(two[1].other);
    EXPECT_EQ(two[1].method, Deformer::DualQuaternion);
  }
  view.panes = Panes::One;
  EXPECT_FALSE(layout_panes(view, {400.0f, 300.0f}).front().other);
  view.panes = Panes::Two;
  view.show = Show::Apart;
  const ViewSettings alone = without_other_file(view);
  EXPECT_FALSE(alone.other_file);
  EXPECT_EQ(alone.panes, Panes::One);
  EXPECT_EQ(alone.show, Show::Shaded);
  EXPECT_EQ(alone.method, view.method);
}

// The lines of the window lead to what they tell of.
TEST(DiffAccounts, LinesSayWhatTheyAreAbout) {
  auto other = arm();
  other->bind_local[2] = other->bind_local[2] * move(0.5f, 0, 0);
  other->skeleton.name[3] = "paw";
  other->clips[1].duration = 1.0;
  const Scene a = make_scene(arm()), b = make_scene(other);
  const DiffOptions options;
  const SceneDiff diff = compare_scenes(a, b, options);
  const DiffAccount account = diff_account({"a.glb", "b.glb", a, b, diff, options});
  ASSERT_EQ(account.part.size(), std::size_t{kDiffParts});
  EXPECT_FALSE(account.same);
  const auto& joints = account.part[static_cast<std::size_t>(DiffPart::Joints)].rows;
  ASSERT_EQ(joints.size(), 2u);
  EXPECT_EQ(joints[0].joint_a, 3);
  EXPECT_EQ(joints[0].joint_b, -1);
  EXPECT_EQ(joints[1].joint_a, -1);
  EXPECT_EQ(joints[1].joint_b, 3);
  const auto& bind = account.part[static_cast<std::size_t>(DiffPart::Bind)].rows;
  ASSERT_FALSE(bind.empty());
  EXPECT_EQ(bind[0].name, "fore");
  EXPECT_EQ(bind[0].joint_a, 2);
  const auto& clips = account.part[static_cast<std::size_t>(DiffPart::Clips)].rows;
  ASSERT_EQ(clips.size(), 1u);
  EXPECT_EQ(clips[0].clip, 1);
  EXPECT_EQ(account.first.joint_a, 2);
  EXPECT_EQ(account.first_part, DiffPart::Bind);
  // The command line says the same.
  const std::string text = diff_text({"a.glb", "b.glb", a, b, diff, options});
  for (const DiffChapter& part : account.part) {
    EXPECT_NE(text.find(part.says), std::string::npos) << part.says;
    for (const DiffRow& row : part.rows) EXPECT_NE(text.find(row.words), std::string::npos);
  }
}

TEST(DiffAccounts, AreGivenUpWhenTheyAreNotWanted) {
  const Scene a = make_scene(arm()), b = make_scene(arm());
  DiffOptions options;
  options.stop = [] { return true; };
  EXPECT_THROW(compare_scenes(a, b, options), DiffStopped);
}

}  // namespace
}  // namespace bindpose::tests::follow_test
