#include <set>

#include "ui/commands/commands.h"
#include "ui/harness.h"

namespace bindpose::ui::testing::test_keys {
namespace {

class Keys : public UiTest {};

TEST(CommandTable, NoKeyMeansTwoThings) {
  std::set<std::tuple<Key, unsigned, KeyContext>> seen;
  for (const CommandInfo& c : command_table()) {
    for (const Binding& b : c.keys) {
      if (b.key == Key::None) continue;
      EXPECT_TRUE(seen.insert({b.key, b.modifiers, b.context}).second) << c.label;
    }
  }
}

TEST(CommandTable, EveryCommandIsThereOnce) {
  std::set<Command> seen;
  for (const CommandInfo& c : command_table())
    EXPECT_TRUE(seen.insert(c.command).second) << c.label;
  EXPECT_EQ(seen.size(), kCommands);
}

TEST_F(Keys, HelpListsEveryKey) {
  press_key(Key::F1);
  ASSERT_TRUE(state_.help.open);
  const Rect window{{0, 0}, size_};
  for (const CommandInfo& c : command_table()) {
    if (c.keys[0].key == Key::None) continue;
    const auto at = state_.rects.find(std::string("help:") + c.label);
    ASSERT_NE(at, state_.rects.end()) << c.label;
    EXPECT_LT(at->second.hi.y, window.hi.y) << c.label;
  }
  press_key(Key::Escape);
  EXPECT_FALSE(state_.help.open);
}

TEST_F(Keys, ViewSwitches) {
  const ViewSettings before = scene().view;
  press_key(Key::B);
  EXPECT_NE(scene().view.skeleton, before.skeleton);
  press_key(Key::H);
  EXPECT_EQ(scene().view.show, Show::Weights);
  press_key(Key::H);
  EXPECT_EQ(scene().view.show, Show::Shaded);
  press_key(Key::W);
  EXPECT_EQ(scene().view.gizmo_mode, GizmoMode::Translate);
  press_key(Key::X);
  EXPECT_EQ(scene().view.gizmo_space, GizmoSpace::Parent);
  press_key(Key::R);
  EXPECT_EQ(scene().view.gizmo_mode, GizmoMode::Scale);
  press_key(Key::L);
  EXPECT_FALSE(scene().view.dark);
}

TEST_F(Keys, ScalingSaysWhyItsAxesAreTheJointsOwn) {
  press_key(Key::R);
  press_key(Key::X);
  EXPECT_EQ(scene().view.gizmo_space, GizmoSpace::Local);
  EXPECT_EQ(state_.note.text, kScaleIsLocal);
}

TEST_F(Keys, ModifiersMustMatchExactly) {
  const bool grid = scene().view.grid;
  press_key(Key::G, {Key::LeftCtrl});
  EXPECT_EQ(scene().view.grid, grid);
  press_key(Key::G);
  EXPECT_NE(scene().view.grid, grid);
}

TEST_F(Keys, CameraRequests) {
  frame({key_event(Key::Num1, true)});
  EXPECT_EQ(last_.requests.look_from, Side::Front);
  frame({key_event(Key::Num1, false)});
  EXPECT_FALSE(last_.requests.look_from);
  frame({key_event(Key::LeftCtrl, true), key_event(Key::Pad3, true)});
  EXPECT_EQ(last_.requests.look_from, Side::Left);
  frame({key_event(Key::Pad3, false), key_event(Key::LeftCtrl, false)});
  frame({key_event(Key::Home, true)});
  EXPECT_TRUE(last_.requests.frame_all);
}

TEST_F(Keys, UndoAndRedo) {
  document_.apply({TransformJoint{joint("arm.L"), TransformJoint::Rotate, {0, 0, 30}}});
  press_key(Key::Z, {Key::LeftCtrl});
  EXPECT_EQ(user_local("arm.L"), mat4(1.0f));
  press_key(Key::Z, {Key::LeftCtrl, Key::LeftShift});
  EXPECT_NE(user_local("arm.L"), mat4(1.0f));
  press_key(Key::Z, {Key::LeftCtrl});
  press_key(Key::Y, {Key::LeftCtrl});
  EXPECT_NE(user_local("arm.L"), mat4(1.0f));
}

TEST_F(Keys, PlaybackStartsTheClipAndStepsThroughIt) {
  press_key(Key::Space);
  EXPECT_EQ(scene().pose.base, BasePose::Clip);
  EXPECT_TRUE(scene().playback.playing);
  press_key(Key::Space);
  EXPECT_FALSE(scene().playback.playing);
  press_key(Key::Right);
  EXPECT_NEAR(scene().pose.time, 1.0 / 30.0, 1e-9);
  press_key(Key::Left, {Key::LeftShift});
  EXPECT_EQ(scene().pose.time, 0.0);
}

TEST_F(Keys, ResetJointNeedsASelection) {
  document_.apply({TransformJoint{joint("arm.L"), TransformJoint::Rotate, {0, 0, 30}}});
  press_key(Key::Delete);
  EXPECT_NE(user_local("arm.L"), mat4(1.0f));
  select("arm.L");
  press_key(Key::R, {Key::LeftAlt});
  EXPECT_EQ(user_local("arm.L"), mat4(1.0f));
  EXPECT_EQ(scene().view.gizmo_mode, GizmoMode::Rotate);
}

TEST_F(Keys, EscapeTakesBackTheInnermostFirst) {
  select("arm.L");
  state_.message.text = "No.";
  state_.help.open = true;
  step();
  press_key(Key::Escape);
  EXPECT_FALSE(state_.help.open);
  EXPECT_FALSE(state_.message.text.empty());
  press_key(Key::Escape);
  EXPECT_TRUE(state_.message.text.empty());
  EXPECT_GE(scene().selection.joint, 0);
  press_key(Key::Escape);
  EXPECT_EQ(scene().selection.joint, -1);
}

TEST_F(Keys, TypingInTheSearchTriggersNothing) {
  const ViewSettings before = scene().view;
  click("search");
  EXPECT_TRUE(last_.wants_keyboard);
  type("bhgx");
  EXPECT_STREQ(state_.of_model.tree.search, "bhgx");
  EXPECT_EQ(scene().view.skeleton, before.skeleton);
  EXPECT_EQ(scene().view.show, before.show);
  EXPECT_EQ(scene().view.grid, before.grid);
  EXPECT_EQ(scene().view.gizmo_space, before.gizmo_space);
}

TEST_F(Keys, F9FoldsThePanels) {
  press_key(Key::F9);
  EXPECT_FALSE(state_.layout.left_open || state_.layout.right_open);
  step();
  EXPECT_EQ(last_.view_size.x, size_.x);
  press_key(Key::F9);
  step();
  EXPECT_LT(last_.view_size.x, size_.x);
}

TEST_F(Keys, MenuRunsTheSameCommands) {
  click("menu:View");
  click("menu:Skeleton");
  EXPECT_FALSE(scene().view.skeleton);
  click("menu:Edit");
  EXPECT_FALSE(last_.view_hovered);
  press_key(Key::Escape);
  step();
  EXPECT_EQ(state_.rects.count("menu:Undo"), 0u);
}

class EmptyKeys : public UiTest {
 protected:
  EmptyKeys() : UiTest(nullptr) {}
};

TEST_F(EmptyKeys, EveryKeyIsHarmlessWithoutAModel) {
  for (const CommandInfo& c : command_table()) {
    if (c.keys[0].key == Key::None) continue;
    std::vector<Key> held;
    const Binding& b = c.keys[0];
    if (b.modifiers & kCtrl) held.push_back(Key::LeftCtrl);
    if (b.modifiers & kShift) held.push_back(Key::LeftShift);
    if (b.modifiers & kAlt) held.push_back(Key::LeftAlt);
    press_key(b.key, held);
    press_key(Key::Escape);
    EXPECT_EQ(scene().model, nullptr) << c.label;
  }
}

TEST_F(EmptyKeys, HintOpensTheBrowser) {
  click("open a file");
  EXPECT_TRUE(state_.browser.open);
}

}  // namespace
}  // namespace bindpose::ui::testing::test_keys
