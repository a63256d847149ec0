// What the commands show while a file takes long: a line on a terminal, nothing in a pipe.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace bindpose::app::progress_line_test {
namespace {

const std::string kArm = BINDPOSE_SOURCE_DIR "/assets/arm.glb";

struct Ran {
  int exit_code = -1;
  std::string output, errors;
};

struct Running {
  pid_t pid = 0;
  int output = -1, errors = -1;
};

// Starts the program with standard error on a terminal of its own, or in a pipe.
Running start(const std::vector<std::string>& words, bool terminal, const char* misbehaviour) {
  int out[2], err[2];
  if (pipe2(out, O_CLOEXEC) != 0) return {};
  if (terminal) {
    err[0] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (err[0] < 0 || grantpt(err[0]) != 0 || unlockpt(err[0]) != 0) return {};
    err[1] = open(ptsname(err[0]), O_RDWR | O_NOCTTY | O_CLOEXEC);
  } else if (pipe2(err, O_CLOEXEC) != 0) {
    return {};
  }
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(out[1], 1);
    dup2(err[1], 2);
    setenv("BINDPOSE_IMPORT_TEST", misbehaviour, 1);
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1);  // of the graphics driver, for `render`
    std::vector<char*> arguments{const_cast<char*>("bindpose")};
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(BINDPOSE_BINARY, arguments.data());
    _exit(127);
  }
  close(out[1]);
  close(err[1]);
  return {pid, out[0], err[0]};
}

Ran finish(const Running& running) {
  Ran ran;
  const auto take = [](int fd, std::string& to) {
    char bytes[4096];
    const ssize_t size = read(fd, bytes, sizeof bytes);
    if (size > 0) to.append(bytes, static_cast<std::size_t>(size));
    return size > 0;
  };
  pollfd both[2] = {{running.output, POLLIN, 0}, {running.errors, POLLIN, 0}};
  while (both[0].fd >= 0 || both[1].fd >= 0) {
    if (poll(both, 2, 60000) <= 0) break;
    if (both[0].revents != 0 && !take(both[0].fd, ran.output)) both[0].fd = -1;
    if (both[1].revents != 0 && !take(both[1].fd, ran.errors)) both[1].fd = -1;
  }
  close(running.output);
  close(running.errors);
  int status = 0;
  waitpid(running.pid, &status, 0);
  if (WIFEXITED(status)) ran.exit_code = WEXITSTATUS(status);
  return ran;
}

struct Commands {
  std::string folder =
      std::filesystem::temp_directory_path() / ("bindpose_progress_" + std::to_string(getpid()));
  std::vector<std::vector<std::string>> list{{"info", kArm},
                                             {"matrices", kArm},
                                             {"export", kArm, "-o", folder + "/arm.ply"},
                                             {"render", kArm, "-o", folder + "/arm.png"}};
  Commands() { std::filesystem::create_directories(folder); }
  ~Commands() { std::filesystem::remove_all(folder); }

  // All at once, for each mostly waits.
  std::vector<Ran> run(bool terminal, const char* misbehaviour) const {
    std::vector<Running> running;
    for (const auto& words : list) running.push_back(start(words, terminal, misbehaviour));
    std::vector<Ran> ran;
    for (const Running& r : running) ran.push_back(finish(r));
    return ran;
  }
};

TEST(ProgressLine, IsShownOnATerminalAfterASecondAndGoneAtTheEnd) {
  const Commands commands;
  for (const Ran& ran : commands.run(true, "slow 2")) {
    EXPECT_EQ(ran.exit_code, 0) << ran.errors;
    EXPECT_NE(ran.errors.find("arm.glb: "), std::string::npos) << ran.errors;
    EXPECT_NE(ran.errors.find(" %"), std::string::npos) << ran.errors;
    EXPECT_EQ(ran.errors.find('\n'), std::string::npos) << "one line, written over";
    constexpr std::string_view kErased = "\r\033[K";
    EXPECT_TRUE(ran.errors.ends_with(kErased)) << ran.errors;
    EXPECT_EQ(ran.output.find('%'), std::string::npos) << "standard output is the result alone";
  }
}

TEST(ProgressLine, IsNotShownInAPipeNorWhenItIsQuick) {
  const Commands commands;
  for (const Ran& ran : commands.run(false, "slow 2")) {
    EXPECT_EQ(ran.exit_code, 0);
    EXPECT_EQ(ran.errors, "");
  }
  // Beside other work nothing is quick now and then: only a run of less than the second tells.
  for (int tries = 0; tries < 10; ++tries) {
    const auto began = std::chrono::steady_clock::now();
    const Ran quick = finish(start(commands.list.front(), true, ""));
    EXPECT_EQ(quick.exit_code, 0);
    if (std::chrono::steady_clock::now() - began >= std::chrono::seconds(1)) continue;
    EXPECT_EQ(quick.errors, "");
    return;
  }
  GTEST_SKIP() << "no import of the arm takes less than a second here";
}

TEST(ProgressLine, IsGoneBeforeAnErrorIsSaid) {
  const Ran ran = finish(start({"info", kArm, "--import-seconds", "1.5"}, true, "slow 10"));
  EXPECT_EQ(ran.exit_code, 3);
  const std::size_t line = ran.errors.find("arm.glb: ");
  const std::size_t erased = ran.errors.rfind("\033[K");
  const std::size_t said = ran.errors.find("bindpose: ");
  ASSERT_NE(line, std::string::npos) << ran.errors;
  ASSERT_NE(said, std::string::npos) << ran.errors;
  EXPECT_LT(line, erased);
  EXPECT_LT(erased, said);
  EXPECT_NE(ran.errors.find("was not read within 1.5 s"), std::string::npos) << ran.errors;
}

}  // namespace
}  // namespace bindpose::app::progress_line_test
