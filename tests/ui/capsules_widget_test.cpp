// The reach of bones, dragged by its capsules in the view.
#include <algorithm>

#include "ui/harness.h"
#include "view/capsules.h"

namespace bindpose::ui::testing::test_capsules {
namespace {

class CapsulesInViewWidget : public WidgetTest {
 protected:
  CapsulesInViewWidget() {
    camera_.orthographic = true;
    state_.bind.open = true;
    click("tab:Weights");
    click("compute weights");
    state_.gizmo = false;
    select("arm.L");
    capsule = capsules(scene(), posed_, scene().reach->segments, bones_.color).at(0);
    EXPECT_EQ(capsule.joint, joint("arm.L"));
    step({mouse_move(rect("view").lo.x + 3.0f, rect("view").hi.y - 3.0f)});
  }
  // As far from the bone as `part` of the radius, square to bone and sight.
  vec2 beside(float part) {
    const vec3 sight(glm::inverse(view_matrix(camera_))[2]);
    const vec3 head(capsule.to_display * vec4(capsule.head, 1.0f)),
        tail(capsule.to_display * vec4(capsule.tail, 1.0f));
    const vec3 out = glm::normalize(glm::cross(sight, tail - head));
    const vec3 point = glm::mix(head, tail, 0.6f) + part * capsule.radius * out;
    return rect("view").lo + vec2(project(camera_, viewport(), point));
  }
  float radius() const {
    const auto& all = scene().reach->segments;
    return std::ranges::find(all, capsule.joint, &BoneSegment::joint)->radius;
  }
  // What a pixel of the mouse is worth.
  float pixel() { return capsule.radius / glm::length(beside(2.0f) - beside(1.0f)); }
  void move_to(float part) {
    const vec2 p = beside(part);
    step({mouse_move(p.x, p.y)});
  }
  void button(bool down) { step({mouse_button(0, down)}); }

  Capsule capsule;
};

TEST_F(CapsulesInViewWidget, TheOutlineIsDraggedAndUndone) {
  const int steps = count_undo_steps();
  move_to(1.0f);
  EXPECT_TRUE(last_.gizmo_owns_mouse) << "the camera must not turn";
  EXPECT_EQ(state_.rects.count("radius tag"), 1u);
  button(true);
  for (const float part : {1.2f, 1.4f, 1.6f}) {
    move_to(part);
    EXPECT_NEAR(radius(), part * capsule.radius, pixel()) << "live";
  }
  button(false);
  EXPECT_NEAR(radius(), 1.6f * capsule.radius, pixel());
  EXPECT_EQ(count_undo_steps(), steps + 1);
  document_.undo();
  EXPECT_EQ(radius(), capsule.radius);
}

TEST_F(CapsulesInViewWidget, EscapeTakesTheDragBack) {
  const int steps = count_undo_steps();
  move_to(1.0f);
  button(true);
  move_to(1.5f);
  EXPECT_NE(radius(), capsule.radius);
  press_key(Key::Escape);
  EXPECT_EQ(radius(), capsule.radius);
  move_to(1.8f);
  button(false);
  EXPECT_EQ(radius(), capsule.radius);
  EXPECT_EQ(count_undo_steps(), steps);
  EXPECT_EQ(scene().selection.joint, capsule.joint) << "Escape took back the drag alone";
}

TEST_F(CapsulesInViewWidget, AClickOnTheOutlineSelectsItsJoint) {
  document_.apply({SetSelection{-1}});
  step();
  move_to(1.0f);
  ASSERT_EQ(state_.of_model.hot_capsule, capsule.joint);
  button(true);
  button(false);
  EXPECT_EQ(scene().selection.joint, capsule.joint);
  EXPECT_EQ(radius(), capsule.radius);
}

TEST_F(CapsulesInViewWidget, InsideAndWhereNoneIsShownTheMouseIsFree) {
  move_to(0.5f);
  EXPECT_FALSE(last_.gizmo_owns_mouse);
  move_to(1.0f);
  EXPECT_TRUE(last_.gizmo_owns_mouse);
  ViewSettings view = scene().view;
  view.capsules = false;
  document_.apply({SetView{view}});
  move_to(1.0f);
  EXPECT_FALSE(last_.gizmo_owns_mouse);
}

}  // namespace
}  // namespace bindpose::ui::testing::test_capsules
