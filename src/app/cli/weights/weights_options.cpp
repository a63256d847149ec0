#include "app/cli/weights/weights_options.h"

#include <CLI/CLI.hpp>

#include "app/import/import_options.h"

namespace bindpose::app {

namespace {

void add_bind(CLI::App& app, CommandLine& line) {
  BindArgs& bind = line.bind;
  CLI::App* binder = app.add_subcommand("bind", "New weights, written with the whole rig as GLB");
  add_model(binder, bind.model);
  binder->add_option("-o,--output", bind.output, "FILE.glb")->required();
  binder->add_option("--method", bind.method, "segment: by the distance to each bone");
  binder
      ->add_option("--radius", bind.radius,
                   "How far bones reach, in the file's units; NAME=R for one joint, may be "
                   "repeated (1.5 times as far as the farthest vertex nearest to the bone)")
      ->expected(1)
      ->take_all();
  add_import_options(binder, bind.import);
  runs(binder, line, [&line] { return run_bind(line.bind); });
}

void add_check(CLI::App& app, CommandLine& line) {
  CheckArgs& args = line.check;
  CLI::App* checker = app.add_subcommand(
      "check", "Judges rigs by rules: weights, joints, bind matrices; docs/check.md");
  checker
      ->add_option("MODEL", args.models,
                   "Files; folders with all that is below them; - for a list on standard input")
      ->required();
  checker->add_option("--profile", args.profile,
                      "rig (default), gltf, engine, vrm, or a JSON file");
  checker->add_option("--format", args.format, "text (default), json, sarif or junit")
      ->check(CLI::IsMember({"text", "json", "sarif", "junit"}));
  checker->add_option("--baseline", args.baseline,
                      "A file with findings that are known: they do not fail");
  checker->add_option("--write-baseline", args.write_baseline,
                      "Write all that is found to FILE, for --baseline");
  checker
      ->add_option("--fail-on", args.fail_on,
                   "Exit 1 on an error, or on a warning as well (default)")
      ->check(CLI::IsMember({"error", "warning"}));
  add_import_options(checker, args.import);
  runs(checker, line, [&line] { return run_check(line.check); });
}

}  // namespace

void add_weight_commands(CLI::App& app, CommandLine& line) {
  add_bind(app, line);
  add_check(app, line);
}

}  // namespace bindpose::app
