// What the lesson commands without a window share: the lesson fitted to its model, and a viewer
// that draws it.
#pragma once

#include <optional>
#include <string>

#include "app/cli/lesson/lesson_command.h"
#include "app/gl_context.h"
#include "app/viewer/lesson/lesson_files.h"
#include "app/viewer/viewer.h"
#include "render/gpu/screen_target.h"

namespace bindpose::app {

// The lesson that the words name; `path` gets its file. Throws UsageError and ImportError.
LessonPlan load_plan(const LessonArgs& args, std::string& path);
std::optional<CourseFile> course_of(const LessonArgs& args);  // none: it names no course
// Throws UsageError for a course, of which `option` takes no more than one lesson.
void refuse_course(const LessonArgs& args, const char* option);

// A viewer without a window, in the size, the theme and the mode that the words ask for.
class LessonStage {
 public:
  explicit LessonStage(const LessonArgs& args);

  Viewer& viewer() { return viewer_; }
  // Lays out the next frame; true where nothing will change until somebody does something.
  bool step(double seconds) { return viewer_.step(input_, seconds).idle; }
  void settle();
  // Of the interface; 1 at first.
  void set_scale(float scale) { input_.scale = scale; }
  // The picture of what the last step laid out.
  Image draw();

 private:
  OffscreenContext context_;
  ScreenTarget target_;
  Input input_;
  Viewer viewer_;
};

}  // namespace bindpose::app
