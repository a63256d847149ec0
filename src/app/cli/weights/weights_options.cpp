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

}  // namespace

void add_weight_commands(CLI::App& app, CommandLine& line) {
  add_bind(app, line);
}

}  // namespace bindpose::app
