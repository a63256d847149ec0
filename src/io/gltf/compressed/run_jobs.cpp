#include "io/gltf/compressed/run_jobs.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace bindpose {
namespace {

constexpr std::size_t kWorthThreads = std::size_t{1} << 18;
constexpr std::size_t kMostThreads = 8;  // each takes addresses, of which a child has not many

class Crew {
 public:
  Crew(const std::vector<Work>& work, std::size_t threads) : work_(work) {
    for (const Work& w : work_) total_ += w.cost;
    for (std::size_t t = 0; t < threads; ++t) threads_.emplace_back([this] { labour(); });
  }
  ~Crew() { stop_ = true; }  // before the threads are joined
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // The part that is done, a moment later.
  float wait() {
    constexpr std::chrono::milliseconds kMoment(25);
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kMoment, [this] { return ended_ == work_.size(); });
    return static_cast<float>(double(done_) / double(std::max<std::size_t>(total_, 1)));
  }
  bool finished() {
    const std::lock_guard lock(mutex_);
    return ended_ == work_.size();
  }

 private:
  void labour() {
    for (std::size_t i = next_++; i < work_.size() && !stop_; i = next_++) {
      work_[i].run();
      const std::lock_guard lock(mutex_);
      done_ += work_[i].cost;
      ++ended_;
      changed_.notify_one();
    }
  }

  const std::vector<Work>& work_;
  std::size_t total_ = 0;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t done_ = 0, ended_ = 0;
  std::vector<std::jthread> threads_;
};

}  // namespace

void run_side_by_side(std::vector<Work> work, const std::function<void(float)>& progress) {
  std::stable_sort(work.begin(), work.end(),
                   [](const Work& a, const Work& b) { return a.cost > b.cost; });
  std::size_t total = 0;
  for (const Work& w : work) total += w.cost;
  progress(0.0f);
  if (total < kWorthThreads) {
    for (const Work& w : work) w.run();
    return progress(1.0f);
  }
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  Crew crew(work, std::min({cores, work.size(), kMostThreads}));
  while (!crew.finished()) progress(crew.wait());
  progress(1.0f);
}

}  // namespace bindpose
