#include <cmath>

#include "ui/harness.h"

namespace bindpose::ui::testing::test_gizmo {
namespace {

class GizmoWidget : public WidgetTest {
 protected:
  GizmoWidget() {
    // Straight at the z ring, so that its angles are the screen's.
    camera_.yaw = camera_.pitch = 0.0f;
    camera_.distance = 1.2f;  // where the gizmo is as large as it may be
    select("arm.L");
    step();
    const auto frame = gizmo_frame(scene(), posed_, camera_, viewport());
    center_ = vec2(project(camera_, viewport(), frame->origin)) + last_.view_pos;
  }
  // A point of the z ring, `degrees` counterclockwise from the right.
  vec2 on_ring(float degrees) const {
    const float a = glm::radians(degrees);
    return center_ + kGizmoRadiusPixels * vec2(std::cos(a), -std::sin(a));
  }
  void grab(vec2 p) {
    step({mouse_move(p.x, p.y)});
    step({mouse_button(0, true)});
  }
  void to(vec2 p) { step({mouse_move(p.x, p.y)}); }
  void drag_ring(float from, float degrees) {
    grab(on_ring(from));
    for (int i = 1; i <= 10; ++i) to(on_ring(from + degrees * static_cast<float>(i) / 10.0f));
  }
  float angle() const { return degrees_from_rotation(decompose(user_local("arm.L")).q).z; }
  vec2 center_{0.0f};
};

TEST_F(GizmoWidget, RingTurnsTheJointByTheAngleAndIsOneUndoStep) {
  drag_ring(30.0f, 40.0f);
  EXPECT_TRUE(last_.gizmo_owns_mouse);
  EXPECT_FALSE(scene().pose.user_local.empty());
  EXPECT_NEAR(angle(), 40.0f, 0.5f);
  step({mouse_button(0, false)});
  EXPECT_FALSE(state_.of_model.gizmo.drag);
  EXPECT_NEAR(angle(), 40.0f, 0.5f);
  EXPECT_EQ(count_undo_steps(), 1);
  press_key(Key::Z, {Key::LeftCtrl});
  EXPECT_EQ(user_local("arm.L"), mat4(1.0f));
}

TEST_F(GizmoWidget, CtrlSnapsToSteps) {
  step({key_event(Key::LeftCtrl, true)});
  drag_ring(30.0f, 40.0f);
  EXPECT_NEAR(angle(), 45.0f, 1e-3f);
  step({mouse_button(0, false)});
  step({key_event(Key::LeftCtrl, false)});
}

TEST_F(GizmoWidget, ShiftMakesTheDragFine) {
  grab(on_ring(45.0f));
  step({key_event(Key::LeftShift, true)});
  to(on_ring(45.0f) + 90.0f * std::sqrt(0.5f) * vec2(-1.0f, -1.0f));
  EXPECT_NEAR(angle(), glm::degrees(std::atan2(9.0f, 90.0f)), 0.3f);
  step({key_event(Key::LeftShift, false)});
  step({mouse_button(0, false)});
}

TEST_F(GizmoWidget, PressWithoutAMoveIsNoEdit) {
  grab(on_ring(30.0f));
  step({mouse_button(0, false)});
  EXPECT_EQ(count_undo_steps(), 0);
  EXPECT_FALSE(document_.in_gesture());
}

TEST_F(GizmoWidget, HoverLightsTheHandleUp) {
  to(on_ring(30.0f));
  EXPECT_EQ(state_.of_model.gizmo.hot, Handle::Z);
  EXPECT_TRUE(last_.gizmo_owns_mouse);
  EXPECT_EQ(last_.cursor, Cursor::Hand);
  to(center_ + vec2(0.0f, 200.0f));
  EXPECT_EQ(state_.of_model.gizmo.hot, Handle::None);
  EXPECT_FALSE(last_.gizmo_owns_mouse);
}

TEST_F(GizmoWidget, ClickInTheBallGoesThroughToThePicker) {
  const vec2 p = center_ + vec2(21.0f, 33.0f);
  to(p);
  ASSERT_EQ(state_.of_model.gizmo.hot, Handle::Trackball);
  EXPECT_FALSE(last_.gizmo_owns_mouse) << "joints inside the ball can be hovered";
  click_at(p);
  ASSERT_TRUE(clicked_);
  EXPECT_NEAR(glm::length(*clicked_ + last_.view_pos - p), 0.0f, 1.0f);
  EXPECT_EQ(count_undo_steps(), 0);
}

TEST_F(GizmoWidget, BallDragIsAnEditAndNoClick) {
  grab(center_ + vec2(21.0f, 33.0f));
  for (int i = 1; i <= 5; ++i) to(center_ + vec2(21.0f + 8.0f * static_cast<float>(i), 33.0f));
  step({mouse_button(0, false)});
  EXPECT_FALSE(clicked_);
  EXPECT_EQ(count_undo_steps(), 1);
}

TEST_F(GizmoWidget, WheelOverAHandleIsTheCameras) {
  to(on_ring(30.0f));
  frame({mouse_wheel(0.0f, 1.0f)});
  EXPECT_TRUE(last_.view_hovered);
  EXPECT_FALSE(last_.gizmo_owns_mouse);
}

TEST_F(GizmoWidget, ArrowMovesAlongItsAxis) {
  press_key(Key::W);
  step();
  const auto g = gizmo_frame(scene(), posed_, camera_, viewport());
  const vec2 tip = vec2(project(camera_, viewport(), arrow_ends(*g, 0)[1])) + last_.view_pos;
  const float unit = pixel_size(camera_, viewport(), g->origin);
  grab(tip);
  for (int i = 1; i <= 10; ++i) to(tip + vec2(6.0f * static_cast<float>(i), 0.0f));
  step({mouse_button(0, false)});
  const vec3 moved(user_local("arm.L")[3]);
  EXPECT_NEAR(moved.x, 60.0f * unit, 0.02f * 60.0f * unit);
  EXPECT_NEAR(moved.y, 0.0f, 1e-5f);
  EXPECT_EQ(count_undo_steps(), 1);
}

TEST_F(GizmoWidget, TurnsAllThatAreSelectedInOneStep) {
  document_.apply({SetSelection{joint("arm.L"), {joint("spine")}}});
  refresh();
  step();
  drag_ring(30.0f, 40.0f);
  EXPECT_NEAR(angle(), 40.0f, 0.5f);
  EXPECT_EQ(user_local("spine"), user_local("arm.L")) << "about its own axis";
  step({mouse_button(0, false)});
  EXPECT_EQ(user_local("spine"), user_local("arm.L"));
  EXPECT_EQ(count_undo_steps(), 1);
  EXPECT_FALSE(edits_.back().edit.get<SetPose>().resets);
  press_key(Key::Delete);
  EXPECT_TRUE(edits_.back().edit.get<SetPose>().resets) << "on the other side, too";
  EXPECT_EQ(user_local("spine"), mat4(1.0f));
  EXPECT_EQ(user_local("arm.L"), mat4(1.0f));
  press_key(Key::Z, {Key::LeftCtrl});
  EXPECT_NEAR(angle(), 40.0f, 0.5f) << "one step took both back";
  EXPECT_EQ(user_local("spine"), user_local("arm.L"));
}

TEST_F(GizmoWidget, TurnsAllAboutACommonPivot) {
  ViewSettings view = scene().view;
  view.gizmo_pivot = GizmoPivot::Common;
  view.gizmo_space = GizmoSpace::World;
  document_.apply({SetView{view}});
  document_.apply({SetSelection{joint("arm.L"), {joint("Camera")}}});
  refresh();
  const auto place = [this](const char* name) {
    return vec3(posed_.world[static_cast<std::size_t>(joint(name))][3]);
  };
  const vec3 arm = place("arm.L"), other = place("Camera"), pivot = 0.5f * (arm + other);
  camera_.target = pivot;
  step();
  const auto g = gizmo_frame(scene(), posed_, camera_, viewport(),
                             gizmo_scale(scene(), posed_, camera_, viewport(), 1.0f));
  const auto on_its_ring = [&](float degrees) {
    const float a = glm::radians(degrees);
    const vec3 at = pivot + g->radius * vec3(std::cos(a), std::sin(a), 0.0f);
    return vec2(project(camera_, viewport(), at)) + last_.view_pos;
  };
  grab(on_its_ring(100.0f));
  for (int i = 1; i <= 8; ++i) to(on_its_ring(100.0f + 10.0f * static_cast<float>(i)));
  step({mouse_button(0, false)});
  const mat4 turn = glm::rotate(mat4(1.0f), glm::radians(80.0f), vec3(0, 0, 1));
  EXPECT_LT(glm::distance(place("arm.L"), pivot + vec3(turn * vec4(arm - pivot, 0))), 0.02f);
  EXPECT_LT(glm::distance(place("Camera"), pivot + vec3(turn * vec4(other - pivot, 0))), 0.02f);
  EXPECT_EQ(count_undo_steps(), 1);
}

TEST_F(GizmoWidget, WhoIsCarriedByAnotherIsNotMovedTwice) {
  press_key(Key::W);
  document_.apply({SetSelection{joint("arm.L"), {joint("spine")}}});
  refresh();
  step();
  const auto g = gizmo_frame(scene(), posed_, camera_, viewport());
  const vec2 tip = vec2(project(camera_, viewport(), arrow_ends(*g, 0)[1])) + last_.view_pos;
  const float way = 60.0f * pixel_size(camera_, viewport(), g->origin);
  const float was = posed_.world[static_cast<std::size_t>(joint("arm.L"))][3].x;
  grab(tip);
  for (int i = 1; i <= 10; ++i) to(tip + vec2(6.0f * static_cast<float>(i), 0.0f));
  step({mouse_button(0, false)});
  EXPECT_EQ(user_local("arm.L"), mat4(1.0f));
  EXPECT_NEAR(user_local("spine")[3].x, way, 0.02f * way);
  EXPECT_NEAR(posed_.world[static_cast<std::size_t>(joint("arm.L"))][3].x - was, way, 0.02f * way);
}

TEST_F(GizmoWidget, EscapeTakesAllThatAreSelectedBack) {
  document_.apply({SetSelection{joint("arm.L"), {joint("spine")}}});
  refresh();
  step();
  drag_ring(30.0f, 40.0f);
  EXPECT_NE(user_local("spine"), mat4(1.0f));
  press_key(Key::Escape);
  EXPECT_EQ(user_local("spine"), mat4(1.0f));
  EXPECT_EQ(user_local("arm.L"), mat4(1.0f));
  step({mouse_button(0, false)});
  EXPECT_EQ(count_undo_steps(), 0);
}

TEST_F(GizmoWidget, LiesUnderThePanels) {
  size_.x = 700.0f;
  step();
  step();
  const Rect panel = rect("search");
  to(panel.center());
  EXPECT_FALSE(last_.view_hovered);
  EXPECT_EQ(state_.of_model.gizmo.hot, Handle::None);
}

TEST_F(GizmoWidget, KeysWaitWhileItIsDragged) {
  drag_ring(30.0f, 20.0f);
  press_key(Key::Delete);
  press_key(Key::W);
  EXPECT_EQ(scene().view.gizmo_mode, GizmoMode::Rotate);
  EXPECT_NEAR(angle(), 20.0f, 0.5f);
  step({mouse_button(0, false)});
  EXPECT_EQ(count_undo_steps(), 1);
}

}  // namespace
}  // namespace bindpose::ui::testing::test_gizmo
