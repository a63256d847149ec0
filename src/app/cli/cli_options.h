// What can stand on the command line: the commands with their options.
#pragma once

#include <functional>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/diff_command.h"
#include "app/cli/lesson/lesson_command.h"
#include "app/cli/numbers/numbers_command.h"
#include "app/cli/retarget_command.h"
#include "app/cli/weights/check_command.h"
#include "app/window/window.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace bindpose::app {

// What the words of a command line say: the parser writes here, so it must live as long.
struct CommandLine {
  WindowArgs window;
  const CLI::Option *memory_given = nullptr, *seconds_given = nullptr;  // of the window
  std::string window_size;
  std::string model, output;        // of commands that need no more
  std::vector<std::string> models;  // of commands that take many
  bool list_commands = false;
  bool json = false, whole_rig = false, bake = false;
  std::string packing;  // of an export
  PoseArgs pose;
  ImportLimits limits;
  ProbeArgs probe;
  RenderArgs render;
  VerifyArgs verify;
  BindArgs bind;
  TransferArgs transfer;
  RetargetArgs retarget;
  DiffArgs diff;
  CheckArgs check;
  TablesArgs tables;
  CompareArgs compare;
  LessonArgs lesson;
  std::string size;              // of a picture, or of a lesson's window
  std::function<int()> command;  // what to run; nothing where the words name no command
};

// Adds all commands, and the options of the window, which is what there is without a command.
void add_everything(CLI::App& app, CommandLine& line);

// MODEL: a file; or files, folders and "-" (app/cli/batch.h).
void add_model(CLI::App* command, std::string& model);
void add_models(CLI::App* command, CommandLine& line);

// `run` is called when all words are read. `command` is a CLI::App.
template <typename App, typename Run>
void runs(App* command, CommandLine& line, Run run) {
  command->callback([&line, run] { line.command = run; });
}

// What a picture shows, from where, and what moves in it: app/cli/render_options.cpp.
void add_render_options(CLI::App* command, RenderArgs& render);

// What poses the model: --bind, --clip, --edit, ...
void add_pose(CLI::App* command, PoseArgs& pose);

// "1920x1080"; throws UsageError, which begins with the option.
void parse_size(const char* option, const std::string& text, int& width, int& height);

}  // namespace bindpose::app
