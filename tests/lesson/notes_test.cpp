// Notes for who speaks: part of a step, and of nothing that the audience gets.
#include <gtest/gtest.h>

#include "scene/cube_lesson.h"
#include "scene/lesson/lesson_schedule.h"
#include "scene/lesson/transcript.h"

namespace bindpose::notes_test {
namespace {

using namespace cube_lesson;

std::string refused(const std::string& body) {
  std::string error;
  return parse_lesson(kHead + body, error) ? "read" : error;
}

TEST(LessonNotes, StandBesideTheTextOfTheirStep) {
  const LessonPlan plan = planned(
      "## A\n\nSeen.\n\n```notes\nSay $W_j$ aloud.\n\n- Wait.\n- **Ask.**\n```\n\nSeen, too.\n\n"
      "```notes\nMore.\n```\n\n## B\n\nAlone.\n");
  ASSERT_EQ(plan.lesson.steps.size(), 2u);
  const LessonStep& step = plan.lesson.steps[0];
  ASSERT_EQ(step.text.size(), 2u);
  EXPECT_EQ(step.text[1].spans[0].text, "Seen, too.");
  ASSERT_EQ(step.notes.size(), 4u);
  EXPECT_EQ(step.notes[0].spans[1].kind, LessonSpan::Formula);
  EXPECT_EQ(step.notes[1].kind, LessonBlock::Item);
  EXPECT_EQ(step.notes[2].spans[0].kind, LessonSpan::Bold);
  EXPECT_EQ(step.notes[3].spans[0].text, "More.");
  EXPECT_TRUE(plan.lesson.steps[1].notes.empty());
}

TEST(LessonNotes, AreReadAloudBehindTheStep) {
  const std::string said =
      lesson_transcript(planned("## A\n\nSeen.\n\n```notes\nSay $W_j$ aloud.\n```\n"), "c.glb");
  const std::size_t notes = said.find("Notes for who speaks:\n\nSay W sub j aloud.\n");
  ASSERT_NE(notes, std::string::npos) << said;
  EXPECT_GT(notes, said.find("Seen."));
}

TEST(LessonNotes, SayHowLongAStepTakes) {
  const Lesson lesson =
      planned(
          "## A\n\n```notes minutes 2\nSlowly.\n```\n\n## B\n\n```notes minutes 1.5\n```\n\n"
          "## C\n\n```notes\nNo time.\n```\n")
          .lesson;
  ASSERT_EQ(lesson.steps[0].notes.size(), 1u);
  EXPECT_EQ(lesson.steps[0].minutes, 2.0);
  EXPECT_EQ(planned_minutes(lesson), 3.5);
  EXPECT_EQ(minutes_until(lesson, 0), 2.0);
  EXPECT_EQ(minutes_until(lesson, 1), 3.5);
  EXPECT_EQ(minutes_until(lesson, 2), 0.0) << "nobody knows";
  std::string error;
  const auto whole = parse_lesson(
      "---\ntitle: x\nmodel: cube.glb\nminutes: 20\n---\n## A\n\n```notes minutes 2\n```\n", error);
  ASSERT_TRUE(whole) << error;
  EXPECT_EQ(planned_minutes(*whole), 20.0) << "its own wins";
  for (const char* minutes : {"0", "-1", "soon", "1e9", "nan"}) {
    EXPECT_EQ(refused("## A\n\n```notes minutes " + std::string(minutes) + "\n```\n"),
              "Line 7: \"" + std::string(minutes) +
                  "\" is no time to plan with; expected minutes above 0, as in \"9\" or \"1.5\".");
  }
}

TEST(LessonNotes, AreRefusedWithTheirLine) {
  EXPECT_NE(refused("```notes\nA\n```\n").find("stands before the first step"), std::string::npos);
  EXPECT_EQ(refused("## A\n\n```notes\nA\n## B\n"),
            "Line 7: the notes that start here are not closed; expected a line \"```\".");
  EXPECT_EQ(refused("## A\n\n```notes\nA\n```step\n```\n"),
            "Line 7: the notes that start here are not closed; expected a line \"```\".");
  EXPECT_EQ(refused("## A\n\n```notes\nIt is\n{volume}.\n```\n"),
            "Line 8: notes hold no figures: those stand in the step's text.");
  EXPECT_EQ(refused("## A\n\n```notes\n![an arm](arm.png)\n```\n"),
            "Line 8: notes hold no images: they stand in the step's text.");
  EXPECT_NE(refused("## A\n\n```notes\n*slanted*\n```\n").find("Line 8"), std::string::npos);
}

}  // namespace
}  // namespace bindpose::notes_test
