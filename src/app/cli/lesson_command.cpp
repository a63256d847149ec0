#include "app/cli/lesson_command.h"

#include <cstdio>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/settle.h"
#include "app/gl_context.h"
#include "app/paths.h"
#include "app/viewer/lesson_files.h"
#include "app/viewer/viewer.h"
#include "io/files/image_io.h"
#include "io/import.h"
#include "io/text/clean_text.h"
#include "render/gpu/screen_target.h"
#include "scene/lesson/lesson_check.h"
#include "scene/lesson/transcript.h"

namespace bindpose::app {

namespace {

constexpr double kFrame = 1.0 / 60.0;

LessonPlan load_plan(const LessonArgs& args, std::string& path) {
  if (args.lesson.empty()) {
    throw UsageError(
        "lesson: name one; 'bindpose lesson --list' shows those that come with the "
        "program");
  }
  path = find_lesson(args.lesson);
  Lesson lesson;
  std::string model_path;
  try {
    lesson = read_lesson(path);
    model_path = lesson_model_path(lesson, path);
  } catch (const std::exception& e) {
    throw ImportError(e.what());
  }
  std::string error;
  auto plan =
      plan_lesson(std::move(lesson), import_for_command(model_path, {}, args.import), error);
  if (!plan) throw ImportError(std::filesystem::path(path).filename().string() + ": " + error);
  return std::move(*plan);
}

// Number of things that are wrong.
int print_step(const LessonPlan& plan, std::size_t k, std::size_t& checked) {
  std::printf("%zu. %s\n", k + 1, plan.lesson.steps[k].title.c_str());
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

}  // namespace

int run_lesson_list() {
  int number = 0;
  for (const LessonFile& file : shipped_lessons()) {
    std::printf("%d  %-24s %s\n", ++number, file.name.c_str(), file.title.c_str());
    if (!file.summary.empty()) std::printf("   %-24s %s\n", "", file.summary.c_str());
  }
  return kGood;
}

int run_lesson_check(const LessonArgs& args) {
  std::string path;
  const LessonPlan plan = load_plan(args, path);
  std::printf("%s (%s)\n", plan.lesson.title.c_str(), plan.model->name.c_str());
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
  std::string path;
  const LessonPlan plan = load_plan(args, path);
  const std::string text = lesson_transcript(plan, plan.model->path);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kGood;
}

int run_lesson_pictures(const LessonArgs& args) {
  std::string path;
  const LessonPlan plan = load_plan(args, path);
  std::error_code error;
  std::filesystem::create_directories(args.render_folder, error);
  if (error) throw UsageError("--render-steps " + args.render_folder + ": " + error.message());
  const OffscreenContext context;
  const ScreenTarget target(args.width, args.height);
  ViewerOptions options;
  options.shaders = shader_folder();
  options.fonts = find_fonts();
  options.framebuffer = target.framebuffer();
  options.still = true;
  Viewer viewer(options);
  ViewSettings view;
  view.dark = !args.light;
  viewer.apply({SetView{view}});
  viewer.ui_state().presenter = args.presenter;
  Input input;
  input.size = vec2(static_cast<float>(args.width), static_cast<float>(args.height));
  viewer.show_lesson(plan, path);
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    if (k > 0) viewer.show_step(k, true);
    settle(viewer, input);
    viewer.draw_still(input);
    char name[32];
    std::snprintf(name, sizeof name, "%02zu.png", k + 1);
    const std::string file = (std::filesystem::path(args.render_folder) / name).string();
    write_or_blame([&] { write_png(file, target.read_pixels()); });
    std::printf("%s\n", file.c_str());
    if (viewer.ui_state().lesson.overflow > 1.0f) {
      std::fprintf(stderr, "bindpose: note: step %zu has %.0f pixels more text than room\n", k + 1,
                   double(viewer.ui_state().lesson.overflow));
    }
  }
  return kGood;
}

}  // namespace bindpose::app
