// Two files beside each other: what ends that, what rests, and what is kept of it.
#include <algorithm>
#include <functional>
#include <sstream>

#include "app/compare/comparison.h"
#include "app/viewer/lesson/lesson_files.h"
#include "viewer/viewer_fixture.h"

namespace bindpose::app::viewer_tests::comparison_test {
namespace {

// Of another identity, as a second file is.
std::shared_ptr<Model> another_ogre() {
  auto copy = std::make_shared<Model>(*ogre());
  copy->id = ModelId::fresh();
  return copy;
}

bool comes_true(const std::function<bool()>& wanted) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!wanted()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

class ComparisonWidget : public ::testing::Test {
 protected:
  ComparisonWidget()
      : folder(bindpose::tests::temp_folder() / "bindpose-comparison-test"),
        target((context(), 960), 600) {
    fs::remove_all(folder);
    fs::create_directories(folder);
    ViewerOptions options;
    options.shaders = BINDPOSE_SOURCE_DIR "/shaders";
    options.fonts = find_fonts();
    options.framebuffer = target.framebuffer();
    options.pointing = {.beside = true, .from_triangles = 1};
    options.autosave = folder / "kept";
    viewer = std::make_unique<Viewer>(options);
    viewer->set_draws(false);
    input.size = vec2(960, 600);
  }
  ~ComparisonWidget() override {
    viewer.reset();
    fs::remove_all(folder);
  }
  StepResult step(std::vector<ui::InputEvent> events = {}) {
    input.events = std::move(events);
    return viewer->step(input, kFrame);
  }
  // Nothing is under way any more, not beside the window either.
  bool rests() {
    return comes_true([this] {
      const StepResult result = step();
      return result.idle && (result.wake_after < 0.0 || result.wake_after > 0.25);
    });
  }
  void compare() {
    viewer->show_comparison(make_scene(another_ogre()), kAssets + "ogre.glb");
    EXPECT_TRUE(rests());
    ASSERT_TRUE(viewer->comparison().on());
  }
  const ViewSettings& view() const { return viewer->document().scene().view; }

  fs::path folder;
  ScreenTarget target;
  std::unique_ptr<Viewer> viewer;
  Input input;
};

TEST_F(ComparisonWidget, ALessonAndEachStepOfItEndIt) {
  const std::string path = shipped_lessons().front().path;
  viewer->open_lesson(path);
  ASSERT_TRUE(rests());
  ASSERT_NE(viewer->lesson(), nullptr);
  const auto shows_step = [this](std::size_t k) {
    EXPECT_FALSE(viewer->comparison().on()) << "step " << k;
    EXPECT_EQ(viewer->lesson()->step, k);
    EXPECT_FALSE(view().other_file);
    EXPECT_EQ(view().panes, viewer->lesson()->plan.steps[k].start.view.panes);
  };
  compare();
  viewer->show_step(1, true);
  EXPECT_TRUE(rests());
  shows_step(1);
  compare();
  viewer->open_lesson(path);  // its model is there
  EXPECT_TRUE(rests());
  shows_step(0);
}

// What a press on the other file begins, a drag never asks for.
TEST_F(ComparisonWidget, APressOnALargeOtherFileComesToRest) {
  viewer->show(ogre());
  compare();
  viewer->ui_state().record_rects = true;
  step();
  const ui::Rect area = viewer->ui_state().rects.at("view");
  const vec2 at = area.center() + vec2(0.2f * area.size().x, 0.0f);
  step({ui::mouse_move(at.x, at.y)});
  step();
  step({ui::mouse_button(0, true)});
  for (int k = 1; k < 5; ++k) step({ui::mouse_move(at.x + 20.0f * static_cast<float>(k), at.y)});
  step({ui::mouse_button(0, false)});
  EXPECT_TRUE(rests());
}

TEST_F(ComparisonWidget, WhatIsKeptHasThePanesOfBefore) {
  viewer->show(ogre());
  ViewSettings four = view();
  four.panes = Panes::Four;
  viewer->apply({SetView{four}});
  compare();
  EXPECT_EQ(view().panes, Panes::Two);
  ASSERT_TRUE(viewer->document().scene().model);
  std::vector<mat4> user = viewer->document().scene().pose.user_local;
  user[3] = glm::translate(mat4(1.0f), vec3(0.1f, 0.0f, 0.0f));
  SetPose pose;
  pose.user_local = user;
  viewer->apply({pose});
  const auto kept = [this] {
    std::ostringstream all;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder / "kept", none)) {
      if (entry.path().extension() == kWorkspaceEnding) all << std::ifstream(entry.path()).rdbuf();
    }
    return all.str();
  };
  viewer->keep_work();
  EXPECT_TRUE(comes_true([&] { return !kept().empty(); }));
  EXPECT_NE(kept().find("panes four"), std::string::npos) << kept();
  EXPECT_EQ(kept().find("other_file"), std::string::npos);
}

