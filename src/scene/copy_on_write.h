// A value that copies share until one of them is written.
#pragma once

#include <atomic>
#include <memory>
#include <utility>

namespace bindpose {

// Null, or a T. Copying it costs nothing and shares the T; write() gives a copy a T of its own
// first, so that the others keep what they had. Where nobody shares it, it is written in place.
// Copies may live in other threads; one copy belongs to one thread.
template <typename T>
class CopyOnWrite {
 public:
  CopyOnWrite() = default;
  explicit CopyOnWrite(T value) : value_(std::make_shared<T>(std::move(value))) {}

  explicit operator bool() const { return value_ != nullptr; }
  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }

  // Not null. References from before are this one's no longer where the value was shared.
  T& write() {
    if (value_.use_count() != 1) {
      value_ = std::make_shared<T>(*value_);
    } else {
      // What another thread read through its copy, it read before it let go of that.
      std::atomic_thread_fence(std::memory_order_acquire);
    }
    return *value_;
  }

 private:
  std::shared_ptr<T> value_;
};

}  // namespace bindpose
