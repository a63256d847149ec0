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
  EXPECT_EQ(state_.of_model.fields.degrees, vec3(0, 120, 0)) << "not 180, 60, 180";
  // Another way of editing leaves the rotation, so the typed angles stay too.
  document_.apply({TransformJoint{joint("arm.L"), TransformJoint::Translate, {0.1f, 0, 0}}});
  step();
  EXPECT_EQ(state_.of_model.fields.degrees, vec3(0, 120, 0));
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
  EXPECT_NEAR(state_.of_model.fields.translation.x, 0.25f, 1e-6f);
  select("arm.L");
  step();
  EXPECT_EQ(state_.of_model.fields.translation, vec3(0.0f));
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
