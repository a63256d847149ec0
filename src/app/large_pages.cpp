#include "app/large_pages.h"

// Before __GLIBC__ is asked for: a header of the library defines it.
#include <cstdint>
#include <cstdlib>
#include <initializer_list>

#if defined(__linux__) && defined(__GLIBC__) && !defined(BINDPOSE_SANITIZED)
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#define BINDPOSE_TUNES_MALLOC 1
#endif

namespace bindpose::app {

void use_large_pages() {
#if defined(BINDPOSE_TUNES_MALLOC) && defined(MADV_HUGEPAGE)
  constexpr int kMegabyte = 1 << 20;
  // One heap for all threads, and nothing beside it: the others would each grow in small pages.
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_MAX, 0);
  // The heap's addresses are set aside at once; memory is taken as it is written. Where the system
  // does not allow that many, fewer do.
  for (const int reserve : {1536 * kMegabyte, 256 * kMegabyte}) {
    const auto start = reinterpret_cast<std::uintptr_t>(sbrk(0));
    mallopt(M_TRIM_THRESHOLD, reserve);
    mallopt(M_TOP_PAD, reserve);
    void* volatile grows = std::malloc(kMegabyte);  // volatile: not left out as of no use
    mallopt(M_TOP_PAD, kMegabyte);
    const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
    const bool grew = end > start;
    if (grew) madvise(reinterpret_cast<void*>(start), end - start, MADV_HUGEPAGE);
    mallopt(M_TRIM_THRESHOLD, 2047 * kMegabyte);
    std::free(grows);
    if (grew) return;
  }
#endif
}

void keep_freed_memory() {
#if defined(BINDPOSE_TUNES_MALLOC)
  constexpr int kMegabyte = 1 << 20;
  mallopt(M_TRIM_THRESHOLD, 256 * kMegabyte);
  // glibc's own highest: where the other is set, it no longer finds this by itself.
  mallopt(M_MMAP_THRESHOLD, 32 * kMegabyte);
#endif
}

}  // namespace bindpose::app
