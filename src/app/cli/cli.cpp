#include "app/cli/cli.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>

#include "app/cli/commands.h"
#include "app/cli/lesson_command.h"
#include "app/import/import_child.h"
#include "app/viewer/lesson_files.h"
#include "app/window.h"
#include "io/import.h"

namespace bindpose::app {

namespace {

constexpr int kLargestPicture = 16384;

// What CLI11 says of a word where a number belongs: "Could not convert: --vertex = x".
std::string in_plain_words(const std::string& said) {
  const std::string_view start = "Could not convert: ";
  const std::size_t middle = said.find(" = ");
  if (!said.starts_with(start) || middle == std::string::npos) return said;
  const std::string name = said.substr(start.size(), middle - start.size());
  const std::string value = said.substr(middle + 3);
  char* end = nullptr;
  std::strtod(value.c_str(), &end);
  const bool number = !value.empty() && *end == '\0';
  const bool digits = !value.empty() && value.find_first_not_of("-0123456789") == std::string::npos;
  if (digits) return name + " takes no number as large as " + value;
  return name + (number ? " takes a whole number, not \"" : " takes a number, not \"") + value +
         "\"";
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
      ->add_option(
          "--edit", pose.edits,
          "\"joint NAME rotate X Y Z\" (degrees), translate, scale, \"morph NAME WEIGHT\", "
          "...; may be repeated")
      ->group(group)
      ->expected(1)
      ->take_all();
  command->add_option("--pose", pose.pose_file, "A pose file")->group(group);
  command->add_flag("--raw-weights", pose.raw_weights, "Skin with the weights as stored")
      ->group(group);
  command
      ->add_option("--method", pose.method,
                   "How joints move the surface: rigid, lbs (default) or dqs (dual quaternions)")
      ->group(group);
}

void add_import(CLI::App* command, ImportLimits& limits) {
  const auto group = "Import (in a process of its own)";
  command
      ->add_option_function<std::uint64_t>(
          "--import-memory", [&limits](const std::uint64_t& mib) { limits.memory = mib << 20; },
          "MiB that it may take (4096)")
      ->check(CLI::Range(std::uint64_t{64}, std::uint64_t{1} << 30))
      ->group(group);
  command->add_option("--import-seconds", limits.seconds, "Seconds that it may take (120)")
      ->check(CLI::Range(0.1, 1e6))
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

int parse_and_run(int argc, char** argv) {
  CLI::App app{
      "Bindpose: a viewer for skinned characters. Poses joints, shows weights, explains skinning.",
      "bindpose"};
  app.set_version_flag("--version", "bindpose " BINDPOSE_VERSION);
  app.footer("Exit codes: 0 good, 1 a check failed, 2 wrong usage, 3 the file could not be read.");
  std::function<int()> action;

  WindowArgs window;
  app.add_option("MODEL", window.model, "FBX, glTF, GLB, Collada, ... to open in a window");
  app.add_flag("--light", window.light, "Light colours");
  add_import(&app, window.import);
  app.add_option("--state", window.state_file,
                 "Keep a file with what the window shows, for scripts");
  std::string window_size;
  app.add_option("--window-size", window_size, "WIDTHxHEIGHT of the window (1280x720)");
  app.require_subcommand(0, 1);

  std::string model, output;
  bool json = false, cpu_only = false, whole_rig = false;
  PoseArgs pose;
  ImportLimits limits;

  CLI::App* info =
      app.add_subcommand("info", "Meshes, joints, clips, and what the importer repaired");
  info->add_option("MODEL", model, "The file")->required();
  info->add_flag("--json", json, "As JSON");
  add_import(info, limits);
  info->callback([&] { action = [&] { return run_info(model, json, limits); }; });

  CLI::App* matrices =
      app.add_subcommand("matrices", "L, Ul, W per joint and B, T per skin, as JSON");
  matrices->add_option("MODEL", model, "The file")->required();
  add_pose(matrices, pose);
  add_import(matrices, limits);
  matrices->callback([&] { action = [&] { return run_matrices(model, pose, limits); }; });

  ProbeArgs probed;
  CLI::App* prober =
      app.add_subcommand("probe", "One vertex: its joints, w_ij, T_j p_i and their sum");
  prober->add_option("MODEL", probed.model, "The file")->required();
  prober
      ->add_option(
          "--vertex", probed.vertex,
          "Its number from 0, as exports count: through all meshes in the order of 'info', "
          "or in the one of --mesh")
      ->required()
      ->check(CLI::Validator(
          [](std::string& text) {
            return std::string(text.starts_with("-") ? "Vertices count from 0" : "");
          },
          "NUMBER"));
  prober->add_option("--mesh", probed.mesh, "A mesh, by name or number from 0");
  prober->add_flag("--json", probed.json, "As JSON");
  add_pose(prober, pose);
  add_import(prober, limits);
  prober->callback([&] { action = [&] { return run_probe(probed, pose, limits); }; });

  CLI::App* exporter =
      app.add_subcommand("export", "The posed mesh as OBJ, PLY or GLB, or the rig as GLB");
  exporter->add_option("MODEL", model, "The file")->required();
  exporter->add_option("-o,--output", output, "FILE.obj, .ply or .glb")->required();
  exporter->add_flag(
      "--rig", whole_rig,
      "The rig to be posed again in place of the posed mesh (GLB). Takes edits of weights "
      "(--edit \"weights ...\", \"bind segments ...\") and no other pose option");
  add_pose(exporter, pose);
  add_import(exporter, limits);
  exporter->callback(
      [&] { action = [&] { return run_export(model, output, whole_rig, pose, limits); }; });

  RenderArgs render;
  std::string size;
  CLI::App* renderer = app.add_subcommand("render", "A picture as PNG; needs no display");
  renderer->add_option("MODEL", render.model, "The file")->required();
  renderer->add_option("-o,--output", render.output, "FILE.png")->required();
  renderer->add_option("--size", size, "WIDTHxHEIGHT in pixels (1280x720)");
  renderer->add_option(
      "--show", render.show,
      "shaded, weights, joints, dominant, influences, sum, limit:N (1 to 8), distance");
  renderer->add_option("--normals", render.normals,
                       "right, or plain: by the blended 3x3, to see what is wrong with it");
  renderer->add_option("--joint", render.joint, "The joint to select");
  renderer->add_option("--panes", render.panes,
                       "1, 2, 4 or split: --method beside --compare, the same pose");
  renderer->add_option("--compare", render.compare,
                       "The other deformer, of --panes and --show distance (dqs)");
  renderer->add_option("--split", render.split, "Where the line of --panes split stands, 0 to 1")
      ->check(CLI::Range(0.0f, 1.0f));
  renderer->add_option("--hide", render.hide, "A mesh that is not drawn; may be repeated")
      ->expected(1)
      ->take_all();
  renderer->add_flag("--no-skeleton", render.no_skeleton, "The surface alone");
  renderer->add_flag("--light", render.light, "Light colours");
  renderer->add_option("--from", render.from, "front, back, left, right or top");
  renderer->add_option("--orbit", render.orbit_degrees, "Turn the view by so many degrees");
  renderer->add_flag("--panels", render.panels, "The whole window, panels included");
  renderer->add_flag("--presenter", render.presenter, "Presenter mode: large type, thick bones");
  renderer->add_option("--scale", render.scale, "The display's scale, 1 to 4")
      ->check(CLI::Range(0.75f, 4.0f));
  add_pose(renderer, render.pose);
  add_import(renderer, render.import);
  renderer->callback([&] {
    action = [&] {
      if (!size.empty()) parse_size("--size", size, render.width, render.height);
      return run_render(render);
    };
  });

  BindArgs bind;
  CLI::App* binder = app.add_subcommand("bind", "New weights, written with the whole rig as GLB");
  binder->add_option("MODEL", bind.model, "The file")->required();
  binder->add_option("-o,--output", bind.output, "FILE.glb")->required();
  binder->add_option("--method", bind.method, "segment: by the distance to each bone");
  binder
      ->add_option("--radius", bind.radius,
                   "How far bones reach, in the file's units; NAME=R for one joint, may be "
                   "repeated (1.5 times as far as the farthest vertex nearest to the bone)")
      ->expected(1)
      ->take_all();
  add_import(binder, bind.import);
  binder->callback([&] { action = [&] { return run_bind(bind); }; });

  CLI::App* verify = app.add_subcommand("verify", "The pose by every formulation and on the GPU");
  verify->add_option("MODEL", model, "The file")->required();
  verify->add_flag("--cpu-only", cpu_only, "Leave the GPU out");
  add_pose(verify, pose);
  add_import(verify, limits);
  verify->callback([&] { action = [&] { return run_verify(model, pose, cpu_only, limits); }; });

  LessonArgs lesson;
  std::string lesson_size;
  CLI::App* lessons =
      app.add_subcommand("lesson", "A lesson in a window, or checked, or as pictures");
  lessons->add_option("LESSON", lesson.lesson, "A Markdown file, or a lesson's name or number");
  lessons->add_flag("--list", lesson.list, "The lessons that come with the program");
  lessons->add_flag("--check", lesson.check, "No window: run it and check every figure");
  lessons->add_option("--render-steps", lesson.render_folder, "No window: a PNG a step, in DIR");
  lessons->add_option("--size", lesson_size,
                      "WIDTHxHEIGHT of the pictures or the window (1280x720)");
  lessons->add_flag("--presenter", lesson.presenter, "In presenter mode");
  lessons->add_flag("--light", lesson.light, "Light colours");
  add_import(lessons, lesson.import);
  lessons->callback([&] {
    action = [&] {
      if (!lesson_size.empty()) parse_size("--size", lesson_size, lesson.width, lesson.height);
      if (lesson.list) return run_lesson_list();
      if (lesson.check) return run_lesson_check(lesson);
      if (!lesson.render_folder.empty()) return run_lesson_pictures(lesson);
      window.lesson = find_lesson(lesson.lesson.empty() ? "1" : lesson.lesson);
      window.width = lesson.width;
      window.height = lesson.height;
      window.light = lesson.light;
      window.presenter = lesson.presenter;
      window.import = lesson.import;
      return run_window(window);
    };
  });

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help, --version
    std::fprintf(stderr, "bindpose: %s ('bindpose --help' tells more)\n",
                 in_plain_words(e.what()).c_str());
    return kWrongUsage;
  }
  if (action) return action();
  if (!window_size.empty()) parse_size("--window-size", window_size, window.width, window.height);
  return run_window(window);
}

}  // namespace

int run(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == kImportWorkerFlag)
    return run_import_child(argc, argv);
  try {
    return parse_and_run(argc, argv);
  } catch (const UsageError& e) {
    std::fprintf(stderr, "bindpose: %s\n", e.what());
    return kWrongUsage;
  } catch (const ImportError& e) {
    std::fprintf(stderr, "bindpose: %s\n", e.what());
    return kUnreadable;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bindpose: %s\n", e.what());
    return kCheckFailed;
  }
}

}  // namespace bindpose::app
