#include "app/cli/cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "app/cli/cli_options.h"
#include "app/cli/list_commands.h"
#include "app/film/interrupted.h"
#include "app/import/import_child.h"
#include "app/paths.h"
#include "app/settings_file.h"
#include "io/import.h"
#include "io/text/clean_text.h"
#include "scene/lesson/transcript.h"
#include "scene/near_match.h"

namespace bindpose::app {

namespace {

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

std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

// The first word is the model of the window where it is no command.
void refuse_strange_word(const CLI::App& app, const std::string& word) {
  std::error_code error;
  if (word.empty() || std::filesystem::exists(word, error)) return;
  const std::filesystem::path path(word);
  if (path.has_extension() || path.has_parent_path()) {
    throw UsageError("there is no file \"" + word + "\"; check the path");
  }
  const std::string hint = did_you_mean(word, commands_of(app));
  throw UsageError("\"" + word + "\" is neither a command nor a file" +
                   (hint.empty() ? "; 'bindpose --help' lists the commands" : hint));
}

// Words too many: an option that is not there, with what it may have been meant to be, or a command
// that is none and left its own words behind.
[[noreturn]] void refuse_extra_words(const CLI::App& app, const CommandLine& line,
                                     const std::string& said) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  std::string hint;
  for (std::string word : app.remaining(true)) {
    word = word.substr(0, word.find('='));
    const std::vector<std::string> options = options_of(command);
    if (!chosen.empty() && std::ranges::find(options, word) != options.end())
      throw UsageError(word + " stands in front of '" + command.get_name() +
                       "'; options of a command stand behind it");
    if (word.starts_with("--")) hint = did_you_mean(word, options);
    if (!hint.empty()) throw UsageError("there is no option " + word + hint);
  }
  if (chosen.empty()) refuse_strange_word(app, line.window.model);
  throw UsageError(said + " ('bindpose --help' tells more)");
}

// Before a command only what its window uses may stand.
void refuse_lost_options(const CLI::App& app, const CommandLine& line) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  if (chosen.empty()) return;
  const std::string command = chosen.front()->get_name();
  const bool window = command == "lesson" && !line.lesson.list && !line.lesson.check &&
                      !line.lesson.text && line.lesson.render_folder.empty() &&
                      line.lesson.handout.empty();
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || (window && name != "MODEL")) continue;
    throw UsageError(name + " in front of '" + command +
                     "' would be lost: it is for the window; options of a command stand behind it");
  }
}

// As somebody may type it again, without the folder of the program.
std::string as_given(int argc, char** argv) {
  std::string out = "bindpose";
  for (int i = 1; i < argc; ++i) out += " " + quoted_for_shell(argv[i]);
  return out;
}

int parse_and_run(int argc, char** argv) {
  CLI::App app{
      "Bindpose: a viewer for skinned characters. Poses joints, shows weights, explains skinning.",
      "bindpose"};
  app.set_version_flag("--version", "bindpose " BINDPOSE_VERSION);
  app.footer("Exit codes: 0 good, 1 a check failed, 2 wrong usage, 3 the file could not be read.");
  CommandLine line;
  add_everything(app, line);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError& e) {
    refuse_extra_words(app, line, e.what());
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help, --version
    throw UsageError(in_plain_words(e.what()) + " ('bindpose --help' tells more)");
  }
  refuse_lost_options(app, line);
  line.render.recipe = line.lesson.recipe = as_given(argc, argv);
  if (!line.window_size.empty()) {
    parse_size("--window-size", line.window_size, line.window.width, line.window.height);
  }
  if (line.json && !line.list_commands && !line.command) {
    throw UsageError("--json belongs to --list-commands or to a command");
  }
  if (line.list_commands) {
    const ReadSettings read = read_settings(settings_file(), false);
    if (!read.problem.empty())
      std::fprintf(stderr, "bindpose: %s\n", shown_sentence(read.problem).c_str());
    std::fputs(command_list(line.json, read.settings.keys).c_str(), stdout);
    return kGood;
  }
  if (line.command) {
    end_cleanly_on_signals();
    return line.command();
  }
  refuse_strange_word(app, line.window.model);
  line.window.own_memory = line.memory_given->count() > 0;
  line.window.own_seconds = line.seconds_given->count() > 0;
  return run_window(line.window);
}

}  // namespace

int run(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == kImportWorkerFlag)
    return run_import_child(argc, argv);
  return run_told([&] { return parse_and_run(argc, argv); });
}

}  // namespace bindpose::app
