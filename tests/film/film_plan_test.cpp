// Which frames a film has. All numbers by hand.
#include "app/film/film_plan.h"

#include <gtest/gtest.h>

#include "app/usage_error.h"
#include "scene/time/timeline.h"

namespace bindpose::app {
namespace {

Clip clip_with_keys(double rate, int frames) {
  Clip clip;
  clip.name = "wave";
  clip.duration = frames / rate;
  JointTrack track;
  TrackFactor factor;
  for (int i = 0; i <= frames; ++i) {
    // As files have them.
    factor.translation.time.push_back(static_cast<double>(static_cast<float>(i / rate)));
    factor.translation.value.emplace_back(0.0f);
  }
  track.factors.push_back(factor);
  clip.tracks.push_back(track);
  return clip;
}

TEST(FilmPlan, ATurnHasNoFrameThatIsItsFirstAgain) {
  const FilmPlan plan = plan_film({.turntable = 4.0, .fps = 25.0}, nullptr);
  EXPECT_EQ(plan.frames, 100);
  EXPECT_DOUBLE_EQ(plan.turn(0), 0.0);
  EXPECT_DOUBLE_EQ(plan.turn(25), 0.25);
  EXPECT_DOUBLE_EQ(plan.turn(99), 0.99) << "and the next would be 1, which is 0";
}

TEST(FilmPlan, ATurnThatIsNoWholeNumberOfFramesStillGoesAround) {
  const FilmPlan plan = plan_film({.turntable = 0.99, .fps = 10.0}, nullptr);
  EXPECT_EQ(plan.frames, 10);
  EXPECT_DOUBLE_EQ(plan.turn(9), 0.9);
}

TEST(FilmPlan, TheRateIsThatOfTheKeys) {
  EXPECT_EQ(frame_rate(clip_with_keys(24.0, 48)), 24.0);
  EXPECT_EQ(frame_rate(clip_with_keys(25.0, 50)), 25.0);
  EXPECT_EQ(frame_rate(clip_with_keys(60.0, 61)), 60.0);
  EXPECT_EQ(frame_rate(clip_with_keys(15.0, 30)), 30.0) << "every second frame of 30 has a key";
  EXPECT_NEAR(frame_rate(clip_with_keys(17.3, 40)), 17.3, 1e-4) << "a key a frame";
  EXPECT_EQ(frame_rate(Clip{}), kUsualRate);
  EXPECT_EQ(last_frame(clip_with_keys(24.0, 48), 24.0), 48);
  EXPECT_EQ(last_frame(clip_with_keys(17.3, 173), 17.3), 173);
}

// As the timeline does, where its rate was chosen.
TEST(FilmPlan, FramesAreCountedAtTheChosenRate) {
  const Clip clip = clip_with_keys(30.0, 90);
  const FilmPlan plan = plan_film({.frames = FrameRange{48, 71}, .rate = 24.0}, &clip);
  EXPECT_EQ(plan.fps, 24.0);
  EXPECT_EQ(plan.frames, 24);
  EXPECT_NEAR(plan.time(0), 2.0, 1e-7);
  EXPECT_THROW(plan_film({.frames = FrameRange{0, 73}, .rate = 24.0}, &clip), UsageError);
  EXPECT_EQ(plan_film({.plays = true, .rate = 1000.0}, &clip).fps, 240.0) << "as films have it";
}

TEST(FilmPlan, FramesOfAClipAreAtItsRate) {
  const Clip clip = clip_with_keys(24.0, 48);
  const FilmPlan plan = plan_film({.frames = FrameRange{12, 36}}, &clip);
  EXPECT_EQ(plan.fps, 24.0);
  EXPECT_EQ(plan.frames, 25) << "both ends are shown";
  EXPECT_NEAR(plan.time(0), 0.5, 1e-7);
  EXPECT_NEAR(plan.time(12), 1.0, 1e-7);
  EXPECT_NEAR(plan.time(24), 1.5, 1e-7);
  EXPECT_DOUBLE_EQ(plan.turn(7), 0.0);
}

TEST(FilmPlan, AnotherRateKeepsTheSpeed) {
  const Clip clip = clip_with_keys(24.0, 48);
  const FilmPlan plan = plan_film({.frames = FrameRange{0, 47}, .fps = 12.0}, &clip);
  EXPECT_EQ(plan.frames, 24);
  EXPECT_NEAR(plan.time(1), 1.0 / 12.0, 1e-7);
}

TEST(FilmPlan, AllOfAClipIsFromItsFirstToItsLastFrame) {
  const Clip clip = clip_with_keys(30.0, 45);
  const FilmPlan plan = plan_film({.plays = true}, &clip);
  EXPECT_EQ(plan.frames, 46);
  EXPECT_NEAR(plan.time(45), 1.5, 1e-7);
}

TEST(FilmPlan, AClipOnATurntableBeginsAgain) {
  const Clip clip = clip_with_keys(30.0, 60);
  const FilmPlan plan = plan_film({.turntable = 2.0, .frames = FrameRange{10, 29}}, &clip);
  EXPECT_EQ(plan.frames, 60) << "the turn says how long";
  EXPECT_NEAR(plan.time(19), 29.0 / 30.0, 1e-7);
  EXPECT_NEAR(plan.time(20), 10.0 / 30.0, 1e-7);
  EXPECT_NEAR(plan.time(40), 10.0 / 30.0, 1e-7);
  EXPECT_DOUBLE_EQ(plan.turn(30), 0.5);
}

TEST(FilmPlan, SaysWhatIsWrong) {
  const Clip clip = clip_with_keys(30.0, 60);
  EXPECT_THROW(plan_film({}, &clip), UsageError) << "nothing moves";
  EXPECT_THROW(plan_film({.plays = true}, nullptr), UsageError);
  EXPECT_THROW(plan_film({.frames = FrameRange{0, 61}}, &clip), UsageError);
  EXPECT_NO_THROW(plan_film({.frames = FrameRange{60, 60}}, &clip));
  EXPECT_THROW(plan_film({.turntable = 0.0}, nullptr), UsageError);
  EXPECT_THROW(plan_film({.turntable = 4000.0}, nullptr), UsageError);
  EXPECT_THROW(plan_film({.turntable = 1.0, .fps = 0.0}, nullptr), UsageError);
  EXPECT_THROW(plan_film({.turntable = 1.0, .fps = 241.0}, nullptr), UsageError);
  EXPECT_NO_THROW(plan_film({.turntable = 99.99, .fps = 100.0}, nullptr));
  EXPECT_THROW(plan_film({.turntable = 100.0, .fps = 100.0}, nullptr), UsageError)
      << "10000 frames";
}

TEST(FilmPlan, ReadsARange) {
  const FrameRange range = parse_frames("3:40");
  EXPECT_EQ(range.first, 3);
  EXPECT_EQ(range.last, 40);
  for (const char* text :
       {"", "3", "3:", ":4", "4:3", "-1:3", "1:2:3", "a:b", "1:2x", "1:99999999999"}) {
    EXPECT_THROW(parse_frames(text), UsageError) << text;
  }
}

}  // namespace
}  // namespace bindpose::app
