#include "app/cli/lesson/lesson_stage.h"

#include <filesystem>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/settle.h"
#include "app/paths.h"
#include "app/viewer/lesson/lesson_files.h"
#include "io/import.h"

namespace bindpose::app {

LessonPlan load_plan(const LessonArgs& args, std::string& path) {
  if (args.lesson.empty()) {
    throw UsageError(
        "lesson: name one; 'bindpose lesson --list' shows those that come with the "
        "program");
  }
  check_model_option(args);
  path = find_lesson(args.lesson);
  Lesson lesson;
  std::string model_path;
  try {
    note_input(path, "the lesson itself");
    lesson = read_lesson(path);
    model_path = args.model.empty() ? lesson_model_path(lesson, path) : args.model;
  } catch (const std::exception& e) {
    throw ImportError(e.what());
  }
  std::string error;
  auto plan = plan_lesson(std::move(lesson), import_for_command(model_path, {}, args.import), error,
                          lesson_companions(path, args.import));
  if (!plan) throw ImportError(std::filesystem::path(path).filename().string() + ": " + error);
  return std::move(*plan);
}

std::optional<CourseFile> course_of(const LessonArgs& args) {
  if (args.lesson.empty()) return {};
  try {
    const std::string path = find_lesson(args.lesson);
    if (is_course_file(path)) return read_course(path);
  } catch (const UsageError&) {
    throw;
  } catch (const std::exception& e) {
    throw ImportError(e.what());
  }
  return {};
}

void refuse_course(const LessonArgs& args, const char* option) {
  if (course_of(args)) {
    throw UsageError(std::string(option) + " takes one lesson; a course has several");
  }
}

namespace {

ViewerOptions stage_options(const ScreenTarget& target) {
  ViewerOptions options;
  options.shaders = shader_folder();
  options.fonts = find_fonts();
  options.framebuffer = target.framebuffer();
  options.still = true;
  return options;
}

}  // namespace

LessonStage::LessonStage(const LessonArgs& args)
    : target_(args.width, args.height), viewer_(stage_options(target_)) {
  ViewSettings view;
  view.dark = !args.light;
  viewer_.apply({SetView{view}});
  viewer_.ui_state().presenter = args.presenter;
  input_.size = vec2(static_cast<float>(args.width), static_cast<float>(args.height));
}

void LessonStage::settle() {
  app::settle(viewer_, input_);
}

Image LessonStage::draw() {
  viewer_.draw_still(input_);
  return target_.read_pixels();
}

}  // namespace bindpose::app
