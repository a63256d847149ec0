#include "app/cli/diff_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/open_scene.h"
#include "app/usage_error.h"
#include "io/diff/diff_text.h"
#include "scene/near_match.h"

namespace bindpose::app {

int run_diff(const DiffArgs& args) {
  DiffOptions options;
  options.tolerance = args.tolerance;
  options.samples = args.samples;
  const std::vector<std::string> words(std::begin(kDiffWord), std::end(kDiffWord));
  for (const std::string& word : args.ignore) {
    const auto at = std::ranges::find(words, word);
    if (at == words.end()) {
      std::string all;
      for (const std::string& w : words) all += (all.empty() ? "" : ", ") + w;
      throw UsageError("--ignore " + word + ": it is one of " + all + did_you_mean(word, words));
    }
    options.ignored[at - words.begin()] = true;
  }
  ImportOptions import;
  import.textures = !options.ignored[static_cast<int>(DiffPart::Materials)];
  const Scene a = open_scene(args.a, import, args.import).scene;
  const Scene b = open_scene(args.b, import, args.import).scene;
  const SceneDiff diff = compare_scenes(a, b, options);
  const DiffReport report{args.a, args.b, a, b, diff, options};
  print(args.json ? diff_json(report) : diff_text(report));
  return diff.same() ? kGood : kCheckFailed;
}

void add_tolerance(CLI::App* command, double& tolerance) {
  command
      ->add_option("--tolerance", tolerance,
                   "Lengths as a part of A's size, turns in radians, weights as they are (0.0001)")
      ->check(CLI::Range(0.0, 1.0));
}

void add_comparison(CLI::App* command, std::string& file, double& tolerance) {
  command->add_option("--diff", file, "Another file beside it, in the same pose; see 'diff'");
  add_tolerance(command, tolerance);
}

}  // namespace bindpose::app
