#include "scene/edit/edit.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "scene/test_model.h"

namespace bindpose::tests::edit_test {
namespace {

bool same_pose(const Pose& a, const Pose& b) {
  return a.base == b.base && a.clip == b.clip && a.user_local.size() == b.user_local.size() &&
         std::memcmp(a.user_local.data(), b.user_local.data(),
                     a.user_local.size() * sizeof(mat4)) == 0;
}

Document fresh(int joints = 8) {
  return Document(make_scene(random_model(40, joints)));
}

// Joints are sorted when a skeleton is built, so their names do not count up.
std::string name_of(const Document& doc, std::size_t joint) {
  return doc.scene().model->skeleton.name[joint];
}

TransformJoint turn(int joint, float degrees) {
  return {joint, TransformJoint::Rotate, vec3(0.0f, 0.0f, degrees)};
}

TEST(Apply, TransformMultipliesOnTheRight) {
  Document doc = fresh();
  doc.apply({TransformJoint{2, TransformJoint::Translate, vec3(1.0f, 0.0f, 0.0f)}});
  doc.apply({turn(2, 90.0f)});
  const Change change =
      doc.apply({TransformJoint{2, TransformJoint::Translate, vec3(2.0f, 0.0f, 0.0f)}});
  EXPECT_EQ(change.extent, Change::Subtree);
  EXPECT_EQ(change.joint, 2);
  // The second step goes along the turned x axis: (1, 0) + (0, 2).
  const mat4& u = doc.scene().pose.user_local[2];
  EXPECT_LT(glm::length(vec3(u[3]) - vec3(1.0f, 2.0f, 0.0f)), 1e-6f);
  doc.apply({TransformJoint{2, TransformJoint::Scale, vec3(2.0f, 1.0f, 1.0f)}});
  EXPECT_NEAR(glm::length(vec3(doc.scene().pose.user_local[2][0])), 2.0f, 1e-6f);
}

TEST(Apply, IgnoresWhatIsInvalid) {
  Document doc = fresh();
  const Pose before = doc.scene().pose;
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  mat4 bad(1.0f);
  bad[2][1] = kNaN;
  const Edit edits[] = {SetUserLocal{8, mat4(2.0f)},
                        SetUserLocal{-1, mat4(2.0f)},
                        SetUserLocal{1, bad},
                        turn(8, 1.0f),
                        turn(-1, 1.0f),
                        turn(1, kNaN),
                        ResetJoint{99},
                        ResetSubtree{-5},
                        SetPose{{mat4(1.0f)}},
                        SetPose{std::vector<mat4>(8, bad)},
                        SetBasePose{BasePose::Clip, 2},
                        SetSelection{8},
                        SetSelection{-2},
                        SetHover{8},
                        SetTime{1.0}};
  for (const Edit& edit : edits) {
    for (Phase phase : {Phase::Once, Phase::Commit, Phase::Cancel}) {
      EXPECT_EQ(doc.apply({edit, phase}).extent, Change::None) << edit.index();
    }
  }
  EXPECT_TRUE(same_pose(before, doc.scene().pose));
  EXPECT_FALSE(doc.can_undo());
  Document empty;
  for (const Edit& edit : edits) EXPECT_EQ(empty.apply({edit}).extent, Change::None);
}

TEST(Apply, NothingChangedIsNoUndoStep) {
  Document doc = fresh();
  EXPECT_EQ(doc.apply({ResetAll{}}).extent, Change::None);
  EXPECT_EQ(doc.apply({turn(1, 0.0f)}).extent, Change::None);
  EXPECT_EQ(doc.apply({SetBasePose{BasePose::Rest}}).extent, Change::None);
  EXPECT_FALSE(doc.can_undo());
  doc.apply({turn(1, 5.0f)});
  doc.undo();
  doc.apply({turn(1, 0.0f)});
  EXPECT_TRUE(doc.can_redo()) << "an edit without effect keeps redo";
}

TEST(Apply, ClipNeedsClips) {
  auto model = random_model(41, 4);
  model->clips.clear();
  Document doc(make_scene(model));
  EXPECT_EQ(doc.apply({SetBasePose{BasePose::Clip}}).extent, Change::None);
  EXPECT_EQ(doc.scene().pose.base, BasePose::Rest);
}

TEST(Apply, ResetSubtreeLeavesTheRest) {
  Document doc = fresh(20);
  const Skeleton& s = doc.scene().model->skeleton;
  int root = 1;
  while (s.subtree_end[static_cast<std::size_t>(root)] - root < 3 && root < 18) ++root;
  for (int j = 0; j < 20; ++j) doc.apply({turn(j, 10.0f)});
  doc.apply({ResetSubtree{root}});
  for (int j = 0; j < 20; ++j) {
    EXPECT_EQ(doc.scene().pose.user_local[static_cast<std::size_t>(j)] == mat4(1.0f),
              in_subtree(s, j, root));
  }
}

TEST(Gesture, IsOneUndoStepFromWhereItBegan) {
  Document doc = fresh();
  doc.apply({turn(3, 10.0f)});
  const Pose start = doc.scene().pose;
  for (float a = 1.0f; a <= 30.0f; a += 1.0f) {
    EXPECT_EQ(doc.apply({turn(3, a), Phase::Preview}).extent, Change::Subtree);
  }
  EXPECT_TRUE(doc.in_gesture());
  doc.apply({turn(3, 30.0f), Phase::Commit});
  EXPECT_FALSE(doc.in_gesture());
  const mat4 expected = to_matrix(Transform{{}, rotation_from_degrees({0, 0, 40.0f}), vec3(1.0f)});
  EXPECT_LT(max_difference(doc.scene().pose.user_local[3], expected), 1e-6f) << "previews piled up";
  EXPECT_EQ(doc.undo_label(), "Rotate " + name_of(doc, 3) + " 30\xC2\xB0");
  doc.undo();
  EXPECT_TRUE(same_pose(start, doc.scene().pose));
  doc.undo();
  EXPECT_FALSE(doc.can_undo());
}

TEST(Gesture, CancelRestoresTheBits) {
  Document doc = fresh();
  doc.apply({turn(3, 33.0f)});
  const Pose start = doc.scene().pose;
  doc.apply({turn(3, 7.0f), Phase::Preview});
  doc.apply({turn(5, 7.0f), Phase::Preview});
  const Change change = doc.apply({turn(5, 7.0f), Phase::Cancel});
  EXPECT_EQ(change.extent, Change::Subtree);
  EXPECT_EQ(change.joint, 5);
  EXPECT_TRUE(same_pose(start, doc.scene().pose));
  EXPECT_EQ(doc.undo_label(), "Rotate " + name_of(doc, 3) + " 33\xC2\xB0");
}

TEST(Gesture, ThatChangesJointsReportsBoth) {
  Document doc = fresh();
  doc.apply({turn(3, 7.0f), Phase::Preview});
  EXPECT_EQ(doc.apply({turn(5, 7.0f), Phase::Preview}).extent, Change::Pose);
  EXPECT_EQ(doc.scene().pose.user_local[3], mat4(1.0f));
}

// What a change names is all that has to be computed anew: whoever follows it sees the pose that
// is.
struct Follower {
  Document& doc;
  PosedScene posed = evaluate(doc.scene());

