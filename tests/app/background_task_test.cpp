#include "app/background_task.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "io/files/file_writer.h"

namespace bindpose::app {
namespace background_task_test {
namespace {

namespace fs = std::filesystem;

struct Folder {
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  fs::path path = fs::temp_directory_path() / ("bindpose_task_" + std::to_string(::getpid()));
  std::string file(const char* name) const { return (path / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(path), fs::directory_iterator()));
  }
};

std::string text_of(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

BackgroundTask::Result wait_for(BackgroundTask& task) {
  for (int i = 0; i < 5000; ++i) {
    if (const auto result = task.poll()) return *result;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ADD_FAILURE() << "it never ends";
  return {};
}

TEST(BackgroundTask, RunsBesideAndTellsOnce) {
  BackgroundTask task;
  EXPECT_FALSE(task.busy());
  std::atomic<bool> go = false;
  task.start("Exporting x", [&go](WriteProgress& progress) {
    progress.stretch(0.5f, 2);
    progress.step();
    while (!go) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return BackgroundTask::Result{"Done.", {"Without teeth."}};
  });
  EXPECT_TRUE(task.busy());
  EXPECT_EQ(task.name(), "Exporting x");
  EXPECT_FALSE(task.poll()) << "it has not been let go";
  while (task.part() == 0.0f) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(task.part(), 0.25f);
  go = true;
  const auto result = wait_for(task);
  EXPECT_EQ(result.sentence, "Done.");
  EXPECT_EQ(result.notes, std::vector<std::string>{"Without teeth."});
  EXPECT_FALSE(result.is_error);
  EXPECT_FALSE(task.busy());
  EXPECT_FALSE(task.poll());
}

TEST(BackgroundTask, WhatItThrowsIsAnError) {
  BackgroundTask task;
  task.start("x", [](WriteProgress&) -> BackgroundTask::Result {
    throw std::runtime_error("The disk is full.");
  });
  const auto result = wait_for(task);
  EXPECT_TRUE(result.is_error);
  EXPECT_EQ(result.sentence, "The disk is full.");
}

// Writes "new", and goes on until it is cancelled.
BackgroundTask::Result write_until_cancelled(const std::string& file, WriteProgress& progress) {
  FileWriter writer(file, &progress);
  writer.write("new");
  for (;;) {
    progress.check();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(BackgroundTask, ACancelledExportLeavesTheOldFile) {
  const Folder folder;
  const std::string file = folder.file("a.glb");
  std::ofstream(file) << "old";
  BackgroundTask task;
  task.start("x", [&](WriteProgress& progress) { return write_until_cancelled(file, progress); });
  task.cancel();
  EXPECT_EQ(task.name(), "");
  EXPECT_EQ(wait_for(task).sentence, "");
  EXPECT_EQ(text_of(file), "old");
  EXPECT_EQ(folder.files(), 1u) << "nothing is left beside it";
}

// The file is there: to say nothing, or to take it away again, would be wrong.
TEST(BackgroundTask, WhatWasDoneWhenItIsCancelledIsTold) {
  const Folder folder;
  const std::string file = folder.file("a.glb");
  BackgroundTask task;
  task.start("x", [&](WriteProgress& progress) {
    FileWriter writer(file, &progress);
    writer.write("new");
    writer.commit();
    try {
      for (;;) progress.check();
    } catch (const WriteCancelled&) {
      return BackgroundTask::Result{"Done."};  // as if the wish had come a moment later
    }
  });
  while (folder.files() == 0 || text_of(file) != "new") std::this_thread::yield();
  task.cancel();
  EXPECT_EQ(wait_for(task).sentence, "Done.");
  EXPECT_EQ(text_of(file), "new");
}

}  // namespace
}  // namespace background_task_test
}  // namespace bindpose::app
