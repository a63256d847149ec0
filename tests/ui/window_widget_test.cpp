#include "ui/harness.h"
#include "view/colors.h"

namespace bindpose::ui::testing::test_window {
namespace {

class WindowWidget : public WidgetTest {};

TEST_F(WindowWidget, MessageIsDismissedAndLeavesTheRestUsable) {
  state_.message.text = "The file x.fbx could not be read: it is empty.";
  state_.message.is_error = true;
  step();
  click("joint:hips");
  EXPECT_EQ(scene().selection.joint, joint("hips"));
  click("button:dismiss");
  EXPECT_TRUE(state_.message.text.empty());
}

TEST_F(WindowWidget, BusyCanBeCancelled) {
  busy_ = "Loading ogre.fbx";
  step();
  EXPECT_FALSE(state_.rects.contains("busy percentage")) << "nothing is known of it yet";
  busy_progress_ = 0.42f;
  step();
  EXPECT_TRUE(state_.rects.contains("busy percentage"));
  const vec2 p = rect("cancel busy").center();
  step({mouse_move(p.x, p.y)});
  bool cancelled = frame({mouse_button(0, true)}).requests.cancel_busy;
  cancelled = frame({mouse_button(0, false)}).requests.cancel_busy || cancelled;
  EXPECT_TRUE(cancelled);
}

TEST_F(WindowWidget, ScrubbingSetsTheTimeAndMakesNoUndoStepOfIt) {
  const Rect r = rect("scrubber");
  step({mouse_move(r.lo.x, r.center().y)});
  step({mouse_button(0, true)});
  step({mouse_move(r.center().x, r.center().y)});
  EXPECT_NEAR(scene().pose.time, 1.0, 0.02);
  EXPECT_EQ(scene().pose.base, BasePose::Clip);
  step({mouse_move(r.hi.x + 200.0f, r.center().y)});
  EXPECT_DOUBLE_EQ(scene().pose.time, 2.0);
  step({mouse_button(0, false)});
  EXPECT_LE(count_undo_steps(), 1);  // the change to the clip
}

TEST_F(WindowWidget, ScrubbingHoldsPlaybackUntilTheRelease) {
  press_key(Key::Space);
  ASSERT_TRUE(scene().playback.playing);
  const Rect r = rect("scrubber");
  step({mouse_move(r.center().x, r.center().y)});
  step({mouse_button(0, true)});
  EXPECT_FALSE(scene().playback.playing);
  step({mouse_button(0, false)});
  EXPECT_TRUE(scene().playback.playing);
}

TEST_F(WindowWidget, BasePoseSwitch) {
  click("base:Bind");
  EXPECT_EQ(scene().pose.base, BasePose::Bind);
  click("base:Clip");
  EXPECT_EQ(scene().pose.base, BasePose::Clip);
  EXPECT_EQ(scene().pose.clip, 0);
}

TEST_F(WindowWidget, SplitterResizesThePanelAndTheView) {
  const float before = last_.view_size.x;
  const vec2 p = rect("split right").center();
  step({mouse_move(p.x, p.y)});
  step({mouse_button(0, true)});
  step({mouse_move(p.x - 80.0f, p.y)});
  step({mouse_button(0, false)});
  step();
  EXPECT_NEAR(last_.view_size.x, before - 80.0f, 2.0f);
}

TEST_F(WindowWidget, MouseOverAPanelIsNotOverTheView) {
  step({mouse_move(640, 600)});
  EXPECT_TRUE(last_.view_hovered);
  step({mouse_move(1200, 300)});
  EXPECT_FALSE(last_.view_hovered);
  const vec2 p = rect("button:Snap to steps").center();
  step({mouse_move(p.x, p.y)});
  EXPECT_FALSE(last_.view_hovered) << "the toolbar lies over the view";
}

TEST_F(WindowWidget, SurvivesEverySizeAndScale) {
  select("arm.L");
  state_.help.open = true;
  for (const vec2 size : {vec2(1, 1), vec2(200, 120), vec2(640, 480), vec2(3840, 2160)}) {
    for (const float scale : {1.0f, 2.0f}) {
      size_ = size;
      state_.scale = scale;
      apply_theme(false, scale);
      step();
      EXPECT_GE(last_.view_size.x, 1.0f);
      EXPECT_GE(last_.view_size.y, 1.0f);
    }
  }
}

TEST_F(WindowWidget, WithoutChromeTheViewIsAll) {
  state_.chrome = false;
  step();
  EXPECT_EQ(last_.view_size, size_);
  EXPECT_EQ(state_.rects.count("menu:File"), 0u);
}

TEST(ThemeContrast, TextIsReadableOnEveryGround) {
  for (const bool dark : {true, false}) {
    const Theme& t = theme(dark);
    for (const vec3& ground : {t.panel, t.raised}) {
      EXPECT_GE(contrast(t.text, ground), 4.5f);
      EXPECT_GE(contrast(t.text_dim, ground), 4.5f);
      for (const vec3& ink : {t.accent, t.hint, t.ok, t.warning, t.error}) {
        EXPECT_GE(contrast(ink, ground), dark ? 4.5f : 4.0f);
      }
    }
  }
}

TEST_F(WindowWidget, FieldsOfTheThemeKeepTextReadable) {
  for (const bool dark : {true, false}) {
    apply_theme(dark, 1.0f);
    const ImGuiStyle& style = ImGui::GetStyle();
    const auto color = [&style](ImGuiCol c) {
      return vec3(style.Colors[c].x, style.Colors[c].y, style.Colors[c].z);
    };
    for (const ImGuiCol ground : {ImGuiCol_WindowBg, ImGuiCol_PopupBg, ImGuiCol_FrameBg,
                                  ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered}) {
      EXPECT_GE(contrast(color(ImGuiCol_Text), color(ground)), 4.5f)
          << ImGui::GetStyleColorName(ground);
    }
  }
}

}  // namespace
}  // namespace bindpose::ui::testing::test_window
