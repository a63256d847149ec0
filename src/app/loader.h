// Loads models on a thread of its own, so that the window goes on. The newest request wins.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "scene/model.h"

namespace bindpose::app {

class Loader {
 public:
  ~Loader();

  // Starts loading `path`; a load in progress is abandoned.
  void start(const std::string& path);
  void cancel();
  bool busy() const { return job_ != nullptr; }
  // Some loading thread, of an abandoned request perhaps, still runs.
  bool alive() const { return *running_ > 0; }

  struct Progress {
    std::string path;
    std::string phase;
    float part = 0.0f;     // [0, 1]
    double seconds = 0.0;  // since the start
  };
  std::optional<Progress> progress() const;

  struct Result {
    std::string path;
    std::shared_ptr<const Model> model;  // null on failure
    std::string error;                   // one sentence
  };
  // The finished load, once.
  std::optional<Result> poll();

 private:
  struct Job;
  void abandon();

  std::shared_ptr<Job> job_;
  std::shared_ptr<std::atomic<int>> running_ = std::make_shared<std::atomic<int>>(0);
};

}  // namespace bindpose::app
