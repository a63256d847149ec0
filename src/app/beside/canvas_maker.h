// What strokes of the brush need of a model (PaintCanvas), made on a thread beside the window where
// the model is large: the first stroke would wait for it, and one that paints both sides the
// longest.
#pragma once

#include <atomic>
#include <cstddef>
#include <future>
#include <memory>
#include <vector>

#include "scene/edit/paint/paint_canvas.h"

namespace bindpose::app {

class CanvasMaker {
 public:
  struct Options {
    bool beside = false;  // false: the first stroke makes it, however long that takes
    std::size_t from_vertices = 150000;
  };
  explicit CanvasMaker(const Options& options) : options_(options) {}
  ~CanvasMaker();
  CanvasMaker(const CanvasMaker&) = delete;
  CanvasMaker& operator=(const CanvasMaker&) = delete;

  // While the brush is out: begins what `canvas` lacks, and puts it there once it is done. Null
  // becomes a canvas, one that does not fit the scene another one.
  void follow(const Scene& scene, bool mirrored, std::shared_ptr<PaintCanvas>& canvas);
  // Nobody paints any more, or another model: what is being made is given up.
  void give_up();
  // A stroke would have to wait.
  bool busy() const { return job_ != nullptr; }
  float part() const { return job_ ? job_->part.load() : 0.0f; }
  bool of_both_sides() const { return job_ && job_->mirrored; }

 private:
  struct Job {
    std::shared_ptr<PaintCanvas> canvas;  // that it works on; null: it makes one
    Scene scene;
    bool mirrored = false;
    std::atomic<float> part{0.0f};
    std::atomic<bool> stop{false};
    std::future<std::shared_ptr<PaintCanvas>> made;
  };
  bool is_large(const Scene& scene) const;
  static bool serves(const Job& job, const Scene& scene, bool mirrored);

  Options options_;
  std::unique_ptr<Job> job_;
  std::vector<std::unique_ptr<Job>> given_up_;  // until their threads end
};

}  // namespace bindpose::app