// What was to be compared with a file that does not come is not compared with the one before.
TEST_F(ComparisonWidget, IsNotBegunWhereWhatLoadsIsCancelledOrBroken) {
  viewer->show(ogre());
  ASSERT_TRUE(rests());
  viewer->open(kAssets + "capsule.glb");
  viewer->compare_with(kAssets + "capsule.glb");
  step({ui::key_event(ui::Key::Escape, true), ui::key_event(ui::Key::Escape, false)});
  EXPECT_TRUE(rests());
  EXPECT_EQ(viewer->document().scene().model, ogre());
  EXPECT_FALSE(viewer->comparison().on());
  const std::string broken = (folder / "broken.glb").string();
  std::ofstream(broken) << "this is none";
  viewer->open(broken);
  viewer->compare_with(kAssets + "capsule.glb");
  EXPECT_TRUE(comes_true([this] { return step(), !viewer->loading(); }));
  step();
  EXPECT_FALSE(viewer->comparison().on());
  EXPECT_TRUE(rests());
  EXPECT_FALSE(viewer->comparison().on());
}

TEST(Comparison, KnowsAClipFromAnotherOneInItsPlace) {
  const auto bare = another_ogre();
  bare->clips.clear();
  const auto made = [&](const std::string& name) {
    AddedClip clip{ogre()->clips.front()};
    clip.clip.name = name;
    return std::make_shared<const AddedClip>(std::move(clip));
  };
  Scene a = make_scene(bare);
  a.added_clips = {made("mine")};
  a.pose.base = BasePose::Clip;
  a.pose.clip = 0;
  BoneSet bones;
  FileComparison comparison({});
  comparison.begin(make_scene(ogre()), kAssets + "ogre.glb");
  comparison.follow(a, evaluate(a), bones);
  EXPECT_EQ(comparison.lag().no_clip, "mine");
  comparison.account(a, true);
  EXPECT_TRUE(comparison.account_is_current());
  a.added_clips = {made(ogre()->clips.front().name)};
  comparison.follow(a, evaluate(a), bones);
  EXPECT_EQ(comparison.lag().no_clip, "");
  comparison.account(a, false);
  EXPECT_FALSE(comparison.account_is_current());
}

// What was read and could not be shown is not what is watched.
TEST(Comparison, WatchesTheFileThatIsCompared) {
  const fs::path folder = bindpose::tests::temp_folder() / "bindpose-watched-test";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const std::string first = (folder / "first.glb").string(),
                    second = (folder / "second.glb").string();
  for (const std::string& path : {first, second}) fs::copy_file(kAssets + "capsule.glb", path);
  FileComparison comparison({});
  const auto read = [&](const std::string& path) {
    std::optional<FileComparison::Arrival> arrival;
    comparison.load(path, {});
    EXPECT_TRUE(comes_true([&] {
      arrival = comparison.poll();
      return arrival.has_value();
    }));
    return arrival ? std::move(arrival->scene) : Scene{};
  };
  comparison.begin(read(first), first);
  EXPECT_TRUE(read(second).model);
  fs::last_write_time(first, fs::last_write_time(first) + std::chrono::seconds(5));
  EXPECT_FALSE(comparison.poll_file({})) << "it may still be written";
  EXPECT_TRUE(comparison.poll_file({}));
  comparison.cancel();
  fs::remove_all(folder);
}

}  // namespace
}  // namespace bindpose::app::viewer_tests::comparison_test
