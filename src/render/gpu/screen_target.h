// A framebuffer that stands in for a window's where there is none, or keeps its picture.
#pragma once

#include <memory>

#include "scene/model.h"

namespace bindpose {

class ScreenTarget {
 public:
  ScreenTarget(int width, int height);
  ~ScreenTarget();
  ScreenTarget(const ScreenTarget&) = delete;
  ScreenTarget& operator=(const ScreenTarget&) = delete;

  unsigned int framebuffer() const;
  unsigned int texture() const;  // that it draws into
  void bind() const;
  // Waits until everything that was asked for is drawn.
  void finish() const;
  // First row on top; opaque.
  Image read_pixels() const;
  // The same with alpha as it was drawn, and colours multiplied by it.
  Image read_with_alpha() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bindpose
