// The front of a march through voxels: what was reached and is not done, the nearest first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

namespace bindpose {

// A heap of the whole front was over half of a march's time: most of it went into comparing. What
// is pushed lies within a voxel's width behind what was popped last, so most entries go, unsorted,
// into the buckets of the next 64ths of that width, and only those of the nearest bucket are in
// order. They come out as from one heap: by distance, then by voxel, whatever order they came in.
class MarchFront {
 public:
  struct Reached {
    float distance;  // 0 or more
    std::uint32_t voxel;
  };
  // `step`: a voxel's width, more than 0.
  explicit MarchFront(float step) : buckets_a_unit_(64.0 / double(step)) {}

  void push(const Reached& reached) {
    const Entry entry = entry_of(reached);
    const std::uint64_t at = bucket_of(entry);
    if (at <= current_) {
      late_.push(entry);
    } else if (at - current_ < kBuckets) {
      bucket_[at % kBuckets].push_back(entry);
      ++waiting_;
    } else {
      far_.push(entry);
    }
  }
  // The nearest, taken out; nothing where none is left.
  std::optional<Reached> pop() {
    if (nearest_.empty() && late_.empty() && !go_on()) return std::nullopt;
    const bool late = !late_.empty() && (nearest_.empty() || late_.top() < nearest_.back());
    const Entry entry = late ? late_.top() : nearest_.back();
    if (late) {
      late_.pop();
    } else {
      nearest_.pop_back();
    }
    return Reached{std::bit_cast<float>(static_cast<std::uint32_t>(entry >> 32)),
                   static_cast<std::uint32_t>(entry)};
  }

 private:
  // The upper half is a distance (floats that are not negative have the order of their bits), the
  // lower half a voxel.
  using Entry = std::uint64_t;
  using Heap = std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>>;
  static constexpr std::uint64_t kBuckets = 128;

  static Entry entry_of(const Reached& r) {
    return Entry{std::bit_cast<std::uint32_t>(r.distance)} << 32 | r.voxel;
  }
  std::uint64_t bucket_of(Entry entry) const {
    const double distance = std::bit_cast<float>(static_cast<std::uint32_t>(entry >> 32));
    return 1 + static_cast<std::uint64_t>(std::min(1e15, distance * buckets_a_unit_));
  }
  // To the next bucket that has any.
  bool go_on() {
    while (nearest_.empty()) {
      if (waiting_ > 0) {
        ++current_;
      } else if (far_.empty()) {
        return false;
      } else {
        current_ = bucket_of(far_.top());
      }
      std::swap(nearest_, bucket_[current_ % kBuckets]);
      waiting_ -= nearest_.size();
      for (; !far_.empty() && bucket_of(far_.top()) <= current_; far_.pop())
        nearest_.push_back(far_.top());
    }
    std::ranges::sort(nearest_, std::greater<>());
    return true;
  }

  double buckets_a_unit_;
  std::uint64_t current_ = 0;   // the bucket that `nearest_` was
  std::vector<Entry> nearest_;  // the nearest last
  Heap late_;                   // of the buckets up to that one, pushed since
  std::array<std::vector<Entry>, kBuckets> bucket_;
  std::size_t waiting_ = 0;  // in the buckets
  Heap far_;                 // behind all of them
};

}  // namespace bindpose
