// The viewer's lessons that are left and gone on with.
#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/viewer/lesson/lesson_files.h"
#include "app/viewer/viewer.h"

namespace bindpose::app {

namespace fs = std::filesystem;

// Lessons that can be gone on with, newest first.
const std::vector<LessonPlace>& Viewer::left_places() {
  std::optional<LessonPlace> open;
  if (lesson() != nullptr) open = session_.place();
  return places_.offers(open, session_.menu());
}

void Viewer::go_on_with(const LessonPlace& place) {
  std::error_code ignored;
  try {
    if (!place.course.empty() && fs::is_regular_file(place.course, ignored))
      session_.expect(read_course(place.course));
    PendingLesson wanted{read_lesson(place.path), place.path, place.step, place};
    const bool any = wanted.lesson.model.empty();
    const bool there = any && fs::is_regular_file(place.model, ignored);
    const std::string model = there ? place.model : lesson_model_path(wanted.lesson, place.path);
    open(model);
    session_.wait_for(std::move(wanted));
  } catch (const std::exception& e) {
    notices_.tell(e.what(), true);
  }
}

// The open lesson with its answers and, in its step, the sliders where they were.
void Viewer::restore(const LessonPlace& place) {
  session_.take_answers(place);
  show_step(place.step, false);
  const LessonPlan& plan = lesson()->plan;
  const std::size_t at = lesson()->step;
  if (at != place.step || session_.question() != nullptr) return;
  const std::vector<LessonSlider>& sliders = plan.lesson.steps[at].sliders;
  std::vector<double> value = slider_starts(plan.lesson.steps[at]);
  for (std::size_t k = 0; k < sliders.size(); ++k) {
    const auto kept =
        std::ranges::find(place.sliders, sliders[k].label, &std::pair<std::string, double>::first);
    if (kept == place.sliders.end()) continue;
    value[k] = std::clamp(kept->second, sliders[k].low, sliders[k].high);
    apply({slider_edit(plan, at, k, value, document_.scene())});
  }
  ui_.of_model.lesson.sliders = value;
}

// For the next window; of sliders those that are not where the step begins.
void Viewer::keep_place() {
  const OpenLesson* open = lesson();
  if (open == nullptr || options_.lessons.empty() || planned_.busy()) return;
  LessonPlace place = session_.place();
  const LessonStep& step = open->plan.lesson.steps[open->step];
  const std::vector<double>& now = ui_.of_model.lesson.sliders;
  const std::vector<double> start = slider_starts(step);
  for (std::size_t k = 0; k < start.size() && now.size() == start.size(); ++k) {
    if (now[k] != start[k]) place.sliders.emplace_back(step.sliders[k].label, now[k]);
  }
  places_.keep(place);
}

}  // namespace bindpose::app
