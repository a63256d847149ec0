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
  // What is drawn or copied into it changes these pixels alone (first row on top) until unlimit().
  void limit(int x, int y, int width, int height) const;
  void unlimit() const;
  // All of it, or these pixels (first row on top), into another framebuffer of its size, which is
  // bound then.
  void copy_to(unsigned int framebuffer) const;
  void copy_to(unsigned int framebuffer, int x, int y, int width, int height) const;
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
