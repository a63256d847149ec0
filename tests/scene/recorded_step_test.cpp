// Steps that were recorded, and sliders read back from the scene.
#include <gtest/gtest.h>

#include "scene/cube_lesson.h"
#include "scene/lesson/lesson_plan.h"
#include "scene/test_model.h"

namespace bindpose::recorded_step_test {
namespace {

using namespace cube_lesson;

TEST(RecordedStep, BringsAFreshSceneToTheSameState) {
  const auto model = cube_on_two_joints();
  Document document(make_scene(model));
  for (const char* text : {"base clip bend", "time 0.5", "joint lower rotate 10 20 30",
                           "view show weights grid off", "select \"upper arm\"", "pin 0 3"}) {
    std::string error;
    document.apply({*parse_edit(text, *model, error)});
  }
  std::string body = "## A\n```step\n";
  for (const std::string& line : edits_of(document.scene())) body += line + "\n";
  const LessonPlan plan = planned(body + "```\n");
  const Scene& back = plan.steps[0].start;
  EXPECT_EQ(back.pose.user_local, document.scene().pose.user_local);
  EXPECT_EQ(back.pose.time, 0.5);
  EXPECT_EQ(back.pose.base, BasePose::Clip);
  EXPECT_EQ(back.view, document.scene().view);
  EXPECT_EQ(back.selection.joint, 1);
  EXPECT_EQ(back.selection.pinned_vertex, (VertexRef{0, 3}));
}

TEST(RecordedStep, BringsBackWeightsSelectionsAndHiddenMeshes) {
  const auto model = cube_on_two_joints();
  Document document(make_scene(model));
  for (const char* text :
       {"bind segments radius 5 joint lower 3", "weights 0 2 lower 0.25 \"upper arm\" 0.5",
        "weights 0 5 lower 1", "select lower \"upper arm\"", "vertices sum", "meshes hide"}) {
    std::string error;
    const auto edit = parse_edit(text, *model, error);
    ASSERT_TRUE(edit) << error;
    document.apply({*edit});
  }
  // More than the log holds: the first vertices are still known.
  for (int k = 1; k <= 100; ++k) {
    document.apply(
        {SetWeights{{0, 7}, {{0, 0.01f * static_cast<float>(k)}, {1, 0.5f}}}, Phase::Preview});
  }
  document.apply({SetWeights{{0, 7}, {{0, 0.75f}, {1, 0.5f}}}, Phase::Commit});
  std::string body = "## A\n```step\n";
  for (const std::string& line : edits_of(document.scene())) body += line + "\n";
  const LessonPlan plan = planned(body + "```\n");
  ASSERT_FALSE(plan.steps.empty());
  const Scene& back = plan.steps[0].start;
  const Scene& now = document.scene();
  const Influences &a = binding_of(back, 0).influences, &b = binding_of(now, 0).influences;
  EXPECT_EQ(a.offset, b.offset);
  EXPECT_EQ(a.slot, b.slot);
  ASSERT_EQ(a.weight.size(), b.weight.size());
  for (std::size_t k = 0; k < a.weight.size(); ++k) EXPECT_NEAR(a.weight[k], b.weight[k], 1e-6f);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(a.raw_weight_sum[i], b.raw_weight_sum[i], 1e-6f);
  ASSERT_TRUE(back.reach);
  EXPECT_EQ(back.reach->radii, now.reach->radii);
  EXPECT_EQ(back.selection.also, now.selection.also);
  EXPECT_EQ(back.selection.vertices, now.selection.vertices);
  EXPECT_TRUE(is_hidden(back, 0));
}

// Weights that came as a whole, as those of a method, a mend or a stroke do: the log names no
// vertex of them.
TEST(RecordedStep, BringsBackWeightsThatWereComputedOrPainted) {
  const auto model = cube_on_two_joints();
  Document document(make_scene(model));
  for (const char* text : {"bind inverse power 2", "mend set lower 0.125 all"}) {
    std::string error;
    const auto edit = parse_edit(text, *model, error);
    ASSERT_TRUE(edit) << error;
    document.apply({*edit});
  }
  std::string body = "## A\n```step\n";
  for (const std::string& line : edits_of(document.scene())) body += line + "\n";
  const LessonPlan plan = planned(body + "```\n");
  ASSERT_FALSE(plan.steps.empty());
  const MeshBinding &back = binding_of(plan.steps[0].start, 0),
                    &now = binding_of(document.scene(), 0);
  for (std::size_t v = 0; v < 8; ++v) {
    const auto at = now.influences.offset[v], end = now.influences.offset[v + 1];
    ASSERT_EQ(back.influences.offset[v + 1] - back.influences.offset[v], end - at);
    for (auto k = at; k < end; ++k) {
      const auto other = back.influences.offset[v] + (k - at);
      EXPECT_NEAR(back.influences.weight[other], now.influences.weight[k], 1e-6f);
      EXPECT_EQ(back.skin.joint[back.influences.slot[other]],
                now.skin.joint[now.influences.slot[k]]);
    }
  }
}

mat4 replayed(const std::vector<std::string>& lines) {
  std::string body = "## A\n```step\n";
  for (const std::string& line : lines) body += line + "\n";
  return planned(body + "```\n").steps.at(0).start.pose.user_local.at(0);
}

Scene posed_by(const mat4& user_local) {
  Document document(make_scene(cube_on_two_joints()));
  document.apply({SetUserLocal{0, user_local}});
  return document.scene();
}

TEST(RecordedStep, ARotationIsWrittenInDegrees) {
  const auto turned = [](const vec3& degrees) {
    return to_matrix(Transform{{}, rotation_from_degrees(degrees), vec3(1.0f)});
  };
  EXPECT_EQ(edits_of(posed_by(turned({10, 20, 30}))),
            std::vector<std::string>{"joint lower rotate 10 20 30"});
  EXPECT_EQ(edits_of(posed_by(turned({0, 0, 62.5f}))),
            std::vector<std::string>{"joint lower rotate 0 0 62.5"});
  EXPECT_EQ(edits_of(posed_by(turned({0, 90, 0}))),
            std::vector<std::string>{"joint lower rotate 0 90 0"});
}

// About skew axes, at and beyond the angles where x and z turn about one axis.
TEST(RecordedStep, EveryRotationComesBack) {
  std::vector<quat> turns;
  for (const vec3& axis : {vec3(1, 2, 3), vec3(-2, 1, 0.5f), vec3(0, 1, 0), vec3(0.3f, -1, 0.1f),
                           vec3(1, 1, 1), vec3(0, 1e-4f, 1)}) {
    for (const float degrees :
         {0.01f, 33.3f, 89.99f, 90.0f, 90.01f, 137.0f, 179.9f, 180.0f, 271.0f}) {
      turns.push_back(glm::angleAxis(glm::radians(degrees), glm::normalize(axis)));
    }
  }
  for (const float y :
       {89.9f, 89.9999f, 90.0f, 90.0001f, 91.0f, -90.0f, -90.001f, 120.0f, -170.0f}) {
    turns.push_back(rotation_from_degrees({25, y, -70}));
  }
  for (const quat& q : turns) {
    const mat4 wanted = to_matrix(Transform{{}, q, vec3(1.0f)});
    const std::vector<std::string> lines = edits_of(posed_by(wanted));
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_TRUE(lines[0].starts_with("joint lower rotate ")) << lines[0];
    EXPECT_LT(max_difference(replayed(lines), wanted), 1e-5f) << lines[0];
  }
}

TEST(RecordedStep, MovesAndScalesStandBesideTheRotation) {
  const mat4 wanted =
      to_matrix(Transform{{0.25f, -3, 0}, rotation_from_degrees({0, 45, 0}), {1, 2.5f, 1}});
  EXPECT_EQ(edits_of(posed_by(wanted)),
            (std::vector<std::string>{"joint lower translate 0.25 -3 0",
                                      "joint lower rotate 0 45 0", "joint lower scale 1 2.5 1"}));
  EXPECT_LT(max_difference(replayed(edits_of(posed_by(wanted))), wanted), 1e-5f);
  mat4 sheared(1.0f);
  sheared[1][0] = 0.5f;
  EXPECT_TRUE(edits_of(posed_by(sheared)).at(0).starts_with("joint lower matrix "));
  EXPECT_EQ(replayed(edits_of(posed_by(sheared))), sheared);
  mat4 mirrored(1.0f);
  mirrored[2][2] = -1.0f;
  EXPECT_LT(max_difference(replayed(edits_of(posed_by(mirrored))), mirrored), 1e-5f);
}

TEST(RecordedStep, ACameraIsWrittenWithWhatItHasAndNoMore) {
  LessonCamera camera;
  camera.yaw = glm::radians(30.0f);
  camera.pitch = glm::radians(-10.5f);
  const std::string angles = "camera yaw 30 pitch -10.5";
  EXPECT_EQ(camera_text(camera), angles);
  camera.target = vec3(1.0f, -2.25f, 0.0f);
  EXPECT_EQ(camera_text(camera), angles) << "a place without a height is none";
  camera.height = 1.5f;
  EXPECT_EQ(camera_text(camera), angles + " target 1 -2.25 0 height 1.5");
  camera.target.reset();
  EXPECT_EQ(camera_text(camera), angles);
  camera.frame = {"lower", "upper arm"};
  camera.zoom = 2.0f;
  camera.orthographic = true;
  EXPECT_EQ(camera_text(camera), angles + " frame \"lower\" \"upper arm\" zoom 2 ortho");
}

// One slider for the radii of two joints, beside another radius for all bones.
TEST(RecordedSliders, ARadiusOfSomeJointsIsReadBack) {
  const LessonPlan plan = planned(
      "## A\n```step\nbind segments radius 5 joint \"upper arm\" 3 joint lower 3\n"
      "slider Radius, 1 to 9 at 3: bind segments radius 5 joint \"upper arm\" {} joint lower "
      "{}\n```\n");
  Document document(plan.steps[0].start);
  EXPECT_EQ(slider_values(plan, 0, document.scene(), {3.0})[0], 3.0);
  document.apply({slider_edit(plan, 0, 0, {7.0}, document.scene())});
  EXPECT_EQ(slider_values(plan, 0, document.scene(), {3.0})[0], 7.0);
  document.undo();
  EXPECT_EQ(slider_values(plan, 0, document.scene(), {7.0})[0], 3.0);
  std::string error;
  const auto apart =
      parse_edit("bind segments joint \"upper arm\" 2 joint lower 4", *plan.model, error);
  ASSERT_TRUE(apart) << error;
  document.apply({*apart});
  EXPECT_EQ(slider_values(plan, 0, document.scene(), {7.0})[0], 7.0) << "no one value: it stays";
}

// Where the slider comes nearest to both weights, whichever of them is too small.
TEST(RecordedSliders, WeightsAreReadBack) {
  const LessonPlan plan = planned(
      "## A\n```step\n"
      "slider Share, 0 to 1 at 0.5: weights 0 2 lower {} \"upper arm\" {1-}\n```\n");
  Document document(plan.steps[0].start);
  for (const float share : {0.25f, 0.75f}) {
    document.apply({SetWeights{{0, 2}, {{0, share}, {1, 1.0f - share}}}});
    EXPECT_NEAR(slider_values(plan, 0, document.scene(), {0.5})[0], double{share}, 1e-4) << share;
  }
}

TEST(RecordedSliders, ARadiusFollowsUndo) {
  const LessonPlan plan =
      planned("## A\n```step\nslider Radius, 1 to 9 at 3: bind segments radius {}\n```\n");
  Document document(plan.steps[0].start);
  document.apply({slider_edit(plan, 0, 0, {7.0}, document.scene())});
  EXPECT_EQ(slider_values(plan, 0, document.scene(), {7.0})[0], 7.0);
  document.undo();
  EXPECT_EQ(slider_values(plan, 0, document.scene(), {7.0})[0], 3.0);
}

}  // namespace
}  // namespace bindpose::recorded_step_test