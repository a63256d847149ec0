// How far a long export is, and the wish to end it: the thread that writes and the one that watches
// share one of these.
#pragma once

#include <atomic>
#include <cstddef>

namespace bindpose {

// Thrown out of a write that was cancelled. No std::exception: nothing on the way takes it for a
// failure.
struct WriteCancelled {};

class WriteProgress {
 public:
  // For whoever watches. The part that is done, from 0 to 1; it never goes back.
  float part() const { return part_; }
  void cancel() { cancelled_ = true; }

  // For the thread that works. What comes next takes it to `to` in so many steps.
  void stretch(float to, std::size_t steps) {
    from_ = part_;
    to_ = to;
    steps_ = steps;
    done_ = 0;
    check();
  }
  // Throws like check(): what a long export prepares can be cancelled between two surfaces, too.
  void step(std::size_t n = 1) {
    done_ += n;
    if (done_ > steps_) done_ = steps_;
    if (steps_ > 0) {
      const float share = static_cast<float>(done_) / static_cast<float>(steps_);
      part_.store(from_ + (to_ - from_) * share, std::memory_order_relaxed);
    }
    check();
  }
  // Throws WriteCancelled where that is wished.
  void check() const {
    if (cancelled_) throw WriteCancelled();
  }

 private:
  std::atomic<float> part_{0.0f};
  std::atomic<bool> cancelled_{false};
  float from_ = 0.0f, to_ = 0.0f;
  std::size_t steps_ = 0, done_ = 0;
};

}  // namespace bindpose
