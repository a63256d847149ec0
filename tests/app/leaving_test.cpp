// What is asked before work or a lecture makes room, and what comes once it is answered.
#include "app/viewer/open/leaving.h"

#include <gtest/gtest.h>

namespace bindpose::app::leaving_test {
namespace {

struct Asked {
  ui::UiState ui;
  Pacing pace;
  Leaving leaving;

  void ask(Departure departure, bool lecture = false) {
    leaving.ask(std::move(departure), lecture, "arm.bindpose", ui, pace);
  }
};

void until_it_rests(Pacing& pace) {
  while (!pace.rests()) pace.end_frame();
}

TEST(LeavingWork, TheQuestionNamesTheWorkAndWhatComes) {
  Asked a;
  until_it_rests(a.pace);
  a.ui.browser.open = true;
  a.ask({.kind = Departure::OpenLesson, .path = "lessons/07-elbow.md", .step = 2});
  EXPECT_EQ(a.ui.ask.question, ui::AskState::Unsaved);
  EXPECT_EQ(a.ui.ask.name, "arm.bindpose");
  EXPECT_EQ(a.ui.ask.before, "Opening 07-elbow.md");
  EXPECT_FALSE(a.ui.browser.open) << "one dialog at a time";
  EXPECT_FALSE(a.pace.rests()) << "it is to be seen";
  Departure kept{.kind = Departure::GoOn};
  kept.place.path = "lessons/02-skin.md";
  a.ask(kept);
  EXPECT_EQ(a.ui.ask.before, "Opening 02-skin.md");
  a.ask({.kind = Departure::Quit});
  EXPECT_EQ(a.ui.ask.before, "Quitting");
}

TEST(LeavingWork, ALectureIsAskedAboutOnAScreenThatIsNotBlack) {
  Asked a;
  a.ui.black = true;
  a.ask({.kind = Departure::CloseLesson}, true);
  EXPECT_EQ(a.ui.ask.question, ui::AskState::Lecture);
  EXPECT_EQ(a.ui.ask.before, "Close the lesson");
  EXPECT_FALSE(a.ui.black);
  a.ask({.kind = Departure::Quit}, true);
  EXPECT_EQ(a.ui.ask.before, "Quit");
}

TEST(LeavingWork, AnsweredItGoesOnceAndCancelledNothingComes) {
  Asked a;
  EXPECT_FALSE(a.leaving.asks());
  EXPECT_FALSE(a.leaving.take());
  a.ask({.kind = Departure::Show, .path = "ogre.glb"});
  Arrival arrival;
  arrival.position = 7;
  a.leaving.hold(std::move(arrival));
  EXPECT_TRUE(a.leaving.asks());
  const auto to = a.leaving.take();
  ASSERT_TRUE(to);
  EXPECT_EQ(to->path, "ogre.glb");
  EXPECT_FALSE(a.leaving.asks());
  EXPECT_FALSE(a.leaving.take());
  const auto shown = a.leaving.release();
  ASSERT_TRUE(shown);
  EXPECT_EQ(shown->position, 7u);
  EXPECT_FALSE(a.leaving.release());
  a.ask({.kind = Departure::Show, .path = "ogre.glb"});
  a.leaving.hold(Arrival());
  a.leaving.cancel();
  EXPECT_FALSE(a.leaving.asks());
  EXPECT_FALSE(a.leaving.release());
}

// Who said yes once is not asked again when the file is there, unless something was edited since.
TEST(LeavingWork, AnAnswerIsForTheWorkAsItWas) {
  Leaving leaving;
  EXPECT_FALSE(leaving.may_go_from(0));
  leaving.may_go(5);
  EXPECT_TRUE(leaving.may_go_from(5));
  EXPECT_FALSE(leaving.may_go_from(6));
  leaving.forget_answer();
  EXPECT_FALSE(leaving.may_go_from(5));
}

TEST(PacingOfFrames, AChangeTakesTwoAndARequestForOneNeverFewer) {
  Pacing pace;
  EXPECT_TRUE(pace.view_dirty()) << "nothing was drawn yet";
  until_it_rests(pace);
  pace.draw_once();
  EXPECT_FALSE(pace.rests());
  pace.end_frame();
  EXPECT_TRUE(pace.rests());
  pace.end_frame();
  EXPECT_TRUE(pace.rests());
  pace.settle();
  pace.draw_once();
  pace.end_frame();
  EXPECT_FALSE(pace.rests()) << "ImGui needs a second one to settle";
  pace.end_frame();
  EXPECT_TRUE(pace.rests());
}

}  // namespace
}  // namespace bindpose::app::leaving_test
