#include "app/cli/numbers/numbers_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string_view>

#include "app/cli/cli_options.h"
#include "app/cli/open_scene.h"
#include "app/import/import_options.h"
#include "io/numbers/numbers_text.h"
#include "io/numbers/read_numbers.h"
#include "io/numbers/write_tables.h"
#include "scene/lesson/transcript.h"
#include "scene/near_match.h"

namespace bindpose::app {

namespace {

namespace fs = std::filesystem;

std::string one_of(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& w : words) out += (out.empty() ? "" : ", ") + w;
  return out;
}

// Weights and what is shown are no pose.
bool is_of_pose(const std::string& edit) {
  constexpr std::string_view kNoPose[] = {"weights",  "bind", "vertices", "mend", "paint",
                                          "transfer", "view", "select",   "pin"};
  return std::ranges::find(kNoPose, std::string_view(edit).substr(0, edit.find(' '))) ==
         std::end(kNoPose);
}
bool says_a_pose(const PoseArgs& pose) {
  const bool edited = std::ranges::any_of(pose.edits, is_of_pose);
  return pose.bind || pose.rest || !pose.clip.empty() || pose.time_given || !pose.fade.empty() ||
         edited || !pose.pose_file.empty();
}

void add_tables(CLI::App& app, CommandLine& line) {
  TablesArgs& args = line.tables;
  CLI::App* command = app.add_subcommand(
      "tables",
      "The arrays of a homework: parent, L, Ul, W, B, B^-1, T, vertices, weights, with a README");
  add_model(command, args.model);
  command->add_option("-o,--out", args.folder, "A new folder")->required();
  command
      ->add_option(
          "--without", args.without,
          "What the student is to compute: parent, L, Ul, W, B, B_inverse, T, vertices, weights or "
          "vertices_posed; several with commas")
      ->delimiter(',');
  command->add_option("--format", args.formats, "json, csv, npy; several with commas (all)")
      ->delimiter(',')
      ->check(CLI::IsMember({"json", "csv", "npy"}));
  add_pose(command, line.pose);
  add_import_options(command, line.limits);
  runs(command, line, [&line] { return run_tables(line.tables, line.pose, line.limits); });
}

void add_compare(CLI::App& app, CommandLine& line) {
  CompareArgs& args = line.compare;
  CLI::App* command = app.add_subcommand(
      "compare",
      "Are these numbers right? L, Ul, W, B, T or posed vertices held against the model's");
  add_model(command, args.model);
  command->add_option("NUMBERS", args.numbers, "JSON, CSV, .npy or OBJ, or a folder of them")
      ->required();
  command->add_option("--as", args.as,
                      "What the file has, where neither it nor its name says so: W, T, ...");
  command->add_flag("--column-major", args.column_major, "Its matrices are stored by columns");
  command
      ->add_option("--tolerance", args.tolerance,
                   "Of a matrix's largest entry, and of the model's size (0.0001)")
      ->check(CLI::Range(0.0, 1.0));
  command->add_flag("--json", args.json, "All of it, as JSON");
  add_pose(command, line.pose);
  add_import_options(command, line.limits);
  runs(command, line, [&line] { return run_compare(line.compare, line.pose, line.limits); });
}

}  // namespace

int run_tables(const TablesArgs& args, const PoseArgs& pose, const ImportLimits& limits) {
  const std::vector<std::string> known(std::begin(kTables), std::end(kTables));
  for (const std::string& word : args.without) {
    if (std::ranges::find(known, word) != known.end()) continue;
    throw UsageError("--without " + word + ": it is one of " + one_of(known) +
                     did_you_mean(word, known));
  }
  const Document document = open_posed(args.model, pose, false, limits);
  const Scene& scene = document.scene();
  TablesOptions options;
  options.without = args.without;
  const auto wants = [&](const char* format) {
    return args.formats.empty() || std::ranges::find(args.formats, format) != args.formats.end();
  };
  options.json = wants("json");
  options.csv = wants("csv");
  options.npy = wants("npy");
  options.program_line = compare_line(scene, args.folder);
  if (!pose.weights.empty()) options.program_line += " --weights " + quoted_for_shell(pose.weights);
  for (const std::string& edit : pose.edits) {
    if (!is_of_pose(edit)) options.program_line += " --edit " + quoted_for_shell(edit);
  }
  write_or_blame("-o", args.folder,
                 [&] { write_tables(scene, evaluate(scene), args.folder, options); });
  return kGood;
}

namespace {

// Matrices that are wrong here and right where the file is read by columns. Rows and columns
// exchanged are a usual mistake; twelve numbers by columns look like nothing.
void hint_at_columns(const Scene& scene, const PosedScene& posed, const CompareArgs& args,
                     NumbersVerdict& verdict) {
  if (args.column_major || verdict.is_right()) return;
  NumbersVerdict by_columns;
  try {
    NumbersOptions options;
    options.tolerance = args.tolerance;
    options.stopped = [] { return true; };  // what is right, and not why it is wrong
    by_columns =
        compare_numbers(scene, posed, read_numbers(scene, args.numbers, {args.as, true}), options);
  } catch (const std::exception&) {
    return;
  }
  for (const QuantityVerdict& q : verdict.quantity) {
    const bool helps = std::ranges::any_of(by_columns.quantity, [&](const QuantityVerdict& c) {
      return c.quantity == q.quantity && c.source == q.source && c.is_right();
    });
    if (q.is_right() || !helps) continue;
    verdict.notes.push_back(q.source + ": read by columns, " +
                            std::string(info_of(q.quantity).key) +
                            " is right: --column-major reads it so.");
  }
}

}  // namespace

int run_compare(const CompareArgs& args, const PoseArgs& pose, const ImportLimits& limits) {
  PoseArgs of_folder = pose;
  if (const fs::path own = pose_of_numbers(args.numbers); !says_a_pose(pose) && !own.empty()) {
    of_folder.pose_file = own.string();
    tell({"The pose is that of " + own.string() + "."});
  }
  const Document document = open_posed(args.model, of_folder, false, limits);
  const Scene& scene = document.scene();
  GivenNumbers given;
  try {
    given = read_numbers(scene, args.numbers, {args.as, args.column_major});
  } catch (const ImportError&) {
    throw;
  } catch (const std::exception& e) {
    throw ImportError(e.what());
  }
  NumbersOptions options;
  options.tolerance = args.tolerance;
  const PosedScene posed = evaluate(scene);
  NumbersVerdict verdict = compare_numbers(scene, posed, given, options);
  hint_at_columns(scene, posed, args, verdict);
  const bool unexplained = std::ranges::any_of(verdict.quantity, &QuantityVerdict::is_unexplained);
  if (unexplained && !says_a_pose(of_folder)) {
    verdict.notes.push_back(
        "No pose was named, so they are held against the file's rest pose; if they are of another "
        "one, --pose FILE, --edit, --bind or --clip say which.");
  }
  print(args.json ? numbers_json(verdict, scene, args.tolerance)
                  : numbers_text(verdict, args.tolerance));
  return verdict.is_right() ? kGood : kCheckFailed;
}

void add_number_commands(CLI::App& app, CommandLine& line) {
  add_tables(app, line);
  add_compare(app, line);
}

}  // namespace bindpose::app
