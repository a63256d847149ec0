// `bindpose lesson` without a window: the list, the check, the pictures.
#pragma once

#include <optional>
#include <string>

#include "app/import/import_worker.h"
#include "app/window/window.h"

namespace bindpose::app {

struct LessonArgs {
  std::string lesson;  // a file, of a course as well, or a shipped lesson by name or number
  std::string model;   // for a lesson that takes any
  std::string recipe;  // the command as it was given, for the pictures
  bool list = false;
  bool check = false;
  bool text = false;
  std::string render_folder;  // where the pictures of the steps go
  std::string handout;        // the page that is written; `lesson` may be "all" then
  std::string film;           // the lesson as a film
  std::optional<double> fps;  // of that
  int width = 1280, height = 720;
  int step = 1;        // that the window begins with
  bool go_on = false;  // it shows the lesson that was left last
  bool presenter = false;
  bool speaker = false;  // with the window of who speaks
  bool light = false;
  ImportLimits import;
};

// What a window that shows the lesson begins with; `window`: what was said of it before the
// command. UsageError where there is no such lesson or step (of a course: of its first lesson), or
// none that was left.
WindowArgs window_of_lesson(const LessonArgs& args, WindowArgs window);

// Of a lesson that has its own model a model of the caller's is a usage error.
void check_model_option(const LessonArgs& args);

// Of a course these three run for each of its lessons, in order.
int run_lesson_list();
// From the first step to the last: each figure is computed and held against what the lesson says;
// a figure that the text states without an expected value fails too. kCheckFailed where one fails.
int run_lesson_check(const LessonArgs& args);
// Every step as plain text: scene/lesson/transcript.h.
int run_lesson_text(const LessonArgs& args);
// A PNG a step, "01.png" and on, of the window as the lesson opens it; of one that asks another one
// with the answer, "03-answer.png".
int run_lesson_pictures(const LessonArgs& args);

}  // namespace bindpose::app
