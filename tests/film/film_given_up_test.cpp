// A film that is given up before its end leaves nothing behind: no file, none that is open, no
// memory.
#include <gtest/gtest.h>
#include <malloc.h>

#include <filesystem>
#include <iterator>

#include "io/film/film_writer.h"
#include "temp_folder.h"

namespace bindpose::film_given_up_test {
namespace {

namespace fs = std::filesystem;

std::ptrdiff_t entries(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

// Bytes that were allocated and not given back. Under the sanitizers, which have an allocator of
// their own, always the same: what leaks they say themselves.
std::size_t bytes_in_use() {
#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 33)
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
#endif
#endif
  return 0;
}

TEST(FilmGivenUp, LeavesNothing) {
  const fs::path folder = tests::temp_folder() / "given_up";
  fs::create_directories(folder);
  Image image;
  image.width = image.height = 8;
  image.pixels.assign(4 * 8 * 8, 255);
  for (const char* name : {"a.gif", "frames/"}) {
    const auto give_up = [&] {
      const auto film = open_film(folder / name, {8, 8, 30.0, 2, false});
      film->add(image);
    };
    give_up();  // what is made once for all films stays
    const std::size_t bytes = bytes_in_use();
    const std::ptrdiff_t open = entries("/proc/self/fd");
    constexpr std::size_t kTimes = 50;
    for (std::size_t k = 0; k < kTimes; ++k) give_up();
    EXPECT_EQ(entries("/proc/self/fd"), open) << name;
    EXPECT_LT(bytes_in_use(), bytes + kTimes * 1000)
        << name << ": an encoder has tens of kilobytes";
    EXPECT_EQ(entries(folder), 0) << name;
  }
  fs::remove_all(folder);
}

}  // namespace
}  // namespace bindpose::film_given_up_test
