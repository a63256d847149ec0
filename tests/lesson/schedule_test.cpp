// A lesson that plays by itself: what comes when, and where its sliders are.
#include "scene/lesson/lesson_schedule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "scene/cube_lesson.h"

namespace bindpose::schedule_test {
namespace {

using namespace cube_lesson;

TEST(LessonSchedule, StepsQuestionsAnswersAndSlidersInTheirOrder) {
  const LessonPlan plan = planned(
      "## A\n\nOne two three $W_j$.\n\n## B\n\nSee.\n\n```predict\nask Which is it?\noption This\n"
      "right That one\n```\n\nBecause of that.\n\n```step\n"
      "slider Turn, 0 to 90 degrees at 0: joint lower rotate 0 0 {}\n"
      "slider Bend, 0 to 90 degrees at 90: joint lower rotate {} 0 0\n```\n");
  const auto all = lesson_schedule(plan);
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all[0].kind, LessonStretch::Step);
  // "One two three W_j ." has five words: 170 a minute, and 2 s to look.
  EXPECT_NEAR(all[0].seconds, 2.0 + 5.0 * 60.0 / 170.0, 1e-9);
  EXPECT_EQ(all[1].step, 1u);
  // One word, three of the question, three of options, and 4 s to think.
  EXPECT_NEAR(all[1].seconds, 2.0 + 7.0 * 60.0 / 170.0 + 4.0, 1e-9);
  EXPECT_EQ(all[2].kind, LessonStretch::Answer);
  EXPECT_NEAR(all[2].seconds, 2.0 + 3.0 * 60.0 / 170.0, 1e-9);
  EXPECT_EQ(all[3].kind, LessonStretch::Slider);
  EXPECT_EQ(all[3].slider, 0u);
  EXPECT_EQ(all[4].slider, 1u);
  EXPECT_EQ(all[4].seconds, 6.0);
  EXPECT_EQ(reading_seconds(10000), 30.0);
}

TEST(LessonSchedule, TheWalkerGoesThroughItsStages) {
  const LessonPlan plan = planned(
      "## A\n\nSee.\n\n```step\npin 0 0\nview walker all walker_at 1\n"
      "slider Turn, 0 to 90 degrees at 0: joint lower rotate 0 0 {}\n```\n\n## B\n\nSee.\n");
  const auto all = lesson_schedule(plan);
  ASSERT_EQ(all.size(), 4u);
  const LessonStretch& walk = all[1];
  EXPECT_EQ(walk.kind, LessonStretch::Walk);
  EXPECT_EQ(all[2].kind, LessonStretch::Slider) << "it is moved where the walk has ended";
  EXPECT_EQ(walk.from, 1.0f);
  ASSERT_GE(walk.to, 4.0f);
  const double stages = double(walk.to) - 1.0;
  EXPECT_EQ(walk.seconds, 3.0 * stages);
  EXPECT_EQ(scheduled_walk(walk, 0.0), 1.0f);
  EXPECT_EQ(scheduled_walk(walk, 1.0), walk.to);
  float last = 1.0f;
  for (int k = 0; k <= 1000; ++k) {
    const float at = scheduled_walk(walk, k / 1000.0);
    EXPECT_GE(at, last);
    EXPECT_LE(at - last, 0.01f * float(stages)) << "it leaps at " << k;
    last = at;
  }
  for (int stage = 0; stage < static_cast<int>(stages); ++stage) {
    for (const double rest : {0.55, 0.75, 0.95})
      EXPECT_EQ(scheduled_walk(walk, (stage + rest) / stages), float(stage + 2)) << rest;
  }
}

LessonSlider slider(double low, double high, double start) {
  LessonSlider s;
  s.low = low;
  s.high = high;
  s.start = start;
  return s;
}

TEST(LessonSchedule, SlidersGoToBothEndsAndBack) {
  for (const double start : {0.0, 30.0, 90.0, 120.0, 180.0}) {
    const LessonSlider s = slider(0.0, 180.0, start);
    EXPECT_EQ(scheduled_value(s, 0.0), start);
    EXPECT_EQ(scheduled_value(s, 1.0), start);
    double least = 1e9, most = -1e9, last = start, step = 0.0;
    constexpr int kParts = 720;
    for (int k = 0; k <= kParts; ++k) {
      const double value = scheduled_value(s, double(k) / kParts);
      least = std::min(least, value);
      most = std::max(most, value);
      step = std::max(step, std::abs(value - last));
      last = value;
    }
    EXPECT_EQ(least, 0.0) << start;
    EXPECT_EQ(most, 180.0) << start;
    // Nowhere faster than a cosine once around: range / 2 * 2 pi / parts, and a step of rounding.
    EXPECT_LE(step, 90.0 * 2.0 * std::numbers::pi / kParts + slider_step(s)) << start;
  }
  // From the middle first to the farther end, of two equal ones to the higher.
  EXPECT_GT(scheduled_value(slider(0.0, 180.0, 30.0), 0.05), 30.0);
  EXPECT_LT(scheduled_value(slider(0.0, 180.0, 120.0), 0.05), 120.0);
  EXPECT_GT(scheduled_value(slider(0.0, 180.0, 90.0), 0.05), 90.0);
}

}  // namespace
}  // namespace bindpose::schedule_test
