#include "rig/time/key_times.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bindpose::key_times_test {
namespace {

using Times = std::vector<double>;

JointTrack turned(int joint, Times times) {
  JointTrack track;
  track.joint = joint;
  track.factors.resize(1);
  Keys<quat>& keys = track.factors[0].rotation;
  keys.value.assign(times.size(), quat(1, 0, 0, 0));
  keys.time = std::move(times);
  return track;
}

Clip clip_of(double duration, std::vector<JointTrack> tracks) {
  Clip clip;
  clip.duration = duration;
  clip.tracks = std::move(tracks);
  return clip;
}

TEST(KeyTimes, AreThoseOfTheJointsOrOfAll) {
  Clip clip = clip_of(2.0, {turned(0, {0.0, 1.0, 2.0}), turned(3, {0.5, 1.0})});
  clip.morphs.push_back({0, {{1.75}, {1.0f}}});
  const std::vector<int> one{3}, both{3, 0}, none{7};
  EXPECT_EQ(key_times(clip, one), (Times{0.5, 1.0}));
  EXPECT_EQ(key_times(clip, both), (Times{0.0, 0.5, 1.0, 2.0}));
  EXPECT_EQ(key_times(clip, none), Times{});
  EXPECT_EQ(key_times(clip, {}), (Times{0.0, 0.5, 1.0, 1.75, 2.0}));
}

TEST(KeyTimes, CountsCurvesAndEachMomentOnceAndNothingOutsideOfTheClip) {
  Clip clip = clip_of(1.0, {turned(0, {0.25, 0.250001, 0.75, 3.0})});
  JointTrack curves;
  curves.joint = 0;
  curves.factors.resize(1);
  curves.factors[0].curves.target = CurveTarget::Rotation;
  curves.factors[0].curves.axis[1].key = {{-0.5, 0.0f}, {0.5, 1.0f}, {1.00001, 1.0f}};
  clip.tracks.push_back(curves);
  clip.morphs.push_back({0, {}, Curve{{{0.125, 1.0f}}}});
  const std::vector<int> joint{0};
  EXPECT_EQ(key_times(clip, joint), (Times{0.25, 0.5, 0.75, 1.0}));
  EXPECT_EQ(key_times(clip, {}), (Times{0.125, 0.25, 0.5, 0.75, 1.0}));
}

// As files have them: floats.
Times every(double rate, int frames, int step = 1) {
  Times out;
  for (int k = 0; k <= frames; k += step) out.push_back(double(float(k / rate)));
  return out;
}

TEST(FrameRate, IsThatOfTheKeys) {
  for (const double rate : {24.0, 25.0, 30.0, 60.0, 50.0, 48.0, 120.0, 100.0}) {
    EXPECT_EQ(rate_of(every(rate, 7)), rate) << rate;
  }
  EXPECT_NEAR(rate_of(every(30000.0 / 1001.0, 2000)), 29.97, 0.001);
  EXPECT_NEAR(rate_of(every(24000.0 / 1001.0, 2000)), 23.976, 0.001);
  EXPECT_EQ(rate_of(every(30.0, 20'000)), 30.0) << "eleven minutes";
  EXPECT_NEAR(rate_of(every(18.0, 200)), 18.0, 1e-4) << "none of the usual ones: a key a frame";
  EXPECT_EQ(rate_of(every(24.0, 24, 5)), 24.0) << "not each frame has a key";
  EXPECT_EQ(rate_of(every(12.0, 24)), 24.0) << "animated on twos";
}

TEST(FrameRate, IsTheUsualOneWhereNothingTells) {
  EXPECT_EQ(rate_of({}), 0.0);
  EXPECT_EQ(rate_of(Times{0.5}), 0.0);
  EXPECT_EQ(rate_of(Times{0.0, 1.0}), 30.0) << "all usual ones fit";
  EXPECT_EQ(rate_of(Times{0.0, std::sqrt(2.0), std::sqrt(3.0), 2.5}), 0.0);
  EXPECT_EQ(frame_rate(clip_of(1.0, {})), kUsualRate);
  EXPECT_EQ(frame_rate(clip_of(1.0, {turned(0, {0.0, 1.0 / 24, 2.0 / 24})})), 24.0);
  Clip named = clip_of(1.0, {turned(0, {0.0, 1.0 / 24, 2.0 / 24})});
  named.rate = 25.0;
  EXPECT_EQ(frame_rate(named), 25.0) << "the file knows better";
}

TEST(FrameRate, MustMakeSense) {
  EXPECT_EQ(sound_rate(29.97), 29.97);
  for (const double bad : {0.0, -24.0, 1e9, std::nan(""), 1e-9}) EXPECT_EQ(sound_rate(bad), 0.0);
}

}  // namespace
}  // namespace bindpose::key_times_test
