#include "app/viewer/background_task.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

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
  task.start("Exporting x", [&go](const std::atomic<bool>&) {
    while (!go) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return std::string("Done.");
  });
  EXPECT_TRUE(task.busy());
  EXPECT_EQ(task.name(), "Exporting x");
  EXPECT_FALSE(task.poll()) << "it has not been let go";
  go = true;
  const auto result = wait_for(task);
  EXPECT_EQ(result.sentence, "Done.");
  EXPECT_FALSE(result.is_error);
  EXPECT_FALSE(task.busy());
  EXPECT_FALSE(task.poll());
}

TEST(BackgroundTask, WhatItThrowsIsAnError) {
  BackgroundTask task;
  task.start("x", [](const std::atomic<bool>&) -> std::string {
    throw std::runtime_error("The disk is full.");
  });
  const auto result = wait_for(task);
  EXPECT_TRUE(result.is_error);
  EXPECT_EQ(result.sentence, "The disk is full.");
}

TEST(BackgroundTask, ACancelledExportLeavesTheOldFile) {
  const Folder folder;
  const std::string file = folder.file("a.glb");
  std::ofstream(file) << "old";
  BackgroundTask task;
  task.start("x", [&](const std::atomic<bool>& cancelled) {
    const bool done = write_beside(file, cancelled, [&](const std::string& part) {
      std::ofstream(part) << "new";
      while (!cancelled) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
    return std::string(done ? "Done." : "");
  });
  task.cancel();
  EXPECT_EQ(task.name(), "");
  EXPECT_EQ(wait_for(task).sentence, "");
  EXPECT_EQ(text_of(file), "old");
  EXPECT_EQ(folder.files(), 1u) << "nothing is left beside it";
}

TEST(WriteBeside, IsWholeOrNotAtAll) {
  const Folder folder;
  const std::string file = folder.file("a.obj");
  const std::atomic<bool> go = false;
  EXPECT_TRUE(write_beside(file, go, [](const std::string& part) {
    EXPECT_TRUE(part.ends_with(".obj")) << "the ending says the format";
    std::ofstream(part) << "first";
  }));
  EXPECT_EQ(text_of(file), "first");
  try {
    write_beside(file, go, [](const std::string& part) {
      std::ofstream(part) << "half";
      throw std::runtime_error("Cannot write " + part + ".");
    });
    FAIL() << "the failure is told";
  } catch (const std::runtime_error& e) {
    EXPECT_EQ(e.what(), "Cannot write " + file + ".") << "under the name that was asked for";
  }
  EXPECT_EQ(text_of(file), "first");
  EXPECT_EQ(folder.files(), 1u);
}

}  // namespace
}  // namespace background_task_test
}  // namespace bindpose::app
