// How a command line is wrong.
#pragma once

#include <stdexcept>

namespace bindpose::app {

// Wrong usage: exit code 2. what() is one sentence with a hint.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace bindpose::app
