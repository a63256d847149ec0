// Memory that a library forgets where a file is broken. Imports of the program run in a child that
// ends with it; tests in their own process.
#pragma once

#if defined(BINDPOSE_SANITIZED)
#include <sanitizer/lsan_interface.h>
#endif

namespace bindpose::tests {

// While it lives, what is forgotten is not counted.
struct OthersLeak {
#if defined(BINDPOSE_SANITIZED)
  OthersLeak() {
    __lsan_disable();
  }
  ~OthersLeak() {
    __lsan_enable();
  }
#else
  OthersLeak() {}
#endif
  OthersLeak(const OthersLeak&) = delete;
  OthersLeak& operator=(const OthersLeak&) = delete;
};

}  // namespace bindpose::tests
