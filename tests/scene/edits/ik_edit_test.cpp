// `ik` and `look`: which joints turn, where they end, what is said; as text, with undo.
#include "scene/edit/ik_edit.h"

#include <gtest/gtest.h>

#include "scene/person.h"

namespace bindpose::tests::ik_edit_test {
namespace {

TEST(IkEdit, TurnsTheLimbThatTheJointEnds) {
  const Person p;
  EXPECT_EQ(p.chain("hand.L"), "upper_arm.L forearm.L");
  EXPECT_EQ(p.chain("foot.L"), "thigh.L shin.L");
  EXPECT_EQ(p.chain("tail5"), "tail1 tail2 tail3 tail4");
  EXPECT_EQ(p.chain("forearm.L"), "clavicle.L upper_arm.L") << "a girdle stays where one is left";
  EXPECT_EQ(p.chain("head"), "chest");
  EXPECT_EQ(p.chain("chest"), "hips") << "the scene's node is no joint";
  EXPECT_EQ(p.chain("hips"), "scene") << "but is all there is";
  EXPECT_EQ(p.chain("scene"), "");
  EXPECT_EQ(p.chain("hand.L", 1), "forearm_twist.L");
  EXPECT_EQ(p.chain("hand.L", 4), "clavicle.L upper_arm.L forearm.L forearm_twist.L");
  EXPECT_EQ(p.chain("foot.L", 99), "scene hips thigh.L shin.L");
  EXPECT_TRUE(ik_chain(*p.model, -1, 0).empty());
  EXPECT_TRUE(ik_chain(*p.model, 99, 2).empty());
}

// What carries the body has most of the joints below it, and a limb above it in some rigs.
TEST(IkEdit, AHandPullsItsLimbAndHipsAreMoved) {
  Person p;
  p.model->skeleton.file_flags.is_joint.assign(p.model->skeleton.name.size(), 1);
  Scene scene = make_scene(p.model);
  ASSERT_TRUE(ends_limb(*p.model, p.joint("hips"))) << "of the one joint above";
  EXPECT_FALSE(is_pulled(scene, p.joint("hips")));
  EXPECT_TRUE(is_pulled(scene, p.joint("hand.L")));
  EXPECT_TRUE(is_pulled(scene, p.joint("tail3"))) << "much below it, but nothing branches";
  EXPECT_TRUE(is_pulled(scene, p.joint("chest"))) << "most of the body is not below it";
  scene.held = {p.joint("hand.L")};
  EXPECT_FALSE(is_pulled(scene, p.joint("chest"))) << "the arm below it is held";
  EXPECT_TRUE(is_pulled(scene, p.joint("hand.L")));
  EXPECT_TRUE(is_pulled(scene, p.joint("foot.R")));
  EXPECT_FALSE(is_pulled(scene, -1));
  EXPECT_FALSE(is_pulled(scene, 99));
}

TEST(IkEdit, BringsTheJointThereInOneStepOfUndo) {
  Person p;
  const auto before = p.document.scene().pose.user_local;
  EXPECT_EQ(p.say("ik hand.L to 40 140 20"), "");
  EXPECT_LT(glm::distance(p.at("hand.L"), vec3(40, 140, 20)), 1e-3f);
  const auto after = p.document.scene().pose.user_local;
  for (const char* name : {"clavicle.L", "forearm_twist.L", "hand.L", "hips"}) {
    const auto j = static_cast<std::size_t>(p.joint(name));
    EXPECT_EQ(after[j], before[j]) << name;
  }
  EXPECT_EQ(p.document.undo_label(), "Pull hand.L");
  p.document.undo();
  EXPECT_EQ(p.document.scene().pose.user_local, before);
  EXPECT_FALSE(p.document.can_undo());
  p.document.redo();
  EXPECT_EQ(p.document.scene().pose.user_local, after);
}

TEST(IkEdit, ADragStartsFromWhereItBeganAndCanBeCancelled) {
  Person p;
  const auto before = p.document.scene().pose.user_local;
  for (const float z : {5.0f, -30.0f, 20.0f}) {
    p.document.apply({SolveIk{p.joint("hand.L"), {40, 140, z}}, Phase::Preview});
  }
  const auto dragged = p.document.scene().pose.user_local;
  p.document.apply({ResetAll{}, Phase::Cancel});
  EXPECT_EQ(p.document.scene().pose.user_local, before);
  p.document.apply({SolveIk{p.joint("hand.L"), {40, 140, 20}}});
  EXPECT_EQ(p.document.scene().pose.user_local, dragged) << "whatever the drag passed";
}

TEST(IkEdit, PoleChainAndBasePose) {
  Person p;
  EXPECT_EQ(p.say("ik hand.L to 40 140 0 pole 40 140 -90"), "");
  EXPECT_LT(p.at("forearm.L").z, -10.0f);
  EXPECT_EQ(p.say("ik hand.L to 40 140 0 pole 40 140 90"), "");
  EXPECT_GT(p.at("forearm.L").z, 10.0f);
  EXPECT_EQ(p.say("ik tail5 to 0 115 -20 chain 3"), "");
  EXPECT_EQ(p.document.scene().pose.user_local[std::size_t(p.joint("tail1"))], mat4(1.0f));
  EXPECT_EQ(p.say("ik hand.L to 30 190 10 chain 2 pole 0 0 0").find("hand.L stops"), 0u);
  // On top of what a base pose says, and of what was posed before.
  p.document.apply({SetBasePose{BasePose::Bind}});
  p.document.apply({TransformJoint{p.joint("hips"), TransformJoint::Rotate, {0, 40, 0}}});
  EXPECT_EQ(p.say("ik foot.L to 20 30 20"), "");
  EXPECT_LT(glm::distance(p.at("foot.L"), vec3(20, 30, 20)), 1e-3f);
}

TEST(IkEdit, SaysHowFarItStopsShort) {
  Person p;
  // Shin and thigh are 90 cm; the thigh's joint is at (10, 100, 0).
  EXPECT_EQ(p.say("ik foot.L to 10 -2 0"), "foot.L stops 0.12 m short of the target.");
  EXPECT_LT(glm::distance(p.at("foot.L"), vec3(10, 10, 0)), 1e-2f);
  EXPECT_EQ(shortfall(p.document.scene(), ResetAll{}), "");
}

TEST(IkEdit, LooksWithTheAxisThatFacesTheFront) {
  Person p;
  EXPECT_EQ(look_axis(*p.model, p.joint("head")), 2);
  EXPECT_EQ(p.say("look eye at 100 170 10"), "");
  const mat4 eye = evaluate(p.document.scene()).world[std::size_t(p.joint("eye"))];
  EXPECT_LT(glm::distance(vec3(eye[2]), vec3(1, 0, 0)), 1e-5f);
  EXPECT_EQ(p.say("look head at 0 160 90 axis -X"), "");
  const mat4 head = evaluate(p.document.scene()).world[std::size_t(p.joint("head"))];
  EXPECT_LT(glm::distance(-vec3(head[0]), vec3(0, 0, 1)), 1e-5f);
  EXPECT_EQ(p.document.undo_label(), "Aim head");
  p.document.undo();
  p.document.undo();
  EXPECT_FALSE(p.document.can_undo());
  // Joints whose axes lie otherwise: z up in the file, the head's x to the front.
  p.model->to_display = to_matrix({vec3(0), rotation_from_degrees({-90, 0, 0}), vec3(1)});
  p.model->bind_local[1] = to_matrix({vec3(0), rotation_from_degrees({0, 0, -90}), vec3(1)});
  EXPECT_EQ(look_axis(*p.model, p.joint("head")), 0);
}

TEST(IkEdit, WrongWordsAreNamed) {
  Person p;
  EXPECT_EQ(p.say("ik hand.K to 1 2 3"), "There is no joint \"hand.K\"; did you mean \"hand.L\"?");
  EXPECT_EQ(p.say("ik hand.L too 1 2 3"),
            "\"too\" is not the word before a place; did you mean \"to\"?");
  EXPECT_EQ(p.say("ik hand.L to 1 2"),
            "Nothing follows \"2\"; expected a place, x, y and z in the file's world.");
  EXPECT_EQ(p.say("ik hand.L to 1 2 3 chain 8"),
            "A chain of 8 does not fit above \"hand.L\"; expected a number from 1 to 7.");
  EXPECT_NE(p.say("ik hand.L to 1 2 3 chain 0").find("from 1 to 7"), std::string::npos);
  EXPECT_EQ(p.say("ik scene to 1 2 3"), "\"scene\" has no joint above it that could turn.");
  EXPECT_NE(p.say("look head at 1 2 3 axis W").find("X, Y, Z, -X, -Y or -Z"), std::string::npos);
  EXPECT_NE(p.say("look head to 1 2 3").find("expected at"), std::string::npos);
}

TEST(IkEdit, WhatMakesNoSenseIsIgnored) {
  Person p;
  const auto before = p.document.scene().pose.user_local;
  const float nan = std::nanf("");
  for (const Edit& edit : std::vector<Edit>{
           SolveIk{-1, {1, 2, 3}}, SolveIk{99, {1, 2, 3}}, SolveIk{0, {1, 2, 3}},
           SolveIk{5, {1, nan, 3}}, SolveIk{5, {1, 2, 3}, 0, vec3(nan)}, LookAtPoint{-1, {1, 2, 3}},
           LookAtPoint{99, {1, 2, 3}}, LookAtPoint{3, {1, nan, 3}}, LookAtPoint{3, {1, 2, 3}, 6}}) {
    EXPECT_EQ(p.document.apply({edit}).extent, Change::None);
  }
  EXPECT_EQ(p.document.scene().pose.user_local, before);
  EXPECT_FALSE(p.document.can_undo());
  Document empty;
  EXPECT_EQ(empty.apply({SolveIk{0, {1, 2, 3}}}).extent, Change::None);
  EXPECT_EQ(empty.apply({LookAtPoint{0, {1, 2, 3}}}).extent, Change::None);
}

}  // namespace
}  // namespace bindpose::tests::ik_edit_test
