// Lessons on disk: the shipped ones and the user's.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/import/import_worker.h"
#include "scene/lesson/lesson_plan.h"
#include "scene/model.h"

namespace bindpose::app {

struct LessonFile {
  std::string name;   // "bind-rest-posed": the file's name without number and ending
  std::string title;  // "" where the file is broken
  std::string summary;
  std::string path;
};

// The lessons that come with the program, in order.
std::vector<LessonFile> shipped_lessons();

// Path of the lesson that the words name: a file, or a shipped lesson by name, number or the start
// of its name. Throws UsageError with the names there are.
std::string find_lesson(const std::string& name_or_file);

// Throws std::runtime_error: "FILE: Line 12: ...".
Lesson read_lesson(const std::string& path);

// A course's file (scene/lesson/course/course.h) with its lessons: each is there, one that is
// broken has no title. Throws std::runtime_error: "FILE: Line 12: ...".
struct CourseFile {
  std::string title, path;
  std::vector<LessonFile> lessons;
};
bool is_course_file(const std::string& path);
CourseFile read_course(const std::string& path);

// The model's file: beside the lesson, else among the demo models; for a lesson that takes any, a
// demo model. Throws std::runtime_error where it is in neither place.
std::string lesson_model_path(const Lesson& lesson, const std::string& lesson_path);

// What else the steps of that lesson open: their own models, and files whose clips they take; each
// is looked for in the same places. Opened when the lesson is planned, and waited for until
// `stopped` says yes.
LessonFiles lesson_companions(const std::string& lesson_path, const ImportLimits& limits,
                              const std::function<bool()>& stopped = {});

// An image of a lesson's text, or one sentence that says why it cannot be shown.
struct LoadedImage {
  std::optional<Image> image;
  std::string problem;
};
// One for each of Lesson::images, from the lesson's folder: at most 4096 pixels a side, and 64
// million in all.
std::vector<LoadedImage> load_images(const Lesson& lesson, const std::string& lesson_path);

// Appends a step to the file, which is made where it is not there; `model_path` is what the file's
// front matter then names. An existing file must be a lesson about the same model. Throws
// std::runtime_error with one sentence; nothing is written then. Returns the step's number, from 1.
int append_step(const std::string& path, const std::string& model_path,
                const std::vector<std::string>& edits, const LessonCamera& camera);

}  // namespace bindpose::app
