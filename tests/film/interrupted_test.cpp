// Ctrl+C while a command writes.
#include "app/film/interrupted.h"

#include <gtest/gtest.h>

#include <csignal>

#include "io/files/file_writer.h"
#include "io/io_fixture.h"

namespace bindpose::app::interrupted_test {
namespace {

class Interrupted : public bindpose::tests::FolderTest {};

TEST_F(Interrupted, TakesUnfinishedFilesAway) {
  const auto there = folder_ / "there.txt";
  bindpose::tests::write_all(there, "mine");
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    const auto write = [&] {
      end_cleanly_on_signals();
      FileWriter done(folder_ / "done.txt");
      done.commit();
      FileWriter replaces(there), fresh(folder_ / "fresh.txt");
      replaces.write("half");
      fresh.write("half");
      std::raise(number);
    };
    EXPECT_EXIT(write(), ::testing::ExitedWithCode(128 + number),
                "bindpose: interrupted; nothing is left half written");
    EXPECT_EQ(file_count(), 2u) << number;
    EXPECT_EQ(bindpose::tests::read_all(there), "mine");
  }
}

}  // namespace
}  // namespace bindpose::app::interrupted_test
