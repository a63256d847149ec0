// Fits a lesson to its model beside the window: its steps may compute weights or read files. The
// newest request wins.
#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/import/import_worker.h"
#include "scene/lesson/lesson_plan.h"

namespace bindpose::app {

class LessonPlanner {
 public:
  // `beside`: false: start() does all of it.
  explicit LessonPlanner(bool beside) : beside_(beside) {}
  ~LessonPlanner();
  LessonPlanner(const LessonPlanner&) = delete;
  LessonPlanner& operator=(const LessonPlanner&) = delete;

  struct Result {
    std::optional<LessonPlan> plan;
    std::string error;  // one sentence where there is none
  };
  // What is being planned, if anything, is given up. `path`: the lesson's file.
  void start(Lesson lesson, const std::string& path, std::shared_ptr<const Model> model,
             const ImportLimits& limits);
  bool busy() const { return job_ != nullptr; }
  const std::string& title() const { return job_->title; }  // of a busy one
  // From 0 to 1.
  float part() const { return job_ ? job_->part.load() : 0.0f; }
  void cancel();
  // The result, once. Never waits.
  std::optional<Result> poll();

 private:
  struct Job {
    std::string title;
    std::atomic<float> part{0.0f};
    std::atomic<bool> stop{false};
    std::future<Result> result;
  };

  bool beside_;
  std::unique_ptr<Job> job_;
  std::vector<std::unique_ptr<Job>> given_up_;  // until their threads end
};

}  // namespace bindpose::app
