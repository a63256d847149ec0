#include "app/beside/moving_detail.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

namespace bindpose::app {

// What thread and window share. The thread ends soon after `stop`.
struct MovingDetail::Job {
  std::atomic<bool> stop{false}, done{false};
  std::mutex mutex;
  std::optional<CoarseModel> made;
  std::thread thread;

  void put(CoarseModel coarse) {
    const std::scoped_lock lock(mutex);
    if (!stop) made = std::move(coarse);
  }
};

MovingDetail::~MovingDetail() {
  give_up();
  sweep(true);
}

void MovingDetail::show(std::shared_ptr<const Model> model) {
  give_up();
  model_ = std::move(model);
  recent_.clear();
  slow_ = has_copy_ = last_was_coarse_ = false;
}

void MovingDetail::start() {
  job_ = std::make_shared<Job>();
  job_->thread = std::thread([job = job_.get(), model = model_] {
    const auto stop = [job] { return job->stop.load(); };
    try {
      job->put(make_coarse(*model, CoarseQuality::Quick, kCoarseTriangles, stop));
      if (!stop()) job->put(make_coarse(*model, CoarseQuality::Close, kCoarseTriangles, stop));
    } catch (const std::exception&) {
      // Without the memory for a copy the whole model is drawn, as before.
    }
    job->done = true;
  });
}

void MovingDetail::give_up() {
  if (!job_) return;
  job_->stop = true;
  given_up_.push_back(std::move(job_));
  job_.reset();
}

// Threads that ended are joined, so that none outlives the window.
void MovingDetail::sweep(bool wait) {
  std::erase_if(given_up_, [wait](const std::shared_ptr<Job>& job) {
    if (!wait && !job->done) return false;
    job->thread.join();
    return true;
  });
}

bool MovingDetail::busy() {
  sweep(false);
  return !given_up_.empty() || (job_ && !job_->done);
}

std::optional<CoarseModel> MovingDetail::take() {
  sweep(false);
  if (!job_) return std::nullopt;
  const std::scoped_lock lock(job_->mutex);
  has_copy_ = has_copy_ || job_->made;
  return std::exchange(job_->made, std::nullopt);
}

void MovingDetail::measured(double seconds) {
  constexpr std::size_t kKept = 3;
  constexpr double kFar = 4.0;        // so many times too slow: one picture says enough
  constexpr double kWellUnder = 0.6;  // of what is too slow: no longer so
  if (!options_.enabled || !model_ || triangle_count(*model_) < options_.from_triangles) return;
  recent_.push_back(seconds);
  if (recent_.size() > kKept) recent_.pop_front();
  // The least of them: the first picture has shaders to compile, and other programs run, too.
  const double least = *std::ranges::min_element(recent_);
  if (recent_.size() == kKept && least < kWellUnder * options_.slow) slow_ = false;
  if (least > options_.slow && (recent_.size() == kKept || least > kFar * options_.slow))
    slow_ = true;
  if (slow_ && !job_) start();
}

bool MovingDetail::coarse(bool changed, Time now) {
  if (changed) {
    last_change_ = now;
    last_was_coarse_ = slow_ && has_copy_;
  } else {
    last_was_coarse_ = false;
  }
  return last_was_coarse_;
}

std::optional<double> MovingDetail::whole_due(Time now) const {
  if (!last_was_coarse_) return std::nullopt;
  const double since = std::chrono::duration<double>(now - last_change_).count();
  // Whoever goes on after a short pause should not have to wait for a long picture first.
  constexpr double kLongest = 1.0;
  const double whole =
      recent_.empty() ? 0.0 : std::min(kLongest, *std::ranges::min_element(recent_));
  return std::max(0.0, std::max(options_.rest, whole) - since);
}

}  // namespace bindpose::app
