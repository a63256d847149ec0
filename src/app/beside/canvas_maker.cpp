#include "app/beside/canvas_maker.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "rig/automatic/bind_input.h"
#include "scene/pose/symmetry.h"

namespace bindpose::app {
namespace {

template <typename Made>
bool is_there(const std::future<Made>& made) {
  return made.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

CanvasMaker::~CanvasMaker() {
  give_up();
  for (const auto& job : given_up_) job->made.wait();
}

bool CanvasMaker::is_large(const Scene& scene) const {
  std::size_t count = 0;
  for (const Mesh& mesh : scene.model->meshes) count += mesh.position.size();
  return options_.beside && count >= options_.from_vertices;
}

// A job that finds both sides makes all that one side needs as well: it is left at it.
bool CanvasMaker::serves(const Job& job, const Scene& scene, bool mirrored) {
  return job.scene.model == scene.model && (job.mirrored || !mirrored) &&
         PaintCanvas::of_same_meshes(job.scene, scene);
}

void CanvasMaker::follow(const Scene& scene, bool mirrored, std::shared_ptr<PaintCanvas>& canvas) {
  std::erase_if(given_up_, [](const auto& job) { return is_there(job->made); });
  if (!scene.model || !is_large(scene)) return give_up();
  mirrored = mirrored && rig_mirror(scene).pairs.has_plane;  // without, the stroke is refused
  // One side can be painted while both are being found: the canvas itself is there.
  const bool enough_while_it_works = canvas && canvas->fits(scene) && !mirrored;
  if (job_ && (enough_while_it_works || !serves(*job_, scene, mirrored))) give_up();
  if (job_) {
    if (!is_there(job_->made)) return;
    const std::unique_ptr<Job> done = std::move(job_);
    if (auto made = done->made.get()) canvas = std::move(made);
  }
  // One that may still be worked on is another thread's until that has ended.
  if (mirrored && !given_up_.empty()) canvas.reset();
  const bool fits = canvas && canvas->fits(scene);
  if (fits && (!mirrored || canvas->knows_opposite())) return;
  auto job = std::make_unique<Job>();
  job->canvas = fits ? canvas : nullptr;
  job->scene = scene;
  job->mirrored = mirrored;
  job->made = std::async(std::launch::async, [job = job.get()]() -> std::shared_ptr<PaintCanvas> {
    try {
      std::shared_ptr<PaintCanvas> made = job->canvas;
      if (!made) made = std::make_shared<PaintCanvas>(job->scene);
      if (job->stop) return nullptr;
      if (job->mirrored) {
        made->find_opposite(job->scene, [job](double part) {
          if (job->stop) throw BindStopped{};
          job->part = static_cast<float>(part);
        });
      }
      return made;
    } catch (const BindStopped&) {
      return nullptr;
    }
  });
  job_ = std::move(job);
}

void CanvasMaker::give_up() {
  if (!job_) return;
  job_->stop = true;
  given_up_.push_back(std::move(job_));
}

}  // namespace bindpose::app
