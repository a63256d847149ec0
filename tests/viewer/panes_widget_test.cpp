// The mouse in panes: each works like a view of its own.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "view/panes.h"
#include "viewer/viewer_fixture.h"

namespace bindpose::app::viewer_tests::panes_test {
namespace {

class PanesWidget : public ViewerWidget {
 protected:
  PanesWidget() {
    viewer.show(ogre());
    settle();
  }

  void divide(Panes panes) {
    ViewSettings view = scene().view;
    view.panes = panes;
    viewer.apply({SetView{view}});
    settle();
  }
  // Words behind `key` at the start of a line of the state file.
  std::vector<std::string> lines(const std::string& key) {
    std::vector<std::string> found;
    std::ifstream in(state_file);
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with(key + " ")) found.push_back(line.substr(key.size() + 1));
    }
    return found;
  }
  // From the first pane to the last one.
  vec2 to_last_pane() {
    float x = 0, y = 0, w = 0, h = 0;
    std::sscanf(lines("view").front().c_str(), "%f %f %f %f", &x, &y, &w, &h);
    const float down = scene().view.panes == Panes::Four ? h + kPaneGap : 0.0f;
    return {w + kPaneGap, down};
  }
};

TEST_F(PanesWidget, AClickSelectsInEveryPane) {
  for (const Panes panes : {Panes::Two, Panes::Four}) {
    divide(panes);
    for (const char* name : {"forearm.R", "head"}) {
      viewer.apply({SetSelection{-1}});
      settle();
      click(joint_pixel(name) + to_last_pane());
      EXPECT_EQ(scene().selection.joint, find(name)) << name;
    }
  }
  divide(Panes::Split);
  viewer.apply({SetSelection{-1}});
  settle();
  click(joint_pixel("forearm.R"));
  EXPECT_EQ(scene().selection.joint, find("forearm.R"));
}

TEST_F(PanesWidget, TheGizmoIsDraggedWhereItIsGrabbed) {
  divide(Panes::Two);
  const int joint = find("upper_arm.L");
  viewer.apply({SetSelection{joint}});
  settle();
  ASSERT_FALSE(lines("ring").empty());
  vec2 start(0.0f);
  int axis = 0;
  std::sscanf(lines("ring").front().c_str(), "%d %f %f", &axis, &start.x, &start.y);
  start += to_last_pane();
  settle({ui::mouse_move(start.x, start.y)});
  settle({ui::mouse_button(0, true)});
  // Out of its pane and into the other: the drag stays where it began.
  const vec2 center = joint_pixel("upper_arm.L") + to_last_pane();
  const vec2 d = start - center;
  for (int k = 1; k <= 8; ++k) {
    const float a = 0.06f * static_cast<float>(k);
    const vec2 turned(std::cos(a) * d.x - std::sin(a) * d.y, std::sin(a) * d.x + std::cos(a) * d.y);
    settle({ui::mouse_move(center.x + turned.x, center.y + turned.y)});
  }
  const mat4 near = scene().pose.user_local[static_cast<std::size_t>(joint)];
  EXPECT_NE(near, mat4(1.0f));
  settle({ui::mouse_button(0, false)});
  EXPECT_TRUE(viewer.document().can_undo());
}

TEST_F(PanesWidget, TheLineThatSplitsTheViewIsDragged) {
  divide(Panes::Split);
  float x = 0, y = 0, w = 0, h = 0;
  std::sscanf(lines("view").front().c_str(), "%f %f %f %f", &x, &y, &w, &h);
  const vec2 grip(x + std::floor(0.5f * w), y + 0.8f * h);
  const Camera camera = viewer.camera();
  settle({ui::mouse_move(grip.x, grip.y)});
  settle({ui::mouse_button(0, true)});
  settle({ui::mouse_move(x + 0.3f * w, grip.y)});
  settle({ui::mouse_button(0, false)});
  EXPECT_NEAR(scene().view.split, 0.3f, 0.02f);
  EXPECT_EQ(viewer.camera().yaw, camera.yaw) << "the line was dragged, not the camera";
}

TEST_F(PanesWidget, ADragTurnsTheCameraOfAllPanesAndSkinsNothing) {
  draw();
  divide(Panes::Two);
  const float yaw = viewer.camera().yaw;
  const std::size_t skinned = viewer.renderer().skin_count();
  const vec2 at = joint_pixel("head") + to_last_pane() + vec2(60, -40);
  settle({ui::mouse_move(at.x, at.y)});
  settle({ui::mouse_button(0, true)});
  settle({ui::mouse_move(at.x + 30, at.y)});
  settle({ui::mouse_move(at.x + 60, at.y + 10)});
  settle({ui::mouse_button(0, false)});
  EXPECT_NE(viewer.camera().yaw, yaw);
  EXPECT_EQ(viewer.renderer().skin_count(), skinned);
}

TEST_F(PanesWidget, KeysGoRoundTheDeformersAndThePanes) {
  const auto press = [&](ui::Key key) {
    settle({ui::key_event(key, true), ui::key_event(key, false)});
  };
  press(ui::Key::D);
  EXPECT_EQ(scene().view.method, Deformer::DualQuaternion);
  for (const Panes panes : {Panes::Two, Panes::Four, Panes::Split, Panes::One}) {
    press(ui::Key::C);
    EXPECT_EQ(scene().view.panes, panes);
  }
}

}  // namespace
}  // namespace bindpose::app::viewer_tests::panes_test
