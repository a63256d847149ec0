// The viewer's lesson: opening it, going from step to step, following its file.
#include <algorithm>
#include <filesystem>

#include "app/viewer/lesson_files.h"
#include "app/viewer/letters.h"
#include "app/viewer/viewer.h"
#include "view/lesson_camera.h"

namespace bindpose::app {

namespace fs = std::filesystem;

void Viewer::open_lesson(const std::string& path, std::size_t step) {
  try {
    PendingLesson wanted{read_lesson(path), path, step};
    const std::string model = lesson_model_path(wanted.lesson, path);
    if (lesson_ && same_model(model)) {
      start_lesson(std::move(wanted), lesson_->plan.model);
      return;
    }
    open(model);
    pending_lesson_ = std::move(wanted);
  } catch (const std::exception& e) {
    tell(e.what(), true);
  }
}

bool Viewer::same_model(const std::string& path) const {
  std::error_code error;
  return fs::equivalent(lesson_->plan.model->path, path, error) && !error;
}

// Fits the lesson to the model and shows it; where that fails the window stays as it is.
bool Viewer::start_lesson(PendingLesson wanted, std::shared_ptr<const Model> model) {
  std::string error;
  std::optional<LessonPlan> plan = plan_lesson(std::move(wanted.lesson), std::move(model), error);
  if (!plan) {
    tell(fs::path(wanted.path).filename().string() + ": " + error, true);
    return false;
  }
  begin_lesson(std::move(*plan), wanted.path, wanted.step);
  return true;
}

void Viewer::show_lesson(LessonPlan plan, const std::string& path) {
  begin_lesson(std::move(plan), path, 0);
}

void Viewer::begin_lesson(LessonPlan plan, const std::string& path, std::size_t step) {
  // Weights that a step edits live in a copy of the model: the lesson's own is what counts.
  const bool another = (lesson_ ? lesson_->plan.model : document_.scene().model) != plan.model;
  const bool first = !lesson_.has_value();
  if (another) show(plan.model);
  new_letters_ = add_letters(plan.lesson, letters_) || new_letters_;
  lesson_ = OpenLesson{std::move(plan), path, 0, {}, true};
  lesson_->watch.start(path);
  const bool own = std::ranges::any_of(lessons_, [&](const auto& l) { return l.path == path; });
  if (!own) {
    ui_.recorded.path = fs::absolute(path).string();
    ui_.recorded.model = lesson_->plan.model->path;
  }
  ui_.message.text.clear();
  if (first) ui_.lesson.opened = true;
  show_step(step, !another);
}

void Viewer::close_lesson() {
  finish_ease();
  lesson_.reset();
  ui_.of_model.lesson = {};
  ui_.of_model.gizmo.hidden = false;
  scene_dirty_ = true;
  frames_wanted_ = std::max(frames_wanted_, 2);
}

// `eased`: from what is shown now; else at once.
void Viewer::show_step(std::size_t step, bool eased) {
  finish_ease();
  lesson_->step = std::min(step, lesson_->plan.steps.size() - 1);
  const StepPlan& plan = lesson_->plan.steps[lesson_->step];
  Scene scene = plan.start;
  scene.view.dark = document_.scene().view.dark;
  PoseEase ease{posed_.local, posed_.morph, {}, 0.0};
  ui_.of_model.gizmo.drag.reset();
  ui_.of_model.reach = {};
  ui_.math.large_pointed = ui_.math.large_kept = -1;
  ui_.of_model.lesson = {};
  ui_.of_model.gizmo.hidden = true;
  ui_.panes.focused = 0;
  document_ = Document(std::move(scene));
  changed({Change::Pose, -1});
  ease.to = posed_;
  if (eased && ease.from_local.size() == posed_.local.size()) ease_ = std::move(ease);
  lesson_->framed = true;
  framed_ = frame_on_first_view_ = false;
  // What lies over the view in this step is known when the interface has drawn it: place_view.
  frame_after_ = eased ? kLessonEaseSeconds : 0.0;
  if (eased) {
    animate_lesson(0.0);
  } else {
    navigation_.stop();
    camera_ = step_camera();
  }
  frames_wanted_ = kSettleFrames;
}

Camera Viewer::step_camera() const {
  const StepPlan& plan = lesson_->plan.steps[lesson_->step];
  return lesson_camera(plan.camera, camera_, viewport_, plan.bounds, plan.start,
                       evaluate(plan.start), cards_);
}

void Viewer::animate_lesson(double dt) {
  if (!ease_) return;
  ease_->elapsed += dt;
  if (ease_->elapsed >= kLessonEaseSeconds) {
    finish_ease();
    return;
  }
  const float t = static_cast<float>(ease_->elapsed / kLessonEaseSeconds);
  const SetPose pose =
      eased_pose(ease_->from_local, ease_->from_morph, document_.scene(), ease_->to, t);
  changed(document_.apply({pose, Phase::Preview}));
}

// The step's own pose, exactly: the ease was a gesture that is cancelled.
void Viewer::finish_ease() {
  if (!ease_) return;
  ease_.reset();
  changed(document_.apply({SetPose{}, Phase::Cancel}));
}

void Viewer::handle_lesson(const ui::Requests& requests) {
  if (requests.open_lesson) open_lesson(*requests.open_lesson, 0);
  if (requests.close_lesson) close_lesson();
  if (requests.lesson_step && lesson_) show_step(*requests.lesson_step, true);
  if (requests.record_step) record_step(*requests.record_step);
}

void Viewer::record_step(const std::string& path) {
  const Scene& scene = document_.scene();
  if (!scene.model) return;
  try {
    const int step =
        append_step(path, scene.model->path, edits_of(scene), recorded_camera(camera_, viewport_));
    ui_.recorded.path = path;
    ui_.recorded.model = scene.model->path;
    tell("Recorded as step " + std::to_string(step) + " of " + fs::path(path).filename().string() +
             ".",
         false);
  } catch (const std::exception& e) {
    tell(e.what(), true);
  }
}

// The lesson's file was written again: the same step of what it says now.
bool Viewer::poll_lesson() {
  if (!lesson_ || loader_.busy() || !lesson_->watch.changed()) return false;
  const std::string path = lesson_->path;
  open_lesson(path, lesson_->step);
  frames_wanted_ = std::max(frames_wanted_, 2);
  return true;
}

}  // namespace bindpose::app
