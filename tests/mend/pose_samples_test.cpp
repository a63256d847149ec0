// The poses in which weights are tried: moments of all clips.
#include "scene/edit/mend/pose_samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "io/import.h"

namespace bindpose {
namespace {

TEST(PoseSamples, AreAsManyDifferentMomentsOfEachClip) {
  const Scene scene = make_scene(import_model(BINDPOSE_SOURCE_DIR "/assets/dragonling.glb"));
  const int clips = clip_count(scene);
  ASSERT_GT(clips, 1);
  std::map<int, std::vector<std::vector<mat4>>> of_clip;
  for (const SampledPose& pose : clip_poses(scene, 8 * clips)) {
    auto& seen = of_clip[pose.clip];
    for (std::size_t back = 1; back <= std::min<std::size_t>(2, seen.size()); ++back) {
      EXPECT_NE(seen[seen.size() - back], pose.posed.world) << seen.size();
    }
    seen.push_back(pose.posed.world);
  }
  EXPECT_EQ(of_clip.size(), static_cast<std::size_t>(clips));
  for (const auto& [clip, poses] : of_clip) EXPECT_EQ(poses.size(), 8u) << clip;
}

// Of many clips some, two moments each.
TEST(PoseSamples, AreOfSomeClipsWhereThereAreMany) {
  const Scene scene = make_scene(import_model(BINDPOSE_SOURCE_DIR "/assets/dragonling.glb"));
  ASSERT_GT(clip_count(scene), 1);
  EXPECT_EQ(clip_poses(scene, 2).size(), 2u);
}

}  // namespace
}  // namespace bindpose
