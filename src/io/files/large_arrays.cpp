#include "io/files/large_arrays.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <cstdint>

namespace bindpose {

void prefer_huge_pages([[maybe_unused]] const void* data, [[maybe_unused]] std::size_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::size_t kPage = 4096;
  constexpr std::size_t kWorthwhile = std::size_t{4} << 20;
  if (size < kWorthwhile) return;
  const auto first = (reinterpret_cast<std::uintptr_t>(data) + kPage - 1) / kPage * kPage;
  const auto last = (reinterpret_cast<std::uintptr_t>(data) + size) / kPage * kPage;
  madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#endif
}

}  // namespace bindpose
