// One file that is written beside the window. The window asks now and then how far it is.
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/files/write_progress.h"

namespace bindpose::app {

class BackgroundTask {
 public:
  // What is to be told; no sentence: nothing is.
  struct Result {
    std::string sentence;
    std::vector<std::string> notes{};  // on what could not be done as one would expect
    bool is_error = false;
  };
  // In a thread of its own, on copies of what it needs. What it throws is told as an error, but
  // WriteCancelled, after which it has left nothing behind.
  using Work = std::function<Result(WriteProgress& progress)>;

  BackgroundTask() = default;
  ~BackgroundTask();  // waits: a file is written whole or not at all
  BackgroundTask(const BackgroundTask&) = delete;
  BackgroundTask& operator=(const BackgroundTask&) = delete;

  // Expects that nothing runs. `name`: "Exporting ogre.glb".
  void start(std::string name, Work work);
  bool busy() const { return result_.valid(); }
  // Of what runs; empty where it was cancelled.
  const std::string& name() const { return name_; }
  // From 0 to 1.
  float part() const { return progress_ ? progress_->part() : 0.0f; }
  // What is done already is told all the same.
  void cancel();
  // Until it is done; its result is there to be asked for, or told to nobody.
  void finish() const;
  void wait();
  // The result, once. Never waits.
  std::optional<Result> poll();

 private:
  std::string name_;
  std::shared_ptr<WriteProgress> progress_;
  std::future<Result> result_;
};

}  // namespace bindpose::app
