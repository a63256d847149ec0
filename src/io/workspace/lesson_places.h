// Where lessons were left: a file of the program's own, so that somebody can go on the next day.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "scene/lesson/predict/predict.h"

namespace bindpose {

// What was answered in a step, and what it asked then: the lesson may be another one meanwhile.
struct KeptAnswer {
  std::size_t step = 0;
  LessonPrediction::Kind kind = LessonPrediction::Choice;
  std::size_t options = 0;  // of a Choice
  bool revealed = false;
  std::vector<LessonGuess> guesses{};  // the last one is the one that counts
  bool operator==(const KeptAnswer&) const = default;
};

struct LessonPlace {
  std::string path;      // of the lesson
  std::string course{};  // the file of the course that it was opened as a part of; "": none
  std::string model{};   // of a lesson that takes any; "": its own
  std::string title{};
  std::size_t step = 0;
  std::vector<std::pair<std::string, double>> sliders{};  // of that step, by their labels
  std::vector<KeptAnswer> answers{};
  bool operator==(const LessonPlace&) const = default;

  // Nothing was done yet: it was only opened.
  bool fresh() const { return step == 0 && sliders.empty() && answers.empty(); }
};

// Newest first; none where there is no such file, or it is broken: nothing depends on it.
std::vector<LessonPlace> read_lesson_places(const std::filesystem::path& file);

// Puts it in front of the others; one of the same lesson goes. Where `place` is fresh that other
// one, unless it is fresh too, comes in front in its stead: a lesson that was opened by mistake
// costs nothing. At most 20 are kept; that it cannot be written is ignored.
void keep_lesson_place(const LessonPlace& place, const std::filesystem::path& file);

}  // namespace bindpose
