// When the clips of two models are compared: at their keys as well, for one alone may differ.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "io/import.h"
#include "scene/diff/diff_sides.h"
#include "scene/diff/scene_diff.h"
#include "scene/scene.h"

namespace bindpose::tests::clip_times_test {
namespace {

// A key every tenth of a second for ten seconds, nothing moving, but key `other` turned by as much.
JointTrack turning(int joint, std::size_t other, float degrees) {
  TrackFactor factor;
  for (std::size_t k = 0; k <= 100; ++k) {
    factor.rotation.time.push_back(0.1 * static_cast<double>(k));
    const float angle = k == other ? glm::radians(degrees) : 0.0f;
    factor.rotation.value.push_back(glm::angleAxis(angle, vec3(0.0f, 0.0f, 1.0f)));
  }
  JointTrack track;
  track.joint = joint;
  track.factors = {factor};
  return track;
}

Clip clip_of(const JointTrack& track) {
  Clip clip;
  clip.name = "still";
  clip.duration = 10.0;
  clip.tracks = {track};
  return clip;
}

// Twenty even times are half a second apart: the key at 5.5 s lies between two of them.
TEST(ClipTimes, OneKeyThatDiffersIsFound) {
  const auto read = import_model(BINDPOSE_SOURCE_DIR "/assets/arm.glb", {});
  const auto one = std::make_shared<Model>(*read), other = std::make_shared<Model>(*read);
  const int fore = find_joint(one->skeleton, "forearm");
  ASSERT_GE(fore, 0);
  one->clips = {clip_of(turning(fore, 55, 0.0f))};
  other->clips = {clip_of(turning(fore, 55, 20.0f))};
  DiffOptions options;
  options.ignored[static_cast<int>(DiffPart::Surface)] = true;
  options.ignored[static_cast<int>(DiffPart::Weights)] = true;
  const SceneDiff diff = compare_scenes(make_scene(one), make_scene(other), options);
  ASSERT_EQ(diff.clips.size(), 1u);
  EXPECT_TRUE(diff.clips[0].differs);
  EXPECT_NEAR(diff.clips[0].time, 5.5, 1e-9);
  const auto joint = std::ranges::find(diff.joints, fore, &JointDiff::a);
  ASSERT_NE(joint, diff.joints.end());
  EXPECT_NEAR(joint->clips.degrees, 20.0, 1e-3);

  // The keys of one side alone are enough, of either.
  Keys<quat>& still = one->clips[0].tracks[0].factors[0].rotation;
  still.time = {0.0, 10.0};
  still.value.assign(2, quat(1.0f, 0.0f, 0.0f, 0.0f));
  const Scene with = make_scene(other), without = make_scene(one);
  EXPECT_NEAR(compare_scenes(without, with, options).clips[0].time, 5.5, 1e-9);
  EXPECT_NEAR(compare_scenes(with, without, options).clips[0].time, 5.5, 1e-9);

  other->clips = one->clips;
  EXPECT_FALSE(compare_scenes(make_scene(one), make_scene(other), options).clips[0].differs);
}

TEST(ClipTimes, AreEvenOnesAndAllKeysToTheShorterEnd) {
  Clip a = clip_of(turning(0, 0, 0.0f)), b;
  b.duration = 1.0;
  EXPECT_EQ(times_to_compare(a, b, 3), (std::vector<double>{0.0, 0.1, 0.2, 0.1 * 3, 0.4, 0.5,
                                                            0.1 * 6, 0.1 * 7, 0.8, 0.9, 1.0}));
  std::vector<double>& times = a.tracks[0].factors[0].rotation.time;
  times.clear();
  for (int k = 0; k <= 100000; ++k) times.push_back(1e-3 * k);
  a.tracks[0].factors[0].rotation.value.assign(times.size(), quat(1.0f, 0.0f, 0.0f, 0.0f));
  a.duration = b.duration = 100.0;
  const std::vector<double> many = times_to_compare(a, b, 20);
  EXPECT_LE(many.size(), 2020u);
  EXPECT_GE(many.size(), 2000u);
  EXPECT_EQ(many.front(), 0.0);
  EXPECT_EQ(many.back(), 100.0);
  EXPECT_TRUE(std::ranges::is_sorted(many));
}

}  // namespace
}  // namespace bindpose::tests::clip_times_test
