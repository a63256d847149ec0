#pragma once

#include <cstddef>
#include <functional>

namespace bindpose {

// Calls work(begin, end) with ranges that make up [0, count), one for each core and each of `least`
// or more, side by side, and returns when all are done. What one of them throws is thrown here, the
// first range's first. Where there are no threads to be had the caller does all of it.
void in_ranges(std::size_t count, std::size_t least,
               const std::function<void(std::size_t begin, std::size_t end)>& work);

}  // namespace bindpose
