#include <set>

#include "ui/harness.h"

namespace bindpose::ui::testing::test_input_feed {
namespace {

class InputFeedWidget : public WidgetTest {};

TEST_F(InputFeedWidget, PressAndReleaseInOneFrameAreSeenOneAfterTheOther) {
  begin_frame({mouse_button(0, true), mouse_button(0, false)}, size_, 1.0f, 0.01);
  EXPECT_TRUE(ImGui::IsMouseClicked(0));
  EXPECT_TRUE(ImGui::IsMouseDown(0));
  EXPECT_TRUE(input_pending());
  ImGui::EndFrame();
  begin_frame({}, size_, 1.0f, 0.01);
  EXPECT_TRUE(ImGui::IsMouseReleased(0));
  EXPECT_FALSE(ImGui::IsMouseDown(0));
  ImGui::EndFrame();
}

TEST_F(InputFeedWidget, MoveAfterPressWaitsSoThatThePressIsWhereItHappened) {
  begin_frame({mouse_move(10, 10), mouse_button(0, true), mouse_move(50, 60)}, size_, 1.0f, 0.01);
  EXPECT_EQ(ImGui::GetIO().MousePos.x, 10.0f);
  ImGui::EndFrame();
  begin_frame({}, size_, 1.0f, 0.01);
  EXPECT_EQ(ImGui::GetIO().MousePos.x, 50.0f);
  EXPECT_EQ(ImGui::GetIO().MousePos.y, 60.0f);
  ImGui::EndFrame();
}

TEST_F(InputFeedWidget, ModifierHoldsForTheKeyPressedUnderIt) {
  begin_frame({key_event(Key::LeftCtrl, true), key_event(Key::Z, true),
               key_event(Key::LeftCtrl, false), key_event(Key::Z, false)},
              size_, 1.0f, 0.01);
  EXPECT_TRUE(key_pressed(Key::Z));
  EXPECT_TRUE(ImGui::GetIO().KeyCtrl);
  ImGui::EndFrame();
  begin_frame({}, size_, 1.0f, 0.01);
  EXPECT_FALSE(ImGui::GetIO().KeyCtrl);
  EXPECT_FALSE(key_pressed(Key::Z));
  ImGui::EndFrame();
}

// Typed faster than frames come, as on a slow machine: the next field is active some frames after
// Tab, and ImGui drops what arrives before.
TEST_F(InputFeedWidget, WhatIsTypedAfterTabWaitsUntilTheNextFieldIsActive) {
  begin_frame({char_event('4'), key_event(Key::Tab, true), key_event(Key::Tab, false),
               char_event('5'), mouse_move(7, 8)},
              size_, 1.0f, 0.01);
  EXPECT_EQ(ImGui::GetIO().InputQueueCharacters.Size, 1);
  EXPECT_FALSE(key_down(Key::Tab));  // it comes alone
  ImGui::EndFrame();
  for (int k = 0; k < 3; ++k) {
    begin_frame({}, size_, 1.0f, 0.01);
    EXPECT_EQ(ImGui::GetIO().InputQueueCharacters.Size, 0) << k;
    EXPECT_TRUE(input_pending());
    ImGui::EndFrame();
  }
  begin_frame({}, size_, 1.0f, 0.01);
  EXPECT_EQ(ImGui::GetIO().InputQueueCharacters.Size, 1);
  EXPECT_EQ(ImGui::GetIO().MousePos.x, 7.0f);
  ImGui::EndFrame();
}

TEST_F(InputFeedWidget, LostFocusReleasesEverything) {
  frame({key_event(Key::LeftShift, true), key_event(Key::W, true)});
  frame({mouse_button(0, true)});
  EXPECT_TRUE(key_down(Key::W));
  step({focus_lost()});
  EXPECT_FALSE(key_down(Key::W));
  EXPECT_FALSE(any_key_down());
  EXPECT_FALSE(ImGui::GetIO().KeyShift);
  EXPECT_FALSE(ImGui::IsMouseDown(0));
}

TEST_F(InputFeedWidget, EventsOutOfRangeAreIgnored) {
  step({mouse_button(7, true), mouse_button(-1, true), key_event(Key::Count, true),
        key_event(Key::None, true)});
  EXPECT_FALSE(any_key_down());
}

TEST_F(InputFeedWidget, ClipboardHooksReachTheApplication) {
  std::string board = "from outside";
  set_clipboard({[&] { return board; }, [&](const std::string& text) { board = text; }});
  EXPECT_STREQ(ImGui::GetClipboardText(), "from outside");
  ImGui::SetClipboardText("from inside");
  EXPECT_EQ(board, "from inside");
}

TEST_F(InputFeedWidget, SettlesAndThenWantsNoMoreFrames) {
  step({mouse_move(600, 300)});
  for (int i = 0; i < 5; ++i) frame();
  EXPECT_FALSE(last_.draws_on());
  EXPECT_FALSE(input_pending());
}

TEST(KeyNames, EveryKeyHasOne) {
  for (int k = 1; k < static_cast<int>(Key::Count); ++k) {
    EXPECT_STRNE(key_name(static_cast<Key>(k)), "") << k;
  }
}

}  // namespace
}  // namespace bindpose::ui::testing::test_input_feed
