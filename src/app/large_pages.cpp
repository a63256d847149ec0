#include "app/large_pages.h"

#if defined(__linux__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#define BINDPOSE_TUNES_MALLOC 1
#endif

#include <cstdint>
#include <cstdlib>

#include "app/import/import_child.h"

namespace bindpose::app {

void use_large_pages() {
#if defined(BINDPOSE_TUNES_MALLOC) && defined(MADV_HUGEPAGE)
  if (std::getenv(kInsideWorker) != nullptr) return;
  constexpr int kMegabyte = 1 << 20;
  constexpr int kReserve = 256 * kMegabyte;  // of addresses; memory is taken as it is written
  // One heap for all threads: the others would each grow in small pages. What threads ask for while
  // another does is little.
  mallopt(M_ARENA_MAX, 1);
  // The most that glibc allows: larger blocks are mapped one by one, and who fills them asks for
  // huge pages (io/codec/model_decode.cpp).
  mallopt(M_MMAP_THRESHOLD, 32 * kMegabyte);
  mallopt(M_TRIM_THRESHOLD, 2 * kReserve);
  // The heap grows once, that far, and then in steps that stay few.
  mallopt(M_TOP_PAD, kReserve);
  void* const grows = std::malloc(kMegabyte);
  mallopt(M_TOP_PAD, kMegabyte);
  if (grows == nullptr) return;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t first = (reinterpret_cast<std::uintptr_t>(grows) + page - 1) / page * page;
  const std::uintptr_t last = reinterpret_cast<std::uintptr_t>(sbrk(0)) / page * page;
  if (last > first) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
  std::free(grows);
#endif
}

}  // namespace bindpose::app