  void apply(const EditRequest& request) {
    const Change change = doc.apply(request);
    if (change.extent == Change::Subtree) evaluate_subtree(doc.scene(), change.joint, posed);
    if (change.extent == Change::Pose) evaluate(doc.scene(), posed);
    const PosedScene whole = evaluate(doc.scene());
    EXPECT_EQ(posed.world, whole.world);
    EXPECT_EQ(posed.palette, whole.palette);
  }
};

TEST(Gesture, AChangeNamesAllThatAPreviewAndItsRewindingTouched) {
  Document doc = fresh(15);
  SetPose whole;
  std::mt19937 rng(51);
  for (int j = 0; j < 15; ++j) whole.user_local.push_back(random_affine(rng));
  Follower follower{doc};
  // A whole pose that gives way to one joint, and the other way round; then two joints.
  for (const Phase end : {Phase::Commit, Phase::Cancel}) {
    follower.apply({whole, Phase::Preview});
    follower.apply({turn(14, 20.0f), Phase::Preview});
    follower.apply({whole, Phase::Preview});
    follower.apply({turn(3, 20.0f), Phase::Preview});
    follower.apply({turn(5, 20.0f), Phase::Preview});
    follower.apply({turn(4, 20.0f), end});
  }
  doc.undo();
  EXPECT_FALSE(doc.can_undo());
}

TEST(Gesture, AChangeIsNoLargerThanTheGesture) {
  Document doc = fresh();
  EXPECT_EQ(doc.apply({turn(3, 7.0f), Phase::Preview}).joint, 3);
  const Change again = doc.apply({turn(3, 9.0f), Phase::Preview});
  EXPECT_EQ(again.extent, Change::Subtree);
  EXPECT_EQ(again.joint, 3);
  EXPECT_EQ(doc.apply({turn(3, 9.0f), Phase::Commit}).extent, Change::Subtree);
  // What touches no joint adds nothing to what does, and takes nothing away.
  doc.apply({turn(3, 7.0f), Phase::Preview});
  const Change viewed = doc.apply({SetHover{1}, Phase::Preview});
  EXPECT_EQ(viewed.extent, Change::Subtree);
  EXPECT_EQ(viewed.joint, 3);
}

TEST(Gesture, UndoInItsMidstCancelsIt) {
  Document doc = fresh();
  doc.apply({turn(3, 33.0f)});
  const Pose start = doc.scene().pose;
  doc.apply({turn(3, 7.0f), Phase::Preview});
  doc.undo();
  EXPECT_TRUE(same_pose(start, doc.scene().pose));
  EXPECT_TRUE(doc.can_undo());
  EXPECT_FALSE(doc.in_gesture());
}

TEST(Gesture, ARecordedEditInItsMidstCommitsIt) {
  Document doc = fresh();
  doc.apply({turn(3, 7.0f), Phase::Preview});
  doc.apply({SetHover{1}});
  EXPECT_TRUE(doc.in_gesture());
  const Pose dragged = doc.scene().pose;
  doc.apply({turn(4, 1.0f)});
  doc.undo();
  EXPECT_TRUE(same_pose(dragged, doc.scene().pose));
  doc.undo();
  EXPECT_EQ(doc.scene().pose.user_local[3], mat4(1.0f));
}

TEST(Gesture, CancelledScrubGoesBackInTime) {
  Document doc = fresh();
  doc.apply({SetBasePose{BasePose::Clip, 1}});
  doc.apply({SetTime{0.5}});
  doc.apply({SetTime{1.5}, Phase::Preview});
  EXPECT_EQ(doc.scene().pose.time, 1.5);
  doc.apply({SetTime{1.5}, Phase::Cancel});
  EXPECT_EQ(doc.scene().pose.time, 0.5);
}

TEST(Gesture, OfAJointLeavesTheClipPlaying) {
  Document doc = fresh();
  doc.apply({SetBasePose{BasePose::Clip, 1}});
  doc.apply({SetPlayback{{true, AtEnd::Loop, 1.0}}});
  doc.apply({turn(3, 7.0f), Phase::Preview});
  doc.advance(0.25);
  doc.apply({turn(3, 8.0f), Phase::Preview});
  EXPECT_EQ(doc.scene().pose.time, 0.25);
  doc.apply({turn(3, 8.0f), Phase::Cancel});
  EXPECT_EQ(doc.scene().pose.time, 0.25);
}

Edit random_edit(std::mt19937& rng, int joints) {
  const int joint = std::uniform_int_distribution<int>(0, joints - 1)(rng);
  const vec3 amount = random_vec(rng, 50.0f);
  switch (std::uniform_int_distribution<int>(0, 7)(rng)) {
    case 0:
      return SetUserLocal{joint, random_affine(rng)};
    case 1:
      return TransformJoint{joint, TransformJoint::Rotate, amount};
    case 2:
      return TransformJoint{joint, TransformJoint::Translate, amount};
    case 3:
      return ResetJoint{joint};
    case 4:
      return ResetSubtree{joint};
    case 5:
      return SetBasePose{static_cast<BasePose>(joint % 3), joint % 2};
    case 6: {
      SetPose pose;
      for (int j = 0; j < joints; ++j) pose.user_local.push_back(random_affine(rng));
      return pose;
    }
    default:
      return TransformJoint{joint, TransformJoint::Scale, vec3(1.1f)};
  }
}

TEST(History, HundredsOfEditsBackAndForthAreTheSameBits) {
  constexpr int kJoints = 15;
  std::mt19937 rng(50);
  Document doc = fresh(kJoints);
  std::vector<Pose> poses{doc.scene().pose};
  for (int k = 0; k < 600; ++k) {
    const Edit edit = random_edit(rng, kJoints);
    if (k % 5 == 0) {
      doc.apply({random_edit(rng, kJoints), Phase::Preview});
      doc.apply({edit, Phase::Preview});
    }
    if (doc.apply({edit, k % 5 == 0 ? Phase::Commit : Phase::Once}).extent == Change::None)
      continue;
    if (!same_pose(poses.back(), doc.scene().pose)) poses.push_back(doc.scene().pose);
  }
  EXPECT_GT(poses.size(), 400u);
  for (std::size_t k = poses.size() - 1; k > 0; --k) {
    ASSERT_TRUE(same_pose(poses[k], doc.scene().pose)) << k;
    ASSERT_NE(doc.undo().extent, Change::None);
  }
  ASSERT_TRUE(same_pose(poses[0], doc.scene().pose));
  EXPECT_FALSE(doc.can_undo());
  for (std::size_t k = 1; k < poses.size(); ++k) {
    ASSERT_NE(doc.redo().extent, Change::None);
    ASSERT_TRUE(same_pose(poses[k], doc.scene().pose)) << k;
  }
  EXPECT_FALSE(doc.can_redo());
}

TEST(History, IsAListWithAPlaceToGoTo) {
  Document doc = fresh();
  for (const float degrees : {10.0f, 20.0f, 30.0f}) {
    doc.apply({TransformJoint{2, TransformJoint::Rotate, {0, 0, degrees}}});
  }
  const std::vector<mat4> last = doc.scene().pose.user_local;
  const std::vector<std::string> all = doc.history();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_NE(all[0].find(" 10\xC2\xB0"), std::string::npos);
  EXPECT_NE(all[2].find(" 30\xC2\xB0"), std::string::npos);
  EXPECT_NE(doc.go_to(1).extent, Change::None);
  EXPECT_EQ(doc.done(), 1u);
  EXPECT_EQ(doc.history(), all) << "what was taken back is still in the list, in its place";
  EXPECT_EQ(doc.undo_label(), all[0]);
  doc.go_to(99);
  EXPECT_EQ(doc.done(), 3u);
  EXPECT_EQ(doc.scene().pose.user_local, last);
  EXPECT_EQ(doc.go_to(3).extent, Change::None);
  doc.apply({TransformJoint{2, TransformJoint::Rotate, {5, 0, 0}}, Phase::Preview});
  doc.go_to(0);
  EXPECT_EQ(doc.scene().pose.user_local[2], mat4(1.0f))
      << "the drag that lasted is taken back, too";
  EXPECT_EQ(doc.history(), all);
}

TEST(History, ANewEditClearsRedo) {
  Document doc = fresh();
  doc.apply({turn(1, 5.0f)});
  doc.undo();
  EXPECT_EQ(doc.redo_label(), "Rotate " + name_of(doc, 1) + " 5\xC2\xB0");
  doc.apply({turn(2, 5.0f)});
  EXPECT_FALSE(doc.can_redo());
}

TEST(History, BaseComesBackOnlyWithTheEditThatChangedIt) {
  Document doc = fresh();
  doc.apply({SetBasePose{BasePose::Clip, 1}});
  doc.apply({SetTime{0.75}});
  doc.apply({turn(1, 5.0f)});
  doc.apply({SetTime{1.25}});
  EXPECT_EQ(doc.undo().extent, Change::Subtree);
  EXPECT_EQ(doc.scene().pose.base, BasePose::Clip);
  EXPECT_EQ(doc.scene().pose.time, 1.25);
  EXPECT_EQ(doc.undo_label(), "Clip clip1");
  EXPECT_EQ(doc.undo().extent, Change::Pose);
  EXPECT_EQ(doc.scene().pose.base, BasePose::Rest);
  EXPECT_EQ(doc.scene().pose.clip, -1);
}

TEST(Advance, WrapsWhenLoopingAndStopsAtTheEndOtherwise) {
  Document doc = fresh();
  EXPECT_EQ(doc.advance(0.1).extent, Change::None);
  doc.apply({SetBasePose{BasePose::Clip, 0}});  // 1 s
  EXPECT_EQ(doc.advance(0.1).extent, Change::None) << "paused";
  doc.apply({SetPlayback{{true, AtEnd::Loop, 2.0}}});
  EXPECT_EQ(doc.advance(0.25).extent, Change::Pose);
  EXPECT_DOUBLE_EQ(doc.scene().pose.time, 0.5);
  doc.advance(0.5);
  EXPECT_DOUBLE_EQ(doc.scene().pose.time, 0.5);
  doc.apply({SetPlayback{{true, AtEnd::Loop, -2.0}}});
  doc.advance(0.5);
  EXPECT_DOUBLE_EQ(doc.scene().pose.time, 0.5);
  doc.apply({SetPlayback{{true, AtEnd::Once, 1.0}}});
  doc.advance(10.0);
  EXPECT_DOUBLE_EQ(doc.scene().pose.time, 1.0);
  EXPECT_FALSE(doc.scene().playback.playing);
  EXPECT_EQ(doc.advance(1.0).extent, Change::None);
  doc.apply({SetPlayback{{true, AtEnd::Once, 1.0}}});
  EXPECT_EQ(doc.scene().pose.time, 0.0) << "play at the end starts over";
  EXPECT_EQ(doc.advance(std::numeric_limits<double>::quiet_NaN()).extent, Change::None);
}

TEST(Advance, IsNotUndone) {
  Document doc = fresh();
  doc.apply({SetBasePose{BasePose::Clip, 0}});
  doc.undo();
  doc.apply({SetTime{0.5}});
  doc.apply({SetSelection{3}});
  EXPECT_TRUE(doc.can_redo());
  EXPECT_FALSE(doc.can_undo());
}

}  // namespace
}  // namespace bindpose::tests::edit_test
