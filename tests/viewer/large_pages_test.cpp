// What the process of one picture asks of malloc, each in a process of its own: it holds for good.
#include "app/large_pages.h"

#include <gtest/gtest.h>

#if defined(__linux__) && defined(__GLIBC__) && !defined(BINDPOSE_SANITIZED)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace bindpose::app::viewer_tests::large_pages_test {
namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

// The mapping that holds an address: its size, and whether the system was asked for huge pages.
struct Mapping {
  std::size_t bytes = 0;
  bool asked = false;
};

Mapping mapping_of(const void* address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream in("/proc/self/smaps");
  Mapping found;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    std::uintptr_t from = 0, to = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx ", &from, &to) == 2) {
      inside = from <= wanted && wanted < to;
      if (inside) found.bytes = to - from;
    } else if (inside && line.starts_with("VmFlags:")) {
      std::istringstream flags(line);
      for (std::string flag; flags >> flag;) found.asked = found.asked || flag == "hg";
    }
  }
  return found;
}

long page_faults() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

void leave(bool well, const char* what) {
  if (well) return;
  std::fprintf(stderr, "not so: %s\n", what);
  std::_Exit(1);
}

constexpr int kBlocks = 96;

// Takes 96 blocks of a megabyte, writes to all of them and frees them; the last one's mapping.
Mapping use_memory() {
  void* block[kBlocks];
  for (void*& b : block) {
    b = std::malloc(kMegabyte);
    leave(b != nullptr, "there is memory");
    std::memset(b, 1, kMegabyte);
  }
  const Mapping mapping = mapping_of(block[kBlocks - 1]);
  for (void* b : block) std::free(b);
  return mapping;
}

// From now on the system refuses to be advised on memory, as one without huge pages does.
bool refuse_advice() {
  sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_madvise, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{std::size(code), code};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// Addresses that the process may take beside those that it has.
void allow(std::size_t bytes) {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t most = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + bytes;
  const rlimit limit{most, most};
  leave(setrlimit(RLIMIT_AS, &limit) == 0, "addresses can be limited");
}

class LargePages : public ::testing::Test {
 protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");  // runs this program again
    if (!std::filesystem::exists("/sys/kernel/mm/transparent_hugepage"))
      GTEST_SKIP() << "this system has no huge pages";
  }
};
using ::testing::ExitedWithCode;

TEST_F(LargePages, MemoryIsAskedForInThemAndUsedAgain) {
  EXPECT_EXIT(
      {
        leave(!use_memory().asked, "nobody asked yet");
        use_large_pages();
        const Mapping first = use_memory();
        leave(first.asked, "all of it is asked for in huge pages");
        leave(first.bytes >= 1536 * kMegabyte, "one heap has it all");
        const long faults = page_faults();
        const void* end = sbrk(0);
        use_memory();
        leave(page_faults() - faults < 256, "what was freed is used again, and was not given back");
        leave(sbrk(0) == end, "nothing beside it");
        std::_Exit(0);
      },
      ExitedWithCode(0), "");
}

TEST_F(LargePages, WithFewAddressesFewerAreSetAside) {
  EXPECT_EXIT(
      {
        allow(768 * kMegabyte);
        use_large_pages();
        const Mapping mapping = use_memory();
        leave(mapping.asked, "these are asked for in huge pages");
        leave(mapping.bytes >= 256 * kMegabyte && mapping.bytes < 768 * kMegabyte, "fewer");
        std::_Exit(0);
      },
      ExitedWithCode(0), "");
}

TEST_F(LargePages, WhereTheyAreRefusedTheProgramGoesOnWithout) {
  EXPECT_EXIT(
      {
        allow(192 * kMegabyte);
        use_large_pages();
        leave(!use_memory().asked, "there was no room to set aside");
        std::_Exit(0);
      },
      ExitedWithCode(0), "");
  EXPECT_EXIT(
      {
        if (!refuse_advice()) std::_Exit(0);
        use_large_pages();
        leave(!use_memory().asked, "advice was refused");
        const long faults = page_faults();
        use_memory();
        leave(page_faults() - faults < 256, "memory is used again all the same");
        std::_Exit(0);
      },
      ExitedWithCode(0), "");
}

}  // namespace
}  // namespace bindpose::app::viewer_tests::large_pages_test
#endif
