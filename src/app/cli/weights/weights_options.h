// What can stand on the command line about weights: computing them.
#pragma once

#include "app/cli/cli_options.h"

namespace bindpose::app {

// Adds those commands.
void add_weight_commands(CLI::App& app, CommandLine& line);

}  // namespace bindpose::app
