// The command line.
#pragma once

namespace bindpose::app {

// Parses, runs, prints errors as one line on standard error, and returns the exit code.
int run(int argc, char** argv);

}  // namespace bindpose::app
