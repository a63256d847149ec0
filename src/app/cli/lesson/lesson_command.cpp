#include "app/cli/lesson/lesson_command.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/lesson/lesson_stage.h"
#include "app/viewer/lesson/lesson_files.h"
#include "app/viewer/lesson/lesson_places.h"
#include "app/viewer/viewer.h"
#include "io/files/image_io.h"
#include "io/import.h"
#include "io/text/clean_text.h"
#include "scene/lesson/lesson_check.h"
#include "scene/lesson/transcript.h"
#include "view/lesson_camera.h"

namespace bindpose::app {

namespace {

// From 0. Of a course it is one of its first lesson.
std::size_t lesson_step_of(const std::string& path, int step) {
  const std::string file = is_course_file(path) ? read_course(path).lessons.front().path : path;
  const std::size_t count = read_lesson(file).steps.size();
  if (step < 1 || static_cast<std::size_t>(step) > count)
    throw UsageError("--step " + std::to_string(step) + ": the lesson has the steps 1 to " +
                     std::to_string(count));
  return static_cast<std::size_t>(step) - 1;
}

// Number of things that are wrong.
int print_step(const LessonPlan& plan, std::size_t k, std::size_t& checked) {
  print(std::to_string(k + 1) + ". " + plan.lesson.steps[k].title + "\n");
  int failed = 0;
  for (const CheckResult& result : check_step(plan, k)) {
    ++checked;
    std::printf("   %s %s\n", result.holds ? "ok  " : "FAIL", shown_sentence(result.text).c_str());
    if (result.holds) continue;
    ++failed;
    std::fprintf(stderr, "bindpose: line %d: %s\n", result.line,
                 shown_sentence(result.text).c_str());
  }
  return failed;
}

// Number of images that cannot be shown.
int print_images(const Lesson& lesson, const std::string& path) {
  int failed = 0;
  const std::vector<LoadedImage> images = load_images(lesson, path);
  for (std::size_t k = 0; k < images.size(); ++k) {
    if (images[k].image) continue;
    ++failed;
    const std::string problem = shown_sentence(images[k].problem);
    std::printf("FAIL image: %s\n", problem.c_str());
    std::fprintf(stderr, "bindpose: line %d: %s\n", lesson.images[k].line, problem.c_str());
  }
  return failed;
}

// Pictures of each go to a folder of its own. What is worst is returned. A model is for those that
// take any.
int for_each_lesson(const CourseFile& course, const LessonArgs& args,
                    int (*run)(const LessonArgs& args)) {
  int worst = kGood;
  for (std::size_t k = 0; k < course.lessons.size(); ++k) {
    const LessonFile& file = course.lessons[k];
    std::printf("%s%s, %zu of %zu: %s\n", k == 0 ? "" : "\n", shown_sentence(course.title).c_str(),
                k + 1, course.lessons.size(), shown_sentence(file.name).c_str());
    LessonArgs one = args;
    one.lesson = file.path;
    try {
      if (!args.model.empty() && !read_lesson(file.path).model.empty()) one.model.clear();
    } catch (const std::exception& e) {
      throw ImportError(e.what());
    }
    if (!args.render_folder.empty()) {
      char number[24];
      std::snprintf(number, sizeof number, "%02zu-", k + 1);
      one.render_folder =
          (std::filesystem::path(args.render_folder) / (number + file.name)).string();
    }
    worst = std::max(worst, run(one));
  }
  return worst;
}

}  // namespace

WindowArgs window_of_lesson(const LessonArgs& args, WindowArgs window) {
  check_model_option(args);
  window.light = window.light || args.light;
  window.presenter = args.presenter;
  window.speaker = args.speaker;
  if (args.go_on) {
    if (!args.lesson.empty() || args.step != 1 || !args.model.empty())
      throw UsageError("--go-on: it says itself which lesson, which step and which model");
    window.left = last_left_lesson();
    if (!window.left) throw UsageError("--go-on: no lesson was left on its way");
    return window;
  }
  window.lesson = find_lesson(args.lesson.empty() ? "1" : args.lesson);
  window.lesson_model = args.model;
  window.lesson_step = lesson_step_of(window.lesson, args.step);
  return window;
}

int run_lesson_list() {
  int number = 0;
  for (const LessonFile& file : shipped_lessons()) {
    std::printf("%d  %-24s %s\n", ++number, file.name.c_str(), file.title.c_str());
    if (!file.summary.empty()) std::printf("   %-24s %s\n", "", file.summary.c_str());
  }
  return kGood;
}

void check_model_option(const LessonArgs& args) {
  if (args.model.empty() || args.lesson.empty()) return;
  const std::string path = find_lesson(args.lesson);
  if (is_course_file(path)) return;
  std::string own;
  try {
    own = read_lesson(path).model;
  } catch (const std::exception& e) {
    throw ImportError(e.what());
  }
  if (!own.empty()) throw UsageError("--model: the lesson has its own model, " + own);
}

int run_lesson_check(const LessonArgs& args) {
  if (const auto course = course_of(args)) return for_each_lesson(*course, args, run_lesson_check);
  std::string path;
  const LessonPlan plan = load_plan(args, path);
  print(plan.lesson.title + " (" + plan.model->name + ")\n");
  int failed = 0;
  std::size_t checked = 0;
  for (std::size_t k = 0; k < plan.steps.size(); ++k) failed += print_step(plan, k, checked);
  failed += print_images(plan.lesson, path);
  const auto s = [](std::size_t n) { return n == 1 ? "" : "s"; };
  std::printf("%zu step%s, %zu statement%s, %d wrong\n", plan.steps.size(), s(plan.steps.size()),
              checked, s(checked), failed);
  return failed == 0 ? kGood : kCheckFailed;
}

int run_lesson_text(const LessonArgs& args) {
  if (const auto course = course_of(args)) return for_each_lesson(*course, args, run_lesson_text);
  std::string path;
  const LessonPlan plan = load_plan(args, path);
  const RenderArgs usual;
  const vec2 size(static_cast<float>(usual.width), static_cast<float>(usual.height));
  const std::string text = lesson_transcript(
      plan, plan.model->path, [&](std::size_t k) { return whole_camera(plan.steps[k], size); });
  print(text);
  return kGood;
}

int run_lesson_pictures(const LessonArgs& args) {
  if (const auto course = course_of(args))
    return for_each_lesson(*course, args, run_lesson_pictures);
  std::string path;
  const LessonPlan plan = load_plan(args, path);
  std::error_code error;
  std::filesystem::create_directories(args.render_folder, error);
  if (error) throw UsageError("--render-steps " + args.render_folder + ": " + error.message());
  LessonStage stage(args);
  Viewer& viewer = stage.viewer();
  viewer.show_lesson(plan, path);
  const auto draw = [&](std::size_t k, const char* what) {
    stage.settle();
    const Image picture = stage.draw();
    char name[40];
    std::snprintf(name, sizeof name, "%02zu%s.png", k + 1, what);
    const std::string file = (std::filesystem::path(args.render_folder) / name).string();
    write_or_blame("--render-steps", file, [&] { write_png(file, picture, args.recipe); });
    std::printf("%s\n", file.c_str());
    if (viewer.ui_state().lesson.overflow > 1.0f) {
      std::fprintf(stderr, "bindpose: note: step %zu has %.0f pixels more text than room\n", k + 1,
                   double(viewer.ui_state().lesson.overflow));
    }
  };
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    if (k > 0) viewer.show_step(k, true);
    draw(k, "");
    if (!plan.lesson.steps[k].predict) continue;
    viewer.reveal_answer(true);
    draw(k, "-answer");
  }
  return kGood;
}

}  // namespace bindpose::app
