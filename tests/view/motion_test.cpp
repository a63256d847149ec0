// The path of a joint and the poses around a moment, by closed forms.
#include "view/marks/motion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/numbers.h"
#include "scene/edit/edit.h"
#include "view/rigs.h"

namespace bindpose::motion_test {
namespace {

using rigs::move;

// The arm turns once about z in two seconds, a key each half second; the hand is 1 away from it.
class Motion : public ::testing::Test {
 protected:
  Motion() {
    auto model = rigs::model(
        {{"root", -1, move(0, 1, 0)}, {"arm", 0, mat4(1.0f)}, {"hand", 1, move(1, 0, 0)}});
    Clip clip;
    clip.name = "turn";
    clip.duration = 2.0;
    JointTrack track;
    track.joint = 1;
    track.factors.resize(1);
    for (int k = 0; k <= 4; ++k) {
      const float half = 0.25f * kPi * float(k);
      track.factors[0].rotation.time.push_back(0.5 * k);
      track.factors[0].rotation.value.emplace_back(std::cos(half), 0.0f, 0.0f, std::sin(half));
    }
    clip.tracks.push_back(track);
    model->clips.push_back(clip);
    document = Document(make_scene(model));
    document.apply({SetBasePose{BasePose::Clip, 0}});
  }
  const Scene& scene() const { return document.scene(); }

  Document document;
  MotionTrails trails;
  GhostPoses ghosts;
};

TEST_F(Motion, OfTheHandIsACircle) {
  const MotionTrail& trail = trails.get(scene(), 2, 24.0);
  ASSERT_EQ(trail.frame.size(), 49u);
  for (const auto& p : trail.frame) {
    const float angle = kPi * float(p.time);
    EXPECT_LT(glm::distance(p.at, vec3(std::cos(angle), 1.0f + std::sin(angle), 0.0f)), 1e-4f);
  }
  EXPECT_TRUE(trail.key.empty()) << "the hand has no keys of its own";
  EXPECT_EQ(trails.get(scene(), 1, 24.0).key.size(), 5u);
}

// Faded halfway into a clip that holds the arm still: half the angle, while that is the short way.
TEST_F(Motion, IsThatOfBothClipsWhereTheyAreFaded) {
  auto model = std::make_shared<Model>(*scene().model);
  Clip still = model->clips[0];
  still.name = "still";
  still.tracks[0].factors[0].rotation.value.assign(5, quat(1, 0, 0, 0));
  model->clips.push_back(still);
  document = Document(make_scene(model));
  document.apply({SetBasePose{BasePose::Clip, 0}});
  ViewSettings view = scene().view;
  view.poses = true;
  document.apply({SetView{view}});
  trails.get(scene(), 2, 24.0);
  ghosts.get(scene(), 24.0);
  document.apply({SetFade{ClipFade{1, 0.5f}}});
  const auto on_circle = [](double time) {
    const float angle = 0.5f * kPi * float(time);
    return vec3(std::cos(angle), 1.0f + std::sin(angle), 0.0f);
  };
  for (const auto& p : trails.get(scene(), 2, 24.0).frame) {
    if (p.time > 0.99) break;
    EXPECT_LT(glm::distance(p.at, on_circle(p.time)), 1e-4f) << p.time;
  }
  EXPECT_LT(glm::distance(place_at(scene(), 2, 0.5), on_circle(0.5)), 1e-4f);
  const auto& poses = ghosts.get(scene(), 24.0);
  ASSERT_EQ(poses.size(), 2u);  // after the start
  float nearest = 1e9f;
  for (const auto& bone : poses.back().bone)
    nearest = std::min(nearest, glm::distance(bone[1], on_circle(5.0 / 24)));
  EXPECT_LT(nearest, 1e-4f);
}

TEST_F(Motion, HasTheEditsInItAndIsMadeAnewForThemAlone) {
  // A mark that would go with what is made anew.
  const_cast<MotionTrail&>(trails.get(scene(), 2, 24.0)).frame[0].time = -7.0;
  document.apply({SetTime{1.25}});
  EXPECT_EQ(trails.get(scene(), 2, 24.0).frame[0].time, -7.0) << "time moves no path";
  document.apply({TransformJoint{1, TransformJoint::Translate, {0, 0, 3}}});
  EXPECT_NEAR(trails.get(scene(), 2, 24.0).frame[5].at.z, 3.0f, 1e-5f);
  document.apply({SetRange{TimeRange{0.5, 1.0}}});
  const MotionTrail& part = trails.get(scene(), 2, 24.0);
  EXPECT_EQ(part.frame.front().time, 0.5);
  EXPECT_EQ(part.frame.back().time, 1.0);
  EXPECT_EQ(part.frame.size(), 13u);
  document.apply({SetBasePose{BasePose::Rest}});
  EXPECT_TRUE(trails.get(scene(), 2, 24.0).frame.empty()) << "no clip is shown";
}

TEST_F(Motion, BeginsAndEndsBetweenFramesAndIsBounded) {
  document.apply({SetRange{TimeRange{0.51, 0.99}}});
  const MotionTrail& part = trails.get(scene(), 2, 10.0);
  ASSERT_EQ(part.frame.size(), 6u);
  EXPECT_EQ(part.frame[0].time, 0.51);
  EXPECT_DOUBLE_EQ(part.frame[1].time, 0.6);
  EXPECT_EQ(part.frame[5].time, 0.99);
  document.apply({SetRange{}});
  EXPECT_LE(trails.get(scene(), 2, 1000.0).frame.size(), kMostTrailPoints + 2);
  EXPECT_TRUE(trails.get(scene(), 7, 24.0).frame.empty());
}

TEST_F(Motion, GhostsStandWhereThePoseWasAndWillBe) {
  ViewSettings v = scene().view;
  v.poses = true;
  v.poses_before = 1;
  v.poses_after = 2;
  v.poses_every = 6;
  document.apply({SetView{v}});
  document.apply({SetTime{1.0}});
  const auto& poses = ghosts.get(scene(), 24.0);
  ASSERT_EQ(poses.size(), 3u);
  EXPECT_EQ(poses.front().frames, 12) << "the farthest first";
  for (const GhostPose& pose : poses) {
    const float angle = kPi * (1.0f + float(pose.frames) / 24.0f);
    const vec3 hand(std::cos(angle), 1.0f + std::sin(angle), 0.0f);
    float nearest = 1e9f;
    for (const auto& bone : pose.bone) nearest = std::min(nearest, glm::distance(bone[1], hand));
    EXPECT_LT(nearest, 1e-4f) << pose.frames;
  }
  v.poses_every = 4;
  document.apply({SetView{v}});
  EXPECT_EQ(ghosts.get(scene(), 24.0).front().frames, 8) << "as many, nearer to each other";
  v.poses_every = 6;
  document.apply({SetView{v}});
  document.apply({SetTime{1.75}});
  EXPECT_EQ(ghosts.get(scene(), 24.0).size(), 2u) << "none beyond the clip's end but that at it";
  v.poses = false;
  document.apply({SetView{v}});
  EXPECT_TRUE(ghosts.get(scene(), 24.0).empty());
}

}  // namespace
}  // namespace bindpose::motion_test
