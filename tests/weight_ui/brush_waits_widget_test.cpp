// The brush over a model whose surface cannot be asked yet: the press says so and turns no view.
#include "ui/harness.h"

namespace bindpose::ui::testing::brush_waits_test {
namespace {

class BrushWaitsWidget : public WidgetTest {
 protected:
  UiOutput press_in_view() {
    press_key(Key::B, {Key::LeftAlt});
    const vec2 middle = last_.view_pos + 0.5f * last_.view_size;
    frame({mouse_move(middle.x, middle.y)});
    frame();
    return frame({mouse_button(0, true)});
  }
};

TEST_F(BrushWaitsWidget, ThePressSaysSo) {
  pick_ = [](const vec2&) { return std::nullopt; };
  pick_waits_ = [] { return true; };
  EXPECT_TRUE(press_in_view().gizmo_owns_mouse);
  EXPECT_NE(state_.message.last.find("being made ready"), std::string::npos);
}

// The place under the brush is known, but not what a stroke there needs of the whole surface.
TEST_F(BrushWaitsWidget, AStrokeWaitsForWhatItNeeds) {
  document_.apply({SetSelection{joint("arm.L")}});
  pick_ = [](const vec2&) { return SurfaceHit{0, 0, vec3(1.0f, 0.0f, 0.0f), 0, vec3(0.0f), 0}; };
  canvas_waits_ = true;
  EXPECT_TRUE(press_in_view().gizmo_owns_mouse);
  EXPECT_FALSE(state_.of_model.paint.stroke);
  EXPECT_NE(state_.message.last.find("being made ready"), std::string::npos);
  frame({mouse_button(0, false)});
  canvas_waits_ = false;
  frame({mouse_button(0, true)});
  EXPECT_TRUE(state_.of_model.paint.stroke) << "now it paints";
}

// Whoever cancels what the brush waits for is out of the mode, as by Escape.
TEST_F(BrushWaitsWidget, WhoCancelsPaintsNoMore) {
  press_key(Key::B, {Key::LeftAlt});
  frame();
  ASSERT_TRUE(state_.of_model.paint.on);
  EXPECT_EQ(document_.scene().view.show, Show::Weights);
  canvas_waits_ = true;
  state_.of_model.paint.leave = true;
  frame();
  frame();
  EXPECT_FALSE(state_.of_model.paint.on || state_.of_model.paint.leave);
  EXPECT_EQ(document_.scene().view.show, Show::Shaded);
}

TEST_F(BrushWaitsWidget, BesideTheModelTheViewTurnsAsEver) {
  pick_ = [](const vec2&) { return std::nullopt; };
  pick_waits_ = [] { return false; };
  EXPECT_FALSE(press_in_view().gizmo_owns_mouse);
  EXPECT_EQ(state_.message.last.find("being made ready"), std::string::npos);
}

}  // namespace
}  // namespace bindpose::ui::testing::brush_waits_test
