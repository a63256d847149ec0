#include "math/ranges.h"

#include <algorithm>
#include <future>
#include <system_error>
#include <thread>
#include <vector>

namespace bindpose {

void in_ranges(std::size_t count, std::size_t least,
               const std::function<void(std::size_t begin, std::size_t end)>& work) {
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t ranges =
      std::clamp<std::size_t>(count / std::max<std::size_t>(least, 1), 1, cores);
  const auto edge = [&](std::size_t k) { return count / ranges * k + std::min(k, count % ranges); };
  std::vector<std::future<void>> others;  // waits for all of them, whatever is thrown
  std::size_t own = ranges;               // from here on nobody else does it
  for (std::size_t k = 1; k < ranges; ++k) {
    try {
      others.push_back(std::async(std::launch::async, work, edge(k), edge(k + 1)));
    } catch (const std::system_error&) {
      own = k;
      break;
    }
  }
  work(0, edge(1));
  if (own < ranges) work(edge(own), count);
  for (std::future<void>& other : others) other.get();
}

}  // namespace bindpose
