#include "app/beside/clinic.h"

#include <atomic>
#include <chrono>
#include <future>
#include <utility>

namespace bindpose::app {

struct Clinic::Job {
  Key key;
  std::atomic<bool> stop{false};
  std::future<std::vector<Finding>> found;
};

Clinic::Clinic(bool beside) : beside_(beside) {}

Clinic::~Clinic() {
  if (!job_) return;
  job_->stop = true;
  job_->found.wait();
}

void Clinic::take() {
  if (!job_ || job_->found.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  std::vector<Finding> found = job_->found.get();
  // One that was stopped is of nothing.
  if (!job_->stop) {
    found_ = std::move(found);
    known_ = job_->key;
  }
  job_.reset();
}

bool Clinic::busy() {
  take();
  return job_ != nullptr;
}

const std::vector<Finding>* Clinic::get(const Scene& scene, const CheckProfile& profile) {
  if (!scene.model) {
    found_.reset();
    if (job_) job_->stop = true;
    take();
    return nullptr;
  }
  wanted_ = {scene.model->id, scene.weights.revision, clip_count(scene), profile.name,
             profile.influences};
  take();
  // A finding points at vertices and joints of its own model.
  if (found_ && known_.model != wanted_.model) found_.reset();
  if (job_ && job_->key.model != wanted_.model) job_->stop = true;
  if (!is_current() && !job_) {
    if (!beside_) {
      found_ = check(scene, profile);
      known_ = wanted_;
    } else {
      auto job = std::make_unique<Job>();
      job->key = wanted_;
      job->found = std::async(std::launch::async, [scene, profile, stop = &job->stop] {
        return check(scene, profile, [stop] { return stop->load(); });
      });
      job_ = std::move(job);
    }
  }
  return found_ ? &*found_ : nullptr;
}

}  // namespace bindpose::app
