#include "app/viewer/lesson/lesson_places.h"

#include <algorithm>
#include <utility>

#include "app/paths.h"
#include "app/viewer/lesson/lesson_session.h"

namespace bindpose::app {
namespace fs = std::filesystem;

fs::path lesson_places_file() {
  const fs::path folder = state_folder();
  return folder.empty() ? folder : folder / "lessons.json";
}

std::optional<LessonPlace> last_left_lesson() {
  LessonPlaces places(lesson_places_file());
  const std::vector<LessonPlace>& left = places.offers({}, LessonSession().menu());
  if (left.empty()) return {};
  return left.front();
}

std::string found_lesson(const std::string& path, const std::vector<ui::LessonEntry>& menu) {
  std::error_code ignored;
  if (fs::is_regular_file(path, ignored)) return path;
  const fs::path name = fs::path(path).filename();
  const auto same = std::ranges::find_if(
      menu, [&](const ui::LessonEntry& entry) { return fs::path(entry.path).filename() == name; });
  return same == menu.end() ? std::string() : same->path;
}

namespace {

// "lesson 4, step 5", and "step 5 of Bending an elbow" for one that does not come along.
std::string place_words(const LessonPlace& place, const std::vector<ui::LessonEntry>& menu) {
  const std::string step = "step " + std::to_string(place.step + 1);
  const auto at = std::ranges::find(menu, place.path, &ui::LessonEntry::path);
  if (at != menu.end()) return "lesson " + std::to_string(at - menu.begin() + 1) + ", " + step;
  const std::string name = place.title.empty() ? fs::path(place.path).stem().string() : place.title;
  return step + " of " + name;
}

}  // namespace

LessonPlaces::LessonPlaces(fs::path file) : file_(std::move(file)) {}

void LessonPlaces::keep(const LessonPlace& place) {
  if (file_.empty() || place == kept_) return;
  keep_lesson_place(place, file_);
  kept_ = place;
  read_ = false;
}

const std::vector<LessonPlace>& LessonPlaces::offers(const std::optional<LessonPlace>& open,
                                                     const std::vector<ui::LessonEntry>& menu) {
  if (read_ && open == open_) return offers_;
  if (!read_) places_ = read_lesson_places(file_);
  read_ = true;
  open_ = open;
  offers_.clear();
  said_.clear();
  for (LessonPlace place : places_) {
    place.path = found_lesson(place.path, menu);
    if (place.path.empty() || place.fresh()) continue;
    if (open && open->path == place.path && (!open->fresh() || open->step == place.step)) continue;
    said_.push_back({place_words(place, menu), place.title});
    offers_.push_back(std::move(place));
  }
  return offers_;
}

}  // namespace bindpose::app
