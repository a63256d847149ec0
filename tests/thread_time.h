// The processor time of this thread, for tests of what something costs: other work of the machine
// does not count in it, as it does in the time that passes.
#pragma once

#include <time.h>

namespace bindpose {

inline double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace bindpose
