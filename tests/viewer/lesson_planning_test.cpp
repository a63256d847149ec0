// A lesson is fitted to its model beside the window: no frame waits for weights that its steps
// compute or for files that they read, and nothing of it is shown before all of it is known.
#include <algorithm>

#include "app/viewer/lesson/lesson_files.h"
#include "scene/lesson/lesson_plan.h"
#include "viewer/viewer_fixture.h"

namespace bindpose::app::lesson_planning_test {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class LessonPlanningWidget : public ::testing::Test {
 protected:
  LessonPlanningWidget() : target((viewer_tests::context(), 960), 600), windowed(options()) {
    input.size = vec2(960, 600);
    windowed.set_draws(false);
  }
  ViewerOptions options() const {
    ViewerOptions out;
    out.shaders = BINDPOSE_SOURCE_DIR "/shaders";
    out.fonts = find_fonts();
    out.framebuffer = target.framebuffer();
    out.maps.beside = true;  // as in the window
    return out;
  }
  StepResult go_on(std::vector<ui::InputEvent> events = {}) {
    input.events = std::move(events);
    const Clock::time_point start = Clock::now();
    const StepResult result = windowed.step(input, viewer_tests::kFrame);
    longest = std::max(longest, seconds_since(start));
    return result;
  }
  // Until a lesson with that word in its path is open, or nothing is on its way any more.
  void wait_for(const std::string& word) {
    for (int i = 0; i < 4000; ++i) {
      const StepResult result = go_on();
      if (shows(word) || (result.idle && result.wake_after < 0.0)) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    FAIL() << "never there";
  }
  bool shows(const std::string& word) const {
    return windowed.lesson() != nullptr && windowed.lesson()->path.find(word) != std::string::npos;
  }
  void open(const std::string& lesson, std::size_t step = 0) {
    const Clock::time_point start = Clock::now();
    windowed.open_lesson(find_lesson(lesson), step);
    longest = std::max(longest, seconds_since(start));
  }

  ScreenTarget target;
  Viewer windowed;
  Input input;
  double longest = 0.0;
};

// Its weights are computed by heat and by voxels.
constexpr const char* kLong = "14";

TEST_F(LessonPlanningWidget, WhatIsOpenStaysUntilTheLessonIsThere) {
  const fs::path file = bindpose::tests::temp_folder() / "bindpose-heat.md";
  std::ofstream(file) << "---\ntitle: Heat\n---\n## A\n```step\nbind heat\n```\n";
  windowed.show(viewer_tests::ogre());
  go_on();
  windowed.open_lesson(file.string());
  int frames = 0;
  for (; windowed.lesson() == nullptr && frames < 4000; ++frames) {
    EXPECT_EQ(windowed.document().scene().weights.revision, 0u) << "no step is shown in part";
    EXPECT_EQ(windowed.document().scene().model, viewer_tests::ogre());
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    go_on();
  }
  ASSERT_NE(windowed.lesson(), nullptr);
  EXPECT_GT(frames, 3) << "the window went on while weights were computed";
  EXPECT_NE(windowed.document().scene().weights.revision, 0u);
  EXPECT_TRUE(windowed.ui_state().message.text.empty()) << windowed.ui_state().message.text;
  fs::remove(file);
}

TEST_F(LessonPlanningWidget, AnotherLessonOrAnotherStepGivesItUp) {
  open("4");
  wait_for("04-");
  open(kLong);
  while (!windowed.document().scene().model || windowed.loading()) go_on();
  open("5");
  wait_for("05-");
  ASSERT_TRUE(shows("05-"));
  for (int i = 0; i < 200; ++i) {
    go_on();
    ASSERT_TRUE(shows("05-")) << "the first one comes no more";
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

TEST_F(LessonPlanningWidget, AskedForTwiceItIsPlannedOnceAndStandsAtTheLaterStep) {
  open(kLong);
  open(kLong, 2);
  wait_for("14-");
  ASSERT_TRUE(shows("14-"));
  EXPECT_EQ(windowed.lesson()->step, 2u);
}

TEST_F(LessonPlanningWidget, ALessonThatDoesNotFitIsSaidAndNothingChanges) {
  const fs::path file = bindpose::tests::temp_folder() / "bindpose-not-fitting.md";
  std::ofstream(file) << "---\ntitle: No\n---\n## A\n```step\nselect nobody\n```\n";
  windowed.show(viewer_tests::ogre());
  windowed.open_lesson(file.string());
  wait_for("never");
  EXPECT_EQ(windowed.lesson(), nullptr);
  EXPECT_TRUE(windowed.ui_state().message.is_error);
  EXPECT_NE(windowed.ui_state().message.text.find("Line 6"), std::string::npos)
      << windowed.ui_state().message.text;
  EXPECT_NE(windowed.ui_state().message.text.find("takes any model, but ogre.glb lacks that"),
            std::string::npos);
  fs::remove(file);
}

// What was made of the open model meanwhile is asked about, and not lost.
TEST_F(LessonPlanningWidget, AnEditMeanwhileIsAskedAbout) {
  const fs::path file = bindpose::tests::temp_folder() / "bindpose-long.md";
  std::ofstream(file) << "---\ntitle: Long\n---\n## A\n```step\nbind heat\n```\n";
  windowed.show(viewer_tests::ogre());
  go_on();
  windowed.open_lesson(file.string());
  windowed.apply({SetUserLocal{0, glm::translate(mat4(1.0f), vec3(0, 1, 0))}});
  for (int i = 0; i < 4000 && !windowed.ui_state().ask.is_open(); ++i) {
    go_on();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_TRUE(windowed.ui_state().ask.is_open());
  EXPECT_EQ(windowed.lesson(), nullptr);
  EXPECT_TRUE(windowed.document().can_undo());
  fs::remove(file);
}

// Not run unless asked for: how long frames take.
TEST_F(LessonPlanningWidget, DISABLED_Measure) {
  for (const char* lesson : {"4", "11", "14", "15", "17"}) {
    open("1");
    wait_for("01-");
    for (int i = 0; i < 10; ++i) go_on();
    longest = 0.0;
    const Clock::time_point start = Clock::now();
    open(lesson);
    wait_for(shipped_lessons()[std::size_t(std::atoi(lesson) - 1)].name);
    std::printf("lesson %s: there after %.0f ms, longest frame %.0f ms", lesson,
                1e3 * seconds_since(start), 1e3 * longest);
    longest = 0.0;
    for (int i = 0; i < 40; ++i) go_on();
    std::printf(", longest of the next 40 %.0f ms\n", 1e3 * longest);
  }
}

}  // namespace
}  // namespace bindpose::app::lesson_planning_test
