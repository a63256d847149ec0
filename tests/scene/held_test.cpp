// Joints that are held in place while what is above them moves.
#include "scene/edit/held.h"

#include <gtest/gtest.h>

#include "math/numbers.h"
#include "math/transform.h"
#include "person.h"

namespace bindpose::tests::held_test {
namespace {

struct Standing : Person {
  Standing() { document.apply({HoldJoints{{joint("foot.R"), joint("foot.L")}}}); }
  mat4 world(const char* name) const {
    return evaluate(document.scene()).world[static_cast<std::size_t>(joint(name))];
  }
  const mat4& user(const char* name) const {
    return document.scene().pose.user_local[static_cast<std::size_t>(joint(name))];
  }
};

TEST(Held, FeetStayWithTheirAxesWhileTheHipsMove) {
  Standing p;
  const mat4 left = p.world("foot.L"), right = p.world("foot.R");
  for (const char* text : {"joint hips translate 3 -20 5", "joint hips rotate 10 25 -5",
                           "joint hips translate -4 6 -9", "joint hips scale 1.05 1.05 1.05"}) {
    p.say(text);
    EXPECT_LT(max_difference(p.world("foot.L"), left), 1e-3f) << text;  // of 90 cm
    EXPECT_LT(max_difference(p.world("foot.R"), right), 1e-3f) << text;
    EXPECT_TRUE(p.document.slipped().empty());
  }
  EXPECT_GT(glm::distance(p.at("shin.L"), vec3(10, 55, 0)), 3.0f) << "the knees bent";
}

TEST(Held, OneStepOfUndoAndOneGesture) {
  Standing p;
  const auto before = p.document.scene().pose.user_local;
  const Edit lower = TransformJoint{p.joint("hips"), TransformJoint::Translate, {0, -25, 0}};
  EXPECT_EQ(p.document.apply({lower}).extent, Change::Pose) << "the legs are evaluated again";
  const auto after = p.document.scene().pose.user_local;
  p.document.undo();
  EXPECT_EQ(p.document.scene().pose.user_local, before);
  EXPECT_EQ(p.document.undo_label(), "Hold foot.R foot.L") << "one step";
  for (const float y : {-5.0f, -80.0f, 30.0f}) {
    p.document.apply(
        {TransformJoint{p.joint("hips"), TransformJoint::Translate, {0, y, 0}}, Phase::Preview});
  }
  p.document.apply({lower, Phase::Commit});
  EXPECT_EQ(p.document.scene().pose.user_local, after) << "whatever the drag passed";
}

// What a drag of several joints sends: each preview starts from the pose at the grab.
TEST(Held, FeetStayInADragOfSeveralJoints) {
  Standing p;
  const mat4 left = p.world("foot.L");
  const auto lowered = [&p](float by) {
    const Pose& start = p.document.pose_at_start();
    SetPose pose{start.user_local, start.user_morph};
    pose.user_local[idx(p.joint("hips"))][3] = vec4(0, -by, 0, 1);
    pose.user_local[idx(p.joint("chest"))] = to_matrix({{}, rotation_from_degrees({by, 0, 0})});
    return pose;
  };
  for (const float by : {4.0f, 12.0f, 25.0f}) {
    p.document.apply({lowered(by), Phase::Preview});
    EXPECT_LT(max_difference(p.world("foot.L"), left), 1e-3f) << by;
  }
  p.document.apply({lowered(25.0f), Phase::Commit});
  EXPECT_LT(max_difference(p.world("foot.L"), left), 1e-3f);
  EXPECT_NE(p.user("thigh.L"), mat4(1.0f));
}

TEST(Held, OutOfReachTheLegIsStretchedAndTheFootNamed) {
  Standing p;
  p.say("joint thigh.R translate 0 20 0");  // its foot goes along: the leg itself was moved
  EXPECT_TRUE(p.document.slipped().empty());
  p.say("joint hips translate 0 15 0");
  EXPECT_EQ(p.document.slipped(), (std::vector<int>{p.joint("foot.L"), p.joint("foot.R")}));
  p.document.apply({SetHover{p.joint("hand.L")}});
  EXPECT_EQ(p.document.slipped().size(), 2u) << "they still are";
  EXPECT_NEAR(glm::distance(p.at("thigh.L"), p.at("foot.L")), 90.0f, 1e-3f);
  p.say("joint hips translate 0 -40 0");
  EXPECT_TRUE(p.document.slipped().empty());
  p.say("joint hips translate 0 60 0");
  EXPECT_EQ(p.document.slipped().size(), 2u);
  p.document.undo();
  EXPECT_TRUE(p.document.slipped().empty()) << "they are back";
}

TEST(Held, ALimbThatIsTurnedItselfGoesWhereItIsPut) {
  Standing p;
  const mat4 right = p.world("foot.R");
  p.say("joint shin.L rotate 40 0 0");
  EXPECT_GT(glm::distance(p.at("foot.L"), vec3(10, 10, 0)), 20.0f);
  EXPECT_EQ(p.world("foot.R"), right);
  p.say("ik foot.L to 15 30 20");
  EXPECT_LT(glm::distance(p.at("foot.L"), vec3(15, 30, 20)), 1e-3f);
  p.say("joint foot.R rotate 0 30 0");
  EXPECT_GT(max_difference(p.world("foot.R"), right), 0.1f);
  p.say("reset all");
  EXPECT_EQ(p.user("thigh.L"), mat4(1.0f));
}

TEST(Held, NothingThatGoesOnByItselfIsHeld) {
  Standing p;
  p.document.apply({SetBasePose{BasePose::Bind}});
  EXPECT_EQ(p.user("thigh.L"), mat4(1.0f));
  p.say("hold foot.L");
  const mat4 right = p.world("foot.R");
  p.say("joint hips translate 0 -10 0");
  EXPECT_GT(max_difference(p.world("foot.R"), right), 1.0f) << "let go";
  p.say("hold none");
  EXPECT_TRUE(p.document.scene().held.empty());
}

TEST(Held, IsSaidWhereNothingCouldHold) {
  Standing p;
  EXPECT_EQ(p.say("hold hips"), "\"hips\" has no joint above it that could turn to hold it.");
  p.document.apply({HoldJoints{{p.joint("hips"), -3, 99, p.joint("hand.L"), p.joint("hand.L")}}});
  EXPECT_EQ(p.document.scene().held, std::vector<int>{p.joint("hand.L")});
}

TEST(Held, IsAStepOfUndoAndWork) {
  Standing p;
  const std::vector<int> feet = p.document.scene().held;
  EXPECT_EQ(p.document.undo_label(), "Hold foot.R foot.L");
  const auto saved = p.document.position();
  p.say("hold none");
  EXPECT_NE(p.document.position(), saved);
  p.document.undo();
  EXPECT_EQ(p.document.position(), saved);
  EXPECT_EQ(p.document.scene().held, feet);
  p.say("joint hips translate 0 -0.1 0");
  p.document.undo();
  EXPECT_EQ(p.document.scene().held, feet) << "a step of the pose says nothing of it";
  p.document.reload(Person().model);
  p.document.undo();
  EXPECT_TRUE(p.document.scene().held.empty());
  p.document.redo();
  EXPECT_EQ(p.document.scene().held, feet);
}

TEST(Held, IsCarriedToTheModelThatIsReadAgain) {
  Standing p;
  p.document.reload(Person().model);
  EXPECT_EQ(p.document.scene().held, (std::vector<int>{p.joint("foot.L"), p.joint("foot.R")}));
}

}  // namespace
}  // namespace bindpose::tests::held_test
