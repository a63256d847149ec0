// The window's side of a film: what it asks of the other process, and what it makes of its end.
// Scripts stand for the program.
#include "app/film/film_process.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "temp_folder.h"

namespace bindpose::app {
namespace {

namespace fs = std::filesystem;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

TEST(FilmWords, AreThoseOfTheChoice) {
  ui::FilmChoice choice;
  auto model = std::make_shared<Model>();
  for (const char* name : {"walk", "2", "run"}) model->clips.push_back({name, 1.0, {}});
  Scene scene;
  scene.model = model;
  EXPECT_EQ(joined(film_words(choice, scene, 1.0f, 720.0f)),
            "--size 1280x720 --scale 1 --fps 30 --turntable 4");
  choice.motion = ui::FilmMotion::Clip;
  choice.clip = 2;
  choice.first = 3;
  choice.last = 9;
  choice.fps = 23.976f;
  choice.transparent = true;
  choice.supersample = 2;
  choice.width = 3840;
  choice.height = 2160;
  EXPECT_EQ(joined(film_words(choice, scene, 1.5f, 1080.0f)),
            "--size 3840x2160 --scale 3 --fps 23.976 --clip #2 --frames 3:9 --background "
            "transparent --supersample 2");
  choice.motion = ui::FilmMotion::Both;
  EXPECT_NE(joined(film_words(choice, scene, 1.5f, 1080.0f)).find("--turntable 4 --clip #2"),
            std::string::npos)
      << "a clip named 2 is another one";
}

TEST(FilmFacts, SayHowManyFramesOrWhyNone) {
  ui::FilmChoice choice;
  choice.type = ui::FilmType::Gif;
  choice.seconds = 2.5f;
  choice.fps = 20.0f;
  EXPECT_EQ(film_facts(choice, Scene{}).frames, 50);
  EXPECT_EQ(film_facts(choice, Scene{}).problem, "");
  choice.fps = 60.0f;
  EXPECT_NE(film_facts(choice, Scene{}).problem.find("A GIF shows"), std::string::npos);
  choice.type = ui::FilmType::Pngs;
  EXPECT_EQ(film_facts(choice, Scene{}).problem, "");
  choice.width = 7680;
  choice.supersample = 3;
  EXPECT_NE(film_facts(choice, Scene{}).problem.find("16384"), std::string::npos);
}

class FilmOfAnother : public ::testing::Test {
 protected:
  FilmOfAnother() {
    auto model = std::make_shared<Model>();
    model->name = "nothing.glb";
    model->path = "/nowhere/nothing.glb";
    job.content.scene = make_scene(model);
    job.path = "/nowhere/turn.gif";
    fs::create_directories(tests::temp_folder());
  }
  void be(const std::string& script) {
    const fs::path file = tests::temp_folder() / "program";
    std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(file, fs::perms::owner_all);
    job.import.worker = file.string();
  }
  std::string thrown() {
    WriteProgress progress;
    try {
      make_film(job, progress);
    } catch (const std::runtime_error& e) {
      return e.what();
    }
    return "";
  }
  FilmJob job;
};

TEST_F(FilmOfAnother, IsFollowedFrameByFrame) {
  be("test \"$1\" = render && test -f \"$2\" && test \"$4\" = /nowhere/turn.gif || exit 9\n"
     "echo frame 0 4; echo frame 1 4; echo frame 3 4; echo other words; exit 0");
  WriteProgress progress;
  EXPECT_EQ(make_film(job, progress).sentence, "Saved the film as /nowhere/turn.gif.");
  EXPECT_FLOAT_EQ(progress.part(), 0.75f);
}

TEST_F(FilmOfAnother, SaysWhatTheOtherSays) {
  be("echo 'bindpose: note: nothing' >&2; echo 'bindpose: No space left.' >&2; exit 2");
  EXPECT_EQ(thrown(), "No space left.");
}

TEST_F(FilmOfAnother, SaysThatItEnded) {
  be("kill -9 $$");
  EXPECT_NE(thrown().find("/nowhere/turn.gif was not made"), std::string::npos);
  job.import.worker = "/nowhere/program";
  EXPECT_NE(thrown().find("no process can be started"), std::string::npos);
}

TEST_F(FilmOfAnother, IsToldToEndWhereItIsCancelled) {
  const fs::path told = tests::temp_folder() / "told";
  be("trap 'echo yes >" + told.string() +
     "; exit 1' TERM\necho frame 1 2\nwhile :; do sleep 0.05; done");
  WriteProgress progress;
  std::thread later([&progress] {
    while (progress.part() < 0.5f) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    progress.cancel();
  });
  EXPECT_THROW(make_film(job, progress), WriteCancelled);
  later.join();
  EXPECT_TRUE(fs::exists(told)) << "so that it can take away what it began";
}

}  // namespace
}  // namespace bindpose::app
