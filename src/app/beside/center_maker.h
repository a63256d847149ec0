// Makes centres of rotation on a thread beside the window where a deformer that is shown asks for
// them. Until they are there, the linear blend is shown in their place, and the window says so.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <future>
#include <memory>
#include <vector>

#include "scene/scene.h"

namespace bindpose::app {

class CenterMaker {
 public:
  // `beside`: false: they are made where they are asked for.
  explicit CenterMaker(bool beside) : beside_(beside) {}
  ~CenterMaker();
  CenterMaker(const CenterMaker&) = delete;
  CenterMaker& operator=(const CenterMaker&) = delete;

  // Once a frame: begins where the scene lacks some; true once they came: whoever keeps a surface
  // of it has to make it anew. They are stopped where neither a pane shows them nor `wanted` (a
  // figure waits for them), nor somebody asked in a while.
  bool follow(const Scene& scene, bool wanted = false);
  // Until those that are being made are there; whether they came.
  bool wait();
  bool busy() const { return job_ != nullptr; }
  // From 0 to 1.
  float part() const { return job_ ? job_->part.load() : 0.0f; }
  // Those that are being made are not begun again while the weights stay as they are and no other
  // deformer is chosen.
  void cancel(const Scene& scene);
  // Whether the scene's were cancelled: the linear blend is shown in their place.
  bool gave_up(const Scene& scene) const;

 private:
  struct Of {
    std::shared_ptr<DeformerStore> store;
    std::uint64_t weights = 0;  // WeightLog::revision
    bool operator==(const Of&) const = default;
  };
  struct Job {
    Of of;
    std::atomic<float> part{0.0f};
    std::atomic<bool> stop{false};
    std::future<bool> made;
  };
  void drop();
  static std::array<Deformer, 4> chosen(const Scene& scene);

  bool beside_;
  Of given_up_;
  std::array<Deformer, 4> chosen_{};  // when it was given up
  int unasked_ = 0;                   // frames since somebody wanted what is being made
  std::unique_ptr<Job> job_;
  std::vector<std::unique_ptr<Job>> stopped_;  // until their threads end
};

}  // namespace bindpose::app
