#include <set>

#include "ui/commands/commands.h"
#include "ui/harness.h"

namespace bindpose::ui::testing::test_keys {
namespace {

class KeysWidget : public WidgetTest {};

TEST(CommandTable, NoKeyMeansTwoThings) {
  for (const KeyPreset preset : {KeyPreset::Blender, KeyPreset::Maya}) {
    std::set<std::tuple<Key, unsigned, KeyContext>> seen;
    for (const CommandInfo& c : command_table()) {
      for (const Binding& b : keys_of({preset}, c)) {
        if (b.key == Key::None) continue;
        EXPECT_TRUE(seen.insert({b.key, b.modifiers, b.context}).second)
            << c.label << " in preset " << static_cast<int>(preset);
      }
    }
  }
}

TEST(CommandTable, EveryCommandIsThereOnce) {
  std::set<Command> seen;
  for (const CommandInfo& c : command_table())
    EXPECT_TRUE(seen.insert(c.command).second) << c.label;
  EXPECT_EQ(seen.size(), kCommands);
}

TEST_F(KeysWidget, HelpListsEveryKey) {
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

TEST_F(KeysWidget, ScalingSaysWhyItsAxesAreTheJointsOwn) {
  press_key(Key::S, {Key::LeftShift});
  press_key(Key::X);
  EXPECT_EQ(scene().view.gizmo_space, GizmoSpace::Local);
  EXPECT_EQ(state_.note.text, kScaleIsLocal);
  step();
  EXPECT_FALSE(last_.draws_on()) << "a note is taken down by whoever shows the window";
}

TEST_F(KeysWidget, ModifiersMustMatchExactly) {
  const bool surface = scene().view.surface;
  press_key(Key::V, {Key::LeftAlt});
  EXPECT_EQ(scene().view.surface, surface);
  press_key(Key::V);
  EXPECT_NE(scene().view.surface, surface);
}

TEST_F(KeysWidget, PlaybackStartsTheClipAndStepsThroughIt) {
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

TEST_F(KeysWidget, ResetJointNeedsASelection) {
  document_.apply({TransformJoint{joint("arm.L"), TransformJoint::Rotate, {0, 0, 30}}});
  press_key(Key::Delete);
  EXPECT_NE(user_local("arm.L"), mat4(1.0f));
  select("arm.L");
  press_key(Key::R, {Key::LeftAlt});
  EXPECT_EQ(user_local("arm.L"), mat4(1.0f));
  EXPECT_EQ(scene().view.gizmo_mode, GizmoMode::Rotate);
}

TEST_F(KeysWidget, EscapeTakesBackTheInnermostFirst) {
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

class EmptyKeysWidget : public WidgetTest {
 protected:
  EmptyKeysWidget() : WidgetTest(nullptr) {}
};

TEST_F(EmptyKeysWidget, EveryKeyIsHarmlessWithoutAModel) {
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

TEST_F(EmptyKeysWidget, HintOpensTheBrowser) {
  click("open a file");
  EXPECT_TRUE(state_.browser.open);
}

}  // namespace
}  // namespace bindpose::ui::testing::test_keys
