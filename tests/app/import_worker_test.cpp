#include "app/import/import_worker.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "app/import/import_child.h"
#include "app/import/loader.h"
#include "io/codec/model_codec.h"

namespace bindpose::app::import_worker_test {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

const std::string kOgre = BINDPOSE_SOURCE_DIR "/assets/ogre.glb";

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

ImportLimits limits(double seconds = 60.0, std::uint64_t mib = 1024) {
  ImportLimits l;
  l.seconds = seconds;
  l.memory = mib << 20;
  l.worker = BINDPOSE_BINARY;
  return l;
}

// What a child that misbehaves leads to.
ImportResult result_of(const char* misbehaviour, const ImportLimits& l = limits()) {
  setenv("BINDPOSE_IMPORT_TEST", misbehaviour, 1);
  ImportJob job(kOgre, {}, l);
  unsetenv("BINDPOSE_IMPORT_TEST");
  auto result = job.wait(60.0);
  return result ? *result : ImportResult{ImportEnd::NotStarted, nullptr, "no result", 0};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t entries(const char* folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

// Open files, memory shared with children among them, and threads.
std::pair<std::size_t, std::size_t> files_and_threads() {
  return {entries("/proc/self/fd"), entries("/proc/self/task")};
}

bool has_children() {
  return waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD;
}

// The zombie of a child that was killed is reaped by a thread of its own.
bool children_go_away() {
  const auto start = Clock::now();
  siginfo_t info;
  while (since(start) < 5.0) {
    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return !has_children();
}

TEST(ImportWorker, GivesTheModelThatAnImportInThisProcessGives) {
  for (const char* name : {"/assets/ogre.glb", "/assets/ogre.fbx", "/assets/arm.glb"}) {
    const std::string path = std::string(BINDPOSE_SOURCE_DIR) + name;
    const auto model = import_in_child(path, {}, limits());
    EXPECT_EQ(encode_model(*model), encode_model(*import_model(path))) << path;
  }
}

TEST(ImportWorker, OptionsReachTheChild) {
  ImportOptions options;
  options.textures = false;
  const auto model = import_in_child(kOgre, options, limits());
  EXPECT_EQ(encode_model(*model), encode_model(*import_model(kOgre, options)));
}

TEST(ImportWorker, TheImportersOwnSentenceArrives) {
  const std::string path = "/nowhere/at all.glb";
  std::string here, there;
  try {
    import_model(path);
  } catch (const ImportError& e) {
    here = e.what();
  }
  try {
    import_in_child(path, {}, limits());
  } catch (const ImportError& e) {
    there = e.what();
  }
  EXPECT_NE(here, "");
  EXPECT_EQ(here, there);
}

TEST(ImportWorker, ACrashIsOneSentence) {
  const ImportResult result = result_of("crash");
  EXPECT_EQ(result.end, ImportEnd::Crashed);
  EXPECT_EQ(result.model, nullptr);
  EXPECT_TRUE(has(result.error, "ogre.glb")) << result.error;
  EXPECT_TRUE(has(result.error, "made the importer crash")) << result.error;
  EXPECT_TRUE(has(result.error, "Nothing was changed")) << result.error;
}

TEST(ImportWorker, ASignalFromOutsideIsOneSentence) {
  for (const int signal : {SIGKILL, SIGSEGV, SIGABRT}) {
    setenv("BINDPOSE_IMPORT_TEST", "hang", 1);
    ImportJob job(kOgre, {}, limits());
    unsetenv("BINDPOSE_IMPORT_TEST");
    EXPECT_FALSE(job.wait(0.2).has_value());
    ASSERT_GT(job.child(), 0);
    kill(job.child(), signal);
    const auto result = job.wait(5.0);
    ASSERT_TRUE(result.has_value());
    EXPECT_EQ(result->end, ImportEnd::Crashed);
    EXPECT_EQ(result->model, nullptr);
    EXPECT_TRUE(has(result->error, "ogre.glb")) << result->error;
    EXPECT_EQ(has(result->error, "killed from outside"), signal == SIGKILL) << result->error;
  }
}

TEST(ImportWorker, AHangEndsAtTheTimeLimit) {
  for (const char* how : {"hang", "spin"}) {
    const auto start = Clock::now();
    const ImportResult result = result_of(how, limits(0.5));
    EXPECT_EQ(result.end, ImportEnd::OutOfTime);
    EXPECT_TRUE(has(result.error, "0.5 s")) << result.error;
    EXPECT_TRUE(has(result.error, "--import-seconds")) << result.error;
    EXPECT_GE(since(start), 0.5);
    EXPECT_LT(since(start), 10.0);  // beside other work; the child hangs for good
  }
}

// Many threads use up more than the clock says; the parent may sleep. The limit that the child has
// is lowered here to what a test can wait for.
TEST(ImportWorker, TheLimitOnProcessorTimeIsOneSentence) {
  setenv("BINDPOSE_IMPORT_TEST", "spin", 1);
  ImportJob job(kOgre, {}, limits(40.0));
  unsetenv("BINDPOSE_IMPORT_TEST");
  ASSERT_GT(job.child(), 0);
  rlimit r{};
  const auto has_limit = [&] {  // and not still the one that this process has
    return prlimit(job.child(), RLIMIT_CPU, nullptr, &r) == 0 && r.rlim_cur == 42;
  };
  for (int i = 0; i < 500 && !has_limit(); ++i) usleep(10000);
  usleep(10000);
  ASSERT_TRUE(has_limit());
  EXPECT_GT(r.rlim_max, r.rlim_cur) << "else it is killed without a word";
  r.rlim_cur = 1;
  ASSERT_EQ(prlimit(job.child(), RLIMIT_CPU, &r, nullptr), 0);
  const auto result = job.wait(30.0);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->end, ImportEnd::OutOfTime);
  EXPECT_TRUE(has(result->error, "was not read within 40 s")) << result->error;
  EXPECT_TRUE(has(result->error, "--import-seconds")) << result->error;
  EXPECT_EQ(result->model, nullptr);
}

TEST(ImportWorker, ABombIsStoppedAtTheMemoryLimit) {
#if defined(BINDPOSE_SANITIZED)
  GTEST_SKIP() << "the sanitizer's shadow memory rules out a limit on addresses";
#endif
  const ImportResult result = result_of("bomb", limits(30.0, 256));
  EXPECT_EQ(result.end, ImportEnd::OutOfMemory);
  EXPECT_TRUE(has(result.error, "256 MiB")) << result.error;
  EXPECT_TRUE(has(result.error, "--import-memory")) << result.error;
}

TEST(ImportWorker, AResultWithoutEndIsStoppedToo) {
  EXPECT_EQ(result_of("flood", limits(30.0, 256)).end, ImportEnd::OutOfMemory);
}

TEST(ImportWorker, GarbageIsRefused) {
  for (const char* how : {"garbage", "liar", "quiet"}) {
    const ImportResult result = result_of(how);
    EXPECT_EQ(result.end, ImportEnd::Garbage) << how;
    EXPECT_EQ(result.model, nullptr);
    EXPECT_TRUE(has(result.error, "not sound")) << result.error;
  }
}

// In MiB, the memory that this process had at most so far.
double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

TEST(ImportWorker, MemoryThatIsClaimedAndNotFilledCostsNothing) {
  const double before = peak_memory();
  const ImportResult result = result_of("sparse");
  EXPECT_EQ(result.end, ImportEnd::Garbage);
  EXPECT_LT(peak_memory(), before + 100.0);
}

TEST(ImportWorker, AWorkerThatCannotBeStartedIsOneSentence) {
  ImportLimits nowhere = limits();
  nowhere.worker = "/nowhere/bindpose";
  ImportJob job(kOgre, {}, nowhere);
  const auto result = job.wait(1.0);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->end, ImportEnd::NotStarted);
  EXPECT_TRUE(has(result->error, "could not be started")) << result->error;
}

TEST(ImportWorker, AWorkerStartsNoWorkers) {
  setenv(kInsideWorker, "1", 1);
  ImportJob job(kOgre, {}, limits());
  unsetenv(kInsideWorker);
  const auto result = job.wait(1.0);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->end, ImportEnd::NotStarted);
}

TEST(ImportWorker, NothingLeaksInFiftyImports) {
  import_in_child(kOgre, {}, limits());
  ASSERT_TRUE(children_go_away());
  // A thread that reaped ends a moment after its child: measured before that, the start would count
  // it.
  for (const auto start = Clock::now(); files_and_threads().second > 1 && since(start) < 5.0;)
    usleep(1000);
  const auto before = files_and_threads();
  ASSERT_EQ(before.second, 1);
  const char* const ways[] = {"", "crash", "garbage", "quiet", "cancelled"};
  for (int i = 0; i < 50; ++i) {
    const std::string way = ways[i % 5];
    if (way != "cancelled") {
      result_of(way.c_str());
      continue;
    }
    ImportJob job(kOgre, {}, limits());
    job.wait(0.002 * (i % 7));
  }
  EXPECT_TRUE(children_go_away());
  const auto start = Clock::now();  // of a thread that reaped, the end may be still to come
  while (files_and_threads() != before && since(start) < 5.0) usleep(1000);
  EXPECT_EQ(files_and_threads(), before);
}

TEST(ImportWorker, TheChildDiesWithItsParent) {
  // A process in between starts the import and is killed.
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t between = fork();
  if (between == 0) {
    setenv("BINDPOSE_IMPORT_TEST", "hang", 1);
    ImportJob job(kOgre, {}, limits());
    const pid_t child = job.child();
    if (write(ends[1], &child, sizeof child) != sizeof child) _exit(1);
    pause();
    _exit(0);
  }
  pid_t child = 0;
  ASSERT_EQ(read(ends[0], &child, sizeof child), static_cast<ssize_t>(sizeof child));
  ASSERT_GT(child, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_EQ(kill(child, 0), 0);
  kill(between, SIGKILL);
  waitpid(between, nullptr, 0);
  close(ends[0]);
  close(ends[1]);
  // It is adopted by another process; a zombie of it counts as dead.
  const auto dead = [child] {
    std::ifstream stat("/proc/" + std::to_string(child) + "/stat");
    std::string text;
    return !std::getline(stat, text) || text.find(") Z") != std::string::npos;
  };
  const auto start = Clock::now();
  while (!dead() && since(start) < 5.0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_TRUE(dead());
}

TEST(ImportWorker, ProgressIsThatOfTheChild) {
  setenv("BINDPOSE_IMPORT_TEST", "half", 1);
  ImportJob job(kOgre, {}, limits());
  unsetenv("BINDPOSE_IMPORT_TEST");
  EXPECT_EQ(job.progress().part, 0.0f);
  const auto start = Clock::now();
  while (job.progress().part < 0.5f && since(start) < 20.0) {
    EXPECT_FALSE(job.poll());
    usleep(1000);
  }
  EXPECT_FALSE(job.wait(0.05));
  EXPECT_EQ(job.progress().part, 0.5f);
  EXPECT_EQ(job.progress().phase, "posing");
  ImportJob whole(kOgre, {}, limits());
  const auto result = whole.wait(60.0);
  ASSERT_TRUE(result.has_value());
  ASSERT_NE(result->model, nullptr) << result->error;
  EXPECT_EQ(whole.progress().part, 1.0f);
}

TEST(ImportWorker, ProgressIsToldAndCanCancel) {
  setenv("BINDPOSE_IMPORT_TEST", "hang", 1);
  ImportOptions options;
  int calls = 0;
  options.progress = [&calls](const char*, float) { return ++calls < 3; };
  std::string sentence;
  const auto start = Clock::now();
  try {
    import_in_child(kOgre, options, limits());
  } catch (const ImportError& e) {
    sentence = e.what();
  }
  unsetenv("BINDPOSE_IMPORT_TEST");
  EXPECT_TRUE(has(sentence, "cancelled")) << sentence;
  EXPECT_LT(since(start), 10.0);  // beside other work; the child hangs for good
}

// What part of the time was spent in poll(). One that waits is all of it; one call may be long
// where another process has the processor.
struct PollTime {
  const Clock::time_point start = Clock::now();
  double in_poll = 0.0;

  std::optional<Loader::Result> poll(Loader& loader) {
    const auto before = Clock::now();
    auto result = loader.poll();
    in_poll += since(before);
    return result;
  }
  double part() const { return in_poll / since(start); }
};

// The loader as the window uses it: poll() every frame.
std::optional<Loader::Result> settle(Loader& loader, PollTime& time) {
  while (loader.busy() && since(time.start) < 60.0) {
    if (auto result = time.poll(loader)) return result;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return std::nullopt;
}

TEST(Loader, LoadsWithoutWaitingInPoll) {
  Loader loader(limits());
  loader.start(kOgre);
  EXPECT_TRUE(loader.busy());
  ASSERT_TRUE(loader.progress().has_value());
  EXPECT_EQ(loader.progress()->path, kOgre);
  PollTime time;
  const auto result = settle(loader, time);
  ASSERT_TRUE(result && result->model);
  EXPECT_EQ(result->model->path, kOgre);
  EXPECT_LT(time.part(), 0.5);
  EXPECT_FALSE(loader.busy());
  EXPECT_FALSE(loader.poll().has_value());
}

TEST(Loader, CancelTakesEffectAtOnce) {
  // The best of some: another process may have the processor.
  double cancelled = 60.0;
  for (int tries = 0; tries < 10 && cancelled >= 0.2; ++tries) {
    setenv("BINDPOSE_IMPORT_TEST", "hang", 1);
    Loader loader(limits());
    loader.start(kOgre);
    unsetenv("BINDPOSE_IMPORT_TEST");
    PollTime time;
    for (int i = 0; i < 20; ++i) {
      EXPECT_FALSE(time.poll(loader).has_value());
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_LT(time.part(), 0.5);
    const auto start = Clock::now();
    loader.cancel();
    EXPECT_FALSE(loader.busy());
    EXPECT_TRUE(children_go_away());
    cancelled = std::min(cancelled, since(start));
  }
  EXPECT_LT(cancelled, 0.2);
}

TEST(Loader, TheNewestRequestWins) {
  Loader loader(limits());
  loader.start(BINDPOSE_SOURCE_DIR "/assets/ogre.fbx");
  loader.start(BINDPOSE_SOURCE_DIR "/assets/capsule.glb");
  PollTime time;
  const auto result = settle(loader, time);
  ASSERT_TRUE(result && result->model);
  EXPECT_EQ(result->model->name, "capsule.glb");
  EXPECT_TRUE(children_go_away());
}

}  // namespace
}  // namespace bindpose::app::import_worker_test
