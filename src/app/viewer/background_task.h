// One piece of work beside the window: a file that is written. The window asks now and then whether
// it is done.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>

namespace bindpose::app {

class BackgroundTask {
 public:
  struct Result {
    std::string sentence;  // to be told; empty: nothing is to be said
    bool is_error = false;
  };
  // In a thread of its own, on copies of what it needs. Returns the sentence that tells what was
  // done; what it throws is told as an error. It may end early when it is cancelled, and then
  // leaves nothing behind.
  using Work = std::function<std::string(const std::atomic<bool>& cancelled)>;

  BackgroundTask() = default;
  ~BackgroundTask();  // waits: a file is written whole or not at all
  BackgroundTask(const BackgroundTask&) = delete;
  BackgroundTask& operator=(const BackgroundTask&) = delete;

  // Expects that nothing runs. `name`: "Exporting ogre.glb".
  void start(std::string name, Work work);
  bool busy() const { return result_.valid(); }
  // Of what runs; empty where it was cancelled.
  const std::string& name() const { return name_; }
  void cancel();
  // The result, once. Never waits.
  std::optional<Result> poll();

 private:
  std::string name_;
  std::shared_ptr<std::atomic<bool>> cancelled_;
  std::future<Result> result_;
};

// Writes `path` by `write`, which gets the name of a file beside it with the same ending: where it
// throws, or was cancelled meanwhile, what was at `path` stays. False: cancelled.
bool write_beside(const std::string& path, const std::atomic<bool>& cancelled,
                  const std::function<void(const std::string&)>& write);

}  // namespace bindpose::app
