#include <cmath>

#include "ui/harness.h"

namespace bindpose::ui::testing::test_joint_panel {
namespace {

class JointPanelWidget : public WidgetTest {
 protected:
  JointPanelWidget() {
    select("arm.L");
    step();
  }
  void press(const std::string& field) {
    at_ = rect(field).center();
    step({mouse_move(at_.x, at_.y)});
    step({mouse_button(0, true)});
  }
  void pull(float dx) {
    at_.x += dx;
    step({mouse_move(at_.x, at_.y)});
  }
  void choose(const char* combo, const std::string& word) {
    click(combo);
    click("rotation:" + word);
    step();
  }
  void type_into(const std::string& field, const std::string& text) {
    click(field);
    type(text);
    press_key(Key::Enter);
    step();
  }
  vec4 numbers() const { return state_.of_model.fields.now.rotation.n; }
  vec2 at_{0.0f};
};

TEST_F(JointPanelWidget, DraggingANumberIsOneUndoStep) {
  press("rotationz");
  for (int i = 0; i < 12; ++i) pull(5.0f);
  EXPECT_TRUE(document_.in_gesture());
  step({mouse_button(0, false)});
  EXPECT_FALSE(document_.in_gesture());
  EXPECT_NE(user_local("arm.L"), mat4(1.0f));
  EXPECT_EQ(count_undo_steps(), 1);
  const vec3 degrees = degrees_from_rotation(decompose(user_local("arm.L")).q);
  EXPECT_GT(degrees.z, 5.0f);
  EXPECT_NEAR(degrees.x, 0.0f, 1e-3f);
  press_key(Key::Z, {Key::LeftCtrl});
  EXPECT_EQ(user_local("arm.L"), mat4(1.0f));
}

TEST_F(JointPanelWidget, EscapeInADragTakesItBack) {
  press("translationx");
  for (int i = 0; i < 6; ++i) pull(10.0f);
  ASSERT_NE(user_local("arm.L"), mat4(1.0f));
  press_key(Key::Escape);
  EXPECT_EQ(user_local("arm.L"), mat4(1.0f));
  pull(20.0f);
  step({mouse_button(0, false)});
  EXPECT_EQ(user_local("arm.L"), mat4(1.0f));
  EXPECT_EQ(count_undo_steps(), 0);
  EXPECT_EQ(scene().selection.joint, joint("arm.L"))
      << "Escape took the drag back, not the selection";
}

TEST_F(JointPanelWidget, ClickWithoutAMoveIsNoEdit) {
  press("scaley");
  step({mouse_button(0, false)});
  EXPECT_EQ(count_undo_steps(), 0);
  EXPECT_FALSE(document_.in_gesture());
}

TEST_F(JointPanelWidget, TypedAngleIsExactAndStaysAsTyped) {
  double_click("rotationy");
  step({key_event(Key::LeftCtrl, true), key_event(Key::A, true), key_event(Key::A, false),
        key_event(Key::LeftCtrl, false)});
  type("120");
  press_key(Key::Enter);
  EXPECT_EQ(count_undo_steps(), 1);
  const mat4 expected = to_matrix({vec3(0.0f), rotation_from_degrees({0, 120, 0}), vec3(1.0f)});
  EXPECT_LT(max_difference(user_local("arm.L"), expected), 1e-6f);
  step();
  EXPECT_EQ(vec3(state_.of_model.fields.now.rotation.n), vec3(0, 120, 0)) << "not 180, 60, 180";
  // Another way of editing leaves the rotation, so the typed angles stay too.
  document_.apply({TransformJoint{joint("arm.L"), TransformJoint::Translate, {0.1f, 0, 0}}});
  step();
  EXPECT_EQ(vec3(state_.of_model.fields.now.rotation.n), vec3(0, 120, 0));
}

TEST_F(JointPanelWidget, ResetIsOneUndoStep) {
  document_.apply({TransformJoint{joint("arm.L"), TransformJoint::Rotate, {0, 0, 30}}});
  step();
  click("reset joint");
  EXPECT_EQ(user_local("arm.L"), mat4(1.0f));
  EXPECT_EQ(count_undo_steps(), 2);
}

TEST_F(JointPanelWidget, ResetOfOneRowKeepsTheOthers) {
  document_.apply({TransformJoint{joint("arm.L"), TransformJoint::Rotate, {0, 0, 30}}});
  document_.apply({TransformJoint{joint("arm.L"), TransformJoint::Scale, {2, 2, 2}}});
  step();
  click("button:reset rotation");
  const Transform x = decompose(user_local("arm.L"));
  EXPECT_NEAR(x.s.x, 2.0f, 1e-5f);
  EXPECT_NEAR(std::abs(x.q.w), 1.0f, 1e-6f);
}

TEST_F(JointPanelWidget, RoundingLightsNoReset) {
  mat4 dust(1.0f);
  dust[3] = vec4(1e-7f, -2e-7f, 0, 1);
  dust[0].x = 1.0f - 1e-6f;
  document_.apply({SetUserLocal{joint("arm.L"), dust}});
  step();
  const std::size_t before = edits_.size();
  click("button:reset translation");
  click("button:reset scale");
  EXPECT_EQ(edits_.size(), before) << "nothing to reset";
  document_.apply({TransformJoint{joint("arm.L"), TransformJoint::Translate, {0.01f, 0, 0}}});
  step();
  click("button:reset translation");
  EXPECT_GT(edits_.size(), before);
}

TEST_F(JointPanelWidget, ParentSelects) {
  click("parent");
  EXPECT_EQ(scene().selection.joint, joint("spine"));
}

TEST_F(JointPanelWidget, FieldsFollowAnotherSelection) {
  document_.apply({TransformJoint{joint("hips"), TransformJoint::Translate, {0.25f, 0, 0}}});
  select("hips");
  step();
  EXPECT_NEAR(state_.of_model.fields.now.translation.x, 0.25f, 1e-6f);
  select("arm.L");
  step();
  EXPECT_EQ(state_.of_model.fields.now.translation, vec3(0.0f));
}

TEST_F(JointPanelWidget, AQuaternionIsTypedNumberByNumber) {
  choose("rotation form", "quaternion");
  type_into("rotationw", "0.5");
  for (const char* field : {"rotationx", "rotationy", "rotationz"}) type_into(field, "1/2");
  EXPECT_EQ(numbers(), vec4(0.5f)) << "no number moves while another is typed";
  const quat third = decompose(user_local("arm.L")).q;  // x to y, y to z
  EXPECT_LT(glm::distance(third * vec3(1, 0, 0), vec3(0, 1, 0)), 1e-6f);
  type_into("rotationw", "2");
  EXPECT_EQ(numbers().x, 2.0f) << "as typed";
  EXPECT_EQ(state_.rects.count("rotation words"), 1u) << "that it is normalised is said";
  EXPECT_NEAR(decompose(user_local("arm.L")).q.w, 2.0f / std::sqrt(4.75f), 1e-6f);
}

TEST_F(JointPanelWidget, NoRotationIsRefused) {
  choose("rotation form", "quaternion");
  type_into("rotationw", "0");
  EXPECT_EQ(state_.note.text, "A quaternion of length 0 is no rotation: the value stays.");
  EXPECT_EQ(numbers(), vec4(1, 0, 0, 0));
  EXPECT_EQ(count_undo_steps(), 0);
  choose("rotation form", "axis");
  EXPECT_EQ(numbers(), vec4(0, 0, 1, 0));
  type_into("rotationz", "0");
  EXPECT_EQ(state_.note.text, "An axis of length 0 has no direction: the value stays.");
  type_into("rotationx", "1");
  type_into("rotationz", "0");
  type_into("rotationa", "90");
  EXPECT_LT(glm::distance(decompose(user_local("arm.L")).q * vec3(0, 1, 0), vec3(0, 0, 1)), 1e-6f);
  EXPECT_EQ(count_undo_steps(), 1);
}

TEST_F(JointPanelWidget, WhatIsRefusedTakesBackWhatWasTypedBefore) {
  choose("rotation form", "quaternion");
  double_click("rotationw");
  type("-1");  // on the way: "-" is no number, -1 is the same rotation
  press_key(Key::Backspace);
  press_key(Key::Backspace);
  type("0");
  press_key(Key::Enter);
  EXPECT_EQ(numbers(), vec4(1, 0, 0, 0));
  EXPECT_EQ(user_local("arm.L"), mat4(1.0f));
  EXPECT_FALSE(document_.in_gesture());
}

TEST_F(JointPanelWidget, OrdersOfEulerAngles) {
  choose("rotation form", "zyx");
  type_into("rotationz", "90");
  type_into("rotationx", "90");
  // About z first, then about the x that stayed: y goes to -x and stays there.
  const quat q = decompose(user_local("arm.L")).q;
  EXPECT_LT(glm::distance(q * vec3(0, 1, 0), vec3(-1, 0, 0)), 1e-6f);
  EXPECT_EQ(vec3(numbers()), vec3(90, 0, 90));
  choose("rotation form", "xyz");
  EXPECT_LT(glm::distance(rotation_from_degrees(vec3(numbers())) * vec3(0, 1, 0), vec3(-1, 0, 0)),
            1e-5f);
}

TEST_F(JointPanelWidget, InGimbalLockAnglesStayAsTyped) {
  type_into("rotationy", "90");
  EXPECT_EQ(state_.rects.count("rotation words"), 1u);
  type_into("rotationx", "25");
  type_into("rotationz", "10");
  EXPECT_EQ(vec3(numbers()), vec3(25, 90, 10));
  type_into("rotationy", "80");
  EXPECT_EQ(vec3(numbers()), vec3(25, 80, 10));
  EXPECT_EQ(state_.rects.count("rotation words"), 0u);
}

TEST_F(JointPanelWidget, TheSameTurnInOtherAxes) {
  document_.apply({TransformJoint{joint("spine"), TransformJoint::Rotate, {0, 0, 90}}});
  step();
  type_into("rotationx", "30");
  choose("rotation axes", "world");  // the arm's x is the world's y now
  EXPECT_LT(glm::distance(vec3(numbers()), vec3(0, 30, 0)), 1e-4f);
  type_into("rotationy", "50");
  choose("rotation axes", "local");
  EXPECT_LT(glm::distance(vec3(numbers()), vec3(50, 0, 0)), 1e-4f);
  choose("rotation axes", "world");
  document_.apply({ResetJoint{joint("spine")}});
  refresh();
  step();
  EXPECT_LT(glm::distance(vec3(numbers()), vec3(50, 0, 0)), 1e-4f) << "the axes above turned back";
}

TEST_F(JointPanelWidget, ANumberInWorldAxesGoesToAllSelected) {
  document_.apply({TransformJoint{joint("spine"), TransformJoint::Rotate, {0, 0, 90}}});
  document_.apply({SetSelection{joint("arm.L"), {joint("hips")}}});
  step();
  choose("rotation axes", "world");
  type_into("rotationy", "40");
  const auto world = [this](const char* name) {
    return posed_.world[static_cast<std::size_t>(joint(name))];
  };
  EXPECT_LT(glm::distance(vec3(world("hips")[2]),
                          vec3(std::sin(glm::radians(40.0f)), 0, std::cos(glm::radians(40.0f)))),
            1e-5f);
  // The arm's U_j is on top of its parent's: 40 degrees about the world's y again.
  EXPECT_LT(glm::distance(vec3(world("arm.L")[2]),
                          vec3(std::sin(glm::radians(80.0f)), 0, std::cos(glm::radians(80.0f)))),
            1e-5f);
}

TEST_F(JointPanelWidget, NumbersThatDifferAreMixed) {
  document_.apply({TransformJoint{joint("hand.L"), TransformJoint::Rotate, {0, 0, 30}}});
  document_.apply({SetSelection{joint("arm.L"), {joint("hand.L")}}});
  step();
  const auto& mixed = state_.of_model.fields.mixed;
  EXPECT_EQ(
      std::vector<bool>(mixed.begin(), mixed.end()),
      std::vector<bool>({false, false, true, false, false, false, false, false, false, false}));
  type_into("rotationz", "45");
  EXPECT_FALSE(mixed[2]) << "all of them have it now";
  EXPECT_LT(max_difference(user_local("hand.L"), user_local("arm.L")), 1e-6f);
  document_.apply({SetSelection{joint("arm.L")}});
  step();
  document_.apply({TransformJoint{joint("hand.L"), TransformJoint::Rotate, {0, 0, 30}}});
  step();
  EXPECT_FALSE(mixed[2]) << "one is never mixed";
}

TEST_F(JointPanelWidget, CopiesWhatEditsUnderstand) {
  choose("rotation form", "zxy");
  choose("rotation axes", "world");
  type_into("rotationz", "90");
  click("button:copy rotation");
  click("copy:As an edit");
  EXPECT_EQ(std::string(ImGui::GetClipboardText()),
            "joint arm.L rotation euler ZXY 90 0 0 in world");
  click("button:copy rotation");
  click("copy:As a quaternion, w x y z");
  EXPECT_EQ(std::string(ImGui::GetClipboardText()), "0.7071068 0 0 0.7071068");
  click("button:copy rotation");
  click("copy:As JSON, x y z w like glTF");
  EXPECT_EQ(std::string(ImGui::GetClipboardText()), "{\"rotation\": [0, 0, 0.7071068, 0.7071068]}");
}

TEST_F(JointPanelWidget, ALockedJointTakesNoNumber) {
  size_.y = 1000.0f;
  step();
  click("toggle:lock");
  EXPECT_TRUE(is_locked(scene(), joint("arm.L")));
  type_into("rotationz", "30");
  EXPECT_EQ(user_local("arm.L"), mat4(1.0f));
  EXPECT_EQ(numbers(), vec4(0.0f)) << "the field shows what is";
  EXPECT_EQ(document_.skipped(), std::vector<int>{joint("arm.L")});
  EXPECT_EQ(state_.rects.count("gizmo"), 0u);
  click("toggle:lock");
  type_into("rotationz", "30");
  EXPECT_NE(user_local("arm.L"), mat4(1.0f));
}

TEST_F(JointPanelWidget, WhatInverseKinematicsMayDoIsTyped) {
  size_.y = 1000.0f;
  step();
  type_into("ik limit", "45");
  EXPECT_EQ(restraint_of(scene(), joint("arm.L")).limit, 45.0f);
  EXPECT_TRUE(state_.rects.contains("limit cone")) << "it is seen";
  type_into("ik stiffness", "3");
  EXPECT_EQ(restraint_of(scene(), joint("arm.L")).stiffness, 1.0f) << "no more than all";
  EXPECT_EQ(count_undo_steps(), 2);
  type_into("ik limit", "999");
  EXPECT_EQ(restraint_of(scene(), joint("arm.L")).limit, 180.0f);
  document_.undo();
  EXPECT_EQ(restraint_of(scene(), joint("arm.L")).limit, 45.0f);
}

TEST_F(JointPanelWidget, LengthsAreInTheUnitThatIsChosen) {
  type_into("translationx", "30 cm");
  EXPECT_NEAR(user_local("arm.L")[3][0], 0.3f, 1e-6f) << "metres are the frame's unit";
  state_.settings.units = 2;  // centimetres
  step();
  type_into("translationx", "12");
  EXPECT_NEAR(user_local("arm.L")[3][0], 0.12f, 1e-6f);
  type_into("translationx", "*2");
  EXPECT_NEAR(user_local("arm.L")[3][0], 0.24f, 1e-6f);
  type_into("translationy", "0.05 m");
  EXPECT_NEAR(user_local("arm.L")[3][1], 0.05f, 1e-6f);
  const int steps = count_undo_steps();
  click("translationy");  // opened and left: nothing is edited by a unit
  press_key(Key::Enter);
  step();
  EXPECT_EQ(count_undo_steps(), steps);
}

TEST_F(JointPanelWidget, TheAxesOfAJointAreLimited) {
  size_.y = 1200.0f;
  step();
  click("section:Limits about its axes");
  step();
  type_into("limit from x", "-10");
  type_into("limit to x", "150");
  const auto now = [&] { return restraint_of(scene(), joint("arm.L")); };
  EXPECT_EQ(now().low[0], -10.0f);
  EXPECT_EQ(now().high[0], 150.0f);
  type_into("limit to x", "-40");
  EXPECT_EQ(now().high[0], -10.0f) << "no less than where it begins";
  EXPECT_EQ(count_undo_steps(), 3);
  EXPECT_TRUE(state_.rects.contains("limit of x")) << "an arc in the view";
  EXPECT_FALSE(state_.rects.contains("limit of y"));
  click("no limit x");
  EXPECT_FALSE(now().limits_axis(0));
  step();
  EXPECT_FALSE(state_.rects.contains("limit of x"));
}

TEST_F(JointPanelWidget, GizmoSwitches) {
  click("gizmo:Move");
  EXPECT_EQ(scene().view.gizmo_mode, GizmoMode::Translate);
  click("space:World");
  EXPECT_EQ(scene().view.gizmo_space, GizmoSpace::World);
  click("toggle:snap");
  EXPECT_TRUE(scene().view.snap);
}

TEST_F(JointPanelWidget, WeightStatisticsCountVertices) {
  click("tab:Weights");
  step();
  ASSERT_EQ(state_.of_model.weights.summary.rows.size(), 1u);
  EXPECT_EQ(state_.of_model.weights.summary.rows[0].influenced, 3u);
  EXPECT_EQ(state_.of_model.weights.summary.rows[0].largest, 1.0f);
  click("map");
  click("menu:Heat map of weights");
  EXPECT_EQ(scene().view.show, Show::Weights);
  step();
  EXPECT_EQ(state_.rects.count("legend"), 1u);
}

TEST_F(JointPanelWidget, TheMapOfDistancesChoosesBothDeformersAndPinsTheFarthestVertex) {
  click("tab:Weights");
  click("map");
  click("menu:Distance between two deformers");
  ASSERT_EQ(scene().view.show, Show::Distance);
  click("compare from");
  click("deformer:rigid");
  EXPECT_EQ(scene().view.method, Deformer::Rigid);
  click("compare to");
  click("deformer:lbs");
  EXPECT_EQ(scene().view.compare, Deformer::Linear);
  click("compare from");
  click("deformer:lbs");
  EXPECT_EQ(scene().view.method, Deformer::Linear) << "they trade places";
  EXPECT_EQ(scene().view.compare, Deformer::Rigid);
  EXPECT_EQ(count_undo_steps(), 0) << "what is shown is no step of undo";
  press_key(Key::D, {Key::LeftShift});
  EXPECT_EQ(scene().view.show, Show::Shaded);
}

}  // namespace
}  // namespace bindpose::ui::testing::test_joint_panel
