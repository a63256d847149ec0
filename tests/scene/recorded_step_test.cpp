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