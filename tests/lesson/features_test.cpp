// What lessons 9 to 19 ask of lessons: models of a step, sliders of whole steps, quantities.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "io/import.h"
#include "scene/clips/make_clips.h"
#include "scene/lesson/lesson_check.h"
#include "scene/lesson/lesson_plan.h"
#include "scene/lesson/transcript.h"

namespace bindpose {
namespace {

const std::string kFolder = BINDPOSE_SOURCE_DIR "/assets/";

std::shared_ptr<const Model> demo(const std::string& name) {
  static std::map<std::string, std::shared_ptr<const Model>> known;
  std::shared_ptr<const Model>& model = known[name];
  if (!model) model = import_model(kFolder + name);
  return model;
}

LessonFiles demo_files() {
  LessonFiles files;
  files.open_model = [](const std::string& name) -> std::shared_ptr<const Model> {
    if (name == "gone.glb") throw std::runtime_error("there is no gone.glb");
    return demo(name);
  };
  return files;
}

std::optional<LessonPlan> planned_demo(const std::string& model, const std::string& steps,
                                       std::string& error, const LessonFiles& files = {}) {
  auto lesson = parse_lesson("---\ntitle: T\nmodel: " + model + "\n---\n" + steps, error);
  if (!lesson) return {};
  return plan_lesson(std::move(*lesson), demo(model), error, files);
}

std::string with_edits(const std::string& title, const std::string& lines) {
  return "## " + title + "\n```step\n" + lines + "\n```\n";
}

// Every statement of the steps holds.
void expect_holds(const std::string& model, const std::string& steps) {
  std::string error;
  const auto plan = planned_demo(model, steps, error, demo_files());
  ASSERT_TRUE(plan) << error;
  for (std::size_t k = 0; k < plan->steps.size(); ++k) {
    for (const CheckResult& r : check_step(*plan, k)) EXPECT_TRUE(r.holds) << r.line << r.text;
  }
}

TEST(LessonFeatures, AStepMayHaveAModelOfItsOwn) {
  std::string error;
  const std::string steps =
      with_edits("A", "joint upper rotate 0 0 30") +
      with_edits("B", "model small/wrist.glb\njoint hand rotate 0 50 0\nexpect turn hand = 50") +
      with_edits("C", "model small/wrist.glb") + with_edits("D", "select lower");
  const auto plan = planned_demo("capsule.glb", steps, error, demo_files());
  ASSERT_TRUE(plan) << error;
  EXPECT_EQ(plan->steps[0].start.model, plan->model);
  EXPECT_EQ(plan->steps[1].start.model, demo("small/wrist.glb"));
  EXPECT_EQ(plan->steps[2].start.model, plan->steps[1].start.model) << "opened once";
  EXPECT_EQ(plan->steps[3].start.model, plan->model);
  for (const CheckResult& r : check_step(*plan, 1)) EXPECT_TRUE(r.holds) << r.text;
  EXPECT_EQ(step_command(*plan, 0, "mine.glb"),
            "bindpose render mine.glb --edit 'joint upper rotate 0 0 30' -o step1.png");
  EXPECT_EQ(step_command(*plan, 1, "mine.glb"), "bindpose render " + kFolder +
                                                    "small/wrist.glb --edit 'joint hand rotate 0 "
                                                    "50 0' -o step2.png");

  EXPECT_FALSE(planned_demo("capsule.glb", with_edits("A", "model gone.glb"), error, demo_files()));
  EXPECT_EQ(error, "Line 7: there is no gone.glb");
  EXPECT_FALSE(planned_demo("capsule.glb", with_edits("A", "model small/wrist.glb"), error));
  EXPECT_NE(error.find("Line 7: other files"), std::string::npos) << error;
  EXPECT_FALSE(planned_demo("capsule.glb", with_edits("A", "model"), error));
  EXPECT_NE(error.find("Line 7: expected a file"), std::string::npos) << error;
  EXPECT_FALSE(planned_demo("capsule.glb", with_edits("A", "model a.glb\nmodel b.glb"), error));
  EXPECT_NE(error.find("Line 8:"), std::string::npos) << error;
  // A joint of the lesson's model that the step's own lacks.
  EXPECT_FALSE(planned_demo("capsule.glb", with_edits("A", "model small/wrist.glb\nselect upper"),
                            error, demo_files()));
  EXPECT_NE(error.find("Line 8:"), std::string::npos) << error;
}

TEST(LessonFeatures, ACommandHasTheStepsCameraAndItsFormula) {
  std::string error;
  const auto plan = planned_demo(
      "capsule.glb",
      with_edits("A",
                 "camera left pitch 8 frame lower upper zoom 1.5 ortho\nselect upper\n"
                 "formula chain") +
          with_edits("B", "camera yaw 12 target 0.1 0.75 0 height 3.9") + with_edits("C", ""),
      error, demo_files());
  ASSERT_TRUE(plan) << error;
  EXPECT_EQ(step_command(*plan, 0, "mine.glb", plan->steps[0].camera),
            "bindpose render mine.glb --edit 'select upper' --camera 'yaw -90 pitch 8 frame "
            "\"lower\" \"upper\" zoom 1.5 ortho' --formula chain -o step1.png");
  EXPECT_EQ(step_command(*plan, 2, "mine.glb"), "bindpose render mine.glb -o step3.png");
  // The words are read as the lesson's were.
  for (std::size_t k = 0; k < 2; ++k) {
    const LessonCamera& said = *plan->steps[k].camera;
    const LessonCamera read = parse_camera(camera_text(said).substr(7));
    EXPECT_EQ(read.frame, said.frame);
    EXPECT_EQ(read.height, said.height);
    EXPECT_NEAR(read.yaw, said.yaw, 1e-5f);
    EXPECT_EQ(camera_text(read), camera_text(said));
  }
  EXPECT_THROW(parse_camera("yaw"), std::runtime_error);
  EXPECT_NE(camera_problem(parse_camera("frame lowr"), *plan->model).find("lower"),
            std::string::npos);
  EXPECT_NE(formula_problem("vertex", plan->steps[0].start).find("pin"), std::string::npos);
  EXPECT_EQ(formula_problem("chain", plan->steps[0].start), "");
}

TEST(LessonFeatures, AClipOfAnotherFileIsPlayedInTheStep) {
  LessonFiles files = demo_files();
  files.fill_in = [](Edit& edit, const Scene& scene) {
    auto& take = edit.get<TakeClip>();
    const auto source = demo(take.file);
    take.made = take_clip(*source, 0, scene,
                          propose_pairs(rig_pose(*source), rig_pose(*scene.model)), take.feet)
                    .clip;
  };
  std::string error;
  const std::string step =
      with_edits("A",
                 "base bind\ntake clip capsule.glb bend\nbase clip \"bend 2\"\ntime 2\n"
                 "expect turn upper = 120");
  const auto plan = planned_demo("capsule.glb", step, error, files);
  ASSERT_TRUE(plan) << error;
  for (const CheckResult& r : check_step(*plan, 0)) EXPECT_TRUE(r.holds) << r.text;
  EXPECT_FALSE(planned_demo("capsule.glb", step, error));
  EXPECT_NE(error.find("Line 8: other files"), std::string::npos) << error;
}

TEST(LessonFeatures, ASliderGoesInWholeSteps) {
  std::string error;
  const auto plan =
      planned_demo("capsule.glb",
                   with_edits("A",
                              "slider Kept, 1 to 8 by 1 at 4: view show limit limit {}\n"
                              "slider Half, 0 to 2 by 0.5 m: joint lower translate {} 0 0"),
                   error);
  ASSERT_TRUE(plan) << error;
  const auto& sliders = plan->lesson.steps[0].sliders;
  EXPECT_EQ(slider_step(sliders[0]), 1.0);
  EXPECT_EQ(slider_value_text(sliders[0], 4.0), "4");
  EXPECT_EQ(sliders[1].unit, "m");
  EXPECT_EQ(slider_value_text(sliders[1], 1.5), "1.5\xC2\xA0m");
  for (const auto& at : slider_positions(plan->lesson.steps[0])) {
    EXPECT_EQ(at[0], std::round(at[0]));
    EXPECT_EQ(2.0 * at[1], std::round(2.0 * at[1]));
    EXPECT_EQ(with_sliders(*plan, 0, at).view.limit, int(at[0]));
  }
  // What the slider does not name stays as it is.
  Scene now = plan->steps[0].start;
  now.view.wireframe = true;
  const Edit edit = slider_edit(*plan, 0, 0, {7.0, 0.0}, now);
  EXPECT_TRUE(edit.get<SetView>().view.wireframe);
  EXPECT_EQ(edit.get<SetView>().view.limit, 7);
  for (const char* wrong :
       {"0 to 1 by 0.3", "0 to 1 by 0", "0.5 to 2 by 1", "0 to 2 by 1 at 0.5", "0 to 2 by x"}) {
    EXPECT_FALSE(planned_demo(
        "capsule.glb", with_edits("A", "slider S, " + std::string(wrong) + ": view mix {}"), error))
        << wrong;
  }
}

TEST(LessonFeatures, NumbersAreOfTheModelThatALessonWasWrittenWith) {
  std::string error;
  const std::string steps =
      "## A\n\nIt has {vertices = 3} vertices and {joints = 2 within 5} joints.\n\n"
      "```predict\nask How many?\nnumber vertices = 3 within 1\n```\n";
  const auto failed = [&](const std::string& model, bool its_own) {
    auto lesson = parse_lesson("---\ntitle: T\n" + model + "---\n" + steps, error);
    LessonFiles files;
    files.has_its_numbers = [its_own](const Model&) { return its_own; };
    const auto plan = plan_lesson(std::move(*lesson), demo("capsule.glb"), error, files);
    std::size_t wrong = 0;
    for (const CheckResult& r : check_step(*plan, 0)) wrong += r.holds ? 0 : 1;
    return wrong;
  };
  EXPECT_EQ(failed("", true), 2u) << "a figure and an answer";
  EXPECT_EQ(failed("", false), 0u);
  EXPECT_EQ(failed("model: any\n", false), 0u);
  EXPECT_EQ(failed("model: capsule.glb\n", false), 2u) << "it names its model";
}

TEST(LessonFeatures, WhatHangsOnANodeHasNoBindPose) {
  auto model = std::make_shared<Model>(*demo("capsule.glb"));
  model->meshes.push_back(model->meshes[0]);
  Skin& skin = model->meshes[1].file_binding.skin;
  skin.skinned = false;
  for (mat4& b : skin.bind) b = mat4(1.0f);
  for (mat4& b : skin.inverse_bind) b = mat4(1.0f);
  std::string error;
  auto lesson = parse_lesson(
      "---\ntitle: T\n---\n" + with_edits("A", "base bind\nexpect T largest < 0.0001"), error);
  ASSERT_TRUE(lesson) << error;
  const auto plan = plan_lesson(std::move(*lesson), model, error);
  ASSERT_TRUE(plan) << error;
  for (const CheckResult& r : check_step(*plan, 0)) EXPECT_TRUE(r.holds) << r.text;
}

// What notes of lesson 14 say of weights without a limit.
TEST(LessonFeatures, TracesThatALimitTakesOffMoveTheFingerBeside) {
  const auto bent = [](const std::string& bind, const std::string& says) {
    return with_edits("A", "base bind\npin arm 1837\njoint index1 rotate 50 0 0\n" + bind + says);
  };
  expect_holds("arm.glb",
               bent("bind inverse limit 0",
                    "\nexpect weight index1 = 0.026\nexpect weight index2 = 0.073\nexpect weight "
                    "index3 = 0.043\nexpect vertex moved = 1.0") +
                   bent("bind heat strength 0.3 limit 0", "\nexpect vertex moved = 0.18") +
                   bent("bind voxel resolution 192 limit 0", "\nexpect vertex moved = 0.33") +
                   bent("bind voxel resolution 64 limit 0", "\nexpect vertex moved = 1.6"));
}

TEST(LessonFeatures, QuantitiesOfJoints) {
  // A turn by 50 degrees about z at (0, 1, 0), and a scale.
  expect_holds("capsule.glb",
               with_edits("A",
                          "base bind\njoint upper rotate 0 0 50\nexpect Q w upper = cos(25) "
                          "within 0.00001\nexpect Q x upper = 0.0000\nexpect Q y upper = "
                          "0.0000\nexpect Q z upper = sin(25) within 0.00001\nexpect t x "
                          "upper = sin(50) within 0.00001\nexpect t y upper = 1 - cos(50) "
                          "within 0.00001\nexpect t z upper = 0.0000\nexpect determinant "
                          "upper = 1.0000") +
                   with_edits("B",
                              "base bind\njoint upper scale 2 1.5 -1\nexpect determinant "
                              "upper = -3.0000"));
}

TEST(LessonFeatures, QuantitiesByADeformer) {
  expect_holds("capsule.glb",
               with_edits("A",
                          "base bind\npin capsule 1116\nview method rigid compare dqs\njoint "
                          "upper rotate 0 120 0\nexpect vertex to upper = 25.0\nexpect "
                          "vertex to upper by lbs = 25 * cos(60) within 0.01\nexpect vertex "
                          "to upper by dqs = 25.0\nexpect volume ratio by lbs = volume ratio "
                          "lbs within 0.000001\nexpect vertex x by dqs = 0.25 * cos(60) "
                          "within 0.0001") +
                   // The chord's middle and the arc's: 25 cm and half of that, in one direction.
                   with_edits("B",
                              "base bind\npin capsule 1116\nview method lbs compare dqs\njoint "
                              "upper rotate 0 120 0\nexpect apart = 12.5 within "
                              "0.01\nexpect apart largest >= apart"));
  std::string error;
  EXPECT_FALSE(planned_demo("capsule.glb", with_edits("A", "expect vertex x by dqz < 1"), error));
}

TEST(LessonFeatures, QuantitiesOfFewerWeights) {
  // Both candidates are 50 cm apart at half a turn: the lesser weight, 0.3, is worth 0.3 of that.
  const std::string pose =
      "base bind\npin capsule 1116\nweights capsule 1116 lower 0.7 upper 0.3\nview method lbs "
      "limit 1\njoint upper rotate 0 180 0\n";
  expect_holds("capsule.glb",
               with_edits("A", pose + "expect limit cost = 150 within 0.1\nexpect limit cost "
                                      "largest >= limit cost\nexpect most influences = 2\n"
                                      "expect over limit > 100") +
                   with_edits("B", pose + "view limit 2\nexpect limit cost largest = "
                                          "0.000\nexpect over limit = 0") +
                   // 0.3 * 255 = 76.5, of two equally near ones the even one: 76.
                   with_edits("C", pose + "view engine_keep 4 engine_format unorm8\nexpect engine "
                                          "cost = 500 * (0.3 - 76 / 255) within 0.02\nexpect "
                                          "engine cost largest >= engine cost"));
}

TEST(LessonFeatures, QuantitiesOfMorphsAndFindings) {
  expect_holds("small/elbow.glb",
               with_edits("A",
                          "base bind\npin skin 633\nmorph corrective 0.25\nexpect morph "
                          "corrective = 0.25\nexpect vertex moved = 25 * (sqrt(2) - 1) / 4 "
                          "within 0.01"));
  expect_holds("broken/without-weights.glb",
               with_edits("A",
                          "expect finding VERTEX_WITHOUT_WEIGHT = unweighted within 0.5\n"
                          "expect finding BIND_MIRRORED = 0"));
  std::string error;
  EXPECT_FALSE(planned_demo("capsule.glb", with_edits("A", "expect finding NO_RULE = 0"), error));
  EXPECT_NE(error.find("there is no rule \"NO_RULE\""), std::string::npos) << error;
  EXPECT_FALSE(planned_demo("small/elbow.glb", with_edits("A", "expect morph corect = 0"), error));
  EXPECT_NE(error.find("there is no morph \"corect\""), std::string::npos) << error;
}

}  // namespace
}  // namespace bindpose
