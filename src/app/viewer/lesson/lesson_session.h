// The lesson that is open, the one whose model loads, and the move between two steps. What the
// steps are is decided in scene/lesson/lesson_plan.h; this keeps where the lesson stands.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/import/file_watch.h"
#include "app/viewer/lesson/lesson_files.h"
#include "io/workspace/lesson_places.h"
#include "scene/lesson/predict/predict.h"
#include "ui/ui.h"
#include "view/free_view.h"

namespace bindpose::app {

// A lesson whose model is being loaded.
struct PendingLesson {
  Lesson lesson;
  std::string path;
  std::size_t step = 0;
  std::optional<LessonPlace> left{};  // as which it is to be shown
};

struct OpenLesson {
  LessonPlan plan;
  std::string path;
  std::size_t step = 0;
  FileWatch watch;                                  // of the lesson's file
  std::shared_ptr<const void> textures;             // keeps those of `pictures`
  std::vector<ui::LessonPicture> pictures;          // one a Lesson::images
  std::shared_ptr<const LessonPlan> for_threads{};  // `plan`, as long as somebody works on it
  std::vector<LessonAnswer> answers;                // one a step; of those that ask nothing unused
};

// The course that the open lesson is part of.
struct OpenCourse {
  std::string title, path;
  std::vector<ui::LessonEntry> lessons;
  std::size_t at = 0;
};

inline constexpr double kLessonEaseSeconds = 0.35;

class LessonSession {
 public:
  // Before a frame is laid out: images of lessons that were closed go.
  void begin_frame() { retired_.reset(); }

  // Lessons that come along; read when they are first asked for, which a picture never does.
  const std::vector<ui::LessonEntry>& menu() const;
  bool is_in_menu(const std::string& path) const;

  // Null where the open lesson is part of none.
  const OpenCourse* course() const { return open_ && course_ ? &*course_ : nullptr; }
  // What is opened next is its lesson. A lesson that is not in it ends a course.
  void expect(const CourseFile& course);
  void end_course() { course_.reset(); }

  const OpenLesson* open() const { return open_ ? &*open_ : nullptr; }
  // Needs a current GL context where the lesson has images, as closing does.
  void begin(LessonPlan plan, const std::string& path);
  void close();
  // The step, or the last one; expects an open lesson, as what follows does.
  const StepPlan& go_to(std::size_t step);
  const StepPlan& step() const { return open_->plan.steps[open_->step]; }
  // What the step shows: its question until the answer is revealed.
  const Scene& shown() const;
  // The question that is open; null: the step asks none, or its answer is shown.
  const LessonPrediction* question() const;
  // Shows the answer, or hides it again. False where the step has none, or stands so already.
  bool reveal(bool shown);
  // The answer to the open question, for who knows it before it is shown.
  void find_answer();
  void guess(const LessonGuess& guess);
  void guessed_before(std::vector<LessonGuess> guesses);  // those beside it
  // A click is one more answer where the open question asks for a place, and takes one back that
  // `meets` says is under it; false elsewhere.
  bool guess_at(const PlaceGuess& place, const std::function<bool(const PlaceGuess&)>& meets);
  // Where the lesson stands, its sliders apart; expects an open one, as what follows does.
  LessonPlace place() const;
  // What was answered there, where the lesson asks the same yet.
  void take_answers(const LessonPlace& place);
  // Where the step wants the camera: its own one, moved clear of the cards.
  Camera step_camera(const Camera& now, const Viewport& viewport,
                     std::span<const ViewPart> cards) const;
  // Whether that file is the lesson's model.
  bool shows(const std::string& model_path) const;
  // The same lesson at the same step, for its model that was written again.
  PendingLesson again() const;
  // Whether the lesson's own file was written again; false without one.
  bool file_changed() { return open_ && open_->watch.changed(); }

  void wait_for(PendingLesson lesson) { pending_ = std::move(lesson); }
  std::optional<PendingLesson> take_pending() { return std::exchange(pending_, std::nullopt); }

  // The pose eases from the one that was shown to the step's own.
  void ease_from(std::vector<mat4> local, std::vector<float> morph, PosedScene to);
  bool easing() const { return ease_.has_value(); }
  // The pose after `dt` more seconds; nothing when it is over.
  std::optional<SetPose> ease(double dt, const Scene& scene);
  // True where there was an ease to end.
  bool end_ease() { return std::exchange(ease_, std::nullopt).has_value(); }

 private:
  void place_in_course(const std::string& path);

  struct PoseEase {
    std::vector<mat4> from_local;
    std::vector<float> from_morph;
    PosedScene to;
    double elapsed = 0.0;
  };
  mutable std::optional<std::vector<ui::LessonEntry>> menu_;
  std::shared_ptr<const void> retired_;  // what was laid out in this frame is drawn with them yet
  std::optional<OpenLesson> open_;
  std::optional<OpenCourse> course_, expected_;
  std::optional<PendingLesson> pending_;
  std::optional<PoseEase> ease_;
};

}  // namespace bindpose::app
