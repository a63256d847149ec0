// `bindpose tables` and `bindpose compare`: the arrays of a rig out, somebody else's in.
#pragma once

#include <string>
#include <vector>

#include "app/cli/pose_args.h"
#include "app/import/import_worker.h"

namespace CLI {
class App;
}

namespace bindpose::app {

struct CommandLine;

struct TablesArgs {
  std::string model, folder;
  std::vector<std::string> without, formats;
};
int run_tables(const TablesArgs& args, const PoseArgs& pose, const ImportLimits& limits);

struct CompareArgs {
  std::string model, numbers;
  std::string as;  // what a list without a name is
  bool column_major = false, json = false;
  double tolerance = 1e-4;
};
// kGood where all is right, kCheckFailed where not.
int run_compare(const CompareArgs& args, const PoseArgs& pose, const ImportLimits& limits);

void add_number_commands(CLI::App& app, CommandLine& line);

}  // namespace bindpose::app
