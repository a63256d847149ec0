// `bindpose lesson NAME --film OUT`: the lesson as a film that plays by itself.
#pragma once

#include "app/cli/lesson/lesson_command.h"

namespace bindpose::app {

// What can be refused before anything is read (UsageError).
void check_lesson_film(const LessonArgs& args);

// The window with its text, as in presenter mode, from the first step to the last: each step,
// question, answer and slider for as long as scene/lesson/lesson_schedule.h says.
int run_lesson_film(const LessonArgs& args);

}  // namespace bindpose::app
