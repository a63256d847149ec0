// The timeline of the whole viewer: what is clicked there, the clip then does; and what else has to
// be seen in the picture.
#include <unistd.h>

#include <algorithm>
#include <set>

#include "viewer/viewer_fixture.h"

namespace bindpose::app::viewer_tests::timeline_view_test {
namespace {

class TimelineWidget : public ViewerWidget {
 protected:
  explicit TimelineWidget(bool refines = true) : ViewerWidget(refines) {
    viewer.ui_state().record_rects = true;
    viewer.show(ogre());
    settle();
  }

  void press(const std::string& widget) {
    const auto& rects = viewer.ui_state().rects;
    const auto at = rects.find(widget);
    ASSERT_NE(at, rects.end()) << "no widget " << widget;
    const vec2 p = at->second.center();
    for (auto event :
         {ui::mouse_move(p.x, p.y), ui::mouse_button(0, true), ui::mouse_button(0, false)}) {
      step({event});
      step();
    }
    step();
  }
  // Seconds of the clip that pass while the window shows so many frames.
  double plays(int frames) {
    const double before = scene().pose.time;
    for (int i = 0; i < frames; ++i) step();
    return scene().pose.time - before;
  }
  double duration() const {
    return scene().model->clips[static_cast<std::size_t>(scene().pose.clip)].duration;
  }
};

TEST_F(TimelineWidget, TheListChoosesTheClip) {
  ASSERT_GE(scene().model->clips.size(), 2u);
  for (const char* name : {"wave", "idle"}) {
    press("clip");
    press(std::string("clip:") + name);
    EXPECT_EQ(scene().pose.base, BasePose::Clip);
    ASSERT_GE(scene().pose.clip, 0);
    EXPECT_EQ(scene().model->clips[static_cast<std::size_t>(scene().pose.clip)].name, name);
  }
}

TEST_F(TimelineWidget, TheSpeedIsThatOfTheList) {
  viewer.apply({SetBasePose{BasePose::Clip, 0}});
  step();
  for (const auto& [name, speed] : {std::pair{"0.50", 0.5}, std::pair{"2.00", 2.0}}) {
    press("speed");
    press(std::string("speed:") + name);
    EXPECT_DOUBLE_EQ(scene().playback.speed, speed);
    viewer.apply({SetTime{0.0}});
    press("button:Play");
    ASSERT_TRUE(scene().playback.playing);
    EXPECT_NEAR(plays(12), speed * 12 * kFrame, 1e-9);
    press("button:Play");
    ASSERT_FALSE(scene().playback.playing);
  }
}

TEST_F(TimelineWidget, WithoutLoopAClipStopsAtItsEndAndWithItGoesOn) {
  viewer.apply({SetBasePose{BasePose::Clip, 0}});
  step();
  ASSERT_EQ(scene().playback.at_end, AtEnd::Loop);
  const auto run_over_the_end = [&] {
    viewer.apply({SetTime{duration() - 0.05}});
    press("button:Play");
    plays(20);
  };
  run_over_the_end();
  EXPECT_TRUE(scene().playback.playing);
  EXPECT_LT(scene().pose.time, duration() - 0.05) << "it began again";
  press("button:Play");
  press("button:Loop");
  ASSERT_EQ(scene().playback.at_end, AtEnd::PingPong);
  run_over_the_end();
  EXPECT_TRUE(scene().playback.playing);
  EXPECT_GT(scene().pose.time, 0.5 * duration()) << "it goes back";
  press("button:Play");
  press("button:Loop");
  ASSERT_EQ(scene().playback.at_end, AtEnd::Once);
  run_over_the_end();
  EXPECT_DOUBLE_EQ(scene().pose.time, duration());
  EXPECT_FALSE(viewer.document().advancing());
}

TEST_F(TimelineWidget, MarksHaveTheirSeconds) {
  viewer.apply({SetBasePose{BasePose::Clip, 0}});
  settle();
  const auto& rects = viewer.ui_state().rects;
  std::vector<ui::Rect> marks;
  for (const auto& [name, r] : rects) {
    if (name.starts_with("tick:")) marks.push_back(r);
  }
  EXPECT_GE(marks.size(), 3u);
  EXPECT_TRUE(rects.contains("tick:0") || rects.contains("tick:0.0"));
  std::ranges::sort(marks, {}, [](const ui::Rect& r) { return r.lo.x; });
  for (std::size_t i = 0; i + 1 < marks.size(); ++i) EXPECT_LT(marks[i].hi.x, marks[i + 1].lo.x);
  for (const ui::Rect& r : marks) EXPECT_LE(r.hi.y, rects.at("scrubber").hi.y + 12.0f);
}

// Pixels of the view's middle that differ by more than dust.
class SeenWidget : public TimelineWidget {
 protected:
  SeenWidget() : TimelineWidget(false) {}
  std::size_t differing(const Image& a, const Image& b) {
    std::size_t n = 0;
    for (std::size_t y = 120; y < 460; ++y) {
      for (std::size_t x = 330; x < 680; ++x) {
        const std::size_t i = 4 * (y * static_cast<std::size_t>(a.width) + x);
        int most = 0;
        for (std::size_t k = 0; k < 3; ++k) {
          most = std::max(most, std::abs(int(a.pixels[i + k]) - int(b.pixels[i + k])));
        }
        n += most > 12;
      }
    }
    return n;
  }
  Image shown() {
    settle();
    return picture();
  }
  void edit(const std::string& text) {
    std::string error;
    const auto parsed = parse_edit(text, *scene().model, error);
    ASSERT_TRUE(parsed) << error;
    viewer.apply({*parsed});
  }
  void set_view(auto change) {
    ViewSettings view = scene().view;
    change(view);
    viewer.apply({SetView{view}});
  }
};

TEST_F(SeenWidget, GhostsOfABentArm) {
  draw();
  edit("joint forearm.L rotate 0 0 60");
  edit("select forearm.L");
  const Image without = shown();
  set_view([](ViewSettings& v) { v.ghosts = Ghosts::All; });
  const Image with = shown();
  EXPECT_GT(differing(without, with), 2000u);
  set_view([](ViewSettings& v) { v.ghosts = Ghosts::Off; });
  EXPECT_EQ(differing(without, shown()), 0u);
}

TEST_F(SeenWidget, CapsulesOfTheReach) {
  draw();
  edit("bind segments");
  edit("select forearm.L");
  set_view([](ViewSettings& v) { v.capsules = false; });
  const Image without = shown();
  set_view([](ViewSettings& v) { v.capsules = true; });
  EXPECT_GT(differing(without, shown()), 200u);
}

TEST_F(SeenWidget, AHiddenMeshIsNotUnderTheMouse) {
  set_view([](ViewSettings& v) { v.skeleton = false; });
  settle();
  const Scene& now = scene();
  const vec2 head = joint_pixel("head");
  // Meshes are hidden one after the other; what is clicked is never of a hidden one.
  std::set<int> joints;
  for (int mesh = 0; mesh < static_cast<int>(now.model->meshes.size()); ++mesh) {
    click(head);
    joints.insert(scene().selection.joint);
    viewer.apply({SetSelection{-1}});
    viewer.apply({ShowMesh{mesh, false}});
  }
  settle();
  EXPECT_GT(*joints.rbegin(), -1) << "something was under the mouse at first";
  click(head);
  EXPECT_EQ(scene().selection.joint, -1) << "all meshes are hidden";
}

// A view that was turned by hand stays where it is, whatever lies over it.
TEST_F(TimelineWidget, AViewThatTheUserTurnedIsNotMovedByAMap) {
  settle({ui::key_event(ui::Key::Home, true), ui::key_event(ui::Key::Home, false)});
  const vec2 from(600, 90);
  settle({ui::mouse_move(from.x, from.y)});
  settle({ui::mouse_button(0, true)});
  settle({ui::mouse_move(from.x + 90.0f, from.y + 30.0f)});
  settle({ui::mouse_button(0, false)});
  viewer.apply({SetSelection{find("head")}});
  settle();
  const Camera turned = viewer.camera();
  for (const ui::Key key : {ui::Key::H, ui::Key::J, ui::Key::I, ui::Key::K, ui::Key::J}) {
    settle({ui::key_event(key, true), ui::key_event(key, false)});
    ASSERT_NE(scene().view.show, Show::Shaded);
    EXPECT_EQ(viewer.camera().target, turned.target);
    EXPECT_EQ(viewer.camera().distance, turned.distance);
    EXPECT_EQ(viewer.camera().yaw, turned.yaw);
  }
}

TEST_F(TimelineWidget, APoseOfAnotherRigIsRefusedAndAPartOneIsAWarning) {
  const fs::path file =
      fs::temp_directory_path() / ("bindpose_pose_" + std::to_string(::getpid()) + ".json");
  const auto load = [&](const std::string& joints) {
    std::ofstream(file) << R"({"bindpose_pose": 1, "base": "rest", "joints": {)" << joints << "}}";
    viewer.load_pose_file(file.string());
    settle();
  };
  const std::string rows = ": [[0,-1,0,0],[1,0,0,0],[0,0,1,0],[0,0,0,1]]";
  load("\"mixamorig:Hips\"" + rows + ", \"mixamorig:Spine\"" + rows);
  EXPECT_TRUE(viewer.ui_state().message.is_error);
  EXPECT_NE(viewer.ui_state().message.text.find("another rig"), std::string::npos);
  EXPECT_FALSE(viewer.document().can_undo()) << "nothing was posed";
  load("\"head\"" + rows + ", \"mixamorig:Spine\"" + rows);
  EXPECT_FALSE(viewer.ui_state().message.is_error);
  EXPECT_TRUE(viewer.ui_state().message.is_warning);
  EXPECT_TRUE(viewer.document().can_undo());
  load("\"head\"" + rows);
  EXPECT_FALSE(viewer.ui_state().message.is_warning);
  fs::remove(file);
}

}  // namespace
}  // namespace bindpose::app::viewer_tests::timeline_view_test
