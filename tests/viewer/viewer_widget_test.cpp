// The viewer's loop, offscreen.
#include <sys/wait.h>

#include "viewer/viewer_fixture.h"

namespace bindpose::app::viewer_tests::viewer_test {
namespace {

// A copy of the arm that the test writes anew, gone at the end.
struct Reloaded {
  explicit Reloaded(const char* name) : path(bindpose::tests::temp_folder() / name) { write(); }
  ~Reloaded() { fs::remove(path); }
  void write() const {
    fs::copy_file(kAssets + "arm.glb", path, fs::copy_options::overwrite_existing);
  }
  // So many seconds from now: the clocks of file systems may be coarse.
  void touch(int seconds) const {
    fs::last_write_time(path, fs::file_time_type::clock::now() + std::chrono::seconds(seconds));
  }
  fs::path path;
};

TEST_F(ViewerWidget, ComesToRestAndStaysThere) {
  draw();
  viewer.show(ogre());
  settle();
  const Image first = picture();
  for (int i = 0; i < 3; ++i) {
    const StepResult result = step();
    EXPECT_TRUE(result.idle);
    EXPECT_LT(result.wake_after, 0.0);
  }
  EXPECT_EQ(first.pixels, picture().pixels);
}

TEST_F(ViewerWidget, AnEmptyWindowIsFine) {
  settle();
  settle({ui::mouse_move(480, 300), ui::mouse_button(0, true)});
  settle({ui::mouse_button(0, false)});
  settle({ui::key_event(ui::Key::F, true), ui::key_event(ui::Key::F, false)});
  settle({ui::key_event(ui::Key::Space, true), ui::key_event(ui::Key::Space, false)});
  EXPECT_EQ(viewer.title(), "Bindpose");
}

TEST_F(ViewerWidget, AClickOnAJointSelectsIt) {
  viewer.show(ogre());
  settle();
  click(joint_pixel("forearm.R"));
  ASSERT_EQ(scene().selection.joint, find("forearm.R"));
  EXPECT_FALSE(viewer.document().can_undo()) << "a selection is no step in the history";
}

TEST_F(ViewerWidget, WithoutBonesAClickOnTheSurfacePicksTheJointThatPullsMost) {
  viewer.show(ogre());
  ViewSettings view = scene().view;
  view.skeleton = false;
  viewer.apply({SetView{view}});
  settle();
  const vec2 elbow = joint_pixel("forearm.L"), hand = joint_pixel("hand.L");
  click(0.5f * (elbow + hand));
  EXPECT_EQ(scene().selection.joint, find("forearm.L"));
}

TEST_F(ViewerWidget, AClickOnNothingLetsGo) {
  viewer.show(ogre());
  viewer.apply({SetSelection{find("head")}});
  settle();
  click({600.0f, 70.0f});
  EXPECT_EQ(scene().selection.joint, -1);
}

TEST_F(ViewerWidget, DraggingARingIsOneStepThatUndoTakesBack) {
  viewer.show(ogre());
  const int joint = find("upper_arm.L");
  viewer.apply({SetSelection{joint}});
  settle();
  const mat4 before = scene().pose.user_local[static_cast<std::size_t>(joint)];
  const auto rings = ring_pixels();
  ASSERT_FALSE(rings.empty());
  const vec2 start = rings.front().second;
  settle({ui::mouse_move(start.x, start.y)});
  settle({ui::mouse_button(0, true)});
  const vec2 center = joint_pixel("upper_arm.L");
  for (int k = 1; k <= 10; ++k) {
    const float a = 0.06f * static_cast<float>(k);
    const vec2 d = start - center;
    const vec2 p =
        center + vec2(std::cos(a) * d.x - std::sin(a) * d.y, std::sin(a) * d.x + std::cos(a) * d.y);
    settle({ui::mouse_move(p.x, p.y)});
  }
  EXPECT_TRUE(viewer.document().in_gesture());
  EXPECT_FALSE(viewer.document().can_undo());
  settle({ui::mouse_button(0, false)});
  EXPECT_NE(scene().pose.user_local[static_cast<std::size_t>(joint)], before);
  EXPECT_TRUE(viewer.document().can_undo());

  settle({ui::key_event(ui::Key::LeftCtrl, true), ui::key_event(ui::Key::Z, true),
          ui::key_event(ui::Key::Z, false), ui::key_event(ui::Key::LeftCtrl, false)});
  EXPECT_EQ(scene().pose.user_local[static_cast<std::size_t>(joint)], before);
  EXPECT_FALSE(viewer.document().can_undo());
}

TEST_F(ViewerWidget, EscapeTakesBackADragInProgress) {
  viewer.show(ogre());
  const int joint = find("head");
  viewer.apply({SetSelection{joint}});
  settle();
  const auto rings = ring_pixels();
  ASSERT_FALSE(rings.empty());
  const vec2 start = rings.front().second;
  settle({ui::mouse_move(start.x, start.y)});
  settle({ui::mouse_button(0, true)});
  settle({ui::mouse_move(start.x + 25, start.y + 25)});
  ASSERT_TRUE(viewer.document().in_gesture());
  settle({ui::key_event(ui::Key::Escape, true), ui::key_event(ui::Key::Escape, false)});
  settle({ui::mouse_button(0, false)});
  EXPECT_EQ(scene().pose.user_local[static_cast<std::size_t>(joint)], mat4(1.0f));
  EXPECT_FALSE(viewer.document().can_undo());
  EXPECT_EQ(scene().selection.joint, joint)
      << "the same Escape must not let the selection go as well";
}

TEST_F(ViewerWidget, HatchingThatIsSwitchedOnIsOnTheMap) {
  viewer.show(ogre());
  ViewSettings view = scene().view;
  view.show = Show::Dominant;
  viewer.apply({SetView{view}});
  settle();
  ASSERT_NE(viewer.map(), nullptr);
  EXPECT_TRUE(viewer.map()->mesh[0].pattern.empty());
  view.hatching = true;
  viewer.apply({SetView{view}});
  settle();
  const std::vector<std::uint8_t>& pattern = viewer.map()->mesh[0].pattern;
  EXPECT_TRUE(std::ranges::any_of(pattern, [](std::uint8_t p) { return p != 0; }));
}

TEST_F(ViewerWidget, ABadFileLeavesTheModelAndItsEditsAlone) {
  viewer.show(ogre());
  viewer.apply({TransformJoint{find("head"), TransformJoint::Rotate, {0, 30, 0}}});
  settle();
  const Pose pose = scene().pose;
  const fs::path bad = bindpose::tests::temp_folder() / "bindpose_viewer_bad.glb";
  std::ofstream(bad) << "glTF but not really";
  input.dropped_files = {bad.string()};
  step();
  settle_loading();
  EXPECT_FALSE(viewer.ui_state().ask.is_open()) << "nothing is lost by it: nothing is asked";
  EXPECT_TRUE(viewer.ui_state().message.is_error);
  EXPECT_NE(viewer.ui_state().message.text.find("bindpose_viewer_bad.glb"), std::string::npos);
  EXPECT_EQ(viewer.title(), "*ogre.glb - Bindpose") << "the work is there, and still not saved";
  EXPECT_EQ(scene().pose.user_local, pose.user_local);
  EXPECT_TRUE(viewer.document().can_undo());
}

TEST_F(ViewerWidget, TheNewestRequestWins) {
  viewer.open(kAssets + "ogre.fbx");
  viewer.open(kAssets + "capsule.glb");
  settle_loading();
  EXPECT_EQ(viewer.title(), "capsule.glb - Bindpose");
}

TEST_F(ViewerWidget, AFileThatIsWrittenAgainReloadsAndKeepsWhatTheUserDid) {
  const fs::path file = bindpose::tests::temp_folder() / "bindpose_viewer_reload.glb";
  fs::copy_file(kAssets + "arm.glb", file, fs::copy_options::overwrite_existing);
  viewer.open(file.string());
  settle_loading();
  ASSERT_NE(scene().model, nullptr);
  const std::shared_ptr<const Model> first = scene().model;
  viewer.apply({TransformJoint{find("hand"), TransformJoint::Rotate, {0, 30, 0}}});
  viewer.apply({SetSelection{find("hand")}});
  viewer.set_camera(orbit(viewer.camera(), {50, 20}));
  settle();
  const Camera camera = viewer.camera();
  const mat4 user = scene().pose.user_local[static_cast<std::size_t>(find("hand"))];
  EXPECT_FALSE(viewer.poll_file());
  fs::last_write_time(file, fs::file_time_type::clock::now() + std::chrono::seconds(5));
  EXPECT_FALSE(viewer.poll_file());
  EXPECT_TRUE(viewer.poll_file());
  settle_loading();
  EXPECT_NE(scene().model, first);
  EXPECT_EQ(scene().pose.user_local[static_cast<std::size_t>(find("hand"))], user);
  EXPECT_EQ(scene().selection.joint, find("hand"));
  EXPECT_EQ(viewer.camera().yaw, camera.yaw);
  EXPECT_EQ(viewer.camera().distance, camera.distance);
  EXPECT_TRUE(viewer.document().can_undo());
  fs::remove(file);
}

TEST_F(ViewerWidget, WhatIsWrittenWhileTheFileLoadsIsNoticedAfterwards) {
  const Reloaded file("bindpose_viewer_meanwhile.glb");
  setenv("BINDPOSE_IMPORT_TEST", "slow 1", 1);
  viewer.open(file.path.string());
  unsetenv("BINDPOSE_IMPORT_TEST");
  step();
  file.touch(5);
  settle_loading();
  ASSERT_NE(scene().model, nullptr);
  EXPECT_FALSE(viewer.poll_file()) << "it has to be seen twice in the same state";
  EXPECT_TRUE(viewer.poll_file());
  setenv("BINDPOSE_IMPORT_TEST", "slow 1", 1);
  settle_loading();
  unsetenv("BINDPOSE_IMPORT_TEST");
  EXPECT_FALSE(viewer.poll_file());
  EXPECT_FALSE(viewer.poll_file());
}

TEST_F(ViewerWidget, AHalfWrittenFileIsOneSentenceAndTheWholeOneIsLoaded) {
  const Reloaded file("bindpose_viewer_half.glb");
  viewer.open(file.path.string());
  settle_loading();
  ASSERT_NE(scene().model, nullptr);
  viewer.apply({TransformJoint{find("hand"), TransformJoint::Rotate, {0, 30, 0}}});
  settle();
  const std::shared_ptr<const Model> first = scene().model;
  const Pose pose = scene().pose;
  fs::resize_file(file.path, fs::file_size(file.path) / 2);
  EXPECT_FALSE(viewer.poll_file());
  EXPECT_TRUE(viewer.poll_file());
  settle_loading();
  EXPECT_TRUE(viewer.ui_state().message.is_error);
  EXPECT_EQ(scene().model, first);
  EXPECT_EQ(scene().pose.user_local, pose.user_local);
  EXPECT_TRUE(viewer.document().can_undo());
  file.write();
  file.touch(9);
  EXPECT_FALSE(viewer.poll_file());
  EXPECT_TRUE(viewer.poll_file());
  settle_loading();
  EXPECT_FALSE(viewer.ui_state().message.is_error);
  EXPECT_NE(scene().model, first);
  EXPECT_EQ(scene().pose.user_local, pose.user_local);
}

// The import takes ten seconds; meanwhile the user works on, and then has enough of waiting.
TEST_F(ViewerWidget, TheCardSaysHowMuchOfTheFileIsRead) {
  viewer.ui_state().record_rects = true;
  setenv("BINDPOSE_IMPORT_TEST", "half", 1);
  viewer.open(kAssets + "arm.glb");
  unsetenv("BINDPOSE_IMPORT_TEST");
  const auto width = [&] { return viewer.ui_state().rects["busy bar"].size().x; };
  float last = 0.0f;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (std::chrono::steady_clock::now() < end) {
    step();
    EXPECT_GE(width(), last) << "it never goes back";
    last = width();
    if (last > 160.0f) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_EQ(last, 164.0f) << "half of the bar";
  EXPECT_TRUE(viewer.ui_state().rects.contains("busy percentage"));
}

TEST_F(ViewerWidget, ASlowFileIsCancelledAtOnceAndTheWindowLivesMeanwhile) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  viewer.show(ogre());
  viewer.ui_state().record_rects = true;
  settle();
  const auto busy = [&] { return viewer.ui_state().rects.contains("cancel busy"); };
  const auto longest_step = [&](double seconds) {
    double longest = 0.0;
    float x = 300.0f;
    for (const auto start = Clock::now(); since(start) < seconds;) {
      const auto before = Clock::now();
      step({ui::mouse_move(x += 3.0f, 300.0f)});
      longest = std::max(longest, since(before));
    }
    return longest;
  };
  const double usual = longest_step(0.5);

  setenv("BINDPOSE_IMPORT_TEST", "slow 10", 1);
  const auto start = Clock::now();
  input.dropped_files = {kAssets + "arm.glb"};
  step();
  unsetenv("BINDPOSE_IMPORT_TEST");
  const double opened = since(start);
  const double live = longest_step(1.0);
  EXPECT_TRUE(busy());
  EXPECT_TRUE(viewer.ui_state().rects.contains("busy percentage"));
  // A click selects, an edit is made: the window is live.
  click(joint_pixel("forearm.R"));
  EXPECT_EQ(scene().selection.joint, find("forearm.R"));
  viewer.apply({TransformJoint{find("head"), TransformJoint::Rotate, {0, 30, 0}}});
  step();
  EXPECT_LT(opened, 0.2 + usual);
  EXPECT_LT(live, 0.2 + usual) << "a step without a load takes " << usual << " s";

  const ui::Rect button = viewer.ui_state().rects.at("cancel busy");
  step({ui::mouse_move(button.center().x, button.center().y)});
  step({ui::mouse_button(0, true)});
  const auto released = Clock::now();
  step({ui::mouse_button(0, false)});
  siginfo_t info;
  while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && since(released) < 5.0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const double cancelled = since(released);
  EXPECT_LT(cancelled, 0.2 + usual) << "the click is handled and the child is gone";
  step();
  EXPECT_FALSE(busy());
  std::printf(
      "A step took %.0f ms at most without a load, %.0f ms with one, the one that opens %.0f ms; "
      "cancelled after %.0f ms.\n",
      1e3 * usual, 1e3 * live, 1e3 * opened, 1e3 * cancelled);
  settle_loading();
  EXPECT_EQ(viewer.title(), "*ogre.glb - Bindpose");
  EXPECT_TRUE(viewer.document().can_undo());
}

TEST_F(ViewerWidget, PlayingAdvancesTheClipAndKeepsTheLoopAwake) {
  viewer.show(ogre());
  settle();
  step({ui::key_event(ui::Key::Space, true)});
  step({ui::key_event(ui::Key::Space, false)});
  const double start = scene().pose.time;
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(step().idle);
  EXPECT_EQ(scene().pose.base, BasePose::Clip);
  EXPECT_NEAR(scene().pose.time - start, 10 * kFrame, 2.5 * kFrame);
}

TEST_F(ViewerWidget, WhatPlaysRestsWhileAnotherBasePoseIsShown) {
  viewer.show(ogre());
  viewer.apply({SetBasePose{BasePose::Clip, 0}});
  viewer.apply({SetPlayback{{true, AtEnd::Loop, 1.0}}});
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(step().idle);
  viewer.apply({SetBasePose{BasePose::Rest}});
  settle();
  EXPECT_TRUE(step().idle);
}

TEST_F(ViewerWidget, ADragDoesNotReachIntoTheNextModel) {
  viewer.show(ogre());
  viewer.apply({SetSelection{find("spine")}});
  settle();
  const auto rings = ring_pixels();
  ASSERT_FALSE(rings.empty());
  const vec2 start = rings.front().second;
  settle({ui::mouse_move(start.x, start.y)});
  settle({ui::mouse_button(0, true)});
  settle({ui::mouse_move(start.x + 25, start.y + 25)});
  ASSERT_TRUE(viewer.document().in_gesture());
  viewer.show(import_model(kAssets + "arm.glb"));
  settle({ui::mouse_move(start.x + 40, start.y + 40)});
  settle({ui::mouse_button(0, false)});
  for (const mat4& user : scene().pose.user_local) EXPECT_EQ(user, mat4(1.0f));
  EXPECT_FALSE(viewer.document().can_undo());
}

TEST_F(ViewerWidget, TheThemeChangesInAnEmptyWindowToo) {
  draw();
  settle();
  const Image dark = picture();
  settle({ui::key_event(ui::Key::L, true), ui::key_event(ui::Key::L, false)});
  const Image light = picture();
  const std::size_t middle = 4 * (480 + 960 * 200);
  EXPECT_GT(light.pixels[middle], dark.pixels[middle] + 80);
}

TEST_F(ViewerWidget, AResizeDrawsTheViewAnew) {
  draw();
  viewer.show(ogre());
  settle();
  const vec2 before = joint_pixel("head");
  input.size = vec2(700, 600);
  settle();
  EXPECT_NE(joint_pixel("head").x, before.x);
}

}  // namespace
}  // namespace bindpose::app::viewer_tests::viewer_test
