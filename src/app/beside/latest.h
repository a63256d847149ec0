// What is made of a scene on a thread beside the window: the latest that was asked for. Until it is
// there, the one before it serves.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <utility>

namespace bindpose::app {

// `Key` says what a `Made` is of; equal keys, equal results.
template <typename Key, typename Made>
class Latest {
 public:
  using Stopped = std::function<bool()>;
  // On the other thread, so on copies of what it needs. Once `stopped` says yes its result is of no
  // use.
  using Make = std::function<Made(const Stopped& stopped)>;

  // `beside`: false: everything is made at once.
  explicit Latest(bool beside) : beside_(beside) {}
  ~Latest() {
    if (!job_) return;
    job_->stop = true;
    job_->made.wait();
  }
  Latest(const Latest&) = delete;
  Latest& operator=(const Latest&) = delete;

  // What was made of the key, or of the last one before it while that is being made; null: nothing
  // is known yet. Valid until the next call. A result, or work, whose key `serves` says no to is
  // dropped: it is of another model.
  template <typename Serves>
  const Made* get(const Key& key, const Serves& serves, const Make& make) {
    wanted_ = key;
    take();
    if (made_ && !serves(known_)) made_.reset();
    if (job_ && !serves(job_->key)) job_->stop = true;
    if (is_current() || job_) return pointer();
    if (!beside_) {
      made_ = make([] { return false; });
      known_ = wanted_;
      return pointer();
    }
    job_ = std::make_unique<Job>();
    job_->key = key;
    job_->made = std::async(std::launch::async, [make, stop = &job_->stop] {
      return make([stop] { return stop->load(); });
    });
    return pointer();
  }
  // Nothing is open any more.
  void forget() {
    made_.reset();
    if (job_) job_->stop = true;
    take();
  }
  // What get() gave last is of the key that was asked for.
  bool is_current() const { return made_ && known_ == wanted_; }
  // That, where it is.
  const Made* known() const { return is_current() ? &*made_ : nullptr; }
  // A thread works, or did when this was asked last: whoever rests while none does looks once more
  // at what it made.
  bool busy() {
    const bool worked = job_ != nullptr;
    take();
    return worked;
  }

 private:
  struct Job {
    Key key;
    std::atomic<bool> stop{false};
    std::future<Made> made;
  };
  const Made* pointer() const { return made_ ? &*made_ : nullptr; }
  void take() {
    if (!job_ || job_->made.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    const std::unique_ptr<Job> job = std::move(job_);  // what it throws, leaves none behind
    Made made = job->made.get();
    // One that was stopped is of nothing.
    if (job->stop) return;
    made_ = std::move(made);
    known_ = job->key;
  }

  bool beside_;
  Key wanted_{}, known_{};
  std::optional<Made> made_;
  std::unique_ptr<Job> job_;
};

}  // namespace bindpose::app
