#include "scene/lesson/line_reader.h"

#include <sstream>

#include "scene/lesson/lesson_words.h"
#include "scene/names.h"

namespace bindpose {

std::optional<Edit> LineReader::read(const std::string& text, const Scene& scene,
                                     std::string& error) {
  std::istringstream words(text);
  std::string verb, how;
  words >> verb >> how;
  // "bind pose" goes by the pose.
  if (verb != "bind" || how == "pose") return parse_edit(text, scene, error);
  error.clear();
  const std::pair key(scene.model, text);
  if (const auto known = computed_.find(key); known != computed_.end()) return known->second;
  std::optional<Edit> edit = parse_edit(text, scene, error);
  if (edit) computed_.emplace(key, *edit);
  return edit;
}

Edit LineReader::read(const LessonLine& line, const Scene& scene) {
  std::string error;
  Scene context = scene;
  context.view = {};
  std::optional<Edit> edit = read(line.text, context, error);
  if (!edit) throw lesson_words::Failure{line.line, in_quotes(line.text) + ": " + error};
  return std::move(*edit);
}

}  // namespace bindpose
