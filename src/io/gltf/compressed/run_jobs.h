// Work that is done side by side while somebody is told how far it is.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace bindpose {

struct Work {
  std::size_t cost = 1;       // any unit
  std::function<void()> run;  // must not throw
};

// Does all of `work` on threads, the costliest first, and returns when it is done. `progress` hears
// on this thread every now and then which part is; where it throws, what is running ends, the rest
// is not begun, and the exception goes on.
void run_side_by_side(std::vector<Work> work, const std::function<void(float)>& progress);

}  // namespace bindpose
