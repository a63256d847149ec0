// What a lesson says, held against the scene: at the start and wherever sliders go.
#include "scene/lesson/lesson_check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "scene/cube_lesson.h"

namespace bindpose::lesson_check_test {
namespace {

using namespace cube_lesson;

// The upper arm stands 0.5 above `lower` and turns about it: y = 0.5 cos, x = -0.5 sin.
std::string bent(const std::string& expectations, const std::string& text = "") {
  return "## A\n" + text +
         "\n```step\nslider Bend it, 0 to 180 degrees at 60: joint lower rotate " + "0 0 {}\n" +
         expectations + "```\n";
}

std::string wrong(const std::string& body) {
  const LessonPlan plan = planned(body);
  std::string text;
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    for (const CheckResult& result : check_step(plan, k)) {
      if (!result.holds) text += std::to_string(result.line) + ": " + result.text + "\n";
    }
  }
  return text;
}

std::string refused(const std::string& body) {
  std::string error;
  const auto lesson = parse_lesson(kHead + body, error);
  if (lesson) plan_lesson(*lesson, cube_on_two_joints(), error);
  return error;
}

double value_of(const std::string& text, double bend = 60.0) {
  const LessonPlan plan = planned(bent(""));
  std::string error;
  const auto expression = parse_expression(text, plan.lesson.steps[0].sliders, *plan.model, error);
  EXPECT_TRUE(expression) << text << ": " << error;
  const Scene scene = with_sliders(plan, 0, {bend});
  return expression ? evaluate(*expression, {scene, evaluate(scene), {bend}}) : 0.0;
}

TEST(LessonExpressions, AreReckonedAsTheyAreWritten) {
  EXPECT_DOUBLE_EQ(value_of("1 + 2 * 3 - 8 / 4"), 5.0);
  EXPECT_DOUBLE_EQ(value_of("(1+2)*3 - 4 - 2"), 3.0);
  EXPECT_DOUBLE_EQ(value_of("-2 * -3 + 1e-1"), 6.1);
  EXPECT_DOUBLE_EQ(value_of("12 / 3 / 2"), 2.0);
  EXPECT_NEAR(value_of("25 * cos(slider / 2)"), 25.0 * std::sqrt(0.75), 1e-9);
  EXPECT_NEAR(value_of("sin(slider Bend) + sqrt(2) * abs(-3)"), 0.8660254037 + 4.2426406871, 1e-9);
  EXPECT_NEAR(value_of("slider Bend it - angle lower"), 0.0, 1e-4);
  EXPECT_NEAR(value_of("2 * y \"upper arm\" / (1 + 1)"), 0.25, 1e-6);
}

TEST(LessonExpressions, ABrokenOneSaysWhatIsMissing) {
  const auto says = [](const std::string& text) { return refused(bent("expect " + text + "\n")); };
  EXPECT_EQ(says("1 + < 2"),
            "Line 9: a quantity, a number or a sign is missing at the end in \"1 +\".");
  EXPECT_NE(says("2 * (3 < 1").find("a \")\""), std::string::npos);
  EXPECT_NE(says("1 ) < 2").find("in front of \")\""), std::string::npos);
  EXPECT_NE(says("cos() < 2").find("missing in front of \")\""), std::string::npos);
  EXPECT_NE(says("slider Twist < 2").find("Line 9: the step has no slider \"Twist\""),
            std::string::npos);
  EXPECT_NE(says("y nobody < 2").find("Line 9: there is no joint \"nobody\""), std::string::npos);
  EXPECT_NE(says("y lower").find("Line 9: expected a number to hold"), std::string::npos);
  EXPECT_NE(says("y lower < 1 < 2").find("expected two sides"), std::string::npos);
  EXPECT_NE(says("y lower = slider").find("\"within NUMBER\" at the end"), std::string::npos);
  EXPECT_NE(says("y lower < 2 within 1").find("expected =, <= or >="), std::string::npos);
  EXPECT_NE(says("y lower = 2 within far").find("\"far\" is not a number"), std::string::npos);
  EXPECT_NE(says("at 181: y lower < 2").find("it goes from 0\xC2\xB0 to 180\xC2\xB0"),
            std::string::npos);
  EXPECT_NE(says("at noon: y lower < 2").find("\"noon\" is not a number"), std::string::npos);
  EXPECT_NE(says("from 3: y lower < 2").find("expected \"at VALUE: A < B\""), std::string::npos);
  EXPECT_NE(says(std::string(200, '(') + "1 < 2").find("too deep"), std::string::npos);
  EXPECT_NE(refused("## A\n```step\nexpect always y lower < 2\n```\n").find("steps with a slider"),
            std::string::npos);
}

TEST(LessonChecks, AnExpectationHoldsWhereItSays) {
  EXPECT_EQ(wrong(bent("expect always y \"upper arm\" = 0.5 * cos(slider) within 0.0001\n"
                       "expect always x \"upper arm\" <= 0\n"
                       "expect always y \"upper arm\" >= -0.5\n"
                       "expect at 180: y \"upper arm\" = -0.500\n"
                       "expect from 0 to 80: y \"upper arm\" > 0\n"
                       "expect y \"upper arm\" = 0.25\n"
                       "expect y \"upper arm\" < x lower + 0.3\n")),
            "");
}

// Each of these is true at the start, and false somewhere else.
TEST(LessonChecks, WhatIsFalseAtOneEndOnlyIsFound) {
  EXPECT_NE(wrong(bent("expect always y \"upper arm\" > 0.001\n"))
                .find("and 0.001 at Bend it 90\xC2\xB0\n"),
            std::string::npos);
  EXPECT_NE(wrong(bent("expect always y \"upper arm\" > -0.49\n")).find("at Bend it 180"),
            std::string::npos);
  EXPECT_NE(wrong(bent("expect always x \"upper arm\" < -0.1\n")).find("at Bend it 0"),
            std::string::npos);
  EXPECT_NE(wrong(bent("expect always abs(slider - 90) >= 1\n")).find("at Bend it 90"),
            std::string::npos);
  EXPECT_NE(wrong(bent("expect at 45: y \"upper arm\" = 0.25\n")).find("at Bend it 45"),
            std::string::npos);
  EXPECT_NE(wrong(bent("expect from 50 to 100: y \"upper arm\" > 0\n")).find("at Bend it 100"),
            std::string::npos);
  EXPECT_NE(wrong(bent("expect from 50 to 100: abs(slider - 60) > 1\n")).find("at Bend it 60"),
            std::string::npos)
      << "the start is in the range";
}

TEST(LessonChecks, AnExpectationWithoutAValueFails) {
  EXPECT_NE(wrong(bent("expect always vertex to lower < 1000\n")), "") << "nothing is pinned";
  EXPECT_NE(wrong(bent("expect always 0 / slider <= 1\n")), "");
}

TEST(LessonChecks, EverySliderGoesToBothEndsTheMiddleAndItsStart) {
  const LessonPlan plan = planned(
      "## A\n```step\nslider A, 0 to 8 at 1: joint lower rotate 0 0 {}\n"
      "slider B, -1 to 1 at 0: joint lower rotate 0 {} 0\n```\n## B\n");
  const auto at = slider_positions(plan.lesson.steps[0]);
  EXPECT_EQ(at.front(), (std::vector<double>{1, 0}));
  for (const double a : {0.0, 2.0, 4.0, 6.0, 8.0}) {
    for (const double b : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
      EXPECT_EQ(std::ranges::count(at, std::vector<double>{a, b}), 1) << a << ' ' << b;
    }
  }
  EXPECT_EQ(at.size(), 26u);
  EXPECT_EQ(slider_positions(plan.lesson.steps[1]), (std::vector<std::vector<double>>{{}}));
}

// A figure needs its number where the slider starts, and a value everywhere.
TEST(LessonChecks, FiguresAreCheckedAtTheStartAndHaveAValueEverywhere) {
  EXPECT_EQ(wrong(bent("", "{angle lower = 60} and {slider Bend}")), "");
  EXPECT_EQ(wrong(bent("", "{angle lower = 61}")),
            "6: angle lower is 60.0000009; = 61 within 0.5\n");
  EXPECT_EQ(wrong(bent("", "{slider = 61}")), "6: slider is 60; = 61 within 0.5\n");
  EXPECT_NE(wrong(bent("", "{angle lower}")).find("nothing is expected of it"), std::string::npos);
  // Vertices 2 and 3 do not hang on `lower`.
  EXPECT_EQ(
      wrong("## A\n{candidate x lower = -1.0}\n```step\nslider S, 0 to 4: pin 0 {}\n```\n"),
      "6: candidate x lower has no value at S 2.00\n6: candidate x lower has no value at S 3.00\n");
}

TEST(LessonFigures, ASlidersFigureIsWhatTheSliderShows) {
  const auto text = [](const std::string& slider, const std::string& figure, double value) {
    const LessonPlan plan = planned("## A\n{" + figure + "}\n```step\n" + slider + "\n```\n");
    const Scene scene = with_sliders(plan, 0, {value});
    return evaluate_figure(plan, 0, 0, {scene, evaluate(scene), {value}}).text;
  };
  const std::string turn = ": joint lower rotate 0 0 {}", move = ": joint lower translate {} 0 0";
  EXPECT_EQ(text("slider Bend, 0 to 180 degrees" + turn, "slider Bend", 59.8), "60\xC2\xB0");
  EXPECT_EQ(text("slider Left or right, 2 to 8 cm" + move, "slider Left", 4.5),
            "4.5\xC2\xA0"
            "cm");
  EXPECT_EQ(text("slider Left or right, 0 to 1" + move, "slider", 0.5), "0.50");
  EXPECT_EQ(text("slider Left, -1 to 1" + move, "slider", -0.001), "0.00");
}

TEST(LessonSliders, LengthsAreShownInTheSlidersUnit) {
  auto centimetres = std::make_shared<Model>(*cube_on_two_joints());
  centimetres->to_display = glm::scale(mat4(1.0f), vec3(0.01f));
  const auto moved = [](const std::string& range, std::shared_ptr<const Model> model) {
    std::string error;
    const auto plan = plan_lesson(
        parsed("## A\n```step\nslider Move, " + range + ": joint lower translate {} 0 0\n```\n"),
        std::move(model), error);
    EXPECT_TRUE(plan) << error;
    return plan ? plan->steps[0].start.pose.user_local[0][3].x : 0.0f;
  };
  const auto metres = cube_on_two_joints();
  EXPECT_FLOAT_EQ(moved("0 to 20 cm at 5", metres), 0.05f);
  EXPECT_FLOAT_EQ(moved("0 to 20 mm at 5", metres), 0.005f);
  EXPECT_FLOAT_EQ(moved("0 to 20 m at 5", metres), 5.0f);
  EXPECT_FLOAT_EQ(moved("0 to 20 % at 5", metres), 0.05f);
  EXPECT_FLOAT_EQ(moved("0 to 20 at 5", metres), 5.0f);
  EXPECT_FLOAT_EQ(moved("0 to 20 cm at 5", centimetres), 5.0f);
  EXPECT_FLOAT_EQ(moved("0 to 20 m at 5", centimetres), 500.0f);
}

TEST(LessonSliders, WithAUnitAreReadBackInIt) {
  const LessonPlan plan =
      planned("## A\n```step\nslider R, 200 to 900 cm at 300: bind segments radius {}\n```\n");
  Document document(plan.steps[0].start);
  EXPECT_EQ(slider_values(plan, 0, document.scene(), {300.0})[0], 300.0);
  document.apply({slider_edit(plan, 0, 0, {730.0}, document.scene())});
  EXPECT_NEAR(slider_values(plan, 0, document.scene(), {300.0})[0], 730.0, 1e-3);
  document.undo();
  EXPECT_EQ(slider_values(plan, 0, document.scene(), {730.0})[0], 300.0);
  const LessonPlan clip =
      planned("## A\n```step\nbase clip bend\nslider Time, 0 to 100 % at 50: time {}\n```\n");
  Document playing(clip.steps[0].start);
  EXPECT_EQ(playing.scene().pose.time, 0.5);
  playing.apply({SetTime{0.25}});
  EXPECT_NEAR(slider_values(clip, 0, playing.scene(), {50.0})[0], 25.0, 1e-9);
}

TEST(LessonSliders, AreNamedByTheirLabelOrItsFirstWords) {
  const std::string two =
      "## A\n{slider Twist = 1} {slider Bend the = 2}\n```step\n"
      "slider Bend the arm, 0 to 4 at 2: joint lower rotate 0 0 {}\n"
      "slider Twist, 0 to 4 at 1: joint lower rotate 0 {} 0\n```\n";
  EXPECT_EQ(wrong(two), "");
  const auto with = [&](const std::string& figure) {
    std::string text = two;
    text.replace(text.find("slider Twist"), 12, figure);
    return refused(text);
  };
  EXPECT_NE(with("slider").find("Line 6: the step has several sliders"), std::string::npos);
  EXPECT_NE(with("slider Ben").find("no slider \"Ben\""), std::string::npos) << "whole words";
  EXPECT_NE(with("slider Twst").find("did you mean \"Twist\""), std::string::npos);
  EXPECT_NE(refused("## A\n{slider}\n").find("Line 6: the step has no slider"), std::string::npos);
}

}  // namespace
}  // namespace bindpose::lesson_check_test
