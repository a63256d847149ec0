#include <gtest/gtest.h>

#include "app/viewer/navigation.h"

namespace bindpose::app::navigation_test {
namespace {

constexpr Viewport kView{800.0f, 600.0f};

Mouse at(float x, float y) {
  Mouse mouse;
  mouse.position = {x, y};
  return mouse;
}

Mouse drag_to(Mouse mouse, float x, float y, int button) {
  mouse.delta = vec2(x, y) - mouse.position;
  mouse.position = {x, y};
  mouse.pressed[0] = mouse.pressed[1] = mouse.pressed[2] = false;
  mouse.down[button] = true;
  return mouse;
}

Mouse press(float x, float y, int button) {
  Mouse mouse = at(x, y);
  mouse.pressed[button] = mouse.down[button] = true;
  return mouse;
}

TEST(NavigationWidget, PressAndReleaseInOnePlaceIsAClick) {
  Navigation navigation;
  Camera camera;
  EXPECT_FALSE(navigation.update(camera, kView, press(100, 50, 0), true).click);
  const auto result = navigation.update(camera, kView, at(100, 50), true);
  ASSERT_TRUE(result.click);
  EXPECT_EQ(*result.click, vec2(100, 50));
  EXPECT_FALSE(result.moved);
}

TEST(NavigationWidget, TremblingIsStillAClickAndDoesNotTurnTheCamera) {
  Navigation navigation;
  Camera camera;
  const float yaw = camera.yaw;
  navigation.update(camera, kView, press(100, 50, 0), true);
  navigation.update(camera, kView, drag_to(at(100, 50), 101, 51, 0), true);
  EXPECT_EQ(camera.yaw, yaw);
  EXPECT_TRUE(navigation.update(camera, kView, at(101, 51), true).click);
}

TEST(NavigationWidget, DragOrbitsAndIsNoClick) {
  Navigation navigation;
  Camera camera;
  const float yaw = camera.yaw;
  navigation.update(camera, kView, press(100, 50, 0), true);
  EXPECT_TRUE(navigation.update(camera, kView, drag_to(at(100, 50), 160, 50, 0), true).moved);
  EXPECT_NE(camera.yaw, yaw);
  // The drag goes on where the view is not free any more.
  EXPECT_TRUE(navigation.update(camera, kView, drag_to(at(160, 50), 260, 50, 0), false).moved);
  EXPECT_FALSE(navigation.update(camera, kView, at(260, 50), false).click);
}

TEST(NavigationWidget, ShiftPansAndKeepsTheDirection) {
  Navigation navigation;
  Camera camera;
  const Camera before = camera;
  Mouse mouse = press(100, 50, 0);
  mouse.shift = true;
  navigation.update(camera, kView, mouse, true);
  navigation.update(camera, kView, drag_to(at(100, 50), 160, 80, 0), true);
  EXPECT_EQ(camera.yaw, before.yaw);
  EXPECT_EQ(camera.pitch, before.pitch);
  EXPECT_NE(camera.target, before.target);
}

TEST(NavigationWidget, APressOnAWidgetStartsNothing) {
  Navigation navigation;
  Camera camera;
  const float yaw = camera.yaw;
  navigation.update(camera, kView, press(100, 50, 0), false);
  EXPECT_FALSE(navigation.update(camera, kView, drag_to(at(100, 50), 200, 50, 0), true).moved);
  EXPECT_EQ(camera.yaw, yaw);
}

TEST(NavigationWidget, AMoveEasesAndEndsExactlyAtItsGoal) {
  Navigation navigation;
  Camera camera;
  const Camera goal = look_from(camera, Side::Top);
  navigation.move_to(camera, goal, 0.2);
  EXPECT_TRUE(navigation.animate(camera, 0.1));
  EXPECT_NE(camera.pitch, goal.pitch);
  EXPECT_TRUE(navigation.animate(camera, 0.15));
  EXPECT_EQ(camera.pitch, goal.pitch);
  EXPECT_EQ(camera.yaw, goal.yaw);
  EXPECT_FALSE(navigation.animate(camera, 0.1));
}

}  // namespace
}  // namespace bindpose::app::navigation_test
