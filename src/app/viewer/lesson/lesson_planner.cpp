#include "app/viewer/lesson/lesson_planner.h"

#include <chrono>
#include <exception>
#include <utility>

#include "app/viewer/lesson/lesson_files.h"

namespace bindpose::app {
namespace {

template <typename Job>
bool is_there(const Job& job) {
  return job->result.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

LessonPlanner::~LessonPlanner() {
  cancel();
  for (const auto& job : given_up_) job->result.wait();
}

void LessonPlanner::start(Lesson lesson, const std::string& path,
                          std::shared_ptr<const Model> model, const ImportLimits& limits) {
  cancel();
  auto job = std::make_unique<Job>();
  job->title = lesson.title;
  const auto work = [lesson = std::move(lesson), path, model = std::move(model), limits,
                     job = job.get()]() mutable {
    Result result;
    try {
      LessonFiles files = lesson_companions(path, limits, [job] { return job->stop.load(); });
      files.go_on = [job](float part) {
        job->part = part;
        return !job->stop;
      };
      result.plan = plan_lesson(std::move(lesson), std::move(model), result.error, files);
    } catch (const std::exception& e) {
      result.error = e.what();
    }
    return result;
  };
  job->result = std::async(beside_ ? std::launch::async : std::launch::deferred, std::move(work));
  if (!beside_) job->result.wait();
  job_ = std::move(job);
}

void LessonPlanner::cancel() {
  std::erase_if(given_up_, [](const auto& job) { return is_there(job); });
  if (!job_) return;
  job_->stop = true;
  given_up_.push_back(std::move(job_));
}

std::optional<LessonPlanner::Result> LessonPlanner::poll() {
  if (!job_ || !is_there(job_)) return std::nullopt;
  const std::unique_ptr<Job> done = std::move(job_);
  return done->result.get();
}

}  // namespace bindpose::app
