// `bindpose diff`: what two models differ in.
#pragma once

#include <string>
#include <vector>

#include "app/import/import_worker.h"

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

}  // namespace bindpose::app
