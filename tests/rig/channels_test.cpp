#include "rig/time/channels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace bindpose::channels_test {
namespace {

JointTrack track_with(TrackFactor factor) {
  JointTrack track;
  track.factors.push_back(constant_factor(mat4(1.0f)));
  track.factors.push_back(std::move(factor));
  return track;
}

quat about_z(float degrees) {
  return {std::cos(glm::radians(0.5f * degrees)), 0.0f, 0.0f,
          std::sin(glm::radians(0.5f * degrees))};
}

float value(const ChannelLine& line, double time) {
  const auto at = std::ranges::lower_bound(line.time, time);
  return line.value[static_cast<std::size_t>(at - line.time.begin())];
}

TEST(Channels, AreTheKeyedOnesInOrder) {
  TrackFactor f;
  f.translation = {{0.0, 1.0}, {vec3(0), vec3(1, 2, 3)}};
  f.rotation = {{0.5}, {quat(1, 0, 0, 0)}};
  const auto channels = channels_of(track_with(f));
  ASSERT_EQ(channels.size(), 7u);
  EXPECT_EQ(channels[2].kind, ChannelKind::Translation);
  EXPECT_EQ(channels[2].component, 2);
  EXPECT_EQ(channels[2].factor, 1);
  EXPECT_EQ(channels[2].key, (std::vector<double>{0.0, 1.0}));
  EXPECT_EQ(channels[3].kind, ChannelKind::Rotation);
  EXPECT_EQ(channels[6].component, 3);
  EXPECT_EQ(sample(track_with(f), channels[1], 0.25), 0.5f);
}

TEST(Channels, OfEulerAnglesAreThoseThatHaveKeys) {
  TrackFactor f;
  f.curves.target = CurveTarget::Rotation;
  f.curves.axis[1].key = {{0.0, 0.0f, Segment::Linear}, {2.0, 1.0f}};
  const JointTrack track = track_with(f);
  const auto channels = channels_of(track);
  ASSERT_EQ(channels.size(), 1u);
  EXPECT_EQ(channels[0].kind, ChannelKind::Angle);
  EXPECT_EQ(channels[0].component, 1);
  EXPECT_FLOAT_EQ(sample(track, channels[0], 0.5), 0.25f);
}

TEST(ChannelLine, OfStepsIsUpright) {
  TrackFactor f;
  f.scale = {{0.0, 0.35, 1.0}, {vec3(1), vec3(3), vec3(2)}, Interpolation::Step};
  const JointTrack track = track_with(f);
  const ChannelLine line = line_of(track, channels_of(track)[0], 0.0, 1.0, 10);
  const auto at = std::ranges::lower_bound(line.time, 0.35);
  ASSERT_NE(at, line.time.end());
  EXPECT_EQ(*at, 0.35);
  EXPECT_LT(*at - *std::prev(at), 1e-6);
  EXPECT_EQ(value(line, 0.35), 3.0f);
  EXPECT_EQ(line.value[static_cast<std::size_t>(at - line.time.begin()) - 1], 1.0f);
  EXPECT_EQ(line.key_value, (std::vector<float>{1.0f, 3.0f, 2.0f}));
}

TEST(ChannelLine, OfSplinesIsTheSplineAndOfStraightKeysStraight) {
  // glTF's cubic with tangents of 0: smoothstep, 3 s^2 - 2 s^3.
  TrackFactor f;
  f.translation = {{0.0, 2.0},
                   {vec3(0), vec3(0), vec3(0), vec3(0), vec3(4, 0, 0), vec3(0)},
                   Interpolation::Cubic};
  const JointTrack track = track_with(f);
  const ChannelLine line = line_of(track, channels_of(track)[0], 0.0, 2.0, 100);
  for (std::size_t k = 0; k < line.time.size(); ++k) {
    const double s = 0.5 * line.time[k];
    EXPECT_NEAR(double(line.value[k]), 4.0 * (3 * s * s - 2 * s * s * s), 1e-5);
  }
  TrackFactor straight;
  straight.translation = {{0.0, 2.0}, {vec3(0), vec3(4, 0, 0)}};
  const JointTrack other = track_with(straight);
  const ChannelLine second = line_of(other, channels_of(other)[0], 0.0, 2.0, 7);
  for (std::size_t k = 0; k < second.time.size(); ++k) {
    EXPECT_NEAR(double(second.value[k]), 2.0 * second.time[k], 1e-5);
  }
}

TEST(ChannelLine, OfAQuaternionDoesNotJumpToItsNegative) {
  // The second key is stored with the other sign: the same rotation, and the sampler goes there the
  // short way.
  TrackFactor f;
  f.rotation = {{0.0, 1.0, 2.0}, {about_z(0), -about_z(60), about_z(120)}};
  const JointTrack track = track_with(f);
  const auto channels = channels_of(track);
  const ChannelLine w = line_of(track, channels[0], 0.0, 2.0, 200);
  const ChannelLine z = line_of(track, channels[3], 0.0, 2.0, 200);
  for (std::size_t k = 0; k < w.time.size(); ++k) {
    const float half = glm::radians(30.0f * float(w.time[k]));
    EXPECT_NEAR(w.value[k], std::cos(half), 1e-4f) << w.time[k];
    EXPECT_NEAR(z.value[k], std::sin(half), 1e-4f) << w.time[k];
  }
  EXPECT_NEAR(w.key_value[1], std::cos(glm::radians(30.0f)), 1e-5f);
}

TEST(ChannelLine, OfMoreKeysThanColumnsHasAPointAColumn) {
  TrackFactor f;
  for (int k = 0; k <= 10'000; ++k) {
    f.translation.time.push_back(k / 100.0);
    f.translation.value.emplace_back(float(k));
  }
  const JointTrack track = track_with(f);
  const ChannelLine line = line_of(track, channels_of(track)[0], 0.0, 100.0, 500);
  EXPECT_EQ(line.time.size(), 501u);
  EXPECT_EQ(line.key_value.size(), 10'001u);
}

}  // namespace
}  // namespace bindpose::channels_test
