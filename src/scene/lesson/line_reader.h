// The lines of a lesson as edits.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "scene/edit/edit.h"
#include "scene/lesson/lesson.h"

namespace bindpose {

// Weights that are computed follow from the model and the words alone ("bind heat strength 0.3")
// and take nearly all of the time that a lesson is planned in: steps, and the places of a slider,
// that ask for the same share them.
class LineReader {
 public:
  // As parse_edit() does.
  std::optional<Edit> read(const std::string& text, const Scene& scene, std::string& error);
  // A line of the view says all of it. Throws lesson_words::Failure.
  Edit read(const LessonLine& line, const Scene& scene);

 private:
  std::map<std::pair<std::shared_ptr<const Model>, std::string>, Edit> computed_;
};

}  // namespace bindpose
