// Steps that ask before they show: how they are read, fitted to a model, and what is right.
#include "scene/lesson/predict/predict.h"

#include <gtest/gtest.h>

#include "scene/cube_lesson.h"
#include "scene/lesson/lesson_check.h"
#include "scene/lesson/transcript.h"

namespace bindpose::predict_test {
namespace {

using namespace cube_lesson;

// `lower` turns about z; "upper arm" stands 0.5 above it.
constexpr const char* kTurn = "slider Turn, 0 to 180 degrees at 90: joint lower rotate 0 0 {}\n";

std::string asking(const std::string& block, const std::string& edits = kTurn,
                   const std::string& above = "Look.", const std::string& below = "So it is.") {
  return "## A\n\n" + above + "\n\n```predict\n" + block + "```\n\n" + below + "\n\n```step\n" +
         edits + "```\n";
}

// What is wrong with the step, at whatever stage that is found out.
std::string refused(const std::string& body) {
  std::string error;
  const auto lesson = parse_lesson(kHead + body, error);
  if (lesson) plan_lesson(*lesson, cube_on_two_joints(), error);
  return error;
}

std::string wrong(const std::string& body) {
  std::string text;
  const LessonPlan plan = planned(body);
  if (plan.steps.empty()) return "no plan";
  for (const CheckResult& result : check_step(plan, 0)) {
    if (!result.holds) text += std::to_string(result.line) + ": " + result.text + "\n";
  }
  return text;
}

TEST(PredictSteps, AVertexIsKeptBackWhereItStandsAlreadyWhereItWillBe) {
  const auto tells = [](const std::string& edits, const VertexRef& vertex, bool known = true) {
    const LessonPlan plan = planned(
        asking("ask Where?\nplace vertex within 3\nthen view grid off\n", "pin 0 3\n" + edits));
    if (plan.steps.empty()) return false;
    const Scene& question = plan.steps[0].predict->question;
    const auto truth = known ? std::optional(truth_of(plan, 0)) : std::nullopt;
    return tells_place(plan, 0, vertex, truth, question, evaluate(question));
  };
  const std::string turned = "joint lower rotate 0 0 40\n";
  EXPECT_TRUE(tells(turned, {0, 3}));
  EXPECT_FALSE(tells(turned, {0, 2})) << "nobody asks for that one";
  EXPECT_FALSE(tells(turned, {}));
  EXPECT_FALSE(tells(kTurn, {0, 3})) << "the answer moves it";
  EXPECT_TRUE(tells(kTurn, {0, 3}, false)) << "nobody knows yet whether it does";
  // 2 cm of 3: near enough to count as right.
  EXPECT_TRUE(tells("slider Way, 0 to 9 cm at 2: joint lower translate {} 0 0\n", {0, 3}));
  EXPECT_FALSE(tells("slider Way, 0 to 9 cm at 4: joint lower translate {} 0 0\n", {0, 3}));
}

TEST(PredictSteps, ShowTheQuestionWithoutSlidersAndWhatComesWithTheAnswer) {
  const std::string body = asking(
      "ask Where will\nask the **joint** be?\nplace joint \"upper arm\" within 3 cm\n"
      "then view grid off\n",
      std::string("view bones chain\n") + kTurn, "Now y is {y \"upper arm\" = 0.50}.",
      "It is at x = {x \"upper arm\" = -0.50}, {slider Turn} on.");
  const LessonPlan plan = planned(body);
  const LessonStep& step = plan.lesson.steps[0];
  ASSERT_TRUE(step.predict && plan.steps[0].predict);
  EXPECT_EQ(step.predict->blocks, 1u);
  EXPECT_EQ(step.predict->figures, 1u);
  EXPECT_DOUBLE_EQ(step.predict->within, 3.0);
  ASSERT_EQ(step.predict->question.size(), 3u);
  EXPECT_EQ(step.predict->question[0].text, "Where will the ");
  const Scene& question = plan.steps[0].predict->question;
  EXPECT_TRUE(question.view.grid);
  EXPECT_FALSE(plan.steps[0].base.view.grid);
  EXPECT_EQ(asked_place(*plan.steps[0].predict, question, evaluate(question)),
            vec3(0.0f, 0.5f, 0.0f));
  // A quarter turn about z takes what is above to the left.
  const vec3 place = truth_of(plan, 0).place;
  EXPECT_NEAR(place.x, -0.5f, 1e-6f);
  EXPECT_NEAR(place.y, 0.0f, 1e-6f);
  EXPECT_EQ(wrong(body), "");
  EXPECT_TRUE(is_near(*step.predict, 3.0));
  EXPECT_FALSE(is_near(*step.predict, 3.01));
}

TEST(PredictSteps, ANumberIsHeldAgainstTheFileToHalfADigit) {
  const auto number = [](const std::string& answer) {
    return asking("ask How far?\nnumber " + answer + "\n");
  };
  const LessonPlan plan = planned(number("distance lower \"upper arm\" = 50.0 within 5"));
  EXPECT_NEAR(truth_of(plan, 0).number, 50.0, 1e-4);
  EXPECT_EQ(answer_text(plan, 0, 49.96),
            "50.0\xC2\xA0"
            "cm");
  EXPECT_EQ(wrong(number("distance lower \"upper arm\" = 50.0 within 5")), "");
  EXPECT_NE(wrong(number("distance lower \"upper arm\" = 50.1 within 5"))
                .find("11: the answer distance lower \"upper arm\" is "),
            std::string::npos);
  const LessonPlan reckoned =
      planned(number("distance lower \"upper arm\" / 50 = 1.00 within 0.1 times as far"));
  EXPECT_EQ(answer_text(reckoned, 0, 1.0), "1.00\xC2\xA0times as far");
  // The slider is where it starts.
  EXPECT_EQ(wrong(number("slider Turn = 90 within 1 degrees")), "");
}

TEST(PredictSteps, TheOptionThatHoldsIsRight) {
  const auto choice = [](const std::string& first, const std::string& second) {
    return asking("ask Where?\noption At $x$ = 0\nif " + first + "\noption To the left\nif " +
                  second + "\n");
  };
  const std::string good =
      choice("always x \"upper arm\" = 0.00", "x \"upper arm\" = -0.5 within 0.001");
  EXPECT_EQ(truth_of(planned(good), 0).option, 1);
  EXPECT_EQ(wrong(good), "");
  // "always" is asked at all positions: at 0 and 180 degrees x is 0, elsewhere it is not.
  const std::string none = choice("always x \"upper arm\" = 0.00", "x \"upper arm\" > 0");
  EXPECT_EQ(truth_of(planned(none), 0).option, -1);
  EXPECT_NE(wrong(none).find("one option has to be right"), std::string::npos);
  const std::string both = choice("x \"upper arm\" < 0", "y \"upper arm\" < 0.1");
  EXPECT_EQ(truth_of(planned(both), 0).option, -1);
  EXPECT_NE(wrong(both).find("more than one"), std::string::npos);
}

TEST(PredictSteps, AStatedOptionIsProvedWhereItSaysHow) {
  const std::string stated = asking("ask Why?\noption So\nright Or so\n");
  EXPECT_EQ(truth_of(planned(stated), 0).option, 1);
  EXPECT_EQ(wrong(stated), "");
  EXPECT_EQ(wrong(asking("ask Why?\noption So\nif joints = 3\nright Or so\nif joints = 2\n")), "");
  EXPECT_NE(wrong(asking("ask Why?\noption So\nif joints = 2\nright Or so\nif joints = 2\n"))
                .find("option 1 holds"),
            std::string::npos);
  EXPECT_NE(wrong(asking("ask Why?\noption So\nright Or so\nif joints = 3\n"))
                .find("option 2 does not hold"),
            std::string::npos);
}

TEST(PredictSteps, ABrokenBlockSaysItsLineAndWhatIsExpected) {
  const auto says = [](const std::string& block, const char* part) {
    const std::string error = refused(asking(block));
    EXPECT_NE(error.find(part), std::string::npos) << block << "\n" << error;
  };
  says("place vertex within 3\n", "Line 9: the block asks nothing; expected a line \"ask TEXT\"");
  says("ask What?\n", "the question has no answer; expected");
  says("ask What?\nnumbr 3\n", "Line 11: \"numbr\" says nothing about a question");
  says("ask What?\nguess 3\n", "expected \"ask TEXT\"");
  says("ask What?\noption\n", "nothing follows \"option\"");
  says("ask What?\nplace hand\n", "is no place; expected \"vertex within CM\"");
  says("ask What?\nplace vertex\n", "how far off a guess may be");
  says("ask What?\nplace vertex within -1\n", "a number above 0, in cm");
  says("ask What?\nplace vertex within 3 km\n", "is no place");
  says("ask What?\nplace vertex within 3\n", "expected a line \"pin MESH VERTEX\", too");
  says("ask What?\nplace joint nobody within 3\n", "there is no joint \"nobody\"");
  says("ask What?\nnumber joints within 1\n", "no number to be held against");
  says("ask What?\nnumber joints = many within 1\n", "is no answer; expected");
  says("ask What?\nnumber joints = 2\n", "how far off a guess may be");
  says("ask What?\nnumber nothing = 2 within 1\n", "Line 11: there is no quantity \"nothing\"");
  says("ask What?\nnumber joints = 2 within 1\noption a\n", "answered in one way");
  says("ask What?\nnumber joints = 2 within 1\nnumber joints = 2 within 1\n",
       "answered in one way");
  says("ask What?\noption a\n", "at least two options");
  says("ask What?\nright a\nright b\n", "only one option can be right");
  says("ask What?\noption a\nif joints = 2\noption b\n",
       "Line 13: nothing says whether this option is right");
  says("ask What?\nif joints = 2\n", "expected a line \"option TEXT\" above");
  says("ask What?\nright a\nif joints = 2\nif joints = 2\noption b\n", "has its \"if\" already");
  says("ask What?\nright a\nif nothing = 2\noption b\n", "Line 12: there is no quantity");
  says("ask What?\nright a\noption b\noption c\noption d\noption e\noption f\n",
       "at most five options");
  says("ask Is it {joints = 2}?\nright a\noption b\n", "have no figures");
  says("ask *What?*\nright a\noption b\n", "slanted words");
  says("ask What?\nright a\noption b\nthen joint nobody rotate 0 0 1\n", "Line 13: ");
  EXPECT_NE(refused(asking("ask What?\nright a\noption b\n", kTurn, "{slider Turn}"))
                .find("expected its figure below"),
            std::string::npos);
  EXPECT_NE(
      refused("```predict\nask What?\n```\n## A\n").find("Line 5: \"```predict\" asks before"),
      std::string::npos);
  EXPECT_NE(refused("## A\n```predict\nask What?\n").find("Line 6: the block that starts here"),
            std::string::npos);
  const std::string block = "```predict\nask What?\nright a\noption b\n```\n";
  EXPECT_NE(refused("## A\n" + block + block).find("Line 11: a step asks one question"),
            std::string::npos);
  EXPECT_EQ(refused("## A\n" + block), "");
}

TEST(PredictSteps, AreReadAloudWithQuestionOptionsAnswerAndReason) {
  const LessonPlan plan = planned(asking("ask Where is $W_j$?\noption Nowhere\nright To the left\n",
                                         kTurn, "Look here.", "Because it turns."));
  const std::string said = lesson_transcript(plan, "cube.glb");
  const std::size_t at[] = {said.find("Look here."),
                            said.find("Question: Where is W sub j?"),
                            said.find("1. Nowhere\n2. To the left\n"),
                            said.find("Answer: 2. To the left\n"),
                            said.find("Because it turns."),
                            said.find("Slider Turn")};
  for (std::size_t k = 0; k < std::size(at); ++k) {
    ASSERT_NE(at[k], std::string::npos) << k << "\n" << said;
    if (k > 0) {
      EXPECT_GT(at[k], at[k - 1]) << k;
    }
  }
  const std::string number = lesson_transcript(
      planned(asking("ask How far?\nnumber distance lower \"upper arm\" = 50.0 within 5\n")), "x");
  EXPECT_NE(number.find("Question: How far?\n\nAnswer: 50.0\xC2\xA0"
                        "cm\n"),
            std::string::npos)
      << number;
  const std::string place = lesson_transcript(
      planned(asking("ask Where to?\nplace joint \"upper arm\" within 3\n")), "x");
  EXPECT_NE(place.find("Answer: at x = -0.500 m, y = 0.000 m, z = 0.000 m\n"), std::string::npos)
      << place;
}

}  // namespace
}  // namespace bindpose::predict_test
