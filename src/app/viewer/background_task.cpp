#include "app/viewer/background_task.h"

#include <unistd.h>

#include <chrono>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace bindpose::app {

namespace fs = std::filesystem;

BackgroundTask::~BackgroundTask() {
  if (result_.valid()) result_.wait();
}

void BackgroundTask::start(std::string name, Work work) {
  name_ = std::move(name);
  cancelled_ = std::make_shared<std::atomic<bool>>(false);
  result_ = std::async(std::launch::async, [work = std::move(work), flag = cancelled_]() -> Result {
    try {
      return {work(*flag), false};
    } catch (const std::exception& e) {
      return {e.what(), true};
    }
  });
}

void BackgroundTask::cancel() {
  if (!busy()) return;
  *cancelled_ = true;
  name_.clear();
}

std::optional<BackgroundTask::Result> BackgroundTask::poll() {
  if (!busy() || result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return std::nullopt;
  }
  Result result = result_.get();
  if (*cancelled_) result = {};
  return result;
}

bool write_beside(const std::string& path, const std::atomic<bool>& cancelled,
                  const std::function<void(const std::string&)>& write) {
  const fs::path wanted(path);
  const std::string name = ".bindpose_" + std::to_string(::getpid()) + "_" +
                           wanted.filename().string();  // the ending says the format
  const fs::path part = wanted.parent_path() / name;
  std::error_code ignored;
  try {
    write(part.string());
  } catch (const std::exception& e) {
    fs::remove(part, ignored);
    // The user asked for another name.
    std::string sentence = e.what();
    const std::size_t at = sentence.find(part.string());
    if (at != std::string::npos) sentence.replace(at, part.string().size(), path);
    throw std::runtime_error(sentence);
  }
  if (cancelled) {
    fs::remove(part, ignored);
    return false;
  }
  std::error_code error;
  fs::rename(part, wanted, error);
  if (!error) return true;
  fs::remove(part, ignored);
  throw std::runtime_error("Cannot write " + path + ": " + error.message() + ".");
}

}  // namespace bindpose::app
