#include "app/cli/cli_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "app/cli/batch.h"
#include "app/cli/handout/handout_command.h"
#include "app/cli/lesson/lesson_film.h"
#include "app/cli/weights/weights_options.h"
#include "app/import/import_options.h"
#include "app/viewer/lesson/lesson_files.h"
#include "io/import_error.h"
#include "io/text/scene_json.h"
#include "io/text/text_table.h"

namespace bindpose::app {

namespace {

constexpr int kLargestPicture = 16384;
constexpr int kMostSupersample = 8;

void add_window(CLI::App& app, CommandLine& line) {
  app.add_option("MODEL", line.window.model, "FBX, glTF, GLB, Collada, ... to open in a window");
  add_comparison(&app, line.window.diff, line.window.tolerance);
  app.add_flag("--light", line.window.light, "Light colours");
  add_import_options(&app, line.window.import);
  line.memory_given = app.get_option("--import-memory");
  line.seconds_given = app.get_option("--import-seconds");
  app.add_option("--state", line.window.state_file,
                 "Keep a file with what the window shows, for scripts");
  app.add_flag("--state-widgets", line.window.state_widgets,
               "With where its buttons and fields are");
  app.add_flag("!--no-refinement", line.window.refines,
               "Draw the view once, with rough edges: for scripts that look at no picture");
  app.add_flag("--list-commands", line.list_commands,
               "What keys and menus do: name, keys, menu, text form");
  app.add_flag("--json", line.json, "With --list-commands: as JSON");
  app.add_option("--window-size", line.window_size, "WIDTHxHEIGHT of the window (1280x720)");
}

// A line of JSON for each folder that could not be read, as for files.
void print_unread(const BatchFiles& batch) {
  for (const BatchFiles::Unread& folder : batch.unread) print(error_line(folder.path, folder.why));
}

void add_info(CLI::App& app, CommandLine& line) {
  CLI::App* info =
      app.add_subcommand("info", "Meshes, joints, clips, and what the importer repaired");
  add_models(info, line);
  info->add_flag("--json", line.json, "As JSON; of many files a line each");
  add_import_options(info, line.limits);
  runs(info, line, [&line] {
    const BatchFiles batch = batch_files(line.models);
    const InfoForm form = !line.json   ? InfoForm::Text
                          : batch.many ? InfoForm::JsonLine
                                       : InfoForm::Json;
    if (form == InfoForm::JsonLine) print_unread(batch);
    return run_batch(batch,
                     [&](const std::string& file) { return run_info(file, form, line.limits); });
  });
}

void add_poses(CLI::App& app, CommandLine& line) {
  CLI::App* poses = app.add_subcommand("poses", "Your saved poses: --edit \"pose NAME\" shows one");
  poses->add_option("MODEL", line.model, "Tells how many of their joints this model has");
  add_import_options(poses, line.limits);
  runs(poses, line, [&line] { return run_poses(line.model, line.limits); });
}

void add_matrices(CLI::App& app, CommandLine& line) {
  CLI::App* matrices =
      app.add_subcommand("matrices", "L, Ul, W per joint and B, T per skin, as JSON");
  add_model(matrices, line.model);
  add_pose(matrices, line.pose);
  add_import_options(matrices, line.limits);
  runs(matrices, line, [&line] { return run_matrices(line.model, line.pose, line.limits); });
}

void add_probe(CLI::App& app, CommandLine& line) {
  CLI::App* prober =
      app.add_subcommand("probe", "One vertex: its joints, w_ij, T_j v_i and their sum");
  add_model(prober, line.probe.model);
  prober
      ->add_option("--vertex", line.probe.vertex,
                   "Its number from 0, as OBJ and PLY exports count: through all meshes in the "
                   "order of 'info', or in the one of --mesh")
      ->required()
      ->check(CLI::Validator(
          [](std::string& text) {
            return std::string(text.starts_with("-") ? "Vertices count from 0" : "");
          },
          "NUMBER"));
  prober->add_option("--mesh", line.probe.mesh, "A mesh, by name or number from 0");
  prober->add_flag("--json", line.probe.json, "As JSON");
  add_pose(prober, line.pose);
  add_import_options(prober, line.limits);
  runs(prober, line, [&line] { return run_probe(line.probe, line.pose, line.limits); });
}

void add_export(CLI::App& app, CommandLine& line) {
  CLI::App* exporter =
      app.add_subcommand("export", "The posed mesh as OBJ, PLY or GLB, or the rig as GLB");
  add_model(exporter, line.model);
  exporter->add_option("-o,--output", line.output, "FILE.obj, .ply, .glb or .vrm")->required();
  exporter->add_flag(
      "--rig", line.whole_rig,
      "The rig to be posed again in place of the posed mesh (GLB). Takes edits of weights and "
      "clips (--edit \"weights ...\", \"bind ...\", \"mend ...\", \"paint ...\", \"transfer ...\", "
      "\"take clip "
      "...\") and "
      "no other pose "
      "option but with --bake");
  exporter->add_flag("--bake", line.bake,
                     "With --rig and --clip: that clip with the pose edits in it, as a clip of its "
                     "own at the end");
  exporter->add_option("--compress", line.packing, "A smaller GLB: lossless or small (rounded)")
      ->check(CLI::IsMember({"lossless", "small"}));
  add_pose(exporter, line.pose);
  add_import_options(exporter, line.limits);
  runs(exporter, line, [&line] {
    return run_export({line.model, line.output, line.whole_rig, line.bake, line.packing}, line.pose,
                      line.limits);
  });
}

void add_render(CLI::App& app, CommandLine& line) {
  RenderArgs& render = line.render;
  CLI::App* renderer =
      app.add_subcommand("render", "A picture as PNG, or a film; needs no display");
  add_models(renderer, line);
  renderer
      ->add_option("-o,--output", render.output,
                   "FILE.png; of a film FILE.gif, .mp4, .webm, or FOLDER/ for numbered PNGs; of "
                   "many models FOLDER/, or {} where their names belong")
      ->required();
  renderer->add_option("--size", line.size, "WIDTHxHEIGHT in pixels (1280x720)");
  renderer->add_option("--background", render.background, "theme or transparent: no ground either");
  renderer
      ->add_option("--supersample", render.supersample,
                   "Draw so many times as many pixels each way, and average them, 1 to 8")
      ->check(CLI::Range(1, kMostSupersample));
  renderer->add_flag("--json", render.json, "Say what was written, a line of JSON a model");
  add_render_options(renderer, render);
  add_comparison(renderer, render.diff, render.tolerance);
  renderer->add_flag("--panels", render.panels, "The whole window, panels included");
  renderer->add_flag("--presenter", render.presenter, "Presenter mode: large type, thick bones");
  renderer->add_option("--scale", render.scale, "The display's scale, 0.75 to 8")
      ->check(CLI::Range(0.75f, 8.0f));
  add_pose(renderer, render.pose);
  add_import_options(renderer, render.import);
  runs(renderer, line, [&line] {
    RenderArgs& args = line.render;
    if (!line.size.empty()) parse_size("--size", line.size, args.width, args.height);
    if (std::max(args.width, args.height) * args.supersample > kLargestPicture) {
      throw UsageError("--supersample " + std::to_string(args.supersample) + ": of " +
                       std::to_string(args.width) + "x" + std::to_string(args.height) +
                       " that is more than " + std::to_string(kLargestPicture) +
                       " pixels a side; choose a smaller --size or fewer samples");
    }
    const BatchFiles batch = batch_files(line.models);
    const bool film = args.turntable || !args.frames.empty() || args.fps;
    // Of one model FOLDER/ is a film where a clip is played.
    const bool into_folder = !film && args.pose.clip.empty();
    const auto outputs = batch_outputs(batch, args.output, film ? "/" : ".png", into_folder);
    if (args.json) print_unread(batch);
    return run_batch(batch, [&](const std::string& file) {
      const auto at = std::ranges::find(batch.files, file) - batch.files.begin();
      args.model = file;
      args.output = outputs[static_cast<std::size_t>(at)];
      try {
        return run_render(args);
      } catch (const ImportError& e) {
        if (args.json) print(error_line(file, e.what()));
        throw;
      }
    });
  });
}

void add_retarget(CLI::App& app, CommandLine& line) {
  RetargetArgs& retarget = line.retarget;
  CLI::App* command = app.add_subcommand(
      "retarget", "A clip of another file on this rig, as the last clip of a GLB");
  add_model(command, retarget.model);
  command->add_option("--from", retarget.from, "The file with the clip (FBX, glTF, BVH, ...)")
      ->required();
  command->add_option("-o,--output", retarget.output, "FILE.glb")->required();
  command->add_option("--clip", retarget.clip, "Which of its clips, by number or name (the first)");
  command->add_option("--map", retarget.map, "A file with the pairs of joints (else proposed)");
  command->add_option("--write-map", retarget.write_map,
                      "Write the pairs to FILE.json, to be changed and given to --map");
  command->add_flag("--feet", retarget.feet, "Feet stay where they stand in the clip");
  command->add_flag("--json", retarget.json, "What was done, as JSON");
  add_import_options(command, retarget.import);
  runs(command, line, [&line] { return run_retarget(line.retarget); });
}

void add_diff(CLI::App& app, CommandLine& line) {
  DiffArgs& diff = line.diff;
  CLI::App* command = app.add_subcommand(
      "diff",
      "What two models differ in: joints, poses, clips, surface, weights, uv, colours, materials");
  command->add_option("A", diff.a, "A model or a workspace")->required();
  command->add_option("B", diff.b, "Another one")->required();
  add_tolerance(command, diff.tolerance);
  command
      ->add_option("--samples", diff.samples,
                   "Even times at which clips are compared, beside their keys (20)")
      ->check(CLI::Range(1, 10000));
  command
      ->add_option("--ignore", diff.ignore,
                   "joints, parents, humanoid, bind, axes, rest, clips, nodes, surface, weights, "
                   "skinning, uv, colours, morphs or materials; several with commas")
      ->delimiter(',');
  command->add_flag("--json", diff.json, "All of it, as JSON");
  add_import_options(command, diff.import);
  runs(command, line, [&line] { return run_diff(line.diff); });
}

void add_verify(CLI::App& app, CommandLine& line) {
  CLI::App* verify = app.add_subcommand("verify", "The pose by every formulation and on the GPU");
  add_models(verify, line);
  verify->add_flag("--cpu-only", line.verify.cpu_only, "Leave the GPU out");
  verify->add_flag("--json", line.verify.json, "As JSON, a line a file");
  add_pose(verify, line.pose);
  add_import_options(verify, line.limits);
  runs(verify, line, [&line] {
    const BatchFiles batch = batch_files(line.models);
    if (line.verify.json) print_unread(batch);
    return run_batch(batch, [&](const std::string& file) {
      if (batch.many && !line.verify.json) std::printf("%s\n", printable(file).c_str());
      return run_verify(file, line.pose, line.verify, line.limits);
    });
  });
}

// In a window: what was said of that before the command holds as well.
int run_lesson_window(CommandLine& line) {
  WindowArgs window = window_of_lesson(line.lesson, line.window);
  if (!line.size.empty()) {
    window.width = line.lesson.width;
    window.height = line.lesson.height;
  }
  return run_window(window);
}

void add_lesson(CLI::App& app, CommandLine& line) {
  LessonArgs& lesson = line.lesson;
  CLI::App* lessons =
      app.add_subcommand("lesson", "A lesson in a window, or checked, or as pictures");
  lessons->add_option("LESSON", lesson.lesson,
                      "A Markdown file (of a course, too), or a lesson's name or number");
  lessons->add_option("--model", lesson.model, "The model of a lesson that takes any");
  lessons->add_flag("--list", lesson.list, "The lessons that come with the program");
  lessons->add_flag("--check", lesson.check, "No window: run it and check every figure");
  lessons->add_flag("--text", lesson.text,
                    "No window: every step as text, for screen readers, with its command line");
  lessons->add_option("--render-steps", lesson.render_folder, "No window: a PNG a step, in DIR");
  lessons->add_option(
      "--handout", lesson.handout,
      "No window: a page for browser and paper, OUT.html; LESSON may be 'all' or a course's file");
  lessons->add_option("--film", lesson.film,
                      "No window: the lesson as a film that plays by itself, OUT.mp4, OUT.webm (by "
                      "ffmpeg), or OUT/ for PNGs");
  lessons->add_option("--fps", lesson.fps, "Frames a second of the film (30)");
  lessons->add_option("--size,--window-size", line.size,
                      "WIDTHxHEIGHT of the pictures or the window (1280x720)");
  lessons->add_option("--step", lesson.step, "The step that the window begins with (1)");
  lessons->add_flag("--go-on", lesson.go_on, "The lesson that was left last, as it was left");
  lessons->add_flag("--presenter", lesson.presenter, "In presenter mode");
  lessons->add_flag("--speaker", lesson.speaker,
                    "In presenter mode, with a second window for who speaks: notes, time, answers");
  lessons->add_flag("--light", lesson.light, "Light colours");
  add_import_options(lessons, line.window.import);
  runs(lessons, line, [&line] {
    LessonArgs& l = line.lesson;
    l.import = line.window.import;
    if (!line.size.empty()) parse_size("--size", line.size, l.width, l.height);
    if (l.fps && l.film.empty()) {
      throw UsageError("--fps is of a film: --film OUT.mp4 says where it goes");
    }
    if (l.list) return run_lesson_list();
    if (l.check) return run_lesson_check(l);
    if (l.text) return run_lesson_text(l);
    if (!l.handout.empty()) return run_lesson_handout(l);
    if (!l.render_folder.empty()) return run_lesson_pictures(l);
    if (!l.film.empty()) return run_lesson_film(l);
    return run_lesson_window(line);
  });
}

}  // namespace

void add_model(CLI::App* command, std::string& model) {
  command->add_option("MODEL", model, "The file")->required();
}

void add_models(CLI::App* command, CommandLine& line) {
  command
      ->add_option("MODEL", line.models,
                   "Files; folders with all that is below them; - for a list on standard input")
      ->required();
}

void add_pose(CLI::App* command, PoseArgs& pose) {
  const auto group = "Pose";
  command->add_flag("--bind", pose.bind, "The bind pose: every T_j is the identity")->group(group);
  command->add_flag("--rest", pose.rest, "The file's rest pose (default)")->group(group);
  command->add_option("--clip", pose.clip, "A clip, by number or name")->group(group);
  command
      ->add_option_function<double>(
          "--time",
          [&pose](const double& t) {
            pose.time = t;
            pose.time_given = true;
          },
          "Seconds in the clip")
      ->group(group);
  command
      ->add_option("--fade", pose.fade,
                   "CLIP FACTOR: the clip of --clip faded into another one; 0 to 1, by phase")
      ->group(group)
      ->expected(2);
  command
      ->add_option(
          "--edit", pose.edits,
          "\"joint NAME rotate X Y Z\" (degrees), translate, scale, \"morph NAME WEIGHT\", "
          "...; may be repeated")
      ->group(group)
      ->expected(1)
      ->take_all();
  command->add_option("--pose", pose.pose_file, "A pose file")->group(group);
  command
      ->add_option("--weights", pose.weights,
                   "A JSON or CSV file of weights, as 'bindpose weights' writes them")
      ->group(group);
  command->add_flag("--raw-weights", pose.raw_weights, "Skin with the weights as stored")
      ->group(group);
  command
      ->add_option(
          "--method", pose.method,
          "How joints move the surface: file (default: as it asks), lbs, dqs, rigid, mix,\n"
          "cor, dqs-flat, log or mush: docs/deformers.md")
      ->group(group);
}

void parse_size(const char* option, const std::string& text, int& width, int& height) {
  char rest = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &width, &height, &rest) != 2 || width < 1 ||
      height < 1 || width > kLargestPicture || height > kLargestPicture) {
    throw UsageError(std::string(option) + " " + text +
                     ": it is WIDTHxHEIGHT in pixels, as in 1920x1080, up to " +
                     std::to_string(kLargestPicture));
  }
}

void add_everything(CLI::App& app, CommandLine& line) {
  add_window(app, line);
  add_info(app, line);
  add_poses(app, line);
  add_matrices(app, line);
  add_probe(app, line);
  add_export(app, line);
  add_render(app, line);
  add_weight_commands(app, line);
  add_retarget(app, line);
  add_diff(app, line);
  add_number_commands(app, line);
  add_verify(app, line);
  add_lesson(app, line);
  app.require_subcommand(0, 1);
}

}  // namespace bindpose::app
