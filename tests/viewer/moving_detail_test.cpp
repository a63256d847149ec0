// Less is drawn of a large model while it moves, and everything once it rests.
#include "app/beside/moving_detail.h"

#include <unistd.h>

#include "viewer/viewer_fixture.h"

namespace bindpose::app::viewer_tests::moving_detail_test {
namespace {

using namespace std::chrono_literals;

std::shared_ptr<const Model> ogre_model() {
  return ogre();
}

// Whether the thread finishes a copy in time.
bool finishes(MovingDetail& detail) {
  for (int i = 0; i < 3000; ++i) {
    if (const auto coarse = detail.take()) return !coarse->mesh.empty();
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

struct Policy : ::testing::Test {
  MovingDetail detail{{.enabled = true, .from_triangles = 1000, .slow = 0.03, .rest = 0.25}};
  MovingDetail::Time now{1s};
};

TEST_F(Policy, FastPicturesAreAlwaysWhole) {
  detail.show(ogre_model());
  for (int i = 0; i < 10; ++i) detail.measured(0.02);
  EXPECT_FALSE(detail.busy());
  EXPECT_FALSE(detail.coarse(true, now));
  EXPECT_EQ(detail.whole_due(now), std::nullopt);
}

TEST_F(Policy, ASlowPictureOrTwoProveNothing) {
  detail.show(ogre_model());
  detail.measured(0.1);
  detail.measured(0.1);
  detail.measured(0.02);
  detail.measured(0.1);
  EXPECT_FALSE(detail.busy());
  detail.measured(0.1);
  detail.measured(0.1);
  EXPECT_TRUE(finishes(detail));
}

TEST_F(Policy, WhatMovesIsCoarseUntilItRests) {
  detail.show(ogre_model());
  detail.measured(0.2);
  EXPECT_FALSE(detail.coarse(true, now)) << "there is no copy yet";
  ASSERT_TRUE(finishes(detail));
  EXPECT_TRUE(detail.coarse(true, now));
  EXPECT_NEAR(detail.whole_due(now + 100ms).value(), 0.15, 1e-6);
  EXPECT_TRUE(detail.coarse(true, now + 200ms)) << "it moves on";
  EXPECT_NEAR(detail.whole_due(now + 300ms).value(), 0.15, 1e-6);
  EXPECT_EQ(detail.whole_due(now + 500ms), 0.0);
  EXPECT_FALSE(detail.coarse(false, now + 500ms));
  EXPECT_EQ(detail.whole_due(now + 600ms), std::nullopt);
}

TEST_F(Policy, ALongPictureWaitsLonger) {
  detail.show(ogre_model());
  detail.measured(0.6);
  ASSERT_TRUE(finishes(detail));
  EXPECT_TRUE(detail.coarse(true, now));
  EXPECT_NEAR(detail.whole_due(now + 100ms).value(), 0.5, 1e-6);
  detail.measured(7.0);
  for (int i = 0; i < 3; ++i) detail.measured(7.0);
  EXPECT_NEAR(detail.whole_due(now + 100ms).value(), 0.9, 1e-6);
}

TEST_F(Policy, WholeAgainWherePicturesBecomeFast) {
  detail.show(ogre_model());
  detail.measured(0.2);
  ASSERT_TRUE(finishes(detail));
  detail.measured(0.028);  // a little under the limit changes nothing
  detail.measured(0.028);
  detail.measured(0.028);
  EXPECT_TRUE(detail.coarse(true, now));
  for (int i = 0; i < 3; ++i) detail.measured(0.01);
  EXPECT_FALSE(detail.coarse(true, now));
}

TEST_F(Policy, SmallModelsAreNeverCoarse) {
  MovingDetail usual{{.enabled = true}};
  usual.show(ogre_model());
  for (int i = 0; i < 5; ++i) usual.measured(9.0);
  EXPECT_FALSE(usual.busy());
  MovingDetail off{{.enabled = false, .from_triangles = 1000}};
  off.show(ogre_model());
  for (int i = 0; i < 5; ++i) off.measured(9.0);
  EXPECT_FALSE(off.busy());
}

TEST_F(Policy, AnotherModelEndsTheWorkOnTheOneBefore) {
  detail.show(ogre_model());
  detail.measured(0.2);
  EXPECT_TRUE(detail.busy());
  detail.show(nullptr);
  for (int i = 0; i < 1000 && detail.busy(); ++i) {
    EXPECT_FALSE(detail.take());
    std::this_thread::sleep_for(10ms);
  }
  EXPECT_FALSE(detail.busy());
  EXPECT_FALSE(detail.take());
  EXPECT_FALSE(detail.coarse(true, now));
}

TEST_F(Policy, TheModelIsLetGo) {
  auto model = std::make_shared<const Model>(*ogre_model());
  const std::weak_ptr<const Model> watched = model;
  detail.show(model);
  detail.measured(0.2);
  model.reset();
  detail.show(nullptr);
  for (int i = 0; i < 1000 && !watched.expired(); ++i) std::this_thread::sleep_for(10ms);
  EXPECT_TRUE(watched.expired());
}

// The viewer, for which every picture is too slow.
class MovingView : public ::testing::Test {
 protected:
  MovingView() : target((context(), 960), 600) {
    options.shaders = BINDPOSE_SOURCE_DIR "/shaders";
    options.fonts = find_fonts();
    options.framebuffer = target.framebuffer();
    options.state_file = fs::path(::testing::TempDir()) /
                         ("bindpose_moving_" + std::to_string(::getpid()) + ".state");
    options.panels = false;  // one tells how long the last picture took
    options.detail = {.enabled = true, .from_triangles = 1000, .slow = 0.0, .rest = 0.1};
    input.size = vec2(960, 600);
  }
  ~MovingView() override { fs::remove(options.state_file); }
  StepResult step_of(Viewer& viewer) { return viewer.step(input, kFrame); }
  // Rest as the window means it: idle, and no step wanted later.
  void rest(Viewer& viewer) {
    for (int i = 0; i < 3000; ++i) {
      const StepResult result = step_of(viewer);
      if (result.idle && result.wake_after < 0.0) return;
      if (result.idle)
        std::this_thread::sleep_for(std::chrono::duration<double>(result.wake_after));
    }
    ADD_FAILURE() << "the viewer never comes to rest";
  }
  void wait_for_the_copy(Viewer& viewer) {
    for (int i = 0; i < 1000 && !viewer.shows_coarse(); ++i) {
      std::this_thread::sleep_for(10ms);
      viewer.set_camera(viewer.camera());
      step_of(viewer);
    }
    ASSERT_TRUE(viewer.shows_coarse());
  }

  ScreenTarget target;
  ViewerOptions options;
  Input input;
};

TEST_F(MovingView, AtRestThePictureIsAsItWouldBeWithoutACopy) {
  std::vector<std::uint8_t> pixels[2];
  for (const bool enabled : {false, true}) {
    options.detail.enabled = enabled;
    Viewer one(options);
    one.show(ogre());
    rest(one);
    if (enabled) wait_for_the_copy(one);
    for (int i = 0; i < 20; ++i) {
      one.set_camera(orbit(one.camera(), {3.0f, 1.0f}));
      step_of(one);
      EXPECT_EQ(one.shows_coarse(), enabled);
    }
    rest(one);
    EXPECT_FALSE(one.shows_coarse());
    pixels[enabled] = target.read_pixels().pixels;
  }
  EXPECT_EQ(pixels[0], pixels[1]);
}

TEST_F(MovingView, TheStateFileIsWrittenOfTheWholePictureAlone) {
  options.detail.rest = 3.0;
  Viewer one(options);
  one.show(ogre());
  rest(one);
  wait_for_the_copy(one);
  fs::remove(options.state_file);
  while (!step_of(one).idle) {
  }
  EXPECT_TRUE(one.shows_coarse());
  EXPECT_FALSE(fs::exists(options.state_file));
  rest(one);
  EXPECT_TRUE(fs::exists(options.state_file));
}

TEST_F(MovingView, AClipPlaysCoarseAndStopsWhole) {
  Viewer one(options);
  one.show(ogre());
  rest(one);
  wait_for_the_copy(one);
  one.apply({SetBasePose{BasePose::Clip, 1}});
  one.apply({SetPlayback{{true, AtEnd::Loop, 1.0}}});
  for (int i = 0; i < 10; ++i) {
    step_of(one);
    EXPECT_TRUE(one.shows_coarse());
  }
  one.apply({SetPlayback{{false, AtEnd::Loop, 1.0}}});
  rest(one);
  EXPECT_FALSE(one.shows_coarse());
}

TEST_F(MovingView, AnotherModelIsShownWhole) {
  Viewer one(options);
  one.show(ogre());
  rest(one);
  wait_for_the_copy(one);
  one.show(import_model(kAssets + "capsule.glb"));
  step_of(one);
  EXPECT_FALSE(one.shows_coarse());
  rest(one);
}

}  // namespace
}  // namespace bindpose::app::viewer_tests::moving_detail_test
