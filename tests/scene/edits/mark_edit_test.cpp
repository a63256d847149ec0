// What is hidden, locked and restrained: as edits, with undo, and what edits of the pose make of
// it.
#include "scene/edit/mark_edit.h"

#include <gtest/gtest.h>

#include "scene/person.h"

namespace bindpose::tests::mark_edit_test {
namespace {

std::string names(const Person& p, const std::vector<std::uint8_t>& flags) {
  std::string text;
  for (std::size_t j = 0; j < flags.size(); ++j) {
    if (flags[j] != 0) text += (text.empty() ? "" : " ") + p.model->skeleton.name[j];
  }
  return text;
}
std::string hidden(const Person& p) {
  return names(p, p.document.scene().marks.hidden);
}
std::string locked(const Person& p) {
  return names(p, p.document.scene().marks.locked);
}

TEST(Marks, HideASubtreeAndShowItAgain) {
  Person p;
  p.say("select foot.L head");
  EXPECT_EQ(p.say("hide joint thigh.L"), "");
  EXPECT_EQ(hidden(p), "thigh.L shin.L foot.L");
  EXPECT_EQ(p.document.scene().selection.joint, p.joint("head")) << "what is hidden is let go";
  EXPECT_TRUE(p.document.scene().selection.also.empty());
  p.say("show joint shin.L");
  EXPECT_EQ(hidden(p), "thigh.L");
  p.say("hide bones hips head");
  EXPECT_EQ(hidden(p), "hips head thigh.L") << "these alone";
  EXPECT_EQ(p.document.undo_label(), "Hide bones hips head");
  p.document.undo();
  p.document.undo();
  EXPECT_EQ(hidden(p), "thigh.L shin.L foot.L");
  p.say("show all");
  EXPECT_EQ(hidden(p), "");
  p.document.undo();
  EXPECT_EQ(hidden(p), "thigh.L shin.L foot.L");
  p.document.redo();
  EXPECT_EQ(hidden(p), "");
}

TEST(Marks, IsolateLeavesTheSubtreesAlone) {
  Person p;
  p.say("isolate joint forearm.L tail4");
  std::vector<std::uint8_t> shown = p.document.scene().marks.hidden;
  for (std::uint8_t& h : shown) h = h == 0 ? 1 : 0;
  EXPECT_EQ(names(p, shown), "forearm.L forearm_twist.L hand.L tail4 tail5");
}

TEST(Marks, WhatIsHiddenOrLockedIsWorkAsLongAsItIs) {
  Person p;
  p.say("joint head rotate 0 20 0");
  const auto position = p.document.position();
  p.say("hide joint head");
  const auto hidden = p.document.position();
  EXPECT_NE(hidden, position);
  p.say("lock joint head");
  EXPECT_NE(p.document.position(), hidden);
  p.say("unlock joint head");
  EXPECT_EQ(p.document.position(), hidden) << "that it was locked for a while is no work";
  p.say("show joint head");
  EXPECT_EQ(p.document.position(), position);
}

TEST(Marks, WhatIsHiddenIsAStepOfUndoOnce) {
  Person p;
  p.say("joint head rotate 0 20 0");
  p.say("hide joint head");
  p.say("lock joint head");
  EXPECT_EQ(p.document.history().size(), 3u);
  p.say("hide joint eye");
  EXPECT_EQ(p.document.history().size(), 3u) << "it is hidden already";
}

// Two meshes: one that the whole rig pulls, one that only the joints from `first` on do.
std::shared_ptr<Model> with_glove(int joints, int first) {
  auto model = random_model(90, joints);
  Mesh& glove = model->meshes[1];
  glove.name = "glove";
  glove.file_binding.skin.joint.clear();
  glove.file_binding.skin.bind.clear();
  glove.file_binding.skin.inverse_bind.clear();
  std::vector<std::vector<WeightEntry>> rows(glove.position.size(), {{0, 0.5f}, {1, 0.5f}});
  for (const int j : {first, joints - 1}) {
    glove.file_binding.skin.joint.push_back(j);
    glove.file_binding.skin.bind.emplace_back(1.0f);
    glove.file_binding.skin.inverse_bind.emplace_back(1.0f);
  }
  glove.file_binding.influences = pack_influences(rows, 2).influences;
  derive_weight_flags(*model);
  return model;
}

TEST(Marks, AMeshThatNothingElseMovesIsHiddenWithItsJoints) {
  auto model = with_glove(8, 6);
  model->skeleton.parent[7] = 6;
  model->skeleton.subtree_end[6] = 8;
  Document d(make_scene(model));
  d.apply({HideJoints{{7}, true}});
  EXPECT_FALSE(is_hidden(d.scene(), 1)) << "joint 6 pulls on it as well";
  d.apply({HideJoints{{6}, true}});
  EXPECT_TRUE(is_hidden(d.scene(), 1));
  EXPECT_FALSE(is_hidden(d.scene(), 0));
  d.undo();
  EXPECT_FALSE(is_hidden(d.scene(), 1));
  d.apply({HideJoints{{6}, true, false}});
  EXPECT_FALSE(is_hidden(d.scene(), 1)) << "bones alone";
  d.apply({Isolate{{}, {1}}});
  EXPECT_TRUE(is_hidden(d.scene(), 0));
  EXPECT_FALSE(is_hidden(d.scene(), 1));
  EXPECT_FALSE(is_joint_hidden(d.scene(), 6));
  EXPECT_TRUE(is_joint_hidden(d.scene(), 0));
  d.apply({Isolate{{7}}});
  EXPECT_FALSE(is_hidden(d.scene(), 1)) << "joint 7 pulls on it";
  d.apply({ShowAll{}});
  EXPECT_FALSE(is_hidden(d.scene(), 0));
  std::string error;
  for (const char* text : {"hide mesh glove", "show mesh glove"}) {
    const auto edit = parse_edit(text, *model, error);
    ASSERT_TRUE(edit) << error;
    d.apply({*edit});
    EXPECT_EQ(is_hidden(d.scene(), 1), text[0] == 'h');
  }
  EXPECT_EQ(to_text(Isolate{{}, {1, 0}}, *model), "isolate mesh glove mesh0");
}

TEST(Marks, NoEditOfThePoseChangesALockedJoint) {
  Person p;
  p.say("joint upper_arm.L rotate 10 20 30");
  p.say("joint shin.L rotate 40 0 0");
  p.say("lock joint upper_arm.L shin.L");
  EXPECT_EQ(locked(p), "upper_arm.L shin.L");
  const auto ul = [&](const char* name) {
    return p.document.scene().pose.user_local[static_cast<std::size_t>(p.joint(name))];
  };
  const mat4 arm = ul("upper_arm.L"), shin = ul("shin.L");
  const std::size_t steps = p.document.history().size();
  SetPose pose{p.document.scene().pose.user_local};
  for (mat4& m : pose.user_local) m = to_matrix({{1, 2, 3}, quat(0, 1, 0, 0), vec3(2.0f)});
  const Edit edits[] = {
      TransformJoint{p.joint("upper_arm.L"), TransformJoint::Rotate, {1, 2, 3}},
      SetUserLocal{p.joint("shin.L"), mat4(1.0f)},
      RotateJoint{p.joint("shin.L"), {RotationNumbers::Euler}, GizmoSpace::World, true},
      ResetJoint{p.joint("upper_arm.L")},
      ResetSubtree{p.joint("hips")},
      LookAtPoint{p.joint("upper_arm.L"), {0, 0, 500}},
      SolveIk{p.joint("hand.L"), {40, 140, 20}},
      MirrorPose{},
      BlendPose{BlendPose::Bind, 0.5f},
      RelaxPose{0.5f},
      pose,
      ResetAll{}};
  for (const Edit& edit : edits) {
    p.document.apply({edit});
    EXPECT_EQ(ul("upper_arm.L"), arm) << to_text(edit, *p.model);
    EXPECT_EQ(ul("shin.L"), shin) << to_text(edit, *p.model);
  }
  EXPECT_EQ(p.document.skipped(), (std::vector<int>{p.joint("upper_arm.L"), p.joint("shin.L")}));
  EXPECT_GT(p.document.history().size(), steps) << "other joints were changed";
  // A drag, and the same without a lock.
  p.document.apply({pose, Phase::Preview});
  EXPECT_EQ(ul("shin.L"), shin);
  EXPECT_NE(ul("foot.L"), mat4(1.0f));
  p.document.apply({pose, Phase::Cancel});
  EXPECT_EQ(ul("foot.L"), mat4(1.0f));
  const std::size_t before = p.document.history().size();
  p.say("reset joint shin.L");
  EXPECT_EQ(p.document.history().size(), before) << "nothing changed: no step";
  p.say("unlock joint shin.L");
  p.say("reset joint shin.L");
  EXPECT_EQ(ul("shin.L"), mat4(1.0f));
  EXPECT_TRUE(p.document.skipped().empty());
  p.document.undo();
  p.document.undo();
  EXPECT_EQ(locked(p), "upper_arm.L shin.L");
  EXPECT_EQ(ul("shin.L"), shin) << "undo is no edit of the pose";
  p.say("unlock all");
  EXPECT_EQ(locked(p), "");
  p.say("lock all");
  p.say("joint head rotate 1 2 3");
  EXPECT_EQ(skipped_words(*p.model, p.document.skipped()), "head is locked and stays.");
  EXPECT_EQ(skipped_words(*p.model, {1, 2}),
            "2 locked joints stay: hips and " + p.model->skeleton.name[2] + ".");
}

TEST(Marks, TheOtherSideOfASymmetricEditMayBeLocked) {
  Person p;
  p.say("view symmetry on");
  p.say("lock joint thigh.R");
  p.say("joint thigh.L rotate 0 0 20");
  const auto& user = p.document.scene().pose.user_local;
  EXPECT_NE(user[static_cast<std::size_t>(p.joint("thigh.L"))], mat4(1.0f));
  EXPECT_EQ(user[static_cast<std::size_t>(p.joint("thigh.R"))], mat4(1.0f));
}

TEST(Marks, AChainReachesAroundAJointThatIsLocked) {
  Person p;
  p.say("lock joint tail2");
  const vec3 target(8, 96, -44);
  EXPECT_EQ(p.say("ik tail5 to 8 96 -44"), "");
  EXPECT_LT(glm::distance(p.at("tail5"), target), 0.01f) << "the others do its part";
  EXPECT_EQ(p.document.scene().pose.user_local[static_cast<std::size_t>(p.joint("tail2"))],
            mat4(1.0f));
  EXPECT_TRUE(p.document.skipped().empty()) << "nothing wanted to turn it";
}

// Degrees between a joint's bone to the next and where L_j alone has it, in the joint's parent.
double bend(const Person& p, const char* joint, const char* next) {
  const auto j = static_cast<std::size_t>(p.joint(joint));
  const auto n = static_cast<std::size_t>(p.joint(next));
  const vec3 bone(p.model->skeleton.rest_local[n][3]);
  const vec3 now = mat3(p.document.scene().pose.user_local[j]) * bone;
  return glm::degrees(std::acos(
      std::clamp(double(glm::dot(glm::normalize(now), glm::normalize(bone))), -1.0, 1.0)));
}

TEST(Marks, LimitsHoldAndWhatIsMissingIsSaid) {
  Person p;
  EXPECT_EQ(p.say("ik tail5 to 20 120 -20"), "");
  double widest = 0.0;
  const char* chain[] = {"tail1", "tail2", "tail3", "tail4", "tail5"};
  for (int k = 0; k < 4; ++k) widest = std::max(widest, bend(p, chain[k], chain[k + 1]));
  EXPECT_GT(widest, 30.0) << "without limits it bends farther";
  p.document.undo();
  for (int k = 0; k < 4; ++k) p.say(std::string("limit ") + chain[k] + " 12");
  const std::string said = p.say("ik tail5 to 20 120 -20");
  EXPECT_EQ(said.find("tail5 stops "), 0u) << said;
  for (int k = 0; k < 4; ++k) EXPECT_LE(bend(p, chain[k], chain[k + 1]), 12.0 + 1e-2);
  // A place within the limits is reached.
  p.say("reset all");
  EXPECT_EQ(p.say("ik tail5 to 4 101 -49.4"), "");
  for (int k = 0; k < 4; ++k) EXPECT_LE(bend(p, chain[k], chain[k + 1]), 12.0 + 1e-2);
  p.say("reset all");
  p.say("joint tail1 rotate 60 0 0");
  EXPECT_GT(bend(p, "tail1", "tail2"), 59.0) << "limits are for inverse kinematics alone";
}

// Degrees of R = Rz Ry Rx in Ul_j.
vec3 angles(const Person& p, const char* joint) {
  const mat4& user = p.document.scene().pose.user_local[static_cast<std::size_t>(p.joint(joint))];
  return degrees_from_rotation(EulerOrder::XYZ, glm::quat_cast(mat3(user)));
}

TEST(Marks, AxesAreLimitedForInverseKinematics) {
  Person p;
  const char* chain[] = {"tail1", "tail2", "tail3", "tail4"};
  p.say("ik tail5 to 20 100 -45");
  EXPECT_GT(std::abs(angles(p, "tail1").y), 1.0f) << "without limits it goes sideways by y";
  p.document.undo();
  for (const char* joint : chain) {
    for (const char* rest : {" x -20 5", " y 0 0", " z none"}) {
      p.say(std::string("limit ") + joint + rest);
    }
  }
  p.say("ik tail5 to 20 120 -20");
  bool turned = false;
  for (const char* joint : chain) {
    const vec3 a = angles(p, joint);
    EXPECT_GE(a.x, -20.001f) << joint;
    EXPECT_LE(a.x, 5.001f) << joint;
    EXPECT_NEAR(a.y, 0.0f, 1e-3f) << joint;
    turned = turned || std::abs(a.z) > 1.0f || std::abs(a.x) > 1.0f;
  }
  EXPECT_TRUE(turned);
}

TEST(Marks, AStiffJointTurnsLess) {
  Person p;
  EXPECT_EQ(p.say("ik tail5 to 10 110 -40"), "");
  const double loose = bend(p, "tail2", "tail3");
  p.document.undo();
  p.say("stiff tail2 0.9");
  EXPECT_EQ(p.say("ik tail5 to 10 110 -40"), "");
  EXPECT_LT(bend(p, "tail2", "tail3"), 0.5 * loose);
  EXPECT_GT(bend(p, "tail2", "tail3"), 0.0);
  p.document.undo();
  p.say("stiff tail2 1");
  EXPECT_EQ(p.say("ik tail5 to 10 110 -40"), "");
  EXPECT_EQ(p.document.scene().pose.user_local[static_cast<std::size_t>(p.joint("tail2"))],
            mat4(1.0f));
}

TEST(Marks, AHeldFootStaysByTheJointsThatAreFree) {
  Person p;
  p.say("hold foot.L");
  p.say("lock joint shin.L");
  const vec3 before = p.at("foot.L");
  p.say("joint hips translate 0 -10 0");
  EXPECT_EQ(p.document.scene().pose.user_local[static_cast<std::size_t>(p.joint("shin.L"))],
            mat4(1.0f));
  EXPECT_GT(glm::distance(p.at("foot.L"), before), 1.0f);
  EXPECT_EQ(p.document.slipped(), std::vector<int>{p.joint("foot.L")}) << "and that is said";
}

// What did not happen has no consequences.
TEST(Marks, NothingFollowsAnEditOfALockedJoint) {
  Person p;
  p.say("view symmetry on");
  p.say("lock joint upper_arm.L");
  p.say("joint upper_arm.L rotate 0 0 30");
  EXPECT_EQ(p.document.scene().pose.user_local,
            std::vector<mat4>(p.model->skeleton.parent.size(), mat4(1.0f)))
      << "the other side";
  Person q;
  q.say("hold foot.L");
  q.say("lock joint hips");
  q.say("joint hips translate 0 -10 0");
  EXPECT_EQ(q.document.scene().pose.user_local,
            std::vector<mat4>(q.model->skeleton.parent.size(), mat4(1.0f)))
      << "the leg of a held foot";
}

TEST(Marks, WhatRedoHidesIsNotSelected) {
  Person p;
  p.say("hide joint head");
  p.document.undo();
  p.say("select head");
  p.document.redo();
  EXPECT_EQ(p.document.scene().selection.joint, -1);
}

TEST(Marks, AreWrittenAsEdits) {
  Person p;
  for (const char* text :
       {"hide bones head eye", "lock joint hips foot.L", "limit tail1 30", "stiff tail1 0.25",
        "stiff tail3 1", "limit tail1 x -10 150", "limit tail2 z 0 0"}) {
    p.say(text);
  }
  Person other;
  for (const Edit& edit : edits_of_marks(p.document.scene())) {
    EXPECT_TRUE(is_mark(edit));
    other.say(to_text(edit, *p.model));
  }
  EXPECT_EQ(other.document.scene().marks, p.document.scene().marks);
  p.say("limit tail1 none");
  p.say("stiff tail1 0");
  p.say("limit tail1 x none");
  p.say("limit tail2 z none");
  EXPECT_EQ(p.document.scene().marks.restraint.size(), 1u) << "what restrains nothing is not kept";
}

TEST(Marks, WrongWordsAreNamed) {
  Person p;
  EXPECT_EQ(p.say("hide head").find("\"head\" is not something to hide"), 0u);
  EXPECT_EQ(p.say("limit head -3"),
            "That is out of range; expected degrees from 0 to 180, none, or x, y or z.");
  EXPECT_EQ(p.say("limit head x 30 -30"),
            "A joint turns from one angle to a larger one, both from -180 to 180 degrees.");
  EXPECT_NE(p.say("limit head x").find("the least angle"), std::string::npos);
  EXPECT_EQ(p.say("stiff head 2"), "That is out of range; expected a stiffness from 0 to 1.");
  EXPECT_EQ(p.say("lock joint"), "Nothing follows \"joint\"; expected the name of a joint.");
  p.document.apply({HideJoints{{-1, 99}, true}});
  p.document.apply({LockJoints{{99}, true}});
  p.document.apply({RestrainJoint{0, 999.0f}});
  EXPECT_FALSE(p.document.can_undo());
}

TEST(Marks, AreCarriedOverByNameWhenTheFileIsWrittenAgain) {
  Person p;
  p.say("hide joint thigh.L");
  p.say("lock joint head");
  p.say("limit tail2 20");
  auto again = std::make_shared<Model>(*p.model);
  again->skeleton.name[static_cast<std::size_t>(p.joint("shin.L"))] = "calf.L";
  p.document.reload(again);
  EXPECT_EQ(hidden(p), "thigh.L foot.L");
  EXPECT_EQ(locked(p), "head");
  EXPECT_EQ(p.document.scene().marks.restraint.size(), 1u);
  p.document.undo();
  EXPECT_EQ(hidden(p), "thigh.L foot.L") << "in the history as well";
  for (int k = 0; k < 2; ++k) p.document.undo();
  EXPECT_EQ(p.document.scene().marks, JointMarks{});
}

}  // namespace
}  // namespace bindpose::tests::mark_edit_test
