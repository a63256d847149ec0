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
  binder->add_option("--method", bind.method,
                     "segment (by a radius around each bone; the default), inverse (by the inverse "
                     "distance), heat "
                     "(spread along the surface) or voxel (by the way through the inside)");
  binder->add_option("--weights", bind.weights,
                     "A file of weights (bindpose weights --out) in place of a method");
  binder
      ->add_option("--radius", bind.radius,
                   "How far bones reach, in the file's units; NAME=R for one joint, may be "
                   "repeated (1.5 times as far as the farthest vertex nearest to the bone)")
      ->expected(1)
      ->take_all();
  binder
      ->add_option("--limit", bind.limit,
                   "Influences a vertex at most; all or 0: all (4; segment: all)")
      ->transform(CLI::Transformer({{"all", "0"}}))
      ->type_name("N");
  binder
      ->add_option("--joints", bind.joints,
                   "inverse, heat, voxel: which joints get weights: weighted, those that have some "
                   "in the file, or all (weighted)")
      ->check(CLI::IsMember({"weighted", "all"}));
  binder->add_option("--power", bind.power, "inverse: p of 1 / d^p (4)");
  binder->add_option("--strength", bind.strength,
                     "heat: c of the heat c / d^2; less spreads weights farther (1)");
  binder->add_option("--falloff", bind.falloff,
                     "voxel: a of (1 / ((1 - a) d + a d^2))^2, 0 to 1 (0.8)");
  binder->add_option("--resolution", bind.resolution, "voxel: voxels along the longest side (128)");
  binder->add_flag("--figures", bind.figures,
                   "Say how good the weights are: roughness, leak, volume kept when bent");
  binder->add_flag("--json", bind.json, "The account with the figures as JSON");
  add_import_options(binder, bind.import);
  runs(binder, line, [&line] { return run_bind(line.bind); });
}

void add_transfer(CLI::App& app, CommandLine& line) {
  TransferArgs& args = line.transfer;
  CLI::App* command = app.add_subcommand(
      "transfer", "The weights of another model on this one (clothes on a body), written as GLB");
  add_model(command, args.model);
  command->add_option("--from", args.how.file, "The model whose weights are taken")->required();
  command->add_option("-o,--output", args.output, "FILE.glb")->required();
  command->add_option(
      "--distance", args.how.distance,
      "What is farther from its surface is not sure: a part of the diagonal (0.05)");
  command->add_option("--angle", args.how.angle, "Nor what faces another way by more degrees (30)");
  command->add_option("--limit", args.how.limit, "Influences a vertex at most; 0: all (0)")
      ->type_name("N");
  command->add_flag("--json", args.json, "What was done as JSON");
  add_import_options(command, args.import);
  runs(command, line, [&line] { return run_transfer(line.transfer); });
}

void add_check(CLI::App& app, CommandLine& line) {
  CheckArgs& args = line.check;
  CLI::App* checker = app.add_subcommand(
      "check", "Judges rigs by rules: weights, joints, bind matrices; docs/check.md");
  add_models(checker, line);
  checker->add_option("--profile", args.profile,
                      "rig (default), gltf, engine, vrm, or a JSON file");
  checker
      ->add_option("--format", args.format,
                   "text (default), json, lines (as --json), sarif or junit")
      ->check(CLI::IsMember({"text", "json", "lines", "sarif", "junit"}));
  checker->add_flag_callback(
      "--json", [&args] { args.format = "lines"; }, "A line of JSON a file, as of info and verify");
  checker->add_option("--baseline", args.baseline,
                      "A file with findings that are known: they do not fail");
  checker->add_option("--weights", args.weights,
                      "Judge the weights of this file in place of the model's own (of one model)");
  checker->add_option("--write-baseline", args.write_baseline,
                      "Write all that is found to FILE, for --baseline");
  checker
      ->add_option("--fail-on", args.fail_on,
                   "Exit 1 on an error, or on a warning as well (default)")
      ->check(CLI::IsMember({"error", "warning"}));
  add_import_options(checker, args.import);
  runs(checker, line, [&line] {
    line.check.models = line.models;
    return run_check(line.check);
  });
}

void add_weights(CLI::App& app, CommandLine& line) {
  CLI::App* writer = app.add_subcommand(
      "weights", "All influences by joint, mesh and vertex, as JSON or CSV; --weights reads them");
  add_model(writer, line.model);
  writer->add_option("-o,--out", line.output, "FILE.json or .csv")->required();
  writer->add_option("--weights", line.pose.weights,
                     "Those of another such file in place of its own");
  writer->add_option("--edit", line.pose.edits, "Edits of weights before; may be repeated")
      ->expected(1)
      ->take_all();
  add_import_options(writer, line.limits);
  runs(writer, line,
       [&line] { return run_weights(line.model, line.output, line.pose, line.limits); });
}

}  // namespace

void add_weight_commands(CLI::App& app, CommandLine& line) {
  add_bind(app, line);
  add_transfer(app, line);
  add_check(app, line);
  add_weights(app, line);
}

}  // namespace bindpose::app
