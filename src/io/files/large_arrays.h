// Arrays of many megabytes that are about to be filled.
#pragma once

#include <cstddef>
#include <vector>

namespace bindpose {

// In huge pages memory costs a fraction of the page faults. Nothing happens for a few megabytes, or
// where the system knows no such pages.
void prefer_huge_pages(const void* data, std::size_t size);

// Room for so many, in such pages. Before resize(), which writes.
template <typename T>
void reserve_large(std::vector<T>& list, std::size_t count) {
  list.reserve(count);
  prefer_huge_pages(list.data(), list.capacity() * sizeof(T));
}

}  // namespace bindpose
