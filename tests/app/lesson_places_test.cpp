// Where lessons were left: the file, which one comes first, what is offered.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "app/viewer/lesson/lesson_places.h"
#include "temp_folder.h"

namespace bindpose::app::test_lesson_places {
namespace {

namespace fs = std::filesystem;

class LessonPlacesFile : public ::testing::Test {
 protected:
  LessonPlacesFile() : folder_(bindpose::tests::temp_folder() / "bindpose-lesson-places") {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~LessonPlacesFile() override { fs::remove_all(folder_); }
  fs::path file() const { return folder_ / "state" / "lessons.json"; }
  // A lesson that is there.
  std::string lesson(const std::string& name) const {
    std::ofstream(folder_ / name) << "x";
    return (folder_ / name).string();
  }
  void put(const std::string& text) const {
    fs::create_directories(file().parent_path());
    std::ofstream(file()) << text;
  }
  fs::path folder_;
};

LessonPlace at_step(const std::string& path, std::size_t step) {
  LessonPlace place{path};
  place.step = step;
  return place;
}

TEST_F(LessonPlacesFile, AreReadAsTheyWereWritten) {
  LessonPlace place = at_step("/lessons/04.md", 4);
  place.course = "/courses/\"one\".md";
  place.model = "/models/arm.glb";
  place.title = "Bending \xc3\xa9 an elbow";
  place.sliders = {{"Bend", 139.0}, {"Weight of upper", 0.1}};
  LessonGuess where, number, option;
  where.place = PlaceGuess{{vec3(0.1f, 2.0f, -3.25f), vec3(0.0f, 0.6f, -0.8f)}, vec3(0, 0, 1)};
  number.number = 17.7;
  option.option = 2;
  place.answers = {{1, LessonPrediction::Place, 0, true, {where, where}},
                   {2, LessonPrediction::Number, 0, false, {number}},
                   {3, LessonPrediction::Choice, 3, true, {option}},
                   {4, LessonPrediction::Choice, 2, true, {}}};
  keep_lesson_place(place, file());
  const std::vector<LessonPlace> read = read_lesson_places(file());
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0], place);
}

TEST_F(LessonPlacesFile, NewestComesFirstAndEachLessonOnce) {
  for (int k = 0; k < 25; ++k)
    keep_lesson_place(at_step("/l/" + std::to_string(k) + ".md", 1), file());
  keep_lesson_place(at_step("/l/20.md", 3), file());
  const std::vector<LessonPlace> read = read_lesson_places(file());
  ASSERT_EQ(read.size(), 20u);
  EXPECT_EQ(read[0], at_step("/l/20.md", 3));
  EXPECT_EQ(read[1].path, "/l/24.md");
  EXPECT_EQ(std::ranges::count(read, "/l/20.md", &LessonPlace::path), 1);
}

// Opened by mistake at its first step: what was there is not lost.
TEST_F(LessonPlacesFile, ALessonOpenedAnewLosesNothing) {
  keep_lesson_place(at_step("/l/4.md", 5), file());
  keep_lesson_place(at_step("/l/7.md", 2), file());
  keep_lesson_place(at_step("/l/4.md", 0), file());
  EXPECT_EQ(read_lesson_places(file())[0], at_step("/l/4.md", 5));
  keep_lesson_place(at_step("/l/4.md", 1), file());
  EXPECT_EQ(read_lesson_places(file())[0], at_step("/l/4.md", 1))
      << "whoever goes on there means it";
}

TEST_F(LessonPlacesFile, WhatIsBrokenIsNone) {
  EXPECT_TRUE(read_lesson_places(file()).empty());
  for (
      const char* text :
      {"", "{", "[]", R"({"lessons": 3})", R"({"lessons": [{"lesson": "/a.md", "step": 0}]})",
       R"({"lessons": [{"lesson": "/a.md", "step": 1e300}]})",
       R"({"lessons": [{"lesson": 7, "step": 1}]})",
       R"({"lessons": [{"lesson": "/a.md", "step": 1, "sliders": {"a": "b"}}]})",
       R"({"lessons": [{"lesson": "/a.md", "step": 1, "answers": [{"step": 1, "asks": "what", "shown": true, "guesses": []}]}]})",
       R"({"lessons": [{"lesson": "/a.md", "step": 1, "answers": [{"step": 1, "asks": "place", "shown": true, "guesses": [{"eye": [1, 2]}]}]}]})"}) {
    put(text);
    EXPECT_TRUE(read_lesson_places(file()).empty()) << text;
  }
  keep_lesson_place(at_step("/l/4.md", 5), file());
  EXPECT_EQ(read_lesson_places(file()).size(), 1u) << "and it is written anew";
  keep_lesson_place(at_step("/l/4.md", 6), {});  // where there is no place for it
}

TEST_F(LessonPlacesFile, IsOfferedWhereItIsThereAndNotOpen) {
  const std::string four = lesson("04-one.md"), own = lesson("own.md"), gone = "/nowhere/x.md";
  const std::vector<ui::LessonEntry> menu{{"One", "", lesson("01-a.md")}, {"Vertex", "", four}};
  LessonPlace mine = at_step(own, 2);
  mine.title = "My elbow";
  for (const LessonPlace& place :
       {at_step("/elsewhere/04-one.md", 3), at_step(gone, 2), mine, at_step(lesson("f.md"), 0)})
    keep_lesson_place(place, file());
  LessonPlaces places(file());
  ASSERT_EQ(places.offers({}, menu).size(), 2u) << "neither what is gone nor what was not begun";
  EXPECT_EQ(places.said()[0].place, "step 3 of My elbow");
  EXPECT_EQ(places.said()[1].place, "lesson 2, step 4");
  EXPECT_EQ(places.offers({}, menu)[1].path, four) << "that of this program";
  const LessonPlace open = at_step(own, 1);
  ASSERT_EQ(places.offers(open, menu).size(), 1u);
  EXPECT_EQ(places.offers(at_step(own, 0), menu).size(), 2u) << "it was opened anew";
  EXPECT_TRUE(LessonPlaces({}).offers({}, menu).empty());
}

}  // namespace
}  // namespace bindpose::app::test_lesson_places
