// `bindpose check`: rigs judged by rules.
#pragma once

#include <string>
#include <vector>

#include "app/cli/pose_args.h"
#include "app/import/import_worker.h"

namespace bindpose::app {

struct CheckArgs {
  std::vector<std::string> models;  // files, folders, "-"
  std::string profile = "rig";      // a name, or a file
  std::string format = "text";      // text, json, lines, sarif or junit
  std::string baseline, write_baseline;
  std::string weights;              // a file in place of the model's own, or ""
  std::string fail_on = "warning";  // or error
  ImportLimits import;
};
// Prints the report of all files; kCheckFailed where something new is bad enough, kUnreadable where
// a file cannot be read.
int run_check(const CheckArgs& args);

// `bindpose weights`: writes them to a file by its ending.
int run_weights(const std::string& model, const std::string& output, const PoseArgs& pose,
                const ImportLimits& limits);

}  // namespace bindpose::app
