#include "app/cli/handout/handout_command.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

#include "app/cli/commands.h"
#include "app/cli/lesson/lesson_stage.h"
#include "app/cli/settle.h"
#include "app/gl_context.h"
#include "app/paths.h"
#include "app/viewer/lesson/lesson_files.h"
#include "app/viewer/viewer.h"
#include "io/files/file_writer.h"
#include "io/files/image_io.h"
#include "io/handout/handout.h"
#include "io/import.h"
#include "io/model_file.h"
#include "io/text/clean_text.h"
#include "render/gpu/screen_target.h"
#include "render/gpu/shader_text.h"
#include "render/ground.h"
#include "scene/explain/space_walk.h"
#include "scene/lesson/predict/predict.h"
#include "view/colors.h"
#include "view/joints/joint_colors.h"
#include "view/lesson_camera.h"
#include "view/panes.h"

namespace bindpose::app {

namespace {

// Pictures: so large that they are sharp on paper, so small that many fit the file.
constexpr int kPictureHeight = 720;
constexpr int kPictureWidth = static_cast<int>(kPictureHeight * kHandoutShape);
constexpr float kPictureQuality = 78.0f, kImageQuality = 85.0f;
// On paper a picture is 8 cm wide: what is written in it has to be so large to be read there.
constexpr float kPictureScale = 1.75f;

// As they stand in the folder; a script is put together of these in order.
constexpr const char* kScripts[] = {"matrix.js",   "pose.js",   "weights.js",      "engine.js",
                                    "gpu.js",      "maps.js",   "curves.js",       "marks.js",
                                    "formula.js",  "camera.js", "explain.js",      "walk.js",
                                    "question.js", "figure.js", "figure_marks.js", "page.js"};

constexpr const char* kShaders[] = {"prologue.glsl", "surface.vert", "surface.frag", "line.vert",
                                    "line.frag"};

std::string data_text(const std::filesystem::path& folder, const char* name) {
  std::ifstream in(folder / name, std::ios::binary);
  if (!in) {
    throw std::runtime_error((folder / name).string() +
                             " cannot be read; the program's data folder is not complete.");
  }
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

HandoutParts handout_parts() {
  const std::filesystem::path folder = asset_folder() / "handout";
  HandoutParts parts;
  parts.page = data_text(folder, "page.html");
  parts.style = data_text(folder, "style.css");
  for (const char* name : kShaders) {
    std::string id = std::filesystem::path(name).filename().string();
    std::ranges::replace(id, '.', '-');
    parts.page_shaders.emplace_back(id, data_text(folder, name));
  }
  for (const char* name : kScripts) parts.script += data_text(folder, name);
  parts.skin_shader = expand_shader(shader_folder(), "skin.vert").text;
  parts.light_shader = expand_shader(shader_folder(), "light.glsl").text;
  parts.weight_ramp.assign(weight_ramp().begin(), weight_ramp().end());
  parts.signed_ramp.assign(signed_ramp().begin(), signed_ramp().end());
  parts.zero_color = weight_zero_color();
  parts.none_color = no_weights_color();
  return parts;
}

// The window's own pictures of the steps, in light colours for paper.
class Studio {
 public:
  Studio() : target_(kPictureWidth, kPictureHeight), viewer_(options()) {
    input_.size = vec2(float(kPictureWidth), float(kPictureHeight));
    input_.scale = kPictureScale;
  }

  void show(const std::shared_ptr<const Model>& model, const std::vector<vec3>& colors) {
    viewer_.show(model, colors);
  }

  HandoutStep pictures(const LessonPlan& plan, std::size_t k) {
    const StepPlan& step = plan.steps[k];
    HandoutStep out;
    VertexRef& kept_back = viewer_.ui_state().of_model.lesson.kept_back;
    if (step.predict) {
      const Scene& question = step.predict->question;
      const VertexRef& vertex = step.predict->vertex;
      const bool tells =
          tells_place(plan, k, vertex, truth_of(plan, k), question, evaluate(question));
      kept_back = tells ? vertex : VertexRef{};
      out.question = picture(step, question, "", out.camera);
      kept_back = {};
    }
    out.picture = picture(step, step.start, plan.lesson.steps[k].formula, out.camera);
    if (!step.predict) add_walked(step, out);
    return out;
  }

 private:
  void add_walked(const StepPlan& step, HandoutStep& out) {
    Scene scene = step.start;
    if (scene.view.walker == WalkOf::Off) return;
    const SpaceWalk walk = space_walk(scene, evaluate(scene));
    if (walk.empty() || scene.view.walker_at >= walk.last()) return;
    scene.view.walker_at = walk.last();
    HandoutCamera same;
    viewer_.ui_state().walk_card = false;  // the page has what it says
    out.walked = picture(step, scene, "", same);
    viewer_.ui_state().walk_card = true;
    const auto last = walk.stages.size() - 1;
    out.walked_words = "Stage " + std::to_string(last) + " of " + std::to_string(last) + ": " +
                       walk_words(walk, *scene.model, last);
  }

  // `at`: what it is seen from.
  std::vector<std::uint8_t> picture(const StepPlan& step, Scene scene, const std::string& formula,
                                    HandoutCamera& at) {
    scene.view.dark = false;
    // In the window the formula of a chain has its frames drawn; here there is none.
    if (formula == "chain") scene.view.joint_axes = scene.view.joint_names = true;
    const Pane pane =
        layout_panes(scene.view, {float(kPictureWidth), float(kPictureHeight)}).front();
    viewer_.set_document(Document(scene));
    viewer_.step(input_, 1.0 / 60.0);  // lays out the view, so that the camera can be set for it
    const Camera camera = lesson_camera(step.camera, viewer_.camera(), pane.viewport, step.bounds,
                                        scene, evaluate(scene));
    viewer_.set_camera(camera);
    settle(viewer_, input_);
    viewer_.draw_still(input_);
    at = {camera.target, camera.distance, camera.yaw,
          camera.pitch,  camera.fov_y,    camera.orthographic};
    return encode_webp(target_.read_pixels(), kPictureQuality);
  }

  ViewerOptions options() const {
    ViewerOptions options;
    options.shaders = shader_folder();
    options.fonts = find_fonts();
    options.panels = false;
    options.framebuffer = target_.framebuffer();
    options.still = true;
    return options;
  }

  OffscreenContext context_;
  ScreenTarget target_;
  Viewer viewer_;
  Input input_;
};

HandoutLook look_of(const std::shared_ptr<const Model>& model) {
  HandoutLook look;
  look.joint_color = joint_colors(model);
  const Scene scene = make_scene(model);
  const Box rest = transformed(posed_bounds(scene, evaluate(scene)), model->to_display);
  look.ground = ground_height(rest);
  const GridSpacing grid = grid_spacing(rest.empty() ? 1.0f : rest.diagonal());
  look.grid_major = grid.major;
  look.grid_minor = grid.minor;
  return look;
}

struct Opened {
  std::string path;
  LessonPlan plan;
};

// What one file is made of: a lesson, those of a course, or all that come with the program.
struct Contents {
  std::string title;  // over several lessons; empty where it is the lesson's own
  std::vector<std::string> paths;
};

Contents contents_of(const LessonArgs& args) {
  Contents out;
  const auto add = [&out](const std::vector<LessonFile>& files) {
    for (const LessonFile& file : files) out.paths.push_back(file.path);
  };
  if (args.lesson == "all") {
    out.title = "Skinning: the lessons of Bindpose";
    add(shipped_lessons());
  } else if (const auto course = course_of(args)) {
    note_input(args.lesson, "the course itself");
    out.title = course->title;
    add(course->lessons);
  } else {
    out.paths.push_back(find_lesson(args.lesson));
  }
  return out;
}

// A model that several lessons are about is read once.
std::vector<Opened> open_lessons(const LessonArgs& args, const std::vector<std::string>& paths) {
  std::map<std::string, std::shared_ptr<const Model>> models;
  std::vector<Opened> out;
  for (const std::string& path : paths) {
    Lesson lesson;
    std::string model_path, error;
    try {
      note_input(path, "the lesson itself");
      lesson = read_lesson(path);
      // A model is for those that take any.
      const bool takes_any = lesson.model.empty() && !args.model.empty();
      model_path = takes_any ? args.model : lesson_model_path(lesson, path);
    } catch (const std::exception& e) {
      throw ImportError(e.what());
    }
    std::shared_ptr<const Model>& model = models[model_path];
    if (!model) model = import_for_command(model_path, {}, args.import);
    auto plan = plan_lesson(std::move(lesson), model, error, lesson_companions(path, args.import));
    if (!plan) throw ImportError(std::filesystem::path(path).filename().string() + ": " + error);
    out.push_back({path, std::move(*plan)});
  }
  return out;
}

std::vector<std::vector<std::uint8_t>> images_of(const Opened& lesson) {
  std::vector<std::vector<std::uint8_t>> out;
  for (const LoadedImage& loaded : load_images(lesson.plan.lesson, lesson.path)) {
    out.emplace_back();
    if (loaded.image) {
      out.back() = encode_webp(*loaded.image, kImageQuality);
    } else {
      std::fprintf(stderr, "bindpose: note: %s\n", shown_sentence(loaded.problem).c_str());
    }
  }
  return out;
}

bool is_html(const std::string& name) {
  const std::string ending = lower_extension(name);
  return ending == ".html" || ending == ".htm";
}

}  // namespace

int run_lesson_handout(const LessonArgs& args) {
  if (args.lesson.empty()) {
    throw UsageError(
        "lesson --handout: name a lesson, a course's file, or 'all'; 'bindpose lesson --list' "
        "shows those that come "
        "with the program");
  }
  if (!is_html(args.handout)) {
    throw UsageError("--handout " + args.handout +
                     ": a handout is a page for the browser; end the name in .html");
  }
  const HandoutParts parts = handout_parts();
  if (args.lesson != "all") check_model_option(args);
  const Contents contents = contents_of(args);
  const std::vector<Opened> opened = open_lessons(args, contents.paths);
  // What cannot be written is told before the work.
  std::optional<FileWriter> file;
  write_or_blame("--handout", args.handout, [&] { file.emplace(args.handout); });
  std::vector<HandoutLesson> lessons;
  {
    Studio studio;
    const Model* shown = nullptr;
    for (const Opened& lesson : opened) {
      HandoutLesson out{&lesson.plan, {}, {}, images_of(lesson)};
      for (std::size_t k = 0; k < lesson.plan.steps.size(); ++k) {
        const std::shared_ptr<const Model>& model = lesson.plan.steps[k].start.model;
        const auto [look, is_new] = out.look.try_emplace(model.get());
        if (is_new) look->second = look_of(model);
        if (shown != model.get()) studio.show(model, look->second.joint_color);
        shown = model.get();
        out.steps.push_back(studio.pictures(lesson.plan, k));
      }
      lessons.push_back(std::move(out));
    }
  }
  const std::string page = handout_page(lessons, parts, contents.title);
  write_or_blame("--handout", args.handout, [&] {
    file->write(page);
    file->commit();
  });
  std::printf("%s\n", args.handout.c_str());
  constexpr double kLarge = 3e6;  // bytes a lesson
  if (double(page.size()) > kLarge * double(lessons.size())) {
    std::fprintf(stderr,
                 "bindpose: note: the handout is large, %.1f MB; that is the model's size\n",
                 double(page.size()) / 1e6);
  }
  return kGood;
}

}  // namespace bindpose::app
