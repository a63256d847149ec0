// One command on many files: beside each other, in order, whatever becomes of one.
#include "app/cli/batch.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "io/import_files.h"

namespace bindpose::app::batch_test {
namespace {

struct Told {
  std::vector<std::string> file, printed;
  int code = 0;
};

Told told_of(const BatchFiles& batch, const std::function<int(const std::string&)>& run) {
  Told out;
  out.code = run_batch(batch, run, [&](const std::string& file, const std::string& printed) {
    out.file.push_back(file);
    out.printed.push_back(printed);
  });
  return out;
}

// The first waits for the second, which would never begin if they came one after the other.
TEST(Batch, FilesRunBesideEachOtherAndAreToldInTheirOrder) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "one core";
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  const Told told = told_of({{"first", "second"}, true}, [&](const std::string& file) {
    std::printf("%s", file.c_str());
    if (file == "second") return write(ends[1], "x", 1) == 1 ? 0 : 9;
    pollfd waited{ends[0], POLLIN, 0};
    return poll(&waited, 1, 10000) == 1 ? 0 : 8;
  });
  close(ends[0]);
  close(ends[1]);
  EXPECT_EQ(told.code, 0);
  EXPECT_EQ(told.printed, (std::vector<std::string>{"first", "second"}));
}

TEST(Batch, OneThatDiesStopsNone) {
  const Told told = told_of({{"a", "b", "c"}, true}, [](const std::string& file) {
    if (file == "b") raise(SIGKILL);
    std::printf("%s", file.c_str());
    return 0;
  });
  EXPECT_EQ(told.code, 3) << "as one that cannot be read";
  EXPECT_EQ(told.file, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(told.printed, (std::vector<std::string>{"a", "", "c"}));
}

// As a user for whom the folder is shut: root reads all.
TEST(Batch, AFolderThatCannotBeReadStopsNoneBesideIt) {
  const import_files::Folder folder;
  folder.write("a/shut/a.obj", "v 0 0 0\n");
  folder.write("a/a.obj", "v 0 0 0\n");
  folder.write("z/z.obj", "v 0 0 0\n");
  const std::filesystem::path shut = folder.path() / "a" / "shut";
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  std::filesystem::permissions(shut, std::filesystem::perms::none);
  const pid_t child = fork();
  if (child == 0) {
    if (geteuid() == 0 && setuid(65534) != 0) _exit(9);
    const BatchFiles found = batch_files({folder.path().string()});
    const bool right = found.files.size() == 2 && found.files[1].ends_with("z/z.obj") &&
                       found.code == 3 && found.unread.size() == 1 &&
                       found.unread[0].path == shut.string() &&
                       found.unread[0].why.find("cannot be read") != std::string::npos;
    _exit(right ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  std::filesystem::permissions(shut, std::filesystem::perms::owner_all);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace bindpose::app::batch_test
