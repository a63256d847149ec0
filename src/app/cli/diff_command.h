// `bindpose diff`: what two models differ in.
#pragma once

#include <string>
#include <vector>

#include "app/import/import_worker.h"

namespace CLI {
class App;
}

namespace bindpose::app {

struct DiffArgs {
  std::string a, b;  // models or workspaces
  double tolerance = 1e-4;
  int samples = 20;
  std::vector<std::string> ignore;  // kDiffWord
  bool json = false;
  ImportLimits import;
};
// Prints the differences; kCheckFailed where there are any.
int run_diff(const DiffArgs& args);

// --diff FILE and --tolerance of the window and of `render`.
void add_comparison(CLI::App* command, std::string& file, double& tolerance);
// What a tolerance is; "--tolerance" of `diff`, too.
void add_tolerance(CLI::App* command, double& tolerance);

}  // namespace bindpose::app
