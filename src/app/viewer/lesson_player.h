// The lesson that is open, and the move between its steps. What the steps are is decided in
// scene/lesson/lesson_plan.h; this keeps where the lesson stands.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/import/file_watch.h"
#include "scene/lesson/lesson_plan.h"

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
  FileWatch watch;     // of the lesson's file
  bool framed = true;  // the camera is where the step put it: it follows the view's size
};

// A pose that moves from one step's to the next one's.
struct PoseEase {
  std::vector<mat4> from_local;
  std::vector<float> from_morph;
  PosedScene to;
  double elapsed = 0.0;
};
inline constexpr double kLessonEaseSeconds = 0.35;

}  // namespace bindpose::app
