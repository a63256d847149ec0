#include <algorithm>

#include "ui/harness.h"

namespace bindpose::ui::testing::test_select {
namespace {

// root - hips - spine - arm.L - hand.L; root - Camera, which is no joint.
class SelectWidget : public WidgetTest {
 protected:
  std::vector<std::string> chosen() const {
    const Selection& s = scene().selection;
    std::vector<std::string> names;
    if (s.joint >= 0) names.push_back(name(s.joint));
    for (const int j : s.also) names.push_back(name(j));
    return names;
  }
  std::string name(int j) const { return model_->skeleton.name[static_cast<std::size_t>(j)]; }
  vec2 seen(const char* of) const {
    const vec3 at = joint_position(scene(), posed_, joint(of));
    return vec2(project(camera_, viewport(), at)) + last_.view_pos;
  }
  void drag(vec2 from, vec2 to) {
    step({mouse_move(from.x, from.y)});
    step({mouse_button(0, true)});
    step({mouse_move(to.x, to.y)});
    step({mouse_button(0, false)});
  }
  using Names = std::vector<std::string>;
};

TEST_F(SelectWidget, AllAreTheJointsAndTheGizmoStays) {
  select("spine");
  press_key(Key::A);
  EXPECT_EQ(chosen(), (Names{"spine", "hips", "arm.L", "hand.L"}));
  press_key(Key::I, {Key::LeftCtrl});
  EXPECT_EQ(chosen(), Names{});
  select("spine");
  press_key(Key::I, {Key::LeftCtrl});
  EXPECT_EQ(chosen(), (Names{"hips", "arm.L", "hand.L"}));
  press_key(Key::A, {Key::LeftAlt});
  EXPECT_EQ(chosen(), Names{});
}

TEST_F(SelectWidget, RelativesOfTheSelected) {
  select("spine");
  press_key(Key::Down, {Key::LeftCtrl});
  EXPECT_EQ(chosen(), (Names{"spine", "arm.L", "hand.L"}));
  select("arm.L");
  press_key(Key::Up, {Key::LeftCtrl});
  EXPECT_EQ(chosen(), (Names{"arm.L", "hips", "spine"})) << "the root is no joint";
  select("arm.L");
  press_key(Key::LeftBracket);
  EXPECT_EQ(chosen(), Names{"spine"});
  press_key(Key::RightBracket, {Key::LeftShift});
  EXPECT_EQ(chosen(), (Names{"arm.L", "spine"}));
  press_key(Key::RightBracket);
  press_key(Key::RightBracket);
  EXPECT_EQ(chosen(), Names{"hand.L"}) << "a leaf has no child";
  EXPECT_FALSE(state_.note.text.empty());
}

TEST_F(SelectWidget, ArrowsWalkJointsOverTheViewAndRowsBesideIt) {
  select("hips");
  step({mouse_move(last_.view_pos.x + 120.0f, last_.view_pos.y + 300.0f)});
  press_key(Key::Right);
  EXPECT_EQ(chosen(), Names{"Camera"}) << "its sibling";
  EXPECT_EQ(scene().pose.base, BasePose::Rest) << "no step in time";
  press_key(Key::Left);
  press_key(Key::Up);
  EXPECT_EQ(chosen(), Names{"root"});
  const vec2 tree = rect("tree").center();
  step({mouse_move(tree.x, tree.y)});
  press_key(Key::Down);
  EXPECT_EQ(chosen(), Names{"hips"});
  press_key(Key::Right);
  EXPECT_EQ(scene().pose.base, BasePose::Clip);
}

TEST_F(SelectWidget, BoxTakesAddsAndTakesAway) {
  const vec2 hand = seen("hand.L"), arm = seen("arm.L");
  press_key(Key::B);
  drag(hand - 20.0f, hand + 20.0f);
  EXPECT_EQ(chosen(), Names{"hand.L"});
  EXPECT_FALSE(state_.box.armed);
  step({key_event(Key::LeftCtrl, true)});
  drag(arm - vec2(8.0f, 60.0f), arm + vec2(8.0f, 8.0f));
  step({key_event(Key::LeftCtrl, false)});
  EXPECT_EQ(chosen(), Names{"arm.L"}) << "Ctrl is what makes it a box";
  step({key_event(Key::LeftCtrl, true), key_event(Key::LeftShift, true)});
  drag(hand - 20.0f, hand + 20.0f);
  step({key_event(Key::LeftCtrl, false), key_event(Key::LeftShift, false)});
  EXPECT_EQ(chosen(), (Names{"arm.L", "hand.L"})) << "Shift adds";
  press_key(Key::B);
  step({key_event(Key::LeftCtrl, true)});
  drag(hand - 20.0f, hand + 20.0f);
  step({key_event(Key::LeftCtrl, false)});
  EXPECT_EQ(chosen(), Names{"arm.L"});
  press_key(Key::B);
  press_key(Key::Escape);
  EXPECT_FALSE(state_.box.armed);
  EXPECT_EQ(chosen(), Names{"arm.L"}) << "Escape was the box's";
}

TEST_F(SelectWidget, BoxGoesOverTheHandlesOfTheGizmo) {
  select("arm.L");
  step();
  const vec2 arm = seen("arm.L");
  press_key(Key::B);
  drag(arm - 30.0f, arm + 30.0f);
  EXPECT_EQ(user_local("arm.L"), mat4(1.0f));
  EXPECT_FALSE(state_.of_model.gizmo.drag);
  EXPECT_EQ(chosen(), Names{"arm.L"});
}

TEST_F(SelectWidget, ShiftTakesTheRowsBetweenInTheTree) {
  click("joint:hips");
  step({key_event(Key::LeftShift, true)});
  click("joint:arm.L");
  EXPECT_EQ(chosen(), (Names{"hips", "spine", "arm.L"}));
  click("joint:root");
  step({key_event(Key::LeftShift, false)});
  EXPECT_EQ(chosen(), (Names{"hips", "root"})) << "from where it began, the other way";
}

TEST_F(SelectWidget, WhereTheLeftButtonDoesNotOrbitItDrawsABox) {
  state_.settings.orbit = static_cast<int>(OrbitMouse::Middle);
  const vec2 hand = seen("hand.L");
  drag(hand - 20.0f, hand + 20.0f);
  EXPECT_EQ(chosen(), Names{"hand.L"});
}

}  // namespace
}  // namespace bindpose::ui::testing::test_select
