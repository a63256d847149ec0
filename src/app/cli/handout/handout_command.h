// `bindpose lesson NAME --handout OUT.html`.
#pragma once

#include "app/cli/lesson/lesson_command.h"

namespace bindpose::app {

// One file with the lesson, with those of a course, or with all that come with the program ("all"):
// io/handout/handout.h.
int run_lesson_handout(const LessonArgs& args);

}  // namespace bindpose::app
