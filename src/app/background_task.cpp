#include "app/background_task.h"

#include <chrono>
#include <exception>
#include <utility>

namespace bindpose::app {

BackgroundTask::~BackgroundTask() {
  if (result_.valid()) result_.wait();
}

void BackgroundTask::start(std::string name, Work work) {
  name_ = std::move(name);
  progress_ = std::make_shared<WriteProgress>();
  result_ =
      std::async(std::launch::async, [work = std::move(work), progress = progress_]() -> Result {
        try {
          return work(*progress);
        } catch (const WriteCancelled&) {
          return {};
        } catch (const std::exception& e) {
          return {e.what(), {}, true};
        }
      });
}

void BackgroundTask::cancel() {
  if (!busy()) return;
  progress_->cancel();
  name_.clear();
}

void BackgroundTask::finish() const {
  if (busy()) result_.wait();
}

void BackgroundTask::wait() {
  if (busy()) result_.get();
}

std::optional<BackgroundTask::Result> BackgroundTask::poll() {
  if (!busy() || result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return std::nullopt;
  }
  return result_.get();
}

}  // namespace bindpose::app
