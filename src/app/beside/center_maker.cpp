#include "app/beside/center_maker.h"

#include <chrono>

#include "scene/deform/deformer_data.h"

namespace bindpose::app {

CenterMaker::~CenterMaker() {
  drop();
  for (const std::unique_ptr<Job>& job : stopped_) job->made.wait();
}

void CenterMaker::drop() {
  if (!job_) return;
  job_->stop = true;
  stopped_.push_back(std::move(job_));
}

bool CenterMaker::follow(const Scene& scene, bool wanted) {
  const auto ended = [](const std::unique_ptr<Job>& job) {
    return job->made.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  };
  std::erase_if(stopped_, ended);
  if (!beside_) return false;
  if (!scene.model || !scene.deformers) {
    drop();  // of a scene that is gone
    return false;
  }
  scene.deformers->make_beside();
  const Of now{scene.deformers, scene.weights.revision};
  if (job_ && job_->of != now) drop();  // its weights are no longer the scene's
  if (job_ && ended(job_)) {
    const std::unique_ptr<Job> job = std::move(job_);
    return job->made.get();
  }
  if (chosen(scene) != chosen_) given_up_ = {};
  const bool asked = scene.deformers->take_wanted();
  if (job_) {
    constexpr int kPatience = 8;  // a map or a figure asks once, and keeps what it has
    unasked_ = asked || wanted || shows_centers(scene) ? 0 : unasked_ + 1;
    if (unasked_ > kPatience) drop();
    return false;
  }
  if (!asked || given_up_ == now) return false;
  unasked_ = 0;
  job_ = std::make_unique<Job>();
  job_->of = now;
  // A copy shares what is large; an edit copies it first.
  job_->made = std::async(std::launch::async, [scene, job = job_.get()] {
    const auto go_on = [job](float part) {
      job->part = part;
      return !job->stop;
    };
    return scene.deformers->make_centers(scene, go_on) != nullptr;
  });
  return false;
}

bool CenterMaker::wait() {
  if (!job_) return false;
  const std::unique_ptr<Job> job = std::move(job_);
  return job->made.get();
}

std::array<Deformer, 4> CenterMaker::chosen(const Scene& scene) {
  const ViewSettings& v = scene.view;
  return {v.method, v.compare, v.pane3, v.pane4};
}

void CenterMaker::cancel(const Scene& scene) {
  if (!job_) return;
  given_up_ = job_->of;
  chosen_ = chosen(scene);
  drop();
}

bool CenterMaker::gave_up(const Scene& scene) const {
  return given_up_.store && given_up_ == Of{scene.deformers, scene.weights.revision};
}

}  // namespace bindpose::app
