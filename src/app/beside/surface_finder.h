// Finds the surface under the mouse. What that takes once a model, its triangles in an order in
// which neighbours stand together, is made on a thread beside the window where the model is large:
// until it is there a click tries every triangle, and the probe finds nothing.
#pragma once

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "view/pick.h"

namespace bindpose::app {

class SurfaceFinder {
 public:
  struct Options {
    bool beside = false;  // false: it is made at the first question, however long that takes
    std::size_t from_triangles = 300000;
  };
  explicit SurfaceFinder(const Options& options) : options_(options) {}
  ~SurfaceFinder() {
    forget();
    for (const std::unique_ptr<Job>& job : given_up_) job->runs.wait();
  }
  SurfaceFinder(const SurfaceFinder&) = delete;
  SurfaceFinder& operator=(const SurfaceFinder&) = delete;

  // Another model is shown: what is being made of the one before is given up.
  void forget() {
    cache_ = {};
    if (!job_) return;
    job_->stop = true;
    given_up_.push_back(std::move(job_));
  }

  // The mouse may soon ask: begins what that takes, where it is not there.
  void prepare(const Scene& scene) {
    std::erase_if(given_up_, [](const std::unique_ptr<Job>& job) { return is_done(*job); });
    if (job_ && is_done(*job_)) {
      const std::unique_ptr<Job> done = std::move(job_);
      take_runs(cache_, scene, done->runs.get());
    }
    if (!job_ && scene.model && !has_runs(cache_, scene) && is_large(*scene.model)) start(scene);
  }
  // A thread works.
  bool busy() const { return job_ != nullptr; }

  // What is under the pixel.
  std::optional<SurfaceHit> find(const Scene& scene, const PosedScene& posed, Deformer method,
                                 const Camera& camera, const Viewport& viewport,
                                 const vec2& pixel) {
    prepare(scene);
    if (job_) return pick_surface_plainly(scene, posed, method, camera, viewport, pixel);
    return pick_surface(cache_, scene, posed, method, camera, viewport, pixel);
  }
  // The same, but nothing where the answer would take long.
  std::optional<SurfaceHit> glance(const Scene& scene, const PosedScene& posed, Deformer method,
                                   const Camera& camera, const Viewport& viewport,
                                   const vec2& pixel) {
    prepare(scene);
    if (job_) return std::nullopt;
    return pick_surface(cache_, scene, posed, method, camera, viewport, pixel);
  }

 private:
  struct Job {
    std::atomic<bool> stop{false};
    std::future<std::vector<TriangleRuns>> runs;
  };
  static bool is_done(const Job& job) {
    return job.runs.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }
  bool is_large(const Model& model) const {
    return options_.beside && triangle_count(model) >= options_.from_triangles;
  }
  void start(const Scene& scene) {
    auto job = std::make_unique<Job>();
    job->runs = std::async(std::launch::async, [model = scene.model, stop = &job->stop] {
      std::vector<TriangleRuns> runs;
      for (const Mesh& mesh : model->meshes)
        runs.push_back(make_runs(mesh, [stop] { return stop->load(); }));
      return runs;
    });
    job_ = std::move(job);
  }

  Options options_;
  SurfaceCache cache_;
  std::unique_ptr<Job> job_;                    // of the model that is shown
  std::vector<std::unique_ptr<Job>> given_up_;  // they end soon
};

}  // namespace bindpose::app
