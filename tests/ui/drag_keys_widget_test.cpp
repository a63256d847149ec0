#include "ui/gizmo/typed_amount.h"
#include "ui/harness.h"

namespace bindpose::ui::testing::test_drag_keys {
namespace {

TypedAmount typed(const std::string& text) {
  TypedAmount t;
  for (const char c : text) t.type(static_cast<unsigned int>(c));
  return t;
}

TEST(TypedAmountWidget, IsTheNumberThatIsRead) {
  EXPECT_EQ(typed("90").value(0), 90.0);
  EXPECT_EQ(typed("1.5").value(0), 1.5);
  EXPECT_EQ(typed(".25").value(0), 0.25);
  EXPECT_EQ(typed("1,5").value(0), 1.5) << "a comma is a point";
  EXPECT_EQ(typed("90-").value(0), -90.0) << "a minus anywhere";
  EXPECT_EQ(typed("-90-").value(0), 90.0);
  EXPECT_EQ(typed("1.2.3").value(0), 1.23);
  EXPECT_FALSE(typed("-").value(0));
  EXPECT_FALSE(typed(".").value(0));
  EXPECT_FALSE(typed("xyz").active());
  EXPECT_TRUE(typed("-").active());
}

TEST(TypedAmountWidget, BackspaceTakesBackDigitByDigitAndFieldByField) {
  TypedAmount t = typed("12");
  t.next(3);
  t.type('3');
  t.erase();
  EXPECT_EQ(t.field(), 1u);
  t.erase();
  EXPECT_EQ(t.value(0), 1.0);
  t.erase();
  EXPECT_FALSE(t.active()) << "the mouse is heard again";
}

class DragKeysWidget : public WidgetTest {
 protected:
  DragKeysWidget() {
    camera_.yaw = camera_.pitch = 0.0f;
    select("arm.L");
    step({mouse_move(640.0f, 200.0f)});
  }
  // As a quick hand or a slow frame brings them: all at once.
  void at_once(const std::string& keys) {
    std::vector<InputEvent> events;
    for (const char c : keys) {
      const bool letter = c >= 'a' && c <= 'z';
      const Key key = letter      ? static_cast<Key>(static_cast<int>(Key::A) + (c - 'a'))
                      : c == '\n' ? Key::Enter
                                  : static_cast<Key>(static_cast<int>(Key::Num0) + (c - '0'));
      events.push_back(key_event(key, true));
      if (c != '\n') events.push_back(char_event(static_cast<unsigned int>(c)));
      events.push_back(key_event(key, false));
    }
    step(events);
    step();
  }
  vec3 turned(const char* name) const {
    return degrees_from_rotation(decompose(user_local(name)).q);
  }
};

TEST_F(DragKeysWidget, KeysThatComeAtOnceAreReadInTheirOrder) {
  at_once("rzz45\n");
  EXPECT_FALSE(state_.of_model.gizmo.drag);
  EXPECT_NEAR(turned("arm.L").z, 45.0f, 1e-3f);
  EXPECT_EQ(count_undo_steps(), 1);
}

TEST_F(DragKeysWidget, ThirdPressFreesAndAxesFollowTheSpace) {
  at_once("rx");
  const GizmoDrag& drag = *state_.of_model.gizmo.drag;
  EXPECT_EQ(drag.space, GizmoSpace::World);
  at_once("x");
  EXPECT_EQ(state_.of_model.gizmo.drag->space, GizmoSpace::Local);
  at_once("x");
  EXPECT_EQ(state_.of_model.gizmo.drag->handle, Handle::Screen);
  press_key(Key::Escape);
  ViewSettings view = scene().view;
  view.gizmo_space = GizmoSpace::Parent;
  document_.apply({SetView{view}});
  at_once("ry");
  EXPECT_EQ(state_.of_model.gizmo.drag->space, GizmoSpace::Parent);
  at_once("s");
  EXPECT_EQ(state_.of_model.gizmo.drag->frame.mode, GizmoMode::Scale);
  EXPECT_EQ(state_.of_model.gizmo.drag->handle, Handle::Uniform);
  at_once("y");
  EXPECT_EQ(state_.of_model.gizmo.drag->space, GizmoSpace::Local);
  at_once("y");
  EXPECT_EQ(state_.of_model.gizmo.drag->handle, Handle::Uniform) << "scaling has no other axes";
}

TEST_F(DragKeysWidget, TurnsAllThatAreSelected) {
  document_.apply({SetSelection{joint("arm.L"), {joint("spine")}}});
  refresh();
  at_once("rzz30\n");
  EXPECT_NEAR(turned("arm.L").z, 30.0f, 1e-3f);
  EXPECT_NEAR(turned("spine").z, 30.0f, 1e-3f);
  EXPECT_EQ(count_undo_steps(), 1);
}

TEST_F(DragKeysWidget, NothingTypedAndNothingPulledIsNoEdit) {
  at_once("g\n");
  EXPECT_EQ(count_undo_steps(), 0);
  EXPECT_FALSE(document_.in_gesture());
  at_once("s0\n");
  EXPECT_EQ(user_local("arm.L"), mat4(1.0f)) << "a factor of 0 would leave nothing";
}

TEST_F(DragKeysWidget, MouseNearTheJointTurnsItNoMoreThanElsewhere) {
  const auto frame = gizmo_frame(scene(), posed_, camera_, viewport());
  const vec2 center = vec2(project(camera_, viewport(), frame->origin)) + last_.view_pos;
  step({mouse_move(center.x + 3.0f, center.y)});
  at_once("r");
  step({mouse_move(center.x + 3.0f, center.y + 5.0f)});
  EXPECT_LT(std::abs(state_.of_model.gizmo.drag->amount.x), 8.0f);
}

TEST_F(DragKeysWidget, ButtonThatHadTheFocusIsNotPressedByEnter) {
  press_key(Key::Tab);
  press_key(Key::Tab);
  ASSERT_NE(state_.focus.id, 0u);
  state_.focus.presses = true;
  step();
  at_once("r5\n");
  EXPECT_EQ(state_.focus.id, 0u);
  EXPECT_EQ(count_undo_steps(), 1);
}

TEST_F(DragKeysWidget, AQuestionEndsIt) {
  at_once("r30");
  ASSERT_TRUE(state_.of_model.gizmo.drag);
  state_.ask.question = AskState::Unsaved;
  step();
  EXPECT_FALSE(state_.of_model.gizmo.drag);
  EXPECT_EQ(user_local("arm.L"), mat4(1.0f));
}

TEST_F(DragKeysWidget, WithoutAJointItSaysWhatToDo) {
  document_.apply({SetSelection{-1}});
  step();
  at_once("g");
  EXPECT_FALSE(state_.of_model.gizmo.drag);
  EXPECT_NE(state_.note.text.find("Select a joint"), std::string::npos);
}

}  // namespace
}  // namespace bindpose::ui::testing::test_drag_keys
