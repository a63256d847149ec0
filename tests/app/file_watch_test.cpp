#include "app/import/file_watch.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

namespace bindpose::app::file_watch_test {
namespace {

namespace fs = std::filesystem;

struct Watched : ::testing::Test {
  fs::path file = fs::temp_directory_path() / ("bindpose_watch_" + std::to_string(getpid()));
  FileWatch watch;

  // A second apart, as the clocks of file systems may be coarse.
  void write(const std::string& text, int age_seconds) {
    std::ofstream(file) << text;
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::seconds(age_seconds));
  }
  void SetUp() override {
    write("one", 100);
    watch.start(file.string());
  }
  void TearDown() override { fs::remove(file); }
};

TEST_F(Watched, AnUntouchedFileIsQuiet) {
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(watch.changed());
}

TEST_F(Watched, AChangeIsToldOnceAndOnlyWhenItHasSettled) {
  write("two", 50);
  EXPECT_FALSE(watch.changed()) << "it may still be written";
  EXPECT_TRUE(watch.changed());
  EXPECT_FALSE(watch.changed());
}

TEST_F(Watched, AFileThatIsStillGrowingIsWaitedFor) {
  write("two", 50);
  EXPECT_FALSE(watch.changed());
  write("two and more", 49);
  EXPECT_FALSE(watch.changed());
  EXPECT_TRUE(watch.changed());
}

TEST_F(Watched, ReplacingByRenameIsAChangeAndAbsenceIsNot) {
  fs::remove(file);
  EXPECT_FALSE(watch.changed());
  EXPECT_FALSE(watch.changed());
  write("new", 10);
  EXPECT_FALSE(watch.changed());
  EXPECT_TRUE(watch.changed());
}

TEST(FileWatch, NothingToWatchIsQuiet) {
  FileWatch watch;
  EXPECT_FALSE(watch.changed());
}

}  // namespace
}  // namespace bindpose::app::file_watch_test
