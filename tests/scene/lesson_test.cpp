#include "scene/lesson/lesson.h"

#include <gtest/gtest.h>

#include "rig/enclosed_volume.h"
#include "rig/surface_measure.h"
#include "scene/cube_lesson.h"
#include "scene/lesson/lesson_plan.h"
#include "scene/test_model.h"

namespace bindpose::lesson_test {
namespace {

using namespace cube_lesson;

TEST(LessonText, StepsWithTextEditsCameraSlidersAndFigures) {
  const Lesson lesson = parsed(
      "\n# For Markdown programs\n\n```step\nbase bind\n```\n\n## First\n\nTwo lines\nof **bold** "
      "text, `code`, $T_j$ and {volume ratio = 0.62}.\n\n- one\n- two\n\n1. first\n\n$$a = b$$\n"
      "\n```step\n# a comment\nselect lower\ncamera yaw 30 pitch 10 frame lower \"upper arm\" zoom "
      "2"
      "\nslider Bend, 0 to 90 degrees at 30: joint lower rotate 0 0 {}\nexpect T lower < 0.001\n```"
      "\n\n## Second\n\nMore.\n");
  EXPECT_EQ(lesson.title, "A title");
  EXPECT_EQ(lesson.model, "arm.glb");
  ASSERT_EQ(lesson.start.size(), 1u);
  EXPECT_EQ(lesson.start[0].text, "base bind");
  ASSERT_EQ(lesson.steps.size(), 2u);
  const LessonStep& step = lesson.steps[0];
  EXPECT_EQ(step.title, "First");
  ASSERT_EQ(step.text.size(), 5u);
  ASSERT_EQ(step.text[0].spans.size(), 9u);
  EXPECT_EQ(step.text[0].spans[0].text, "Two lines of ");
  EXPECT_EQ(step.text[0].spans[1].kind, LessonSpan::Bold);
  EXPECT_EQ(step.text[0].spans[5].text, "T_j");
  EXPECT_EQ(step.text[0].spans[7].figure, 0);
  EXPECT_EQ(step.text[3].marker, "1.");
  EXPECT_EQ(step.text[4].kind, LessonBlock::Formula);
  ASSERT_EQ(step.edits.size(), 1u);
  ASSERT_TRUE(step.camera);
  EXPECT_NEAR(step.camera->yaw, 0.5235988f, 1e-6f);
  EXPECT_EQ(step.camera->frame, (std::vector<std::string>{"lower", "upper arm"}));
  EXPECT_EQ(step.camera->zoom, 2.0f);
  ASSERT_EQ(step.sliders.size(), 1u);
  EXPECT_EQ(step.sliders[0].label, "Bend");
  EXPECT_EQ(step.sliders[0].unit, "degrees");
  EXPECT_EQ(step.sliders[0].start, 30.0);
  ASSERT_EQ(step.figures.size(), 1u);
  ASSERT_EQ(step.expectations.size(), 1u);
  EXPECT_EQ(step.figures[0].quantity, "volume ratio");
  EXPECT_EQ(step.figures[0].decimals, 2);
  EXPECT_NEAR(step.figures[0].tolerance, 0.005, 1e-12);
  EXPECT_EQ(step.expectations[0].test, LessonExpectation::Less);
  EXPECT_EQ(step.expectations[0].left, "T lower");
  EXPECT_EQ(step.expectations[0].right, "0.001");
}

struct Broken {
  const char* body;
  const char* says;
};
class BrokenLesson : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenLesson, SaysTheLineAndWhatWasExpected) {
  std::string error;
  EXPECT_FALSE(parse_lesson(kHead + std::string(GetParam().body), error));
  EXPECT_NE(error.find(GetParam().says), std::string::npos) << error;
}

INSTANTIATE_TEST_SUITE_P(
    Lessons, BrokenLesson,
    ::testing::Values(
        Broken{"", "Line 4: the lesson has no step"}, Broken{"text\n", "Line 5: text before"},
        Broken{"## A\n### B\n", "Line 6: only \"## Title\""},
        Broken{"## A\n```cpp\n```\n", "Line 6: \"```cpp\" opens"},
        Broken{"## A\n```step\nbase bind\n", "Line 6: the block that starts here"},
        Broken{"## A\n```step\nbase bind\n## B\n", "Line 6: the block that starts here"},
        Broken{"## A\nSome **bold\n", "Line 6: the \"**\""},
        Broken{"## A\n{= 3}\n", "Line 6: a figure names"},
        Broken{"## A\n{volume = much}\n", "\"much\" is not a number"},
        Broken{"## A\n{volume = 1 or so}\n", "\"or\" is not understood"},
        Broken{"## A\n```step\ncamera sideways\n```\n", "Line 7: \"sideways\""},
        Broken{"## A\n```step\ncamera yaw\n```\n", "expected degrees"},
        Broken{"## A\n```step\ncamera target 0 0 0\n```\n", "needs a height"},
        Broken{"## A\n```step\nslider Bend 0 to 9: x {}\n```\n", "Line 7: this is no slider"},
        Broken{"## A\n```step\nslider Bend, 9 to 0: x {}\n```\n", "a range that rises"},
        Broken{"## A\n```step\nslider Bend, 0 to 9: x\n```\n", "has no {}"},
        Broken{"## A\n```step\nformula pythagoras\n```\n", "Line 7: \"pythagoras\" is no formula"},
        Broken{"## A\nSo $\\summ_j w_{ij}$.\n",
               "Line 6: \\summ is no sign that formulas know; did you mean"},
        Broken{"## A\n\n$$\\frac{a}{b} = c$$\n",
               "Line 7: \\frac is no sign that formulas know; expected letters"},
        Broken{"## A\n```step\nexpect volume\n```\n", "Line 7: expected a number"},
        Broken{"```step\nexpect volume = 1\n```\n", "Line 6: \"expect\" belongs"}));

TEST(LessonText, FrontMatterSaysWhatIsMissing) {
  std::string error;
  EXPECT_FALSE(parse_lesson("## A\n", error));
  EXPECT_NE(error.find("Line 1: a lesson starts with a line \"---\""), std::string::npos) << error;
  EXPECT_FALSE(parse_lesson("---\nmodel: y\n---\n## A\n", error));
  EXPECT_NE(error.find("Line 3: expected \"title: ...\""), std::string::npos) << error;
  for (const char* any : {"---\ntitle: x\n---\n## A\n", "---\ntitle: x\nmodel: any\n---\n## A\n"}) {
    const auto lesson = parse_lesson(any, error);
    ASSERT_TRUE(lesson) << error;
    EXPECT_EQ(lesson->model, "");
  }
  EXPECT_FALSE(parse_lesson("---\ntitel: x\n---\n", error));
  EXPECT_NE(error.find("title"), std::string::npos) << error;
  EXPECT_FALSE(parse_lesson("---\ntitle: x\nmodel: y\n", error));
  EXPECT_NE(error.find("not closed"), std::string::npos) << error;
}

TEST(LessonText, ARecordedStepReadsBack) {
  LessonCamera camera;
  camera.yaw = 0.5f;
  camera.pitch = -0.25f;
  camera.target = vec3(1, 2, 3);
  camera.height = 4.5f;
  camera.orthographic = true;
  std::string error;
  const auto lesson =
      parse_lesson(lesson_front_matter("Mine", "arm.glb") +
                       lesson_step_text("Step 1", {"base bind", "select lower"}, camera),
                   error);
  ASSERT_TRUE(lesson) << error;
  const LessonStep& step = lesson->steps.at(0);
  EXPECT_EQ(step.title, "Step 1");
  EXPECT_EQ(step.edits.size(), 2u);
  ASSERT_TRUE(step.camera && step.camera->target);
  EXPECT_NEAR(step.camera->yaw, 0.5f, 1e-5f);
  EXPECT_NEAR(step.camera->pitch, -0.25f, 1e-5f);
  EXPECT_EQ(*step.camera->target, vec3(1, 2, 3));
  EXPECT_EQ(step.camera->height, 4.5f);
  EXPECT_TRUE(step.camera->orthographic);
}

TEST(LessonPlan, ABrokenEditNamesItsLine) {
  std::string error;
  const auto model = cube_on_two_joints();
  EXPECT_FALSE(plan_lesson(parsed("## A\n```step\nselect loewr\n```\n"), model, error));
  EXPECT_NE(error.find("Line 7: \"select loewr\""), std::string::npos) << error;
  EXPECT_NE(error.find("lower"), std::string::npos) << error;
  EXPECT_FALSE(plan_lesson(parsed("## A\n{T nobody}\n"), model, error));
  EXPECT_NE(error.find("Line 6: there is no joint \"nobody\""), std::string::npos) << error;
  EXPECT_FALSE(plan_lesson(parsed("## A\n```step\nformula vertex\n```\n"), model, error));
  EXPECT_EQ(error,
            "Line 7: the formula is that of the pinned vertex; expected a line \"pin MESH "
            "VERTEX\", too.");
  EXPECT_FALSE(plan_lesson(parsed("## A\n```step\nformula skin\n```\n"), model, error));
  EXPECT_NE(error.find("Line 7: the formula is that of the selected joint"), std::string::npos)
      << error;
  EXPECT_FALSE(
      plan_lesson(parsed("## A\n```step\nslider Time, 0 to 1: time {}\n```\n"), model, error));
  EXPECT_NE(error.find("Line 7: the time moves nothing"), std::string::npos) << error;
  EXPECT_FALSE(plan_lesson(parsed("## A\n{volum}\n"), model, error));
  EXPECT_NE(error.find("did you mean \"volume\""), std::string::npos) << error;
  EXPECT_FALSE(plan_lesson(parsed("## A\n```step\ncamera frame tail\n```\n"), model, error));
  EXPECT_NE(error.find("Line 7: there is no joint \"tail\""), std::string::npos) << error;
  EXPECT_FALSE(plan_lesson(parsed("## A\n```step\nslider S, 0 to 1: joint lower spin {}\n```\n"),
                           model, error));
  EXPECT_NE(error.find("Line 7"), std::string::npos) << error;
}

TEST(LessonPlan, EveryStepIsReachedFromTheStart) {
  const LessonPlan plan = planned(
      "```step\nbase bind\n```\n## A\n```step\njoint lower rotate 0 0 40\nselect lower\n```\n"
      "## B\n```step\njoint \"upper arm\" rotate 0 0 10\n```\n");
  const Scene& b = plan.steps[1].start;
  EXPECT_EQ(b.pose.base, BasePose::Bind);
  EXPECT_EQ(b.selection.joint, -1);
  EXPECT_EQ(b.pose.user_local[0], mat4(1.0f));
  EXPECT_NE(b.pose.user_local[1], mat4(1.0f));
}

TEST(LessonPlan, LightOrDarkIsNotTheLessons) {
  const LessonPlan plan = planned("## A\n```step\nview dark off grid off\n```\n");
  EXPECT_TRUE(plan.steps[0].start.view.dark);
  EXPECT_FALSE(plan.steps[0].start.view.grid);
}

TEST(LessonSliders, TwoOnOneJointComposeAndReadBack) {
  const LessonPlan plan = planned(
      "## A\n```step\njoint lower rotate 0 10 0\n"
      "slider Bend, 0 to 180 degrees at 20: joint lower rotate 0 0 {}\n"
      "slider Twist, -90 to 90 degrees at 0: joint lower rotate 0 {} 0\n```\n");
  Document document(plan.steps[0].start);
  std::vector<double> value{120.0, 30.0};
  document.apply({slider_edit(plan, 0, 0, value, document.scene()), Phase::Once});
  const mat4 wanted = to_matrix(Transform{{}, rotation_from_degrees({0, 10, 0}), vec3(1)}) *
                      to_matrix(Transform{{}, rotation_from_degrees({0, 0, 120}), vec3(1)}) *
                      to_matrix(Transform{{}, rotation_from_degrees({0, 30, 0}), vec3(1)});
  EXPECT_LT(max_difference(document.scene().pose.user_local[0], wanted), 1e-5f);
  EXPECT_EQ(slider_values(plan, 0, document.scene(), value), value);
  // Undo moves the slider back.
  document.undo();
  const std::vector<double> back = slider_values(plan, 0, document.scene(), {120.0, 0.0});
  EXPECT_NEAR(back[0], 20.0, 1e-3);
}

TEST(LessonSliders, OneThatIsTurnedByHandFollows) {
  const LessonPlan plan =
      planned("## A\n```step\nslider Bend, 0 to 180 degrees: joint lower rotate 0 0 {}\n```\n");
  Document document(plan.steps[0].start);
  document.apply({TransformJoint{0, TransformJoint::Rotate, {0, 0, 77.3f}}});
  EXPECT_NEAR(slider_values(plan, 0, document.scene(), {0.0})[0], 77.3, 0.01);
}

TEST(LessonSliders, ValuesBeyondTheSlidersAreLeftAlone) {
  const LessonPlan plan =
      planned("## A\n```step\nslider Bend, 0 to 180 degrees: joint lower rotate 0 0 {}\n```\n");
  EXPECT_EQ(with_sliders(plan, 0, {30.0, 5.0}).pose.user_local,
            with_sliders(plan, 0, {30.0}).pose.user_local);
}

TEST(LessonEase, GoesFromOnePoseToTheOtherTheShortWayRound) {
  const LessonPlan plan = planned(
      "```step\nbase bind\n```\n## A\n## B\n```step\njoint \"upper arm\" translate 2 0 0\n"
      "joint \"upper arm\" rotate 0 0 90\njoint \"upper arm\" scale 1 3 1\n```\n");
  const PosedScene from = evaluate(plan.steps[0].start);
  const Scene& to = plan.steps[1].start;
  const PosedScene target = evaluate(to);
  const auto local_at = [&](float t) {
    Scene scene = to;
    scene.pose.user_local = eased_pose(from.local, from.morph, to, target, t).user_local;
    return evaluate(scene).local[1];
  };
  EXPECT_LT(max_difference(local_at(0.0f), from.local[1]), 1e-6f);
  EXPECT_LT(max_difference(local_at(1.0f), target.local[1]), 1e-6f);
  const mat4 half =
      to_matrix(Transform{{1, 0.5f, 0}, rotation_from_degrees({0, 0, 45}), {1, 2, 1}});
  EXPECT_LT(max_difference(local_at(0.5f), half), 1e-6f);
}

TEST(Quantities, OfACubeAreWhatGeometrySays) {
  const auto model = cube_on_two_joints();
  std::string error;
  const auto value = [&](const std::string& text, const Scene& scene) {
    const auto quantity = parse_quantity(text, *model, error);
    EXPECT_TRUE(quantity) << error;
    return quantity ? evaluate_quantity(*quantity, scene, evaluate(scene)) : 0.0;
  };
  Document document(make_scene(model));
  EXPECT_NEAR(value("volume", document.scene()), 8000.0, 1e-2);  // litres
  EXPECT_NEAR(value("volume ratio", document.scene()), 1.0, 1e-7);
  EXPECT_NEAR(value("stretch", document.scene()), 1.0, 1e-6);
  // The upper half moves up by 1: a box 2 x 3 x 2.
  document.apply({TransformJoint{1, TransformJoint::Translate, {0, 1, 0}}});
  EXPECT_NEAR(value("volume ratio", document.scene()), 1.5, 1e-6);
  EXPECT_NEAR(value("stretch", document.scene()), 1.5, 1e-6);
  EXPECT_NEAR(value("T \"upper arm\"", document.scene()), 1.0, 1e-6);
  EXPECT_NEAR(value("T lower", document.scene()), 0.0, 1e-6);
  EXPECT_NEAR(value("T largest", document.scene()), 1.0, 1e-6);
  EXPECT_NEAR(value("distance lower \"upper arm\"", document.scene()), 150.0, 1e-4);
  EXPECT_NEAR(value("y \"upper arm\"", document.scene()), 1.5, 1e-6);
  document.apply({TransformJoint{0, TransformJoint::Rotate, {0, 0, 150}}});
  EXPECT_NEAR(value("angle lower", document.scene()), 150.0, 1e-3);
  EXPECT_NEAR(value("turn \"upper arm\"", document.scene()), 150.0, 1e-3);
  EXPECT_EQ(value("vertices of lower", document.scene()), 4.0);
  EXPECT_EQ(value("chain \"upper arm\"", document.scene()), 2.0);
  EXPECT_FALSE(parse_quantity("T", *model, error));
  EXPECT_NE(error.find("followed by the name of a joint"), std::string::npos) << error;
}

double value_of(const std::string& text, const Scene& scene) {
  std::string error;
  const auto quantity = parse_quantity(text, *scene.model, error);
  EXPECT_TRUE(quantity) << error;
  return quantity ? evaluate_quantity(*quantity, scene, evaluate(scene)) : 0.0;
}

TEST(Quantities, AnglesAreTheShortWayRoundInEitherDirection) {
  const auto model = cube_on_two_joints();
  for (const float degrees : {-150.0f, -30.0f, 150.0f, 210.0f}) {
    Document document(make_scene(model));
    document.apply({TransformJoint{0, TransformJoint::Rotate, {0, 0, degrees}}});
    const double way = std::min(std::abs(degrees), 360.0f - std::abs(degrees));
    EXPECT_NEAR(value_of("angle lower", document.scene()), way, 1e-3) << degrees;
    EXPECT_NEAR(value_of("turn lower", document.scene()), way, 1e-3) << degrees;
  }
}

// A turn about z with a step along z and one across it: the step across only moves the line.
TEST(Quantities, TAsAScrewHasItsAngleAndItsWay) {
  Document document(make_scene(cube_on_two_joints()));
  document.apply({TransformJoint{0, TransformJoint::Translate, {0.3f, 0, 0.2f}}});
  document.apply({TransformJoint{0, TransformJoint::Rotate, {0, 0, 50}}});
  EXPECT_NEAR(value_of("screw angle lower", document.scene()), 50.0, 1e-3);
  EXPECT_NEAR(value_of("screw shift lower", document.scene()), 20.0, 1e-3);
  document.apply({TransformJoint{0, TransformJoint::Scale, {1, 2, 1}}});
  EXPECT_TRUE(std::isnan(value_of("screw angle lower", document.scene())));
  EXPECT_TRUE(std::isnan(value_of("screw shift lower", document.scene())));
}

// No value, and not zero: a dash in the figure. The node of a mesh without a skin has no bone.
TEST(Quantities, WhatIsNotThereHasNoValue) {
  const auto model = std::make_shared<Model>(*cube_on_two_joints());
  std::vector<RawJoint> raw{{"lower", kNoParent, mat4(1.0f), true},
                            {"upper arm", 0, model->skeleton.rest_local[1], true},
                            {"prop", 0, mat4(1.0f), false}};
  model->skeleton = build_skeleton(raw).skeleton;
  Mesh prop = model->meshes[0];
  prop.node = 2;
  prop.file_binding.skin = {};
  prop.file_binding.skin.joint = {2};
  prop.file_binding.skin.bind = prop.file_binding.skin.inverse_bind = {mat4(1.0f)};
  prop.file_binding.influences = pack_influences({8, {{0, 1.0f}}}, 1).influences;
  model->meshes.push_back(prop);
  derive_weight_flags(*model);
  derive_bind_pose(*model);
  Document document(make_scene(model));
  EXPECT_TRUE(std::isnan(value_of("posed bone distance lower", document.scene()))) << "no vertex";
  document.apply({SetPinnedVertex{{0, 3}}});
  EXPECT_FALSE(std::isnan(value_of("posed bone distance lower", document.scene())));
  for (const char* text : {"posed bone distance prop", "bone distance prop"}) {
    EXPECT_TRUE(std::isnan(value_of(text, document.scene()))) << text << ": it has no bone";
  }
}

TEST(Quantities, OfAFileInCentimetresAreInLitresAndMetres) {
  auto model = std::make_shared<Model>(*cube_on_two_joints());
  model->to_display = glm::scale(mat4(1.0f), vec3(0.01f));
  std::string error;
  const Scene scene = make_scene(model);
  const auto value = [&](const std::string& text) {
    return evaluate_quantity(*parse_quantity(text, *model, error), scene, evaluate(scene));
  };
  EXPECT_NEAR(value("volume"), 0.008, 1e-9);  // 2 cm x 2 cm x 2 cm
  EXPECT_NEAR(value("volume ratio"), 1.0, 1e-7);
  EXPECT_NEAR(value("signed volume ratio"), 1.0, 1e-7);
  EXPECT_NEAR(value("y \"upper arm\""), 0.005, 1e-9);
  EXPECT_NEAR(value("distance lower \"upper arm\""), 0.5, 1e-6);
}

double volume_of(const std::vector<vec3>& position, const std::vector<std::uint32_t>& triangle) {
  return signed_volume(std::vector<SurfacePart>{{position, triangle}});
}

// An open surface encloses nothing, but what is said of it must not hang on where it stands: it is
// the volume of the cone from the first point to the surface.
TEST(SurfaceMeasure, VolumeOfAnOpenMeshIsSeenFromItsFirstPoint) {
  const auto model = cube_on_two_joints();
  std::vector<std::uint32_t> open = model->meshes[0].triangle;
  const std::vector<std::uint32_t> top(open.begin() + 18, open.begin() + 24);
  open.erase(open.begin() + 18, open.begin() + 24);  // y = 1: a third of the cube, seen from y = -1
  for (const vec3& place : {vec3(0), vec3(3, 40, -5)}) {
    std::vector<vec3> moved = model->meshes[0].position;
    for (vec3& p : moved) p += place;
    EXPECT_NEAR(volume_of(moved, open), 8.0 * 2.0 / 3.0, 1e-9);
    EXPECT_NEAR(volume_of(moved, {open.begin(), open.begin() + 12}), 8.0 / 3.0, 1e-9);
  }
}

TEST(SurfaceMeasure, StretchPassesOverEdgesWithoutLength) {
  const std::vector<vec3> before{{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1, 2, 0}};
  const std::vector<vec3> after{{0, 0, 0}, {9, 9, 0}, {3, 0, 0}, {3, 2, 0}};
  EXPECT_NEAR(largest_stretch(before, after, std::vector<std::uint32_t>{0, 0, 2}), 3.0, 1e-9);
  EXPECT_NEAR(largest_stretch(before, after, std::vector<std::uint32_t>{0, 2, 3}), 3.0, 1e-9);
  EXPECT_EQ(largest_stretch(before, after, std::vector<std::uint32_t>{0, 0, 1}), 0.0);
  EXPECT_EQ(largest_stretch(before, after, {}), 0.0);
}

TEST(SurfaceMeasure, VolumeDoesNotDependOnThePlace) {
  const auto model = cube_on_two_joints();
  std::vector<vec3> moved = model->meshes[0].position;
  for (vec3& p : moved) p += vec3(1000, -2000, 500);
  EXPECT_NEAR(volume_of(moved, model->meshes[0].triangle), 8.0, 1e-3);
  for (vec3& p : moved) p.x = -p.x;  // inside out
  EXPECT_NEAR(volume_of(moved, model->meshes[0].triangle), -8.0, 1e-3);
  EXPECT_EQ(volume_of({}, {}), 0.0);
}

TEST(Figures, ASmallDifferenceIsTheLastDigitsHalf) {
  const LessonPlan plan = planned(
      "## A\n{y \"upper arm\" = 0.5} {y \"upper arm\" = 0.52} "
      "{y \"upper arm\" = 0.52 within 0.03} {y \"upper arm\" < 0.4}\n");
  const Scene& scene = plan.steps[0].start;
  const PosedScene posed = evaluate(scene);
  const bool holds[] = {true, false, true, false};
  for (std::size_t k = 0; k < 4; ++k) {
    const FigureResult result = evaluate_figure(plan, 0, k, {scene, posed, {}});
    EXPECT_EQ(result.holds, holds[k]) << k;
    EXPECT_NEAR(result.value, 0.5, 1e-6);
  }
}

}  // namespace
}  // namespace bindpose::lesson_test
