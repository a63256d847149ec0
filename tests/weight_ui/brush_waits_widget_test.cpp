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

TEST_F(BrushWaitsWidget, BesideTheModelTheViewTurnsAsEver) {
  pick_ = [](const vec2&) { return std::nullopt; };
  pick_waits_ = [] { return false; };
  EXPECT_FALSE(press_in_view().gizmo_owns_mouse);
  EXPECT_EQ(state_.message.last.find("being made ready"), std::string::npos);
}

}  // namespace
}  // namespace bindpose::ui::testing::brush_waits_test
