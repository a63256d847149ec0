#include "app/loader.h"

#include <chrono>
#include <thread>

#include "io/import.h"

namespace bindpose::app {

using Clock = std::chrono::steady_clock;

// Shared by the window's thread and the loading one, which may outlive the request: Assimp can only be
// stopped between its phases.
struct Loader::Job {
  std::string path;
  Clock::time_point start = Clock::now();
  std::atomic<bool> cancelled{false};
  std::atomic<bool> done{false};
  mutable std::mutex mutex;
  std::string phase = "reading";
  float part = 0.0f;
  std::shared_ptr<const Model> model;
  std::string error;
};

Loader::~Loader() { abandon(); }

void Loader::abandon() {
  if (job_) job_->cancelled = true;
  job_.reset();
}

void Loader::cancel() { abandon(); }

void Loader::start(const std::string& path) {
  abandon();
  job_ = std::make_shared<Job>();
  job_->path = path;
  ++*running_;
  std::thread([job = job_, running = running_] {
    std::shared_ptr<const Model> model;
    std::string error;
    try {
      ImportOptions options;
      options.progress = [&job](const char* phase, float part) {
        const std::lock_guard lock(job->mutex);
        job->phase = phase;
        job->part = part;
        return !job->cancelled.load();
      };
      model = import_model(job->path, options);
    } catch (const std::exception& e) {
      error = e.what();
    }
    {
      const std::lock_guard lock(job->mutex);
      job->model = std::move(model);
      job->error = std::move(error);
      job->done = true;
    }
    --*running;
  }).detach();
}

std::optional<Loader::Progress> Loader::progress() const {
  if (!job_) return std::nullopt;
  const std::lock_guard lock(job_->mutex);
  return Progress{job_->path, job_->phase, job_->part,
                  std::chrono::duration<double>(Clock::now() - job_->start).count()};
}

std::optional<Loader::Result> Loader::poll() {
  if (!job_ || !job_->done) return std::nullopt;
  const std::shared_ptr<Job> job = std::move(job_);
  job_.reset();
  const std::lock_guard lock(job->mutex);
  return Result{job->path, job->model, job->error};
}

}  // namespace bindpose::app
