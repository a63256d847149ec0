// The lesson that is open, the one whose model loads, and the move between two steps. What the
// steps are is decided in scene/lesson/lesson_plan.h; this keeps where the lesson stands.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/import/file_watch.h"
#include "scene/lesson/lesson_plan.h"
#include "ui/ui.h"
#include "view/free_view.h"

namespace bindpose::app {

// A lesson whose model is being loaded.
struct PendingLesson {
  Lesson lesson;
  std::string path;
  std::size_t step = 0;
};

struct OpenLesson {
  LessonPlan plan;
  std::string path;
  std::size_t step = 0;
  FileWatch watch;                                  // of the lesson's file
  std::shared_ptr<const void> textures;             // keeps those of `pictures`
  std::vector<ui::LessonPicture> pictures;          // one a Lesson::images
  std::shared_ptr<const LessonPlan> for_threads{};  // `plan`, as long as somebody works on it
};

inline constexpr double kLessonEaseSeconds = 0.35;

class LessonSession {
 public:
  LessonSession();

  // Before a frame is laid out: images of lessons that were closed go.
  void begin_frame() { retired_.reset(); }

  std::span<const ui::LessonEntry> menu() const { return menu_; }  // lessons that come along
  bool is_in_menu(const std::string& path) const;

  const OpenLesson* open() const { return open_ ? &*open_ : nullptr; }
  // Needs a current GL context where the lesson has images, as closing does.
  void begin(LessonPlan plan, const std::string& path);
  void close();
  // The step, or the last one; expects an open lesson, as what follows does.
  const StepPlan& go_to(std::size_t step);
  const StepPlan& step() const { return open_->plan.steps[open_->step]; }
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
  struct PoseEase {
    std::vector<mat4> from_local;
    std::vector<float> from_morph;
    PosedScene to;
    double elapsed = 0.0;
  };
  std::vector<ui::LessonEntry> menu_;
  std::shared_ptr<const void> retired_;  // what was laid out in this frame is drawn with them yet
  std::optional<OpenLesson> open_;
  std::optional<PendingLesson> pending_;
  std::optional<PoseEase> ease_;
};

}  // namespace bindpose::app
