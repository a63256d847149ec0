// How reading a file fails.
#pragma once

#include <stdexcept>

namespace bindpose {

// The file could not be read. what() is one sentence: what, where, what to do.
struct ImportError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace bindpose
