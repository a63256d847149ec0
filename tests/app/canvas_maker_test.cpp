// What the brush needs of a large model, made on another thread.
#include "app/beside/canvas_maker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "check/figure.h"

namespace bindpose::app::canvas_maker_test {
namespace {

using bindpose::tests::model_of;
using bindpose::tests::sound_figure;

Scene figure_scene() {
  return make_scene(model_of(sound_figure()));
}

// As the window does, once a frame.
void wait_for(CanvasMaker& maker, const Scene& scene, bool mirrored,
              std::shared_ptr<PaintCanvas>& canvas) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  do {
    maker.follow(scene, mirrored, canvas);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  } while (maker.busy() && std::chrono::steady_clock::now() < until);
  ASSERT_FALSE(maker.busy());
}

TEST(CanvasMaker, MakesWhatAStrokeOnBothSidesNeeds) {
  const Scene scene = figure_scene();
  CanvasMaker maker({true, 1});
  std::shared_ptr<PaintCanvas> canvas;
  maker.follow(scene, true, canvas);
  EXPECT_TRUE(maker.busy());
  EXPECT_TRUE(maker.of_both_sides());
  wait_for(maker, scene, true, canvas);
  ASSERT_TRUE(canvas);
  EXPECT_TRUE(canvas->fits(scene));
  ASSERT_TRUE(canvas->knows_opposite());
  PaintCanvas plain(scene);
  for (std::uint32_t p = 0; p < plain.graph().size(); ++p) {
    const auto a = plain.opposite(scene, p), b = canvas->opposite(scene, p);
    ASSERT_EQ(a.size(), b.size()) << p;
    for (std::size_t k = 0; k < a.size(); ++k) {
      EXPECT_EQ(a[k].point, b[k].point);
      EXPECT_EQ(a[k].part, b[k].part);
    }
  }
}

TEST(CanvasMaker, OneSideIsEnoughUntilBothAreAskedFor) {
  const Scene scene = figure_scene();
  CanvasMaker maker({true, 1});
  std::shared_ptr<PaintCanvas> canvas;
  wait_for(maker, scene, false, canvas);
  ASSERT_TRUE(canvas);
  EXPECT_FALSE(canvas->knows_opposite());
  const PaintCanvas* before = canvas.get();
  maker.follow(scene, true, canvas);
  EXPECT_TRUE(maker.busy());
  wait_for(maker, scene, true, canvas);
  EXPECT_TRUE(canvas->knows_opposite());
  EXPECT_EQ(canvas.get(), before) << "only what it lacks is made";
  maker.follow(scene, false, canvas);
  EXPECT_FALSE(maker.busy());
}

TEST(CanvasMaker, OfASmallModelOrWhereNothingGoesOnBesideTheStrokeMakesIt) {
  const Scene scene = figure_scene();
  for (const CanvasMaker::Options& options :
       {CanvasMaker::Options{true, 1000000}, CanvasMaker::Options{false, 1}}) {
    CanvasMaker maker(options);
    std::shared_ptr<PaintCanvas> canvas;
    maker.follow(scene, true, canvas);
    EXPECT_FALSE(maker.busy());
    EXPECT_FALSE(canvas);
  }
}

TEST(CanvasMaker, WhatIsGivenUpComesNoMoreAndCanBeAskedForAgain) {
  const Scene scene = figure_scene();
  CanvasMaker maker({true, 1});
  std::shared_ptr<PaintCanvas> canvas;
  wait_for(maker, scene, false, canvas);
  for (int k = 0; k < 20; ++k) {
    maker.follow(scene, true, canvas);
    maker.give_up();
    EXPECT_FALSE(maker.busy());
  }
  wait_for(maker, scene, true, canvas);
  ASSERT_TRUE(canvas);
  EXPECT_TRUE(canvas->knows_opposite());
}

TEST(CanvasMaker, AnotherModelHasAnother) {
  const Scene scene = figure_scene(), other = figure_scene();
  CanvasMaker maker({true, 1});
  std::shared_ptr<PaintCanvas> canvas;
  maker.follow(scene, true, canvas);
  wait_for(maker, other, true, canvas);
  ASSERT_TRUE(canvas);
  EXPECT_FALSE(canvas->fits(scene));
  EXPECT_TRUE(canvas->fits(other));
}

}  // namespace
}  // namespace bindpose::app::canvas_maker_test
