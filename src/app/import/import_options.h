// How files are read, as words of the command line.
#pragma once

#include "app/import/import_worker.h"

namespace CLI {
class App;
}

namespace bindpose::app {

// Of every command that reads a model, and of the window. `limits` must live as long as the parser.
void add_import_options(CLI::App* command, ImportLimits& limits);

}  // namespace bindpose::app
