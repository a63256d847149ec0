// Where the lessons of this window were left, kept for the next one.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "io/workspace/lesson_places.h"
#include "ui/ui.h"

namespace bindpose::app {

class LessonPlaces {
 public:
  // `file`: of io/workspace/lesson_places.h; empty: nothing is kept or offered.
  explicit LessonPlaces(std::filesystem::path file);

  // Writes it where it is not what was written last.
  void keep(const LessonPlace& place);

  // What can be gone on with, newest first: lessons that are there yet. `open`: where the open
  // lesson stands, which is left out unless it was opened anew. `menu`: lessons that come along,
  // whose numbers are said.
  const std::vector<LessonPlace>& offers(const std::optional<LessonPlace>& open,
                                         const std::vector<ui::LessonEntry>& menu);
  // The same in words: of the last offers().
  const std::vector<ui::LeftLesson>& said() const { return said_; }

 private:
  std::filesystem::path file_;
  std::optional<LessonPlace> kept_;  // that was written last
  bool read_ = false;                // places_ are as the file has them
  std::vector<LessonPlace> places_;
  std::optional<LessonPlace> open_;  // that offers_ are for
  std::vector<LessonPlace> offers_;
  std::vector<ui::LeftLesson> said_;
};

// The file of the user's: io/workspace/lesson_places.h; "" where the system has no place for it.
std::filesystem::path lesson_places_file();

// Of these the lesson that was left last and is there yet.
std::optional<LessonPlace> last_left_lesson();

// The lesson's file as it is now: a lesson that came with a program that was installed elsewhere
// is the one of this program; "" where it is nowhere.
std::string found_lesson(const std::string& path, const std::vector<ui::LessonEntry>& menu);

}  // namespace bindpose::app
