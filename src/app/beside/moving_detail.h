// Decides how much of a large model is drawn while something moves. Its coarse copy is made on a
// thread beside the window, and only where pictures of the whole model take too long; what rests is
// always drawn whole.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "scene/model.h"
#include "view/coarse_mesh.h"

namespace bindpose::app {

class MovingDetail {
 public:
  using Time = std::chrono::steady_clock::time_point;

  struct Options {
    bool enabled = false;                      // false: never less than everything
    std::size_t from_triangles = kCoarseFrom;  // smaller models are always drawn whole
    double slow = 1.0 / 31.0;  // seconds: a picture that takes longer is too slow for what moves
    double rest = 0.25;        // seconds without a change before everything is drawn; longer, up to
                               // a second, where that takes longer
  };
  explicit MovingDetail(const Options& options) : options_(options) {}
  ~MovingDetail();
  MovingDetail(const MovingDetail&) = delete;
  MovingDetail& operator=(const MovingDetail&) = delete;

  // Another model is shown (null: none). What is being made of the one before is given up.
  void show(std::shared_ptr<const Model> model);
  // A copy of the model that has been finished since, once; a closer one may follow.
  std::optional<CoarseModel> take();
  // Some thread works.
  bool busy();

  // Whether the picture that is drawn next is of the coarse copy. `changed`: it differs from the
  // one before; else it is the same one, drawn again or refined.
  bool coarse(bool changed, Time now);
  // Seconds until the whole model has to be drawn, because the last picture was coarse and nothing
  // has changed since; 0: now. Nothing where the last picture was of the whole model.
  std::optional<double> whole_due(Time now) const;
  // What a picture of the whole model took.
  void measured(double seconds);

 private:
  struct Job;
  void start();
  void give_up();
  void sweep(bool wait);

  Options options_;
  std::shared_ptr<const Model> model_;
  std::shared_ptr<Job> job_;
  std::vector<std::shared_ptr<Job>> given_up_;
  std::deque<double> recent_;  // seconds of pictures of the whole model
  bool slow_ = false;
  bool has_copy_ = false;
  bool last_was_coarse_ = false;
  Time last_change_{};
};

}  // namespace bindpose::app
